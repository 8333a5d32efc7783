"""What a match between engines comes to, when it stops, and how it is stored, without Qt."""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ai.agents.entry import DUPLICATE
from ai.evaluation.match_estimates import RAW, Reading, Verdicts
from engine.game import Game
from engine.jobs import JobControl
from engine.match_chunk import MatchChunk
from engine.running_result import Z95, Interval, RunningResult
from engine.stopping import ConfidenceSequence, Look, Sprt

if TYPE_CHECKING:  # only who stores a match loads the store
    from pokergui.store import MatchTicket, Store

Points = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]
"""Hands, cumulative result in big blinds (antes), half the width of its band: (points,) each."""
_MOST = 512
"""Maximum number of points of a curve that are kept."""


def rule_of(
    stop: str, units: int, null: float | None, alternative: float | None
) -> ConfidenceSequence | Sprt | None:
    """Return the rule that may end a match before its last hand; None for a fixed length.

    Args:
        units: hands, or deals in duplicate, that the match has at most.
        null, alternative: hypotheses in mbb per hand between which ``sprt`` decides.

    Raises:
        PokerError: if these are in the wrong order or useless.
    """
    if stop == Sprt.name and null is not None and alternative is not None:
        return Sprt(null, alternative)
    return ConfidenceSequence(max(1, units)) if stop == ConfidenceSequence.name else None


class Counting:
    """Running estimates of a match by every method, with its stopping rule.

    Args:
        luck: the methods of variance reduction; None counts chips only.
    """

    def __init__(
        self,
        game: Game,
        names: tuple[str, ...],
        duplicate: bool,
        rule: ConfidenceSequence | Sprt | None = None,
        luck: Verdicts | None = None,
    ) -> None:
        self.result = RunningResult(game, names, duplicate)
        self.rule, self._luck = rule, luck
        self.decided, self.decided_at = "", 0
        self._unit = 1000.0 / game.big_blind
        self._course: list[tuple[int, tuple[float, ...]]] = []
        self._counted = range(1 if game.is_heads_up else game.num_players)
        self._stride = 1

    def add(self, chunk: MatchChunk, control: JobControl | None = None) -> None:
        """Take the next hands.

        Raises:
            PokerError: any error of an engine queried for its range.
            CancelledError: if stopped; then they count as chips alone.
        """
        self.result.add(chunk)
        if self._luck is not None:
            self._luck.add(chunk, control)
            self._note(self._luck)
        if self.rule is not None and not self.decided:
            self.decided = self.rule.decided(self.chosen.look)
            self.decided_at = self.result.hands if self.decided else 0

    def _note(self, luck: Verdicts) -> None:
        """Add a point to the curves; if there are too many, every second one is dropped."""
        reading = luck.readings[-1]
        if reading.hands < (self._course[-1][0] if self._course else 0) + self._stride:
            return
        self._course.append((reading.hands, self._means(luck, reading.method)))
        if len(self._course) > _MOST:
            self._course = self._course[1::2]
            self._stride = 2 * reading.hands // _MOST

    def _means(self, luck: Verdicts, method: str) -> tuple[float, ...]:
        return tuple(luck.reading(method, player).interval.mean for player in self._counted)

    @property
    def readings(self) -> tuple[Reading, ...]:
        """The current result of each method; the verdict is based on the last."""
        if self._luck is not None:
            return self._luck.readings
        result, tally = self.result, self.result.tally
        whole = result.interval()
        if not result.duplicate:
            return (_reading(RAW, tally.hands, tally.hands, whole),)
        total, squares = int(tally.chips_in[0].sum()), float(tally.squares_in[0].sum())
        raw = Interval.of_sums(tally.hands, total, squares, self._unit)
        return (
            _reading(RAW, tally.hands, tally.hands, raw),
            _reading(DUPLICATE, tally.hands, tally.units, whole),
        )

    @property
    def chosen(self) -> Reading:
        return self.readings[-1]

    def of_engine(self, player: int) -> Reading:
        """Return an engine's result by the method of the verdict, at tables for more than two."""
        if self._luck is not None:
            return self._luck.reading(self.chosen.method, player)
        result, method = self.result, DUPLICATE if self.result.duplicate else RAW
        return _reading(method, result.hands, result.tally.units, result.interval(player=player))

    def points(self, most: int, player: int = 0) -> Points:
        """Return the curve of the chosen method; its band is from the spread of all hands."""
        if self._luck is None or self.chosen.method in (RAW, DUPLICATE):
            hands, middle, _, upper = self.result.series(most, player)
            return hands, middle, upper - middle
        chosen = self._luck.reading(self.chosen.method, player)
        if not np.isfinite(chosen.sd):
            return np.zeros(1), np.zeros(1), np.zeros(1)
        past = [(hands, means[player]) for hands, means in self._course]
        course = [*past, (chosen.hands, chosen.interval.mean)]
        course = [(0, 0.0), *course[:: max(1, -(-len(course) // most))], course[-1]]
        kept = dict(course)  # the last point is there once
        hands = np.array(list(kept), np.float64)
        middle = hands * np.array(list(kept.values())) / 1000.0
        return hands, middle, Z95 * chosen.sd * np.sqrt(hands) / 1000.0

    def band(self, hands: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return half the width, in big blinds (antes), of the sequence's band around the curve.

        It is NaN before the band begins, and everywhere without such a rule.
        """
        half = np.full(len(hands), np.nan)
        chosen = self.chosen
        if isinstance(self.rule, ConfidenceSequence) and chosen.units:
            group = chosen.hands / chosen.units
            sd = chosen.look.sd
            for at, played in enumerate(hands.tolist()):
                look = Look(int(played / group), 0.0, sd)
                width = self.rule.interval(look).half_width
                half[at] = width * played / 1000.0 if np.isfinite(width) else np.nan
        return half


def _reading(method: str, hands: int, units: int, interval: Interval) -> Reading:
    return Reading(method, hands, units, interval, interval.half_width / Z95 * max(hands, 1) ** 0.5)


class MatchWriter:
    """The writer of one match's hands to the store, block by block, which notes errors.

    ``keep`` is called on the thread that plays.

    Attributes:
        trouble: the newest error that ``problem`` has met.
    """

    def __init__(self, store: Store, ticket: MatchTicket) -> None:
        self._store, self._ticket = store, ticket
        self.begun: Future[int] = ticket.number
        self.trouble: Exception | None = None
        self._writes: deque[Future[int]] = deque()
        self._over = False

    def keep(self, chunk: MatchChunk) -> None:
        """Take finished hands, but none from an engine that answers after the end of its match.

        Raises:
            StoreError: if too many of them could not be written.
        """
        if not self._over:
            self._writes.append(self._store.append_block(self._ticket, chunk))

    def problem(self) -> Exception | None:
        """Return the error since the last call; None if all is well."""
        outcome_error: Exception | None = None
        while self._writes and self._writes[0].done():
            outcome = self._writes.popleft()
            if not outcome.cancelled():
                error = outcome.exception()
                outcome_error = error if isinstance(error, Exception) else None
                self.trouble = outcome_error or self.trouble
        return outcome_error

    @property
    def number(self) -> int:
        """The match's number; 0 before its row is on disk."""
        return self._ticket.stored_as

    @property
    def saved(self) -> int:
        return self._ticket.saved

    def retry(self) -> Future[int]:
        return self._store.retry()

    def finish(self) -> Future[int]:
        """Flush pending hands; the result is the number of hands on disk."""
        self._over = True
        return self._store.finish_match(self._ticket)
