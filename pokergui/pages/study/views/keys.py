"""The keys of the decision that Study shows, and the actions only available by keys."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_study as tr
from pokergui.pages.study.reading.viewmodel import LineRow
from pokergui.pages.study.viewmodel import StudyScene
from pokergui.pages.study.views.centre import Centre
from pokergui.pages.study.views.columns import TAB_KEYS, Columns
from pokergui.pages.study.views.top import StudyTopBar
from pokergui.viewmodel import LineScene
from pokergui.widgets.page import KeyedPage


def following(rows: tuple[LineRow, ...]) -> list[LineRow]:
    """Return the actions of the current decision: the rows one level below the last current row."""
    current = [i for i, row in enumerate(rows) if row.current]
    if not current:
        return []
    at = current[-1]
    rows_below = []
    for row in rows[at + 1 :]:
        if row.depth <= rows[at].depth:
            break
        if row.kind == "action" and row.depth == rows[at].depth + 1:
            rows_below.append(row)
    return rows_below


class DecisionKeys(QObject):
    """Keys that work wherever the focus is, while the decision is shown.

    Signals:
        row_chosen: key of an action to follow.
        crumb_chosen: index of a crumb; asks for the decision before it.

    Args:
        decision: the part of the page that shows the decision; while it is hidden, keys are off.
        top_bar, centre, columns: the parts that they act on.
    """

    row_chosen = Signal(str)
    crumb_chosen = Signal(int)

    def __init__(
        self,
        page: KeyedPage,
        decision: QWidget,
        top_bar: StudyTopBar,
        centre: Centre,
        columns: Columns,
    ) -> None:
        super().__init__(page)
        self._page, self._decision = page, decision
        self._centre, self._columns = centre, columns
        self._scene = StudyScene(LineScene())
        self._add_keys(top_bar)
        self._of_solution = self._solution_keys()
        self._of_painting = [
            self.add("0", partial(centre.brushes.press, "0"), tr("free hands, while painting")),
            self.add("Esc", partial(centre.brushes.done.click), tr("end painting")),
        ]
        self._tell_grid()
        self.set_scene(self._scene)

    def _add_keys(self, top_bar: StudyTopBar) -> None:
        page, centre, columns = self._page, self._centre, self._columns
        boxes = top_bar.controls
        page.begin_keys(tr("Decision"))
        for number in range(1, 10):
            follow = partial(self._follow, number - 1)
            self.add(str(number), follow, tr("follow an action"))
        self.add("Backspace", self._step_back, tr("take an action back"))
        self.add("Z", self._type, tr("type a size, line or board"))
        self.add("B", columns.board.press_random, tr("deal a board"))
        page.begin_keys(tr("Choices"))
        self.add("E", boxes.box("engine").open, tr("choose the engine"))
        self.add("G", boxes.box("game").open, tr("choose the game"))
        self.add("D", boxes.box("depth").open, tr("choose the depth"))
        self.add("Y", boxes.box("second").open, tr("choose a second engine"))
        self.add("C", centre.compare.step, tr("first, second, both, difference"))
        self.add("I", self._show_differences, tr("list the deviations"))
        page.begin_keys(tr("Range"))
        self.add("R", centre.focus, tr("go to the range"))
        self.add("S", centre.switch_side, tr("the other side, or both"))
        self.add("W", centre.switch_scope, tr("the whole of a small game"))
        self.add("M", partial(self._next_view, 1), tr("what cells show: next"))
        self.add("Shift+M", partial(self._next_view, -1), tr("what cells show: previous"))
        self.add("N", centre.heights.press, tr("how high cells are filled"))
        self.add("/", centre.filters.begin, tr("filter"))
        self.add("Ctrl+C", centre.filters.copy_pressed, tr("copy the range as text"))
        titles = {
            "hand": tr("show the hand"),
            "range": tr("show the curve of equities"),
            "line": tr("show the line"),
            "board": tr("show the board"),
            "solution": tr("show the solution"),
        }
        page.begin_keys(tr("Inspector"))
        for key, tab in TAB_KEYS.items():
            self.add(key, partial(self._show_tab, tab), titles[tab])

    def _solution_keys(self) -> list[QShortcut]:
        columns, solution = self._columns, self._columns.solution
        self._page.begin_keys(tr("Solved spot"))
        return [
            self.add("X", solution.press_run, tr("stop, continue")),
            self.add("Shift+X", columns.begin_target, tr("type the target")),
            self.add("K", solution.press_lock, tr("paint locks")),
            self.add("Shift+K", partial(solution.press, "clear"), tr("clear the locks")),
            self.add("A", partial(solution.press, "solve_again"), tr("solve again with the locks")),
            self.add("Shift+A", partial(solution.press, "unlocked"), tr("solve without them")),
            self.add("Shift+E", self._exploit, tr("exploit a rival, or stop")),
            self.add("Shift+G", self._give, tr("what hands of the rival give away")),
            self.add("F", partial(solution.press, "edit"), tr("edit the spot")),
            self.add("Q", partial(solution.press, "close"), tr("close it")),
        ]

    def _exploit(self) -> None:
        columns = self._columns
        shown = not columns.exploit.isHidden()
        (columns.exploit.back if shown else columns.solution.exploit).click()

    def _give(self) -> None:
        """Show the rival's losses and move the focus there, or show the strategies again."""
        centre, gives = self._centre, self._columns.exploit.gives
        if centre.given.isVisible():
            centre.given.back.press()
        elif not gives.isHidden() and not self._columns.exploit.isHidden():
            gives.click()

    def _tell_grid(self) -> None:
        """List the keys that the range handles while it has the focus."""
        page, grid = self._page, self._centre.grid
        page.begin_keys(tr("In the range"))
        for place in (grid, self._centre.given.grid):
            page.tell_key("Left Right Up Down", tr("another cell"), place)
            page.tell_key("Return", tr("pin the cell"), place)
            if place is grid:
                page.tell_key("Shift+Return", tr("pin it, while painting"), place)
            page.tell_key("Esc", tr("unpin"), place)

    def add(self, name: str, handler: object, words: str) -> QShortcut:
        shortcut = self._page.add_key(name, handler, words)
        shortcut.setParent(self._decision)
        return shortcut

    def set_scene(self, scene: StudyScene) -> None:
        self._scene = scene
        solution = scene.solution
        for key in self._of_solution:
            key.setEnabled(solution is not None)
        for key in self._of_painting:
            key.setEnabled(solution is not None and solution.painting)

    def _follow(self, number: int) -> None:
        """Follow an action by its number, as below the grid or in the list; or select its brush."""
        if self._centre.brushes.isVisible():
            self._centre.brushes.press(str(number + 1))
            return
        if self._scene.sheet is not None:
            return
        keys = [(total.action.key, total.enabled) for total in self._scene.totals]
        keys = keys or [(row.key, row.enabled) for row in following(self._scene.rows)]
        if number < len(keys) and keys[number][1]:
            self.row_chosen.emit(keys[number][0])

    def _step_back(self) -> None:
        crumbs = self._scene.line.crumbs
        actions = [i for i, crumb in enumerate(crumbs) if crumb.kind == "action"]
        if actions:
            self.crumb_chosen.emit(actions[-1])

    def _show_tab(self, tab: str) -> None:
        columns = self._columns
        columns.show_tab(tab)
        if tab == "hand":
            columns.detail.begin()
        if tab == "range" and columns.curve.isVisible():
            columns.curve.take_keys()

    def _show_differences(self) -> None:
        """Show the largest deviations and move the focus there, or show the combos again."""
        self._centre.compare.press_list()
        if self._columns.differences.isVisible():
            self._columns.differences.focus()
        else:
            self._centre.focus()

    def _next_view(self, by: int) -> None:
        if self._centre.sheet.isVisible():
            self._centre.sheet.step(by)
        elif self._centre.views.isVisible():
            self._centre.views.step(by)

    def _type(self) -> None:
        self._columns.show_tab("line")
        self._columns.typed.begin()
