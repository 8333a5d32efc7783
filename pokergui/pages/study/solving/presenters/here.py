"""From a node of a game in Study to the spot that can be solved there, or is already solved."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal, Slot

from ai.betting.sizes import SpotError, parse_menu
from ai.reading.reach import RangeReader, visible
from ai.solver.solver import SpotSolver
from ai.solver.spot import Spot
from ai.solver.spot_of_hand import no_spot, no_table_spot, spot_at
from engine.jobs import JobControl
from engine.player import Action, PublicState
from pokergui.background.jobs import Runner
from pokergui.background.timers import one_shot
from pokergui.formatting.words import street_name
from pokergui.language import tr_study as tr
from pokergui.pages.study.reading.presenters.navigator import StudyNavigator
from pokergui.pages.study.reading.scenes.doubts import range_doubts
from pokergui.pages.study.solving.scenes.notices import finding, not_a_spot
from pokergui.ranges.place import Place

MENU = "50,100,a"
"""Bets and raises, in % of the pot, of a spot taken from a hand."""
_CHANNEL = "study-spot"
_SLOW_MS = 150


class _Played(NamedTuple):
    solver: SpotSolver
    line: tuple[Action, ...]
    engine: str


class _Found(NamedTuple):
    spot: Spot
    line: tuple[Action, ...]
    source: str
    doubt: str


class SpotFinder(QObject):
    """Finds the spot of Study's node, with the ranges that reach it.

    Signals:
        found: the ``Spot``, which starts at the start of the decision's street; the betting
            from there to the decision; its origin, and why its ranges are a guess, in words.
        played: if the engine plays a solution of its own there: its ``SpotSolver``, the betting
            from its root to the decision, and the engine's title.

    Args:
        runner: background work.
        walk: Study's walk.
        engine: returns title and reader of the engine shown; None while there is none.
    """

    found = Signal(object, object, str, str)
    played = Signal(object, object, str)

    def __init__(
        self,
        runner: Runner,
        walk: StudyNavigator,
        engine: Callable[[], tuple[str, RangeReader] | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._runner, self._walk, self._engine = runner, walk, engine
        self._wanted: str | None = None
        self._slow = one_shot(self, _SLOW_MS, self._tell)
        walk.moved.connect(self.stop)
        walk.reader.complete.connect(self._complete)

    def find(self, source: str) -> None:
        """Find the spot.

        Args:
            source: the origin of the decision, in words; empty for Study itself.
        """
        # The ranges are still being read, which may clear a notice: find again once they are known.
        self._wanted = source if self._walk.reader.busy else None
        place, engine = self._walk.place, self._engine()
        reason = no_table_spot(place.betting)
        if reason:
            self._walk.notice.emit(not_a_spot(SpotError("{reason}", reason=reason)))
        elif self._walk.reader.busy:
            self._walk.notice.emit(finding())
        elif engine is not None:
            title, reader = engine
            self._slow.start()
            work = partial(_find, reader, title, place, source)
            self._runner.start(work, self._done, failed=self._failed, channel=_CHANNEL)

    @Slot()
    def _complete(self) -> None:
        if self._wanted is not None:
            self.find(self._wanted)

    @Slot()
    def stop(self) -> None:
        """Stop: it is no longer wanted."""
        self._wanted = None
        self._slow.stop()
        self._runner.cancel(_CHANNEL)

    def _tell(self) -> None:
        self._walk.notice.emit(finding())

    def _done(self, spot: _Found | _Played) -> None:
        self._slow.stop()
        self._walk.notice.emit(None)
        (self.found if isinstance(spot, _Found) else self.played).emit(*spot)

    def _failed(self, error: Exception) -> None:
        self._slow.stop()
        self._walk.notice.emit(not_a_spot(error))


def _find(
    reader: RangeReader, title: str, place: Place, source: str, control: JobControl
) -> _Found | _Played:
    """Return the solution that the engine plays at a node, or the spot of the node.

    Raises:
        SpotError: with the reason why there is none.
        CancelledError: if stopped.
        PokerError: any error of the engine.
    """
    if place.missing:
        raise SpotError(tr("choose the cards of the board first"))
    state, street = place.spots[0], place.betting.street
    own = reader.solution(state, control)
    if own is not None:
        return _Played(*own, title)
    if reason := no_spot(state):
        raise SpotError("{reason}", reason=reason)
    start = next(at for at, here in enumerate(place.decisions) if here.street == street)
    dealt = PublicState(state.game, state.actions[:start], state.board)
    steps = list(reader.steps(dealt, control))
    reach = steps[-1].reach
    menu = parse_menu(MENU)
    spot, line = spot_at(state, visible([reach])[0], (menu, menu), (menu, menu))
    if not source:
        source = tr("From Study, {street}").format(street=street_name(state.game, street).lower())
    words = tr("{source}; ranges of {engine}").format(source=source, engine=title)
    return _Found(spot, line, words, range_doubts(steps, title))
