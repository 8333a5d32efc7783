"""The Study page: choices, and below them the decision shown with its keys, or one of the views."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from pokergui.language import tr_study as tr
from pokergui.pages.study.reading.viewmodel import LineRow
from pokergui.pages.study.reports.views.aggregate import AggregateRoom
from pokergui.pages.study.reports.views.runouts import RunoutRoom
from pokergui.pages.study.searching.views.page import SearchRoom
from pokergui.pages.study.solving.views.page import SpotsRoom
from pokergui.pages.study.viewmodel import StudyScene, StudyTop
from pokergui.pages.study.views.centre import Centre
from pokergui.pages.study.views.columns import TAB_KEYS, StudyColumns
from pokergui.pages.study.views.export import Exports, tables_in
from pokergui.viewmodel import LineScene, Notice
from pokergui.viewmodel.grid import CellDetail
from pokergui.widgets.buttons import IconButton, QuietButton
from pokergui.widgets.controls import Control, Controls
from pokergui.widgets.laying import Parts, column, row, tab_through
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.panels import ToolBar
from pokergui.widgets.segmented import Segmented
from pokergui.widgets.spoken import set_name, set_tip
from pokergui.widgets.strips import Figures, LineStrip

_ROWS = (
    Control("engine", "box", "E", brief=False),
    Control("second", "box", "Y"),
    Control("game", "box", "G", brief=False),
    Control("depth", "box", "D", brief=False),
)


class StudyTopBar(ToolBar):
    """Shows a ``StudyTop``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.controls = Controls(_ROWS, self)
        self.boxes = self.controls.tab_order()
        self._solvable = True
        self.spots = IconButton("cards", tr("Spots"), "T", self, show_key=False)
        self.spots.setCheckable(True)
        self.solve = IconButton("", tr("Solve this spot"), "V", self, show_key=False, primary=True)
        self.fill(*self.boxes, None, self.spots, self.solve, short=(self.spots,))

    def set_room(self, shown: bool) -> None:
        self.spots.setChecked(shown)
        self._first()

    def set_solvable(self, solvable: bool, reason: str) -> None:
        self._solvable = solvable and not reason
        self.solve.setEnabled(not reason)
        self.solve.set_words("", self.solve.text())
        if reason:
            set_tip(self.solve, reason)
        self._first()

    def _first(self) -> None:
        self.solve.set_primary(not self.spots.isChecked() and self._solvable)

    def set_scene(self, scene: StudyTop) -> None:
        self.controls.show(scene)
        for name in self.controls.parts:
            choices = getattr(scene, name)
            known = choices is not None and (bool(choices.current) or len(choices.choices) > 1)
            self.controls.box(name).setEnabled(known)
        self.fit()


def following(rows: tuple[LineRow, ...]) -> list[LineRow]:
    """Return the actions of the current decision: the rows one level below the last current row."""
    current = [i for i, row in enumerate(rows) if row.current]
    if not current:
        return []
    at = current[-1]
    rows_below = []
    for one in rows[at + 1 :]:
        if one.depth <= rows[at].depth:
            break
        if one.kind == "action" and one.depth == rows[at].depth + 1:
            rows_below.append(one)
    return rows_below


