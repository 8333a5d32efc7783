"""The Study page: choices, and below them the decision shown, or one of the views."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget

from pokergui.language import tr_study as tr
from pokergui.pages.study.reports.views.page import AggregateRoom
from pokergui.pages.study.searching.views.page import SearchRoom
from pokergui.pages.study.solving.views.page import SpotsRoom
from pokergui.pages.study.viewmodel import StudyScene, StudyTop
from pokergui.pages.study.views.centre import Centre
from pokergui.pages.study.views.columns import Columns
from pokergui.pages.study.views.export import Exports
from pokergui.pages.study.views.keys import DecisionKeys
from pokergui.pages.study.views.paper import PaperPart, study_papers
from pokergui.pages.study.views.top import StudyTopBar
from pokergui.viewmodel import LineScene, Notice
from pokergui.viewmodel.grid import CellDetail
from pokergui.widgets.buttons import QuietButton
from pokergui.widgets.laying import column, row, tab_through
from pokergui.widgets.line import LineStrip
from pokergui.widgets.page import KeyedPage
from pokergui.widgets.strips import Figures


class StudyPage(KeyedPage):
    """The page for inspecting an engine; it holds copies, and its parts report intents.

    Signals:
        painting_toggled: whether locks are to be painted.
    """

    painting_toggled = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = StudyScene(LineScene())
        self._top: StudyTop | None = None
        self.top_bar = StudyTopBar(self)
        self.line = LineStrip(self)
        self.line.set_clickable(
            tr("Click a step to return to the decision before it (Backspace: one step)")
        )
        corner = QWidget(self.line)
        self.figures = Figures(corner)
        self.drill = QuietButton("drill", "", "Shift+D", corner, 28)
        row(self.figures, self.drill, on=corner, gap=8)
        self.line.set_corner(corner)
        self.centre = Centre(self)
        self.columns = Columns(self.centre, self)
        self.filters, self.classes = self.centre.filters, self.columns.classes
        self.room = SpotsRoom(self)
        self.exports = Exports(self, self._papers)
        self.report = AggregateRoom(self)
        self.search = SearchRoom(self)
        self.top_bar.add_tool(self.report.button)
        self.top_bar.add_tool(self.search.button)
        self.top_bar.add_tool(self.exports.button)
        self._decision = QWidget(self)
        column(self.line, (self.columns, 1), on=self._decision, gap=0)
        self._rooms = QStackedWidget(self)
        for room in (self._decision, self.room, self.report, self.search):
            self._rooms.addWidget(room)
        column(self.top_bar, (self._rooms, 1), on=self, gap=0)
        top, centre, columns = self.top_bar, self.centre, self.columns
        tab_through(
            *(*top.boxes, top.spots, top.solve),
            *(self.report.button, self.search.button, self.exports.button, self.drill),
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
        columns.differences.closed.connect(centre.compare.press_list)
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
        top.spots.clicked.connect(self._toggle_room)
        for beside in (self.report, self.search):
            beside.button.clicked.connect(partial(self._toggle_beside, beside))
        for back in (self.room.back.clicked, self.report.back.clicked, self.search.left):
            back.connect(self.close_room)

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
        words = tr("save as a picture or table")
        self.decision_keys.add("Ctrl+E", self.exports.button.press, words)

    def _papers(self) -> tuple[PaperPart, ...]:
        if self._top is None or self.in_room or self._scene.thinking:
            return ()
        note = self.columns.legend.note
        return study_papers(self._top, self._scene, self.centre.pair.shown(), note)

    def _toggle_painting(self, on: bool) -> None:
        """Start on a grid that can be painted: that of the solution before the locks cannot."""
        if on and not self.centre.compare.first_shown:
            self.centre.compare.which_chosen.emit("first")
        self.painting_toggled.emit(on)
        if on:
            self.centre.focus()

    @property
    def in_room(self) -> bool:
        return self._rooms.currentWidget() is self.room

    @Slot()
    def open_room(self) -> None:
        self._show_room(self.room)
        self.room.begin(ready=False)

    @Slot()
    def show_filled_room(self) -> None:
        """Show the spots view while its form is being filled, so that a single Enter solves."""
        self._show_room(self.room)
        self.room.begin(ready=True)

    @Slot()
    def close_room(self) -> None:
        self._show_room(self._decision)
        self.centre.focus()

    def _show_room(self, room: QWidget) -> None:
        for beside in (self.report, self.search):
            if self._rooms.currentWidget() is beside is not room:
                beside.closed.emit()
            beside.button.setChecked(room is beside)
        self._rooms.setCurrentWidget(room)
        self.top_bar.set_room(self.in_room)

    def _toggle_room(self) -> None:
        if self.in_room:
            self.close_room()
        else:
            self.open_room()

    def _toggle_beside(self, room: AggregateRoom | SearchRoom) -> None:
        if self._rooms.currentWidget() is room:
            self.close_room()
        else:
            self._show_room(room)
            room.begin()

    def set_compact(self, compact: bool) -> None:
        """Arrange the page for a small window: two columns, the inspector behind tabs."""
        # Layouts of hidden pages are not notified that their parts are smaller now.
        for holder in (self.columns, self._decision, self._rooms):
            holder.updateGeometry()

    def set_top(self, scene: StudyTop) -> None:
        self._top = scene
        self.top_bar.set_scene(scene)

    def set_scene(self, scene: StudyScene) -> None:
        """Show a spot, or the whole game; the grid gets the focus of hidden parts."""
        self._scene, held = scene, QApplication.focusWidget()
        self.line.set_scene(scene.line)
        self.figures.set_figures(scene.figures)
        self.line.fit()
        self.centre.set_scene(scene)
        self.columns.set_scene(scene)
        solvable = scene.solution is None and not scene.sheet_available
        self._show_drill(scene.solution is not None)
        self.top_bar.set_solvable(solvable, scene.unsolvable)
        self.decision_keys.set_scene(scene)
        if held is not None and self._decision.isAncestorOf(held) and not held.isVisible():
            self.centre.focus(Qt.FocusReason.OtherFocusReason)

    def set_detail(self, detail: CellDetail | None) -> None:
        self.columns.set_detail(detail)

    def set_notice(self, notice: Notice | None) -> None:
        self.centre.set_notice(notice)
        for room in (self.room, self.report, self.search):
            if self._rooms.currentWidget() is room or notice is None:
                room.set_notice(notice)
