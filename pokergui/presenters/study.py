"""The Study page's presenter: how an engine plays its whole range at any place of a game."""

from __future__ import annotations

import logging
from dataclasses import replace
from math import inf
from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from ai.reach import RangeReader
from ai.registry import build
from engine.errors import GameError, PokerError
from engine.jobs import JobControl
from engine.player import Agent
from pokergui.presenters.grid import RangeGrid, shows_all_boards
from pokergui.presenters.jobs import Runner
from pokergui.presenters.links import StudyLink
from pokergui.presenters.notices import DISMISS, RETRY
from pokergui.presenters.readers import Kept, Readers
from pokergui.presenters.study_board import card_of
from pokergui.presenters.study_cells import Cells
from pokergui.presenters.study_choice import StudyChoice, study_top
from pokergui.presenters.study_line import crumbs
from pokergui.presenters.study_notices import (
    USE,
    cannot_open,
    engine_failed,
    no_ranges,
    preparing,
)
from pokergui.presenters.study_place import Place
from pokergui.presenters.study_read import Reading, read
from pokergui.presenters.study_scene import over_last, range_grid, shown_side, study_scene
from pokergui.presenters.study_sheet import study_sheet
from pokergui.presenters.timers import one_shot
from pokergui.viewmodel.study import SheetScene, StudyScene

PATIENCE_S = 0.1
"""How long the picture of a decision waits for the ranges that come to it."""
_SLOW_MS = 150
_CHANNEL, _SHEET = "study", "study-sheet"

log = logging.getLogger(__name__)