class DecisionKeys(QObject):
    """Keys that work wherever the focus is, while the decision is shown.

    Args:
        decision: the part of the page that shows the decision; while it is hidden, keys are off.
    """

    row_chosen = Signal(str)
    crumb_chosen = Signal(int)

    def __init__(
        self,
        page: KeyedPage,
        decision: QWidget,
        top_bar: StudyTopBar,
        centre: Centre,
        columns: StudyColumns,
    ) -> None:
        super().__init__(page)
        self._page, self._decision = page, decision
        self._centre, self._columns = centre, columns
        self.scene = StudyScene(LineScene())
        self._add_keys(top_bar)
        self._of_solution = self._solution_keys()
        self._of_painting = [
            self.add("0", partial(centre.brushes.press, "0"), tr("free hands, while painting")),
            self.add("Esc", partial(centre.brushes.done.click), tr("end painting")),
        ]
        self._tell_grid()
        self.set_scene(self.scene)

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
        self.add("C", centre.compare.switch.step, tr("first, second, both, difference"))
        self.add("I", self._show_differences, tr("list the deviations"))
        page.begin_keys(tr("Range"))
        self.add("R", centre.focus, tr("go to the range"))
        self.add("S", partial(self._step, centre.side), tr("the other side, or both"))
        self.add("W", partial(self._step, centre.scope), tr("the whole of a small game"))
        self.add("M", partial(self._next_view, 1), tr("what cells show: next"))
        self.add("Shift+M", partial(self._next_view, -1), tr("what cells show: previous"))
        self.add("N", centre.heights.press, tr("how high cells are filled"))
        self.add("/", centre.filters.begin, tr("filter"))
        self.add("Ctrl+C", centre.filters.copy.click, tr("copy the range as text"))
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
            self.add("Shift+R", solution.cards.click, tr("run-outs and blockers")),
            self.add("F", partial(solution.press, "edit"), tr("edit the spot")),
            self.add("Q", partial(solution.press, "close"), tr("close it")),
        ]

    def _exploit(self) -> None:
        columns = self._columns
        shown = not columns.exploit.isHidden()
        (columns.exploit.back if shown else columns.solution.exploit).click()

    def _give(self) -> None:
        centre, gives = self._centre, self._columns.exploit.gives
        if centre.given.isVisible():
            centre.given.back.press()
        elif not gives.isHidden() and not self._columns.exploit.isHidden():
            gives.click()

    def _tell_grid(self) -> None:
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
        self.scene = scene
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
        if self.scene.sheet is not None:
            return
        keys = [(total.action.key, total.enabled) for total in self.scene.totals]
        keys = keys or [(row.key, row.enabled) for row in following(self.scene.rows)]
        if number < len(keys) and keys[number][1]:
            self.row_chosen.emit(keys[number][0])

    def _step_back(self) -> None:
        crumbs = self.scene.line.crumbs
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
        self._centre.compare.press_list()
        if self._columns.differences.isVisible():
            self._columns.differences.focus()
        else:
            self._centre.focus()

    def _step(self, switch: Segmented) -> None:
        if switch.isVisible():
            switch.step()

    def _next_view(self, by: int) -> None:
        if self._centre.sheet.isVisible():
            self._centre.sheet.step(by)
        elif self._centre.views.isVisible():
            self._centre.views.kinds.step(by)

    def _type(self) -> None:
        self._columns.show_tab("line")
        self._columns.typed.begin()


