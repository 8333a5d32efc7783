"""Study's walk through a game: the node, and the view of it."""

from __future__ import annotations

import logging
import secrets
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal, Slot

from engine.errors import PokerError
from pokergui.background.jobs import Runner
from pokergui.links import StudyLink
from pokergui.pages.study.reading.presenters.reader import PlaceReader
from pokergui.pages.study.reading.scenes.board import card_of
from pokergui.pages.study.reading.scenes.drill import cannot_drill
from pokergui.pages.study.reading.scenes.line import crumbs
from pokergui.pages.study.reading.scenes.scene import narrowed_grid
from pokergui.pages.study.reading.scenes.state import StudyState
from pokergui.ranges.grid import RangeGrid
from pokergui.ranges.grid_view import GridView
from pokergui.ranges.place import Place
from pokergui.ranges.reading import Reading
from pokergui.viewmodel.gridview import Heights, Kind

log = logging.getLogger(__name__)


class StudyNavigator(QObject):
    """Holds the view. Every change replaces it; only a change of node queries the subject.

    Signals:
        moved: another node, or the same one again, is about to be queried.
        asked: a subject is needed: the reader has to be called.
        changed: the picture changes: another view, or new knowledge.
        pointed: another cell is the current one.
        notice: a message, or None to close the last one.
        drill_requested: the decisions to practise: a ``StudyLink``, ``ReportLink`` or
            ``SolutionLink``.

    Attributes:
        state: the view.
        reader: reads the place from the subject.

    Args:
        runner: background work.
        state: the first view.
    """

    moved = Signal()
    asked = Signal()
    changed = Signal()
    pointed = Signal()
    notice = Signal(object)
    drill_requested = Signal(object)

    def __init__(self, runner: Runner, state: StudyState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state = state
        self.reader = PlaceReader(runner, "study", self)
        self.reader.changed.connect(self.changed)

    @property
    def place(self) -> Place:
        """The node in the game."""
        return self.state.place

    @property
    def reading(self) -> Reading | None:
        """The reading of the node; None while there is none."""
        return self.reader.at(self.place)

    @property
    def grid(self) -> RangeGrid | None:
        """The visible range, which may be of the node before; None if there is none."""
        last, state = self.reader.last, self.state
        if last is None:
            return None
        return narrowed_grid(last, state.seat_at(last.place), state.narrow)

    def change(self, **parts: Any) -> None:
        """Change some fields of the view."""
        self.state = replace(self.state, **parts)
        self.changed.emit()

    @Slot()
    def drill(self) -> None:
        """Ask to practise hands at the decision shown; in a small game on any board."""
        place = self.place
        if place.betting.finished or not place.spots:
            self.notice.emit(cannot_drill())
            return
        spot = secrets.choice(place.spots)
        self.drill_requested.emit(StudyLink(spot.game, spot.actions, spot.board))

    # Navigation

    def enter(self, place: Place, link: StudyLink | None = None) -> None:
        """Enter another game, or a decision of another page, whose cards are pinned."""
        self.reader.forget()
        self._turn(self.state.entered(place, link))

    def go(self, place: Place, *, keep_side: bool = False) -> None:
        """Go to a node and query it."""
        self._turn(self.state.at(place, keep_side=keep_side))

    def _turn(self, state: StudyState) -> None:
        self.state = state
        self.moved.emit()
        self.reader.begin(state.place)
        self.asked.emit()

    @Slot(int)
    def choose_crumb(self, index: int) -> None:
        """Go back to the decision before a crumb."""
        _, counts = crumbs(self.place)
        if 0 <= index < len(counts):
            self.go(self.place.back(counts[index]))

    @Slot(str)
    def follow(self, key: str) -> None:
        """Go to a decision, or take an action; do nothing if there is no such node."""
        try:
            state = self.state.followed(key)
        except PokerError as error:  # a row of a picture that has just been replaced
            log.info("no such place: %s", error)
            return
        if state.place is self.place:
            self.state = state
            self.changed.emit()
        else:
            self._turn(state)

    @Slot(str)
    def choose_board_card(self, key: str) -> None:
        """Put a card on the board, or take it off."""
        card = card_of(self.place.game, key)
        if card is not None:
            self.go(self.place.toggle(card), keep_side=True)

    @Slot()
    def choose_random_board(self) -> None:
        """Complete the board, or deal this street again."""
        self.go(self.place.with_random_board(), keep_side=True)

    # View

    @Slot(str)
    def choose_side(self, key: str) -> None:
        """Show the range of one of the players."""
        self.change(side=int(key))

    @Slot(str)
    def choose_view(self, kind: Kind) -> None:
        """Show another number in the cells of the grid, or their strategy."""
        self._look(kind=kind)

    @Slot(str)
    def choose_action(self, key: str) -> None:
        """Choose the action that the view is about."""
        self._look(action=key)

    @Slot(str)
    def choose_other(self, key: str) -> None:
        """Choose the action to subtract in a difference."""
        self._look(other=key)

    @Slot(str)
    def choose_heights(self, heights: Heights) -> None:
        """Choose the heights to which cells are filled."""
        self._look(heights=heights)

    def _look(self, **parts: str) -> None:
        view: GridView = replace(self.state.view, **parts)  # type: ignore[arg-type]
        self.change(view=view)

    @Slot(int)
    def hover_cell(self, cell: int) -> None:
        """Show the contents of a cell; -1 if the pointer has left the grid."""
        self.state = replace(self.state, hovered=cell)
        self.pointed.emit()

    @Slot(int)
    def pin_cell(self, cell: int) -> None:
        """Pin a cell, so that its contents stay visible; -1 unpins it."""
        self.state = replace(self.state, pinned=cell)
        self.pointed.emit()
