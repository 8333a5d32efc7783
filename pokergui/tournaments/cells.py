"""The figures that a tournament shows of two engines and of one."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

from engine.game import Game
from engine.running import Interval


@dataclass(frozen=True)
class Cell:
    """What one engine won from another, in mbb per hand; of more than two where the other sits.

    Attributes:
        interval: mean and half-width of the 95% interval, of whole deals played from every seat.
        hands: hands that were played.
        wanted: hands that were to be.
        lost: 1 where another engine failed and lost the rest, -1 where this one did, else 0.
        reason: why it failed.
    """

    interval: Interval
    hands: int
    wanted: int
    lost: int = 0
    reason: str = ""

    @property
    def done(self) -> bool:
        """Whether no hand is to be played any more."""
        return bool(self.lost) or self.hands >= self.wanted

    @property
    def known(self) -> bool:
        """Whether there is an interval."""
        return isfinite(self.interval.half_width)

    @property
    def even(self) -> bool:
        """Whether nobody is ahead yet: the interval includes 0, or is not that of all hands."""
        return not self.done or self.interval.includes_zero

    @property
    def turned(self) -> Cell:
        """The same, seen from the other side."""
        mean = Interval(0.0 - self.interval.mean, self.interval.half_width)
        return Cell(mean, self.hands, self.wanted, -self.lost, self.reason)


@dataclass(frozen=True)
class Placed:
    """An engine in the order.

    Attributes:
        engine: its place in the plan.
        field: mean against those it met, each counting alike, in mbb per hand.
        rating: what the order goes by, in mbb per hand; see ``standing``.
        best: first place that it may have, as far as intervals tell: 1 until all hands are played.
        worst: last one.
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
    """What an engine loses that folds every hand, in mbb per hand: its forced bets on average."""
    return 1000.0 * sum(game.blinds) / game.num_players / game.big_blind


def in_order(placed: list[Placed]) -> tuple[Placed, ...]:
    """Best first; those without a result last."""
    return tuple(
        sorted(placed, key=lambda one: (not isfinite(one.rating.half_width), -one.rating.mean))
    )
