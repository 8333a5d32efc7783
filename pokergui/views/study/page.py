"""The Study page: choices, line, action list, grid, combos; and the keys of all of them."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QShortcut
from PySide6.QtWidgets import QApplication, QStackedWidget, QVBoxLayout, QWidget

from pokergui.viewmodel import LineScene, Notice
from pokergui.viewmodel.grid import CellDetail
from pokergui.viewmodel.study import LineRow, StudyScene, StudyTop
from pokergui.views.aggregate.page import AggregateRoom
from pokergui.views.line import LineStrip
from pokergui.views.page import KeyedPage
from pokergui.views.spots.page import SpotsRoom
from pokergui.views.strips import Figures
from pokergui.views.study.centre import Centre
from pokergui.views.study.columns import TAB_KEYS, Columns
from pokergui.views.study.export import Exports
from pokergui.views.study.paper import PaperPart, study_papers
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


class StudyPage(KeyedPage):
    """Everything a person sees while inspecting an engine. It holds copies and reports intents.

    Signals:
        engine_chosen, game_chosen, depth_chosen: key of a choice.
        crumb_chosen: index of a crumb; asks for the decision before it.
        row_chosen: key of a row of the action list, of an action, or of a part of the sheet.
        board_card_chosen: key of a card to put on the board or to take off.
        random_board: a board, or what it still lacks, is to be dealt.
        side_chosen: key of the side whose range is wanted.
        sheet_toggled: whether the whole game is wanted.
        cell_hovered: index of the cell at hand, -1 for none.
        cell_pinned: index of the pinned cell, -1 for none. A pin stays when another grid of the
            same shape comes.
        notice_pressed: key of the notice's button.
        stop_pressed, go_on_pressed, solve_again_pressed: of the solution shown.
        edit_pressed, close_pressed: the spot is to be changed, or left.
        painting_toggled: whether locks are to be painted.
        brush_chosen: key of a brush.
        cells_painted: indices of the cells that a stroke newly reached, as a list.
        clear_locks_pressed: nothing is to be locked any more.
        spot_asked: the decision shown is to be filled into the room of spots.
    """

    engine_chosen = Signal(str)
    game_chosen = Signal(str)
    depth_chosen = Signal(str)
    crumb_chosen = Signal(int)
    row_chosen = Signal(str)
    board_card_chosen = Signal(str)
    random_board = Signal()
    side_chosen = Signal(str)
    sheet_toggled = Signal(bool)
    cell_hovered = Signal(int)
    cell_pinned = Signal(int)
    notice_pressed = Signal(str)
    stop_pressed = Signal()
    go_on_pressed = Signal()
    solve_again_pressed = Signal()
    edit_pressed = Signal()
    close_pressed = Signal()
    painting_toggled = Signal(bool)
    brush_chosen = Signal(str)
    cells_painted = Signal(list)
    clear_locks_pressed = Signal()
    spot_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = StudyScene(LineScene())
        self._top: StudyTop | None = None
        self.top_bar = StudyTopBar(self)
        self.line = LineStrip(self)
        self.line.set_clickable(self.tr("Click a step to go back before it (Backspace: one step)"))
        self.figures = Figures(self.line)
        self.line.set_corner(self.figures)
        self.centre = Centre(self)
        self.columns = Columns(self.centre, self)
        self.filters, self.classes = self.centre.filters, self.columns.classes
        self.room = SpotsRoom(self)
        self.exports = Exports(self, self._papers)
        self.report = AggregateRoom(self)
        self.top_bar.add_tool(self.report.button)
        self.top_bar.add_tool(self.exports.button)
        self._decision = QWidget(self)
        column = QVBoxLayout(self._decision)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.line)
        column.addWidget(self.columns, 1)
        self._rooms = QStackedWidget(self)
        self._rooms.addWidget(self._decision)
        self._rooms.addWidget(self.room)
        self._rooms.addWidget(self.report)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.top_bar)
        column.addWidget(self._rooms, 1)
        order = [
            self.top_bar.engine_box,
            self.top_bar.second_box,
            self.top_bar.game_box,
            self.top_bar.depth_box,
            self.top_bar.spots,
            self.top_bar.solve,
            self.report.button,
            self.exports.button,
            self.columns.rows,
            self.columns.typed.editor,
            self.columns.typed.solve,
            self.columns.board.deck,
            self.columns.board.random,
            *self.columns.solution.controls(),
            *self.centre.views.controls(),
            self.centre.about.action,
            self.centre.about.other,
            self.centre.compare.measure,
            self.centre.compare.list,
            self.centre.heights,
            self.centre.pair.other,
            self.centre.grid,
            *self.centre.sheet.controls(),
            self.columns.curve,
            *self.filters.controls(),
        ]
        for first, second in pairwise(order):
            QWidget.setTabOrder(first, second)
        self._wire()
        self._make_keys()

    def _wire(self) -> None:
        top, centre, columns = self.top_bar, self.centre, self.columns
        top.engine_chosen.connect(self.engine_chosen)
        top.game_chosen.connect(self.game_chosen)
        top.depth_chosen.connect(self.depth_chosen)
        self.line.chosen.connect(self.crumb_chosen)
        columns.rows.chosen.connect(self.row_chosen)
        columns.differences.chosen.connect(self.row_chosen)
        columns.differences.closed.connect(centre.compare.press_list)
        columns.board.card_chosen.connect(self.board_card_chosen)
        columns.board.random_asked.connect(self.random_board)
        columns.sides.chosen.connect(self.side_chosen)
        centre.side_chosen.connect(self.side_chosen)
        centre.sheet_toggled.connect(self.sheet_toggled)
        centre.row_chosen.connect(self.row_chosen)
        centre.pair.hovered.connect(self.cell_hovered)
        centre.pair.pinned.connect(self.cell_pinned)
        centre.grid.painted.connect(self.cells_painted)
        centre.brushes.chosen.connect(self.brush_chosen)
        centre.brushes.done.connect(self._leave_painting)
        self.filters.left.connect(self._focus_grid)
        solution = columns.solution
        solution.target_left.connect(self._focus_grid)
        solution.stop_pressed.connect(self.stop_pressed)
        solution.go_on_pressed.connect(self.go_on_pressed)
        solution.solve_again_pressed.connect(self.solve_again_pressed)
        solution.edit_pressed.connect(self.edit_pressed)
        solution.close_pressed.connect(self.close_pressed)
        solution.painting_toggled.connect(self._toggle_painting)
        solution.clear_locks_pressed.connect(self.clear_locks_pressed)
        centre.notice.pressed.connect(self.notice_pressed)
        columns.typed.left.connect(self._focus_grid)
        top.spots_asked.connect(self._toggle_room)
        top.solve_asked.connect(self.spot_asked)
        self.report.button.clicked.connect(self._toggle_report)
        self.report.left.connect(self.close_room)
        self.report.notice_pressed.connect(self.notice_pressed)
        self.room.left.connect(self.close_room)
        self.room.notice_pressed.connect(self.notice_pressed)

    def _make_keys(self) -> None:
        """Keys of the page; they work wherever the focus is while the page is shown."""
        for number in range(1, 10):
            self.add_key(str(number), self._follow).setProperty("action", number - 1)
        self.add_key("Backspace", self._step_back)
        self.add_key("S", self.centre.switch_side)
        self.add_key("W", self.centre.switch_scope)
        self.add_key("C", self.centre.compare.step)
        self.add_key("I", self._show_differences)
        self.add_key("Y", self.top_bar.second_box.open)
        self.add_key("M", self._next_view).setProperty("by", 1)
        self.add_key("Shift+M", self._next_view).setProperty("by", -1)
        self.add_key("N", self.centre.heights.press)
        self.add_key("B", self.columns.board.press_random)
        self.add_key("E", self.top_bar.engine_box.open)
        self.add_key("G", self.top_bar.game_box.open)
        self.add_key("D", self.top_bar.depth_box.open)
        for key, tab in TAB_KEYS.items():
            self.add_key(key, self._show_tab).setProperty("tab", tab)
        self.add_key("R", self._focus_grid)
        self.add_key("Z", self._type)
        self.add_key("/", self.filters.begin)
        self.add_key("Ctrl+C", self.filters.copy_pressed)
        self.add_key("Ctrl+E", self.exports.button.press)
        solution = self.columns.solution
        self._solution_keys = [
            self.add_key("X", solution.press_run),
            self.add_key("Shift+X", self.columns.begin_target),
            self.add_key("A", solution.press_again),
            self.add_key("Shift+A", solution.press_unlocked),
            self.add_key("K", solution.press_lock),
            self.add_key("Shift+K", solution.press_clear),
            self.add_key("F", self.edit_pressed),
            self.add_key("Q", self.close_pressed),
        ]
        self._painting_keys = [
            self.add_key("0", self._free_brush),
            self.add_key("Esc", self._leave_painting),
        ]
        self._offer_solution_keys()
        # Keys of what is not seen rest: these all belong to the decision, which the room hides.
        only = Qt.FindChildOption.FindDirectChildrenOnly
        for shortcut in self.findChildren(QShortcut, "", only):
            shortcut.setParent(self._decision)
        self.add_key("T", self.top_bar.spots.press)
        self.add_key("V", self.top_bar.solve.press)
        self.add_key("P", self.report.button.press)

    def _papers(self) -> tuple[PaperPart, ...]:
        """What is shown as pictures of their own."""
        if self._top is None or self.in_room or self._scene.thinking:
            return ()
        note = self.columns.legend.note
        return study_papers(self._top, self._scene, self.centre.pair.shown(), note)

    def _show_tab(self) -> None:
        tab = self.sender().property("tab")
        self.columns.show_tab(tab)
        if tab == "hand":
            self.columns.detail.begin()
        if tab == "range" and self.columns.curve.isVisible():
            self.columns.curve.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _show_differences(self) -> None:
        """Show which differences matter and go there, or show the combos again."""
        self.centre.compare.press_list()
        if self.columns.differences.isVisible():
            self.columns.differences.focus()
        else:
            self._focus_grid()

    def _next_view(self) -> None:
        by = self.sender().property("by")
        if self.centre.sheet.isVisible():
            self.centre.sheet.step(by)
        elif self.centre.views.isVisible():
            self.centre.views.step(by)

    def _type(self) -> None:
        self.columns.show_tab("line")
        self.columns.typed.begin()

    def _focus_grid(self) -> None:
        if self.centre.sheet.isVisible():
            self.centre.sheet.focus()
        else:
            self.centre.grid.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _offer_solution_keys(self) -> None:
        solution = self._scene.solution
        for key in self._solution_keys:
            key.setEnabled(solution is not None)
        for key in self._painting_keys:
            key.setEnabled(solution is not None and solution.painting)

    def _toggle_painting(self, on: bool) -> None:
        """Begin on a grid that can be painted: what was before the locks cannot."""
        if on and not self.centre.compare.first_shown:
            self.centre.compare.which_chosen.emit("first")
        self.painting_toggled.emit(on)
        if on:
            self._focus_grid()

    def _leave_painting(self) -> None:
        self.painting_toggled.emit(False)

    def _free_brush(self) -> None:
        self.centre.brushes.press("0")

    def _follow(self) -> None:
        """Follow an action by its number, as under the grid or in the list; or take its brush."""
        number = self.sender().property("action")
        if self.centre.brushes.isVisible():
            self.centre.brushes.press(str(number + 1))
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

    @property
    def in_room(self) -> bool:
        """Whether the room of spots is open."""
        return self._rooms.currentWidget() is self.room

    @Slot()
    def open_room(self) -> None:
        """Show the room of spots in place of the decision."""
        self._show_room(self.room)
        self.room.begin(ready=False)

    @Slot()
    def show_filled_room(self) -> None:
        """Show the room of spots whose form is being filled, so that one Enter solves."""
        self._show_room(self.room)
        self.room.begin(ready=True)

    @Slot()
    def close_room(self) -> None:
        """Show the decision again."""
        self._show_room(self._decision)
        self._focus_grid()

    def _show_room(self, room: QWidget) -> None:
        if self._rooms.currentWidget() is self.report is not room:
            self.report.closed.emit()
        self._rooms.setCurrentWidget(room)
        self.top_bar.set_room(self.in_room)
        self.report.button.setChecked(room is self.report)

    def _toggle_room(self) -> None:
        if self.in_room:
            self.close_room()
        else:
            self.open_room()

    def _toggle_report(self) -> None:
        if self._rooms.currentWidget() is self.report:
            self.close_room()
        else:
            self._show_room(self.report)
            self.report.begin()

    def set_compact(self, compact: bool) -> None:
        """Arrange for a small window: two columns, the inspector behind tabs."""
        rooms = (self.room, self.report)
        for part in (self.top_bar, self.line, self.centre, self.columns, *rooms):
            part.set_compact(compact)
        # Layouts of pages that are not shown do not hear that their parts are smaller now.
        for holder in (self.columns, self._decision, self._rooms):
            holder.updateGeometry()

    def set_top(self, scene: StudyTop) -> None:
        """Show the choices."""
        self._top = scene
        self.top_bar.set_scene(scene)

    def set_scene(self, scene: StudyScene) -> None:
        """Show a spot, or the whole game; keys go to the grid where their part is hidden."""
        self._scene, held = scene, QApplication.focusWidget()
        self.line.set_scene(scene.line)
        self.figures.set_figures(scene.figures)
        self.line.place_corner()
        self.centre.set_scene(scene)
        self.columns.set_scene(scene)
        self.top_bar.set_solvable(scene.solution is None and not scene.sheet_available)
        self._offer_solution_keys()
        if held is not None and self._decision.isAncestorOf(held) and not held.isVisible():
            self._focus_grid()

    def set_detail(self, detail: CellDetail | None) -> None:
        """Show the combos of the cell at hand, or none."""
        self.columns.detail.set_detail(detail)
        self.columns.curve.set_mark(detail.mark if detail is not None else None)

    def set_notice(self, notice: Notice | None) -> None:
        """Show a notice over the grid, or close it; in a room, too, while it is open."""
        self.centre.set_notice(notice)
        for room in (self.room, self.report):
            if self._rooms.currentWidget() is room or notice is None:
                room.set_notice(notice)