class StudyPresenter(QObject):
    """Asks an engine about a place in a game and tells the page what to show.

    Everything that an engine computes runs in the background; an answer that is no longer wanted
    is dropped. The last picture stays until the next one is there.

    Signals:
        top, scene, detail, notice: new content of that part; the last two may be None.
        choice_made: a ``StudyChoice`` to remember.

    Args:
        runner: background work.
        strategies: folder in which engines keep what is costly to compute.
        choice: what to show first.
    """

    top = Signal(object)
    scene = Signal(object)
    detail = Signal(object)
    notice = Signal(object)
    choice_made = Signal(object)

    def __init__(
        self,
        runner: Runner,
        strategies: Path,
        choice: StudyChoice,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner = runner
        self._strategies = strategies
        self._choice = choice
        self._place = Place.root(self._choice.game)
        self._readers = Readers(strategies)
        self._reading: Reading | None = None
        self._grid: RangeGrid | None = None
        self._last: StudyScene | None = None
        self._side: int | None = None
        self._cells = Cells()
        self._busy = self._sheet_on = self._started = False
        self._slow = one_shot(self, _SLOW_MS, self._show)

    @Slot(bool)
    def show_page(self, shown: bool) -> None:
        """The page is seen, or no more; the first picture is made once it is seen."""
        if shown and not self._started:
            self._started = True
            self.top.emit(study_top(self._choice))
            self._go(self._place)

    def stop(self) -> None:
        """Do nothing more: the window closes."""
        self._slow.stop()
        self._runner.cancel(_CHANNEL)
        self._runner.cancel(_SHEET)

    # Choices

    @Slot(str)
    def choose_engine(self, name: str) -> None:
        """Ask another engine about the same place."""
        self._choose(replace(self._choice, engine=name))

    @Slot(str)
    def choose_game(self, name: str) -> None:
        """Study another game, from its first decision."""
        self._choose(self._choice.with_game(name))

    @Slot(str)
    def choose_depth(self, depth: str) -> None:
        """Study the same game at another depth, from its first decision."""
        self._choose(self._choice.with_depth(int(depth)))

    @Slot()
    def refresh_engines(self) -> None:
        """Engines came or went: renew the list; ask again where the one shown was replaced."""
        if not self._started:
            return
        self.top.emit(study_top(self._choice))
        if self._readers.replaced(self._choice.engine, self._choice.game):
            self._go(self._place, keep_side=True)

    def _choose(self, choice: StudyChoice) -> None:
        before, self._choice = self._choice, choice
        self.top.emit(study_top(choice))
        if choice == before:
            return
        self.choice_made.emit(choice)
        self._reading = None
        if choice.game != before.game:
            self._forget()
            self._sheet_on = False
            self._go(Place.root(choice.game))
        else:
            self._go(self._place)

    # Moving about

    @Slot(object)
    def open_link(self, link: StudyLink) -> None:
        """Show a decision of another page, and point at the cards in question."""
        self._started = True
        try:
            if link.game.num_players != 2:
                raise GameError("games of more than two players are not shown here")
            place = Place.at(link.game, link.actions, link.board)
        except PokerError as error:
            self._go(Place.root(self._choice.game))
            self.notice.emit(cannot_open(error))
            return
        self._choice = self._choice.with_link(link.game, link.engine)
        self.top.emit(study_top(self._choice))
        self._reading, self._sheet_on = None, False
        self._forget(link)
        self._go(place)

    @Slot(int)
    def choose_crumb(self, index: int) -> None:
        """Go back to the decision before a crumb."""
        _, counts = crumbs(self._place)
        if 0 <= index < len(counts):
            self._go(self._place.back(counts[index]))

    @Slot(str)
    def choose_row(self, key: str) -> None:
        """Go to a decision, or do an action, of the list, under the grid, or on the sheet."""
        try:
            place = self._place.follow(key)
        except PokerError as error:  # a row of a picture that has just been replaced
            log.info("no such place: %s", error)
            return
        self._sheet_on = False
        self._go(place)

    @Slot(str)
    def choose_board_card(self, key: str) -> None:
        """Put a card on the board, or take it off."""
        card = card_of(self._place.game, key)
        if card is not None:
            self._go(self._place.toggle(card), keep_side=True)

    @Slot()
    def choose_random_board(self) -> None:
        """Complete the board, or deal this street anew."""
        self._go(self._place.with_random_board(), keep_side=True)

    @Slot(str)
    def choose_side(self, key: str) -> None:
        """Show the range of one of the players."""
        self._side = int(key)
        self._renew_grid()
        self._show()

    def _go(self, place: Place, *, keep_side: bool = False) -> None:
        """Stand at a place and ask the engine about it."""
        self._place = place
        if not keep_side:
            self._side = None
        self.notice.emit(None)
        self._ask()

    # Asking

    def _ask(self) -> None:
        """Build the engine if need be, then read what it says about the place."""
        kept, place = self._readers.get(self._choice.engine, self._choice.game), self._place
        self._set_busy()
        if kept is None:
            self._build()
            return

        def work(control: JobControl) -> Reading:
            return read(kept.reader, place, control, PATIENCE_S)

        self._runner.start(work, self._answered, failed=self._failed, channel=_CHANNEL)

    def _build(self) -> None:
        choice, folder = self._choice, self._strategies

        def work(control: JobControl) -> Agent:
            return build(choice.engine, choice.game, folder, control)

        def progress(fraction: float, text: str) -> None:
            if not self._slow.isActive():
                self.notice.emit(preparing(choice.title, fraction, text))

        self._runner.start(
            work, self._built, failed=self._failed, progress=progress, channel=_CHANNEL
        )

    def _built(self, agent: Agent) -> None:
        self.notice.emit(None)
        if not agent.has_ranges:
            self._reading = None
            self._renew_grid()
            self._idle()
            self.notice.emit(no_ranges(self._choice.title, self._choice.others()))
            return
        self._readers.put(self._choice.engine, self._choice.game, RangeReader(agent))
        self._ask()

    @property
    def _kept(self) -> Kept | None:
        return self._readers.latest(self._choice.engine, self._choice.game)

    def _answered(self, reading: Reading) -> None:
        """Show what was read; if the ranges are still missing, go on for them."""
        self._reading = reading
        complete = bool(reading.reaches)
        if complete:
            self._idle(show=False)
        self._renew_grid()
        self._show()
        if complete:
            if self._sheet_on:
                self._make_sheet()
            return
        kept, place = self._kept, reading.place
        assert kept is not None

        def work(control: JobControl) -> Reading:
            return read(kept.reader, place, control, inf)

        self._runner.start(work, self._answered, failed=self._failed, channel=_CHANNEL)

    def _failed(self, error: Exception) -> None:
        log.warning("%s gave no answer", self._choice.engine, exc_info=error)
        self._reading = None
        self._renew_grid()
        self._idle()
        self._tell_failed(error)

    def _tell_failed(self, error: Exception) -> None:
        self.notice.emit(engine_failed(self._choice.title, error, self._choice.others()))

    def _set_busy(self) -> None:
        self._busy = True
        self._slow.start()

    def _idle(self, *, show: bool = True) -> None:
        self._busy = False
        self._slow.stop()
        if show:
            self._show()

    # Showing

    def _renew_grid(self) -> None:
        reading, before = self._reading, self._grid
        self._grid = None
        if reading is not None:
            self._grid = range_grid(reading, shown_side(reading.place, self._side))
        if self._grid is not None:
            self._cells.enter(self._grid, before)

    def _show(self) -> None:
        """Show the place; the grid may still be the one before."""
        side = shown_side(self._place, self._side)
        scene = study_scene(
            self._place,
            self._reading,
            self._grid,
            side,
            self._choice.title,
            thinking=self._busy,
            marked=self._cells.marked(self._grid),
        )
        if self._busy and (self._reading is None or self._reading.place != self._place):
            scene = over_last(scene, self._last)
        self._last = scene
        scene = replace(scene, pinned=self._cells.pinned)
        if self._sheet_on and self._kept is not None:
            scene = replace(scene, sheet=self._kept.sheet)
        self.scene.emit(scene)
        self.detail.emit(self._cells.detail(self._grid))

    def _forget(self, link: StudyLink | None = None) -> None:
        """Another game begins, or another decision of another page."""
        self._cells.forget(link)
        self._last = self._grid = None

    @Slot(int)
    def hover_cell(self, cell: int) -> None:
        """Show what a cell holds; -1 when the pointer has left the grid."""
        self._cells.hovered = cell
        self.detail.emit(self._cells.detail(self._grid))

    @Slot(int)
    def pin_cell(self, cell: int) -> None:
        """Keep showing what a cell holds; -1 lets it go."""
        self._cells.pinned = cell
        self.detail.emit(self._cells.detail(self._grid))

    # The whole game

    @Slot(bool)
    def toggle_sheet(self, on: bool) -> None:
        """Show every information set of a small game at once, or one decision again."""
        # A key may come while the page still shows a small game and a large one is being asked.
        self._sheet_on = on and shows_all_boards(self._place.game)
        self._show()
        if self._sheet_on:
            self._make_sheet()

    def _make_sheet(self) -> None:
        kept, game = self._kept, self._choice.game
        if kept is None or kept.sheet is not None:
            return

        def work(control: JobControl) -> SheetScene:
            return study_sheet(kept.reader, game, control)

        def done(sheet: SheetScene) -> None:
            kept.sheet = sheet
            self._show()

        def failed(error: Exception) -> None:
            log.warning("no sheet of %s", game.name, exc_info=error)
            if kept is self._kept:
                self._sheet_on = False
                self._show()
                self._tell_failed(error)

        self._runner.start(work, done, failed=failed, channel=_SHEET)

    @Slot(str)
    def press_notice(self, key: str) -> None:
        """Follow a notice's button."""
        if key == RETRY:
            self._go(self._place)
        elif key == DISMISS:
            self.notice.emit(None)
        elif key.startswith(USE):
            self.choose_engine(key.removeprefix(USE))
