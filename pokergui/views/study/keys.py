"""The keys of the decision that Study shows, and what nothing but a key does."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QWidget

from pokergui.viewmodel import LineScene
from pokergui.viewmodel.study import LineRow, StudyScene
from pokergui.views.page import KeyedPage
from pokergui.views.study.centre import Centre
from pokergui.views.study.columns import TAB_KEYS, Columns
from pokergui.views.study.top import StudyTopBar


def following(rows: tuple[LineRow, ...]) -> list[LineRow]:
    """The actions of the present decision: those under the last current row, one step deeper."""
    current = [i for i, row in enumerate(rows) if row.current]
    if not current:
        return []
    at = current[-1]
    found = []
    for row in rows[at + 1 :]:
        if row.depth <= rows[at].depth:
            break
        if row.kind == "action" and row.depth == rows[at].depth + 1:
            found.append(row)
    return found


class DecisionKeys(QObject):
    """Keys that work wherever the focus is while the decision is shown.

    Signals:
        row_chosen: key of an action to follow.
        crumb_chosen: index of a crumb; asks for the decision before it.

    Args:
        page: whose keys they are.
        decision: the part of the page that shows the decision; while it is hidden they rest.
        top_bar, centre, columns: what they act on.
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
        for number in range(1, 10):
            self.add(str(number), self._follow).setProperty("action", number - 1)
        self.add("Backspace", self._step_back)
        self.add("S", centre.switch_side)
        self.add("W", centre.switch_scope)
        self.add("C", centre.compare.step)
        self.add("I", self._show_differences)
        self.add("Y", top_bar.second_box.open)
        self.add("M", self._next_view).setProperty("by", 1)
        self.add("Shift+M", self._next_view).setProperty("by", -1)
        self.add("N", centre.heights.press)
        self.add("B", columns.board.press_random)
        self.add("E", top_bar.engine_box.open)
        self.add("G", top_bar.game_box.open)
        self.add("D", top_bar.depth_box.open)
        for key, tab in TAB_KEYS.items():
            self.add(key, self._show_tab).setProperty("tab", tab)
        self.add("R", centre.focus)
        self.add("Z", self._type)
        self.add("/", centre.filters.begin)
        self.add("Ctrl+C", centre.filters.copy_pressed)
        solution = columns.solution
        self._of_solution = [
            self.add("X", solution.press_run),
            self.add("Shift+X", columns.begin_target),
            self.add("A", solution.press_again),
            self.add("Shift+A", solution.press_unlocked),
            self.add("K", solution.press_lock),
            self.add("Shift+K", solution.press_clear),
            self.add("F", solution.edit_pressed),
            self.add("Q", solution.close_pressed),
        ]
        self._of_painting = [
            self.add("0", self._free_brush),
            self.add("Esc", centre.brushes.done),
        ]
        self.set_scene(self._scene)

    def add(self, name: str, handler: object) -> QShortcut:
        """Call ``handler`` when a key is pressed while the decision is shown."""
        shortcut = self._page.add_key(name, handler)
        shortcut.setParent(self._decision)
        return shortcut

    def set_scene(self, scene: StudyScene) -> None:
        """Offer the keys of what is shown."""
        self._scene = scene
        solution = scene.solution
        for key in self._of_solution:
            key.setEnabled(solution is not None)
        for key in self._of_painting:
            key.setEnabled(solution is not None and solution.painting)

    def _follow(self) -> None:
        """Follow an action by its number, as under the grid or in the list; or take its brush."""
        number = self.sender().property("action")
        if self._centre.brushes.isVisible():
            self._centre.brushes.press(str(number + 1))
            return
        if self._scene.sheet is not None:
            return
        found = [(total.action.key, total.enabled) for total in self._scene.totals]
        found = found or [(row.key, row.enabled) for row in following(self._scene.rows)]
        if number < len(found) and found[number][1]:
            self.row_chosen.emit(found[number][0])

    def _step_back(self) -> None:
        crumbs = self._scene.line.crumbs
        actions = [i for i, crumb in enumerate(crumbs) if crumb.kind == "action"]
        if actions:
            self.crumb_chosen.emit(actions[-1])

    def _show_tab(self) -> None:
        tab, columns = self.sender().property("tab"), self._columns
        columns.show_tab(tab)
        if tab == "hand":
            columns.detail.begin()
        if tab == "range" and columns.curve.isVisible():
            columns.curve.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _show_differences(self) -> None:
        """Show which differences matter and go there, or show the combos again."""
        self._centre.compare.press_list()
        if self._columns.differences.isVisible():
            self._columns.differences.focus()
        else:
            self._centre.focus()

    def _next_view(self) -> None:
        by = self.sender().property("by")
        if self._centre.sheet.isVisible():
            self._centre.sheet.step(by)
        elif self._centre.views.isVisible():
            self._centre.views.step(by)

    def _type(self) -> None:
        self._columns.show_tab("line")
        self._columns.typed.begin()

    def _free_brush(self) -> None:
        self._centre.brushes.press("0")
