"""The Study page: choices, and under them the decision shown, or one of the rooms."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QApplication, QStackedWidget, QVBoxLayout, QWidget

from pokergui.pages.study.reports.views.page import AggregateRoom
from pokergui.pages.study.solving.views.page import SpotsRoom
from pokergui.pages.study.viewmodel.study import StudyScene, StudyTop
from pokergui.pages.study.views.centre import Centre
from pokergui.pages.study.views.columns import Columns
from pokergui.pages.study.views.export import Exports
from pokergui.pages.study.views.keys import DecisionKeys
from pokergui.pages.study.views.paper import PaperPart, study_papers
from pokergui.pages.study.views.top import StudyTopBar
from pokergui.viewmodel import LineScene, Notice
from pokergui.viewmodel.grid import CellDetail
from pokergui.widgets.line import LineStrip
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.strips import Figures


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
            *self.centre.compare.controls(),
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
        columns.board.deck.chosen.connect(self.board_card_chosen)
        columns.board.random.clicked.connect(self.random_board)
        columns.sides.chosen.connect(self.side_chosen)
        centre.side_chosen.connect(self.side_chosen)
        centre.sheet_toggled.connect(self.sheet_toggled)
        centre.row_chosen.connect(self.row_chosen)
        centre.pair.hovered.connect(self.cell_hovered)
        centre.pair.pinned.connect(self.cell_pinned)
        centre.grid.strokes.painted.connect(self.cells_painted)
        centre.brushes.chosen.connect(self.brush_chosen)
        centre.brushes.done.connect(self._leave_painting)
        self.filters.left.connect(centre.focus)
        solution = columns.solution
        solution.target_left.connect(centre.focus)
        solution.stop_pressed.connect(self.stop_pressed)
        solution.go_on_pressed.connect(self.go_on_pressed)
        solution.solve_again_pressed.connect(self.solve_again_pressed)
        solution.edit_pressed.connect(self.edit_pressed)
        solution.close_pressed.connect(self.close_pressed)
        solution.painting_toggled.connect(self._toggle_painting)
        solution.clear_locks_pressed.connect(self.clear_locks_pressed)
        centre.notice.pressed.connect(self.notice_pressed)
        columns.typed.left.connect(centre.focus)
        top.spots_asked.connect(self._toggle_room)
        top.solve_asked.connect(self.spot_asked)
        self.report.button.clicked.connect(self._toggle_report)
        self.report.left.connect(self.close_room)
        self.report.notice_pressed.connect(self.notice_pressed)
        self.room.left.connect(self.close_room)
        self.room.notice_pressed.connect(self.notice_pressed)

    def _make_keys(self) -> None:
        """Keys of the page; those of the decision rest while a room is open."""
        top = self.top_bar
        self._decision_keys = DecisionKeys(self, self._decision, top, self.centre, self.columns)
        self._decision_keys.row_chosen.connect(self.row_chosen)
        self._decision_keys.crumb_chosen.connect(self.crumb_chosen)
        self.begin_keys(self.tr("Rooms"))
        self.add_key("P", self.report.button.press, self.tr("reports: enter, leave"))
        self.add_key("T", top.spots.press, self.tr("spots: enter, leave"))
        self.add_key("V", top.solve.press, self.tr("solve the decision shown"))
        words = self.tr("save as a picture or table")
        self._decision_keys.add("Ctrl+E", self.exports.button.press, words)

    def _papers(self) -> tuple[PaperPart, ...]:
        """What is shown as pictures of their own."""
        if self._top is None or self.in_room or self._scene.thinking:
            return ()
        note = self.columns.legend.note
        return study_papers(self._top, self._scene, self.centre.pair.shown(), note)

    def _toggle_painting(self, on: bool) -> None:
        """Begin on a grid that can be painted: what was before the locks cannot."""
        if on and not self.centre.compare.first_shown:
            self.centre.compare.which_chosen.emit("first")
        self.painting_toggled.emit(on)
        if on:
            self.centre.focus()

    def _leave_painting(self) -> None:
        self.painting_toggled.emit(False)

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
        self.centre.focus()

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
        self._decision_keys.set_scene(scene)
        if held is not None and self._decision.isAncestorOf(held) and not held.isVisible():
            self.centre.focus(Qt.FocusReason.OtherFocusReason)

    def set_detail(self, detail: CellDetail | None) -> None:
        """Show the combos of the cell at hand, or none."""
        self.columns.set_detail(detail)

    def set_notice(self, notice: Notice | None) -> None:
        """Show a notice over the grid, or close it; in a room, too, while it is open."""
        self.centre.set_notice(notice)
        for room in (self.room, self.report):
            if self._rooms.currentWidget() is room or notice is None:
                room.set_notice(notice)
