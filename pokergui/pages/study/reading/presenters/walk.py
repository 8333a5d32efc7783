"""Study's walk through a game: where it stands, what was read there, and the picture of it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from math import inf

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal, Slot

from ai.worth import can_count
from engine.errors import PokerError
from engine.jobs import JobControl
from pokergui.background.jobs import Runner
from pokergui.background.timers import one_shot
from pokergui.links import StudyLink
from pokergui.pages.study.reading.scenes.board import card_of
from pokergui.pages.study.reading.scenes.cells import NONE, Cells
from pokergui.pages.study.reading.scenes.line import crumbs
from pokergui.pages.study.reading.scenes.scene import over_last, range_grid, shown_side, study_scene
from pokergui.pages.study.viewmodel.study import StudyScene
from pokergui.ranges.grid import RangeGrid
from pokergui.ranges.grid_view import GridView
from pokergui.ranges.place import Place
from pokergui.ranges.read import Reading, Subject, count_on, read
from pokergui.ranges.worth import cell_mark
from pokergui.viewmodel.grid import CellDetail
from pokergui.viewmodel.gridview import Heights, Kind

PATIENCE_S = 0.1
"""How long the picture of a decision waits for the ranges that come to it."""
_SLOW_MS = 150
_CHANNEL, _WORTH = "study", "study-worth"

log = logging.getLogger(__name__)

Mask = Callable[[Reading, int], NDArray[np.bool_] | None]
"""Which combos of a side's range are looked at; None for all of them."""


def _everything(reading: Reading, side: int) -> None:
    del reading, side


