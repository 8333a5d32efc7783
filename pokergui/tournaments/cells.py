"""Cross-table cells and standings of a tournament."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

from engine.game import Game
from engine.running_result import Interval


@dataclass(frozen=True)
class Cell:
    """One engine's winnings against another (at larger tables, alongside it), in mbb per hand.

    Attributes:
        interval: mean and half-width of the 95% interval, of whole deals played from every seat.
        hands: the number of hands played.
        wanted: the number of hands planned.
        lost: 1 if another engine failed and lost the rest, -1 if this one did, else 0.
        reason: why it failed.
    """

    interval: Interval
    hands: int
    wanted: int
    lost: int = 0
    reason: str = ""

    @property
    def done(self) -> bool:
        """True if no more hands are to be played."""
        return bool(self.lost) or self.hands >= self.wanted

    @property
    def known(self) -> bool:
        """True if there is an interval."""
        return isfinite(self.interval.half_width)

    @property
    def even(self) -> bool:
        """True if nobody is ahead yet: the interval includes 0, or is not that of all hands."""
        return not self.done or self.interval.includes_zero

    @property
    def turned(self) -> Cell:
        """The same, seen from the other side."""
        mean = Interval(0.0 - self.interval.mean, self.interval.half_width)
        return Cell(mean, self.hands, self.wanted, -self.lost, self.reason)


@dataclass(frozen=True)
class Placed:
    """An engine in the standings.

    Attributes:
        engine: its place in the plan.
        field: mean against its opponents, each with equal weight, in mbb per hand.
        rating: the sort key of the standings, in mbb per hand; see ``standing``.
        best: best rank consistent with the intervals: 1 until all hands are played.
        worst: worst such rank.
        done: tables that are played to the end; of two seats each is a pair.
        tables: all of its tables.
        failed: tables that it lost by failing.
    """

    engine: int
    field: Interval
    rating: Interval
    best: int
    worst: int
    done: int
    tables: int
    failed: int


def folding_loss(game: Game) -> float:
    """Return the loss of always folding, in mbb per hand: the average forced bet."""
    return 1000.0 * sum(game.blinds) / game.num_players / game.big_blind


def in_order(placed: list[Placed]) -> tuple[Placed, ...]:
    """Return the best first; those without a result last."""
    return tuple(
        sorted(placed, key=lambda one: (not isfinite(one.rating.half_width), -one.rating.mean))
    )
