"""What the hands of a tournament show: cross table, order, and how sure both are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf, isfinite

import numpy as np

from engine.game import Game
from engine.running import Z95, Interval
from pokergui.tournaments.plan import PairResult, StoredTournament

Results = Mapping[tuple[int, int], PairResult]


@dataclass(frozen=True)
class Cell:
    """What one engine won from another, in mbb per hand.

    Attributes:
        interval: mean and half-width of the 95% interval, of whole deals played from both seats.
        hands: hands that were played.
        wanted: hands that were to be.
        lost: 1 where the other engine failed and lost the rest, -1 where this one did, else 0.
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
        done: pairs that are played to the end.
        pairs: all of its pairs.
        failed: pairs that it lost by failing.
    """

    engine: int
    field: Interval
    rating: Interval
    best: int
    worst: int
    done: int
    pairs: int
    failed: int


def folding_loss(game: Game) -> float:
    """What an engine loses that folds every hand, in mbb per hand: its forced bets on average."""
    return 1000.0 * sum(game.blinds) / game.num_players / game.big_blind


def cell_of(found: StoredTournament, pair: tuple[int, int], result: PairResult) -> Cell:
    """A pair's cell, seen from its first engine.

    An engine that fails loses the hands that were not played as if it folded all of them.
    """
    game, pairing, wanted = found.game, found.pairing(pair), found.plan.hands
    unit = 1000.0 / game.big_blind
    chips = result.tally.chips_per_hand()
    interval = Interval(chips.mean * unit, chips.half_width * unit)
    if pairing.loser < 0:
        return Cell(interval, result.hands, wanted)
    lost = -1 if pairing.loser == pair[0] else 1
    share = result.tally.hands / wanted
    half = interval.half_width * share if isfinite(interval.half_width) else 0.0
    mean = interval.mean * share + lost * folding_loss(game) * (1.0 - share)
    return Cell(Interval(mean, half), result.hands, wanted, lost, pairing.reason)


def cross_table(found: StoredTournament, results: Results) -> list[list[Cell | None]]:
    """Cell of each row's engine against each column's; None where two do not meet."""
    count = len(found.plan.engines)
    table: list[list[Cell | None]] = [[None] * count for _ in range(count)]
    for pair in found.plan.pairs:
        cell = cell_of(found, pair, results[pair])
        table[pair[0]][pair[1]], table[pair[1]][pair[0]] = cell, cell.turned
    return table


def standing(found: StoredTournament, results: Results) -> tuple[Placed, ...]:
    """The order, best first.

    Ratings are the numbers, their sum 0, whose differences come nearest to the cells: least squares
    over the pairs that have an interval, each counting alike. It is Elo's idea on a scale of chips.
    Their intervals follow from those of the cells, which are independent as no deal is shared. In a
    whole round robin the order is that of the mean against the field. The intervals are those of a
    length fixed before, so they tell no two engines apart until all hands are played.
    """
    table = cross_table(found, results)
    pairs = [pair for pair in found.plan.pairs if (cell := table[pair[0]][pair[1]]) and cell.known]
    count = len(found.plan.engines)
    design = np.zeros((len(pairs), count))
    means, errors = np.zeros(len(pairs)), np.zeros(len(pairs))
    for row, (first, second) in enumerate(pairs):
        cell = table[first][second]
        assert cell is not None, "these are those that have one"
        design[row, first], design[row, second] = 1.0, -1.0
        means[row], errors[row] = cell.interval.mean, cell.interval.half_width / Z95
    solved = np.linalg.pinv(design) if pairs else np.zeros((count, 0))
    ratings, spread = solved @ means, solved * errors
    apart = spread[:, None, :] - spread[None, :, :]
    half = Z95 * np.sqrt((apart**2).sum(axis=2))
    ahead = ratings[:, None] - ratings[None, :] > half
    linked = np.abs(design).T @ np.abs(design)
    reach = np.linalg.matrix_power((linked > 0).astype(np.int64) + np.eye(count, dtype=np.int64), 2)
    for _ in range(count.bit_length()):
        reach = ((reach @ reach) > 0).astype(np.int64)
    ahead &= reach > 0
    ahead &= all(cell.done for cells in table for cell in cells if cell is not None)
    placed = []
    for engine in range(count):
        cells = [cell for cell in table[engine] if cell is not None]
        known = [cell.interval for cell in cells if cell.known]
        rated = Interval(float(ratings[engine]), Z95 * float(np.sqrt((spread[engine] ** 2).sum())))
        placed.append(
            Placed(
                engine,
                _mean(known),
                rated if known else Interval(0.0, inf),
                1 + int(ahead[:, engine].sum()),
                count - int(ahead[engine].sum()),
                sum(cell.done for cell in cells),
                len(cells),
                sum(cell.lost < 0 for cell in cells),
            )
        )
    return tuple(
        sorted(placed, key=lambda one: (not isfinite(one.rating.half_width), -one.rating.mean))
    )


def _mean(intervals: list[Interval]) -> Interval:
    """Mean of independent results, each counting alike."""
    if not intervals:
        return Interval(0.0, inf)
    mean = sum(one.mean for one in intervals) / len(intervals)
    return Interval(mean, sum(one.half_width**2 for one in intervals) ** 0.5 / len(intervals))
