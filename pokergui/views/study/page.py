"""The Study page: choices, line, action list, grid, combos; and the keys of all of them."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from pokergui.viewmodel import LineScene, Notice
from pokergui.viewmodel.grid import CellDetail
from pokergui.viewmodel.study import LineRow, StudyScene, StudyTop
from pokergui.views.line import LineStrip
from pokergui.views.page import KeyedPage
from pokergui.views.strips import Figures
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

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = StudyScene(LineScene())
        self.top_bar = StudyTopBar(self)
        self.line = LineStrip(self)
        self.line.set_clickable(self.tr("Click a step to go back before it (Backspace: one step)"))
        self.figures = Figures(self.line)
        self.line.set_corner(self.figures)
        self.centre = Centre(self)
        self.columns = Columns(self.centre, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self.top_bar, self.line):
            column.addWidget(widget)
        column.addWidget(self.columns, 1)
        order = [
            self.top_bar.engine_box,
            self.top_bar.game_box,
            self.top_bar.depth_box,
            self.columns.rows,
            self.columns.board.deck,
            self.columns.board.random,
            self.centre.grid,
            self.centre.sheet.canvas,
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
        columns.board.card_chosen.connect(self.board_card_chosen)
        columns.board.random_asked.connect(self.random_board)
        columns.sides.chosen.connect(self.side_chosen)
        centre.side_chosen.connect(self.side_chosen)
        centre.sheet_toggled.connect(self.sheet_toggled)
        centre.row_chosen.connect(self.row_chosen)
        centre.grid.hovered.connect(self.cell_hovered)
        centre.grid.pinned.connect(self.cell_pinned)
        centre.notice.pressed.connect(self.notice_pressed)

    def _make_keys(self) -> None:
        """Keys of the page; they work wherever the focus is while the page is shown."""
        for number in range(1, 10):
            self.add_key(str(number), self._follow).setProperty("action", number - 1)
        self.add_key("Backspace", self._step_back)
        self.add_key("S", self.centre.switch_side)
        self.add_key("W", self.centre.switch_scope)
        self.add_key("B", self.columns.board.press_random)
        self.add_key("E", self.top_bar.engine_box.open)
        self.add_key("G", self.top_bar.game_box.open)
        self.add_key("D", self.top_bar.depth_box.open)
        for key, tab in TAB_KEYS.items():
            self.add_key(key, self._show_tab).setProperty("tab", tab)
        self.add_key("R", self._focus_grid)

    def _show_tab(self) -> None:
        self.columns.show_tab(self.sender().property("tab"))

    def _focus_grid(self) -> None:
        shown = self.centre.grid if self.centre.grid.isVisible() else self.centre.sheet.canvas
        shown.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _follow(self) -> None:
        """Follow an action by its number: as the cards under the grid, else as the list."""
        number = self.sender().property("action")
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

    def set_compact(self, compact: bool) -> None:
        """Arrange for a small window: two columns, the inspector behind tabs."""
        for part in (self.top_bar, self.line, self.centre, self.columns):
            part.set_compact(compact)

    def set_top(self, scene: StudyTop) -> None:
        """Show the choices."""
        self.top_bar.set_scene(scene)

    def set_scene(self, scene: StudyScene) -> None:
        """Show a spot, or the whole game."""
        self._scene = scene
        self.line.set_scene(scene.line)
        self.figures.set_figures(scene.figures)
        self.line.place_corner()
        self.centre.set_scene(scene)
        self.columns.set_scene(scene)

    def set_detail(self, detail: CellDetail | None) -> None:
        """Show the combos of the cell at hand, or none."""
        self.columns.detail.set_detail(detail)

    def set_notice(self, notice: Notice | None) -> None:
        """Show a notice over the grid, or close it."""
        self.centre.set_notice(notice)