class StudyPage(KeyedPage):
    """The page for inspecting an engine; it holds copies, and its parts report intents."""

    painting_toggled = Signal(bool)
    hand_stepped = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parts = Parts()
        self.top_bar = StudyTopBar(self)
        self.line = LineStrip(self)
        self.line.set_clickable(
            tr("Click a step to return to the decision before it (Backspace: one step)")
        )
        self.hand = LineStrip(self)
        self.hand.set_clickable(tr("Click a street or decision of the hand to see it (, and .)"))
        set_name(self.hand, tr("Streets and decisions of the hand, judged"))
        self.hand.hide()
        corner = QWidget(self.line)
        self.figures = Figures(corner)
        self.drill = QuietButton("drill", "", "Shift+D", corner, 28)
        row(self.figures, self.drill, on=corner, gap=8)
        self.line.set_corner(corner)
        self.centre = Centre(self)
        self.columns = StudyColumns(self.centre, self)
        self.filters, self.classes = self.centre.filters, self.columns.classes
        self.room = SpotsRoom(self)
        self.exports = Exports(self, self._tables)
        self.report = AggregateRoom(self)
        self.search = SearchRoom(self)
        self.runouts = RunoutRoom(self)
        for tool in (self.report.button, self.search.button, self.exports.button):
            self.top_bar.add_tool(tool)
        self._decision = QWidget(self)
        column(self.hand, self.line, (self.columns, 1), on=self._decision, gap=0)
        self._rooms = QStackedWidget(self)
        for room in (self._decision, self.room, self.report, self.search, self.runouts):
            self._rooms.addWidget(room)
        column(self.top_bar, (self._rooms, 1), on=self, gap=0)
        top, centre, columns = self.top_bar, self.centre, self.columns
        tab_through(
            *(*top.boxes, top.spots, self.report.button, self.search.button),
            *(self.exports.button, top.solve, self.drill),
            *(columns.rows, columns.typed.editor, columns.typed.solve),
            *(columns.board.deck, columns.board.random),
            *(*columns.solution.controls(), *columns.exploit.controls()),
            *(*centre.views.controls(), centre.about.action, centre.about.other),
            *(*centre.compare.controls(), centre.heights, centre.pair.other, centre.grid),
            *(centre.given.back, centre.given.grid, *columns.given.controls()),
            *(*centre.sheet.controls(), columns.curve, *self.filters.controls()),
        )
        self._wire()
        self._make_keys()
        self._show_drill(False)

    def _wire(self) -> None:
        top, centre, columns = self.top_bar, self.centre, self.columns
        columns.differences.close_button.clicked.connect(centre.compare.press_list)
        given, listed = centre.given.grid, columns.given
        given.hovered.connect(listed.hover)
        given.pinned.connect(listed.pin)
        for chosen in (listed.hands.moved, listed.hands.opened):
            chosen.connect(given.set_pin)
            chosen.connect(listed.pin)
        centre.brushes.done.clicked.connect(lambda: self.painting_toggled.emit(False))
        self.filters.left.connect(centre.focus)
        solution = columns.solution
        solution.target_left.connect(centre.focus)
        solution.painting_toggled.connect(self._toggle_painting)
        columns.exploit.field_left.connect(centre.focus)
        columns.typed.left.connect(centre.focus)
        for room, button in (
            *((self.room, top.spots), (self.report, self.report.button)),
            *((self.search, self.search.button), (self.runouts, solution.cards)),
        ):
            button.clicked.connect(partial(self._toggle, room))
            room.back.clicked.connect(self.close_room)

    def _show_drill(self, solution: bool) -> None:
        words = tr("Practise hands at this decision")
        if solution:
            words = tr("Practise this solution from the decision shown on")
        self.drill.show_as("drill", words, "Shift+D")

    def _make_keys(self) -> None:
        """Add the page's keys; those of the decision are off while a view is open."""
        top = self.top_bar
        self.decision_keys = DecisionKeys(self, self._decision, top, self.centre, self.columns)
        self.begin_keys(tr("Views"))
        self.add_key("P", self.report.button.press, tr("reports: open, close"))
        self.add_key("Shift+S", self.search.button.press, tr("search tree: open, close"))
        self.add_key("T", top.spots.press, tr("spots: open, close"))
        self.add_key("V", top.solve.press, tr("solve the decision shown"))
        words = tr("practise this decision, or the solution from it on")
        self.decision_keys.add("Shift+D", self.drill.press, words)
        for key, by, words in (
            (",", -1, tr("previous decision of the hand being solved")),
            (".", 1, tr("next decision of the hand being solved")),
        ):
            self.decision_keys.add(key, partial(self.hand_stepped.emit, by), words)
        words = tr("save as a picture or table")
        self.decision_keys.add("Ctrl+E", self.exports.button.press, words)

    def _tables(self) -> dict[str, str]:
        scene = self.decision_keys.scene
        return {} if scene.thinking or self.in_room else tables_in(scene)

    def _toggle_painting(self, on: bool) -> None:
        """Start on a grid that can be painted: that of the solution before the locks cannot."""
        if on and not self.centre.compare.first_shown:
            self.centre.compare.switch.buttons()[0].click()
        self.painting_toggled.emit(on)
        if on:
            self.centre.focus()

    @property
    def in_room(self) -> bool:
        return self._rooms.currentWidget() is self.room

    def open_room(self) -> None:
        self._show_room(self.room)
        self.room.begin()

    def show_filled_room(self) -> None:
        """Show the spots view while its form is being filled, so that a single Enter solves."""
        self._show_room(self.room)
        self.room.begin(ready=True)

    def close_room(self) -> None:
        self._show_room(self._decision)
        self.centre.focus()

    def _show_room(self, room: QWidget) -> None:
        for beside in (self.report, self.search, self.runouts):
            if self._rooms.currentWidget() is beside is not room:
                beside.closed.emit()
        for tool in (self.report, self.search):
            tool.button.setChecked(room is tool)
        self._rooms.setCurrentWidget(room)
        self.top_bar.set_room(self.in_room)

    def _toggle(self, room: SpotsRoom | AggregateRoom | SearchRoom | RunoutRoom) -> None:
        if self._rooms.currentWidget() is room:
            self.close_room()
        else:
            self._show_room(room)
            room.begin()

    def set_top(self, scene: StudyTop) -> None:
        self.top_bar.set_scene(scene)

    def set_scene(self, scene: StudyScene) -> None:
        """Show a spot, or the whole game; the grid gets the focus of hidden parts."""
        held, show = QApplication.focusWidget(), self._parts.show
        show(self.figures.set_figures, scene.figures)
        show(self.line.set_scene, scene.line)
        show(self._show_hand, scene.hand)
        self.centre.set_scene(scene)
        self.columns.set_scene(scene)
        solvable = scene.solution is None and not scene.sheet_available
        show(self._show_drill, scene.solution is not None)
        show(self.top_bar.set_solvable, solvable, scene.unsolvable)
        self.decision_keys.set_scene(scene)
        if held is not None and self._decision.isAncestorOf(held) and not held.isVisible():
            self.centre.focus(Qt.FocusReason.OtherFocusReason)

    def _show_hand(self, scene: LineScene | None) -> None:
        self.hand.setVisible(scene is not None)
        self.hand.set_scene(scene or LineScene())

    def set_detail(self, detail: CellDetail | None) -> None:
        self.columns.set_detail(detail)

    def set_notice(self, notice: Notice | None) -> None:
        self.centre.set_notice(notice)
        for room in (self.room, self.report, self.search, self.runouts):
            if self._rooms.currentWidget() is room or notice is None:
                room.set_notice(notice)