class StudyWalk(QObject):
    """Stands at a place, reads what a subject says about it, and makes a picture of that.

    Reading happens in the background; an answer that is no longer wanted is dropped. The last
    picture stays until the next one is there.

    Signals:
        moved: it is about to stand somewhere else, or to ask anew.
        asked: it needs a subject: ``read`` or ``give_up`` is to be called.
        scene, detail: new content of that part; the detail may be None.
        complete: all there is to know about the place is shown.
        failed: the subject gave no answer; an Exception.

    Attributes:
        subject: who answers here; None while there is nobody.
        mask: tells which combos of a range are looked at.
        view: how the grid is looked at, wherever it stands.

    Args:
        runner: background work.
        place: where it stands at first.
    """

    moved = Signal()
    asked = Signal()
    scene = Signal(object)
    detail = Signal(object)
    complete = Signal()
    failed = Signal(object)

    def __init__(self, runner: Runner, place: Place, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner = runner
        self._place = place
        self._title = ""
        self.subject: Subject | None = None
        self._reading: Reading | None = None
        self._grid: RangeGrid | None = None
        self._last: StudyScene | None = None
        self._side: int | None = None
        self._cells = Cells()
        self.mask: Mask = _everything
        self.view = GridView()
        self._busy = False
        self._refreshing = False
        self._next: Subject | None = None
        self._slow = one_shot(self, _SLOW_MS, self.show)

    @property
    def place(self) -> Place:
        """Where it stands."""
        return self._place

    @property
    def reading(self) -> Reading | None:
        """What is known about the place; None while nothing is, or of another place only."""
        reading = self._reading
        return reading if reading is not None and reading.place == self._place else None

    @property
    def grid(self) -> RangeGrid | None:
        """The grid in the picture."""
        return self._grid

    @property
    def side(self) -> int:
        """The seat whose range is shown."""
        return shown_side(self._place, self._side)

    @property
    def pinned(self) -> int:
        """Index of the pinned cell, -1 for none."""
        return self._cells.pinned

    @property
    def busy(self) -> bool:
        """Whether an answer is on its way, or the rest of it."""
        return self._busy

    @property
    def asking(self) -> bool:
        """Whether anything is being read, be it to refresh what is shown."""
        return self._busy or self._refreshing

    @property
    def slow(self) -> bool:
        """Whether an answer has been on its way for longer than a person would not notice."""
        return self._busy and not self._slow.isActive()

    def stop(self) -> None:
        """Do nothing more: the window closes."""
        self._slow.stop()
        self._runner.cancel(_CHANNEL)
        self._runner.cancel(_WORTH)

    # Moving about

    def enter(self, place: Place, link: StudyLink | None = None) -> None:
        """Another game begins, or another decision of another page, whose cards are pinned."""
        self._cells.forget(link)
        self._last = self._grid = self._reading = None
        self.go(place)

    def go(self, place: Place, *, keep_side: bool = False) -> None:
        """Stand at a place and ask about it."""
        self._place = place
        if not keep_side:
            self._side = None
        self.moved.emit()
        self.ask()

    def ask(self) -> None:
        """Ask about the place where it stands."""
        self._busy = True
        self._slow.start()
        self.asked.emit()

    def forget_answer(self) -> None:
        """What was read is of another subject."""
        self._reading = None

    @Slot(int)
    def choose_crumb(self, index: int) -> None:
        """Go back to the decision before a crumb."""
        _, counts = crumbs(self._place)
        if 0 <= index < len(counts):
            self.go(self._place.back(counts[index]))

    def follow(self, key: str) -> bool:
        """Go to a decision, or do an action; whether there is such a place.

        ``pin:7:KEY`` goes where KEY says, or stays where it says nothing, and pins a cell there.
        """
        if key.startswith("pin:"):
            _, cell, key = key.split(":", 2)
            self._cells.pin_next(int(cell))
            if not key:
                self.renew()
                return True
        try:
            place = self._place.follow(key)
        except PokerError as error:  # a row of a picture that has just been replaced
            log.info("no such place: %s", error)
            self._cells.pin_next(NONE)
            return False
        self.go(place)
        return True

    @Slot(str)
    def choose_board_card(self, key: str) -> None:
        """Put a card on the board, or take it off."""
        card = card_of(self._place.game, key)
        if card is not None:
            self.go(self._place.toggle(card), keep_side=True)

    @Slot()
    def choose_random_board(self) -> None:
        """Complete the board, or deal this street anew."""
        self.go(self._place.with_random_board(), keep_side=True)

    @Slot(str)
    def choose_side(self, key: str) -> None:
        """Show the range of one of the players."""
        self._side = int(key)
        self.renew()

    def renew(self) -> None:
        """Show the place with the mask as it is now."""
        self._renew_grid()
        self.show()

    @Slot(str)
    def choose_view(self, kind: Kind) -> None:
        """Show another number in the cells of the grid, or how they act."""
        self._look(replace(self.view, kind=kind))

    @Slot(str)
    def choose_action(self, key: str) -> None:
        """Let the view be about another action."""
        self._look(replace(self.view, action=key))

    @Slot(str)
    def choose_other(self, key: str) -> None:
        """Take another action away in a difference."""
        self._look(replace(self.view, other=key))

    @Slot(str)
    def choose_heights(self, heights: Heights) -> None:
        """Fill the cells to other heights."""
        self._look(replace(self.view, heights=heights))

    def _look(self, view: GridView) -> None:
        self.view = view
        self.show()

    def follow_player(self) -> None:
        """Show the range of the player to act, whoever that is."""
        self._side = None
        self.renew()

    @Slot(int)
    def hover_cell(self, cell: int) -> None:
        """Show what a cell holds; -1 when the pointer has left the grid."""
        self._cells.hovered = cell
        self._tell_detail()

    @Slot(int)
    def pin_cell(self, cell: int) -> None:
        """Keep showing what a cell holds; -1 lets it go."""
        self._cells.pinned = cell
        self._tell_detail()

    def _tell_detail(self) -> None:
        detail = self._cells.detail(self._grid)
        if detail is not None:
            detail = replace(detail, mark=cell_mark(self._reading, self.side, self._cells.cell))
        self.detail.emit(detail)

    def detail_of(self, grid: RangeGrid | None) -> CellDetail | None:
        """What the cell at hand holds in another grid."""
        return self._cells.detail(grid)

    # Reading

    def read(self, subject: Subject, patience: float | None = None, *, bare: bool = False) -> None:
        """Let a subject say something about the place; what that is worth later if ``bare``."""
        place = self._place
        self._title, self.subject = subject.title, subject
        self._refreshing, self._next = False, None
        self._runner.cancel(_WORTH)
        wait = PATIENCE_S if patience is None else patience

        def work(control: JobControl) -> Reading:
            return read(subject, place, control, wait, bare)

        def answered(reading: Reading) -> None:
            self._answered(reading, subject)

        self._runner.start(work, answered, failed=self._failed, channel=_CHANNEL)

    def refresh(self, subject: Subject) -> None:
        """Read the place again: the subject has better to say. The picture stays meanwhile.

        One such reading at a time: of those wanted meanwhile the last one follows.
        """
        if self._busy or self._refreshing:
            self._next = subject
            return
        self.read(subject, inf)
        self._refreshing = True

    def wait(self) -> None:
        """The subject is being prepared: what was asked of another is not wanted any more."""
        self._refreshing, self._next, self.subject = False, None, None
        self._runner.cancel(_CHANNEL)
        self._runner.cancel(_WORTH)

    def give_up(self) -> None:
        """There will be no answer."""
        self._reading = self.subject = None
        self._refreshing, self._next = False, None
        self._renew_grid()
        self._idle()

    def _answered(self, reading: Reading, subject: Subject) -> None:
        """Show what was read; if the ranges are still missing, go on for them."""
        self._reading = reading
        complete = bool(reading.reaches)
        if complete:
            self._busy = False
            self._slow.stop()
        self._renew_grid()
        self.show()
        if not complete:
            following = self._next
            self.read(subject, inf)
            self._next = following
            return
        self._refreshing = False
        self.complete.emit()
        if self._next is not None and not self._busy:
            self.refresh(self._next)
        elif not reading.counted and can_count(reading.place.game):
            self._count(reading, subject)

    def _count(self, reading: Reading, subject: Subject) -> None:
        """Count what the ranges are worth, step by step, where reading had no time for it."""

        def work(control: JobControl) -> Reading:
            return count_on(subject, reading, control)

        def counted(further: Reading) -> None:
            if self._reading is reading:
                self._reading = further
                self.renew()
                if not further.counted:
                    self._count(further, subject)

        def failed(error: Exception) -> None:
            log.warning("what the ranges are worth is not known", exc_info=error)
            counted(replace(reading, counted=True))

        self._runner.start(work, counted, failed=failed, channel=_WORTH)

    def _failed(self, error: Exception) -> None:
        log.warning("%s gave no answer", self._title, exc_info=error)
        self.give_up()
        self.failed.emit(error)

    def _idle(self) -> None:
        self._busy = False
        self._slow.stop()
        self.show()

    # Showing

    def _renew_grid(self) -> None:
        reading, before = self._reading, self._grid
        self._grid = None
        if reading is not None:
            side = shown_side(reading.place, self._side)
            self._grid = range_grid(reading, side, self.mask(reading, side))
        if self._grid is not None:
            self._cells.enter(self._grid, before)

    def show(self) -> None:
        """Show the place; the grid may still be the one before."""
        reading = self.reading
        scene = study_scene(
            self._place,
            self._reading,
            self._grid,
            self.side,
            self._title,
            thinking=self._busy,
            marked=self._cells.marked(self._grid),
            view=self.view,
            shown=None if reading is None else self.mask(reading, self.side),
        )
        if self._busy and self.reading is None:
            scene = over_last(scene, self._last)
        self._last = scene
        self.scene.emit(replace(scene, pinned=self._cells.pinned))
        self._tell_detail()
