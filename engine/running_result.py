"""Running result of a match: interval, statistics and curve, in bounded memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from engine import _tally
from engine.game import Game
from engine.match_chunk import Line, MatchChunk, joined
from engine.stats import NUM_COUNTS, WON, LineCounts, PlayerStats, count_line

Z95 = 1.959963984540054
"""Two-sided 95% quantile of the normal distribution."""
MOST_POINTS = 1024
"""Most points kept of the curve."""
MOST_LINES = 20_000
"""Betting lines whose counts are cached."""


@dataclass(frozen=True)
class Interval:
    """A mean with the half-width of its 95% interval, infinite for fewer than two units."""

    mean: float
    half_width: float

    @classmethod
    def of(cls, values: NDArray[np.float64]) -> Interval:
        """Mean and normal 95% interval of independent values."""
        if len(values) == 0:
            return cls(0.0, float("inf"))
        if len(values) == 1:
            return cls(float(values[0]), float("inf"))
        spread = float(values.std(ddof=1)) / len(values) ** 0.5
        return cls(float(values.mean()), Z95 * spread)

    @classmethod
    def of_sums(cls, count: int, total: int, squares: float, scale: float) -> Interval:
        """Do the same for ``count`` values from their sum and sum of squares, times ``scale``."""
        if count == 0:
            return cls(0.0, float("inf"))
        if count == 1:
            return cls(total * scale, float("inf"))
        # Exact: the difference of two large floats would lose significant digits.
        spread = count * Fraction(squares) - total**2
        variance = max(0.0, float(spread / (count**2 * (count - 1))))
        return cls(total / count * scale, Z95 * scale * variance**0.5)

    @property
    def includes_zero(self) -> bool:
        """True if the result is not significant; an exact zero is, with no error."""
        return abs(self.mean) <= self.half_width


@dataclass(frozen=True, eq=False)
class Tally:
    """Additive sums over hands of a match, from which all its figures follow.

    A unit is a hand, or in duplicate a deal from all positions; squares are of a unit's net chips,
    or of a hand's in one position.

    Attributes:
        units: number of units.
        chips: (players,) int64 net chips.
        squares: (players,) float64.
        hands_in: (players, positions) int64 hands of each player in each position.
        chips_in: (players, positions) int64 net chips in them.
        squares_in: (players, positions) float64.
        counts: (players, NUM_COUNTS) int64, see ``stats.py``.
        products: (players, players) float64 of the units' net chips of each pair of players, if
            kept: for the covariance of results.
    """

    units: int
    chips: NDArray[np.int64]
    squares: NDArray[np.float64]
    hands_in: NDArray[np.int64]
    chips_in: NDArray[np.int64]
    squares_in: NDArray[np.float64]
    counts: NDArray[np.int64]
    products: NDArray[np.float64] | None = None

    @classmethod
    def zero(cls, players: int, *, products: bool = False) -> Tally:
        """Return an empty tally; ``products`` also keeps the cross products."""
        each, both = players, (players, players)
        return cls(
            0,
            np.zeros(each, np.int64),
            np.zeros(each, np.float64),
            np.zeros(both, np.int64),
            np.zeros(both, np.int64),
            np.zeros(both, np.float64),
            np.zeros((players, NUM_COUNTS), np.int64),
            np.zeros(both) if products else None,
        )

    @property
    def hands(self) -> int:
        """Hands counted."""
        return int(self.hands_in[0].sum())

    @property
    def stats(self) -> tuple[PlayerStats, ...]:
        """The statistics of each player."""
        return tuple(PlayerStats.of(row) for row in self.counts)

    @property
    def covariance(self) -> NDArray[np.float64] | None:
        """(players, players) covariance of the mean results in chips per hand; None where unknown.

        It needs two units, and ``products``.
        """
        if self.products is None or self.units < 2:
            return None
        units, group = self.units, self.hands // self.units
        chips = self.chips.astype(np.float64)
        spread = self.products - np.outer(chips, chips) / units
        covariance: NDArray[np.float64] = spread / (units * (units - 1) * group**2)
        return covariance

    def chips_per_hand(self, position: int | None = None, player: int = 0) -> Interval:
        """A player's mean result in chips per hand, in one position or over the units."""
        if position is None:
            group = self.hands // self.units if self.units else 1
            total, squares = int(self.chips[player]), float(self.squares[player])
            return Interval.of_sums(self.units, total, squares, 1.0 / group)
        place = player, position
        total, squares = int(self.chips_in[place]), float(self.squares_in[place])
        return Interval.of_sums(int(self.hands_in[place]), total, squares, 1.0)


class _Counted:
    """Action counts of each distinct line so far, as growing arrays."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._by_id: dict[int, tuple[Line, int]] = {}  # holding the line keeps its id unique
        self._by_line: dict[Line, int] = {}
        self._counts: list[LineCounts] = []
        self.arrays = self._stacked()

    def places(self, lines: Sequence[Line]) -> NDArray[np.int32]:
        """Return the indices of each line's counts in the arrays."""
        if len(self._by_id) > MOST_LINES:
            self._by_id, self._by_line, self._counts = {}, {}, []
        before = len(self._counts)
        # A match hands out the same line as the same object, whose id is quick to look up.
        places = [
            known[1] if (known := self._by_id.get(id(line))) else self._meet(line) for line in lines
        ]
        if len(self._counts) != before or len(self.arrays[1]) != before:
            self.arrays = self._stacked()
        return np.array(places, np.int32)

    def _meet(self, line: Line) -> int:
        place = self._by_line.setdefault(line, len(self._counts))
        if place == len(self._counts):
            self._counts.append(count_line(self._game, line))
        self._by_id[id(line)] = (line, place)
        return place

    def _stacked(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """(lines, positions, NUM_COUNTS) counts and (lines, positions) chips at stake."""
        players = self._game.num_players
        counts = np.array([line.counts for line in self._counts], np.int64)
        at_stake = np.array([line.at_stake for line in self._counts], np.int64)
        return counts.reshape(-1, players, NUM_COUNTS), at_stake.reshape(-1, players)


class RunningResult:
    """The result of a match so far; hands are added as chunks, in order.

    In a duplicate match a deal counts once it has been played from all positions.

    Args:
        game: the game.
        names: of the players.
        duplicate: whether each deal is played from every position.
    """

    def __init__(self, game: Game, names: Sequence[str], duplicate: bool = False) -> None:
        self.game = game
        self.names = tuple(names)
        self.duplicate = duplicate
        self.tally = Tally.zero(game.num_players)
        self._group = game.num_players if duplicate else 1
        self._open: list[MatchChunk] = []  # hands of the deal that is not yet played out
        self._counted = _Counted(game)
        self._points = np.zeros((0, game.num_players), np.int64)
        self._stride = 1

    @property
    def hands(self) -> int:
        """Hands counted."""
        return self.tally.hands

    @property
    def stats(self) -> tuple[PlayerStats, ...]:
        """The statistics of each player."""
        return self.tally.stats

    def interval(self, position: int | None = None, player: int = 0) -> Interval:
        """A player's mean result in mbb per hand, in one position or over the units."""
        chips = self.tally.chips_per_hand(position, player)
        unit = 1000.0 / self.game.big_blind
        return Interval(chips.mean * unit, chips.half_width * unit)

    def add(self, chunk: MatchChunk) -> None:
        """Add the next hands."""
        if self._open:
            chunk = joined([*self._open, chunk])
        whole = chunk.hands - chunk.hands % self._group
        self._open = [chunk.part(whole, chunk.hands)] if whole < chunk.hands else []
        if whole:
            self._count(chunk.part(0, whole))

    def _count(self, chunk: MatchChunk) -> None:
        old, players = self.tally, self.game.num_players
        place = self._counted.places(chunk.lines)
        counts, at_stake = self._counted.arrays
        took = np.zeros((len(chunk.lines), players), np.int64)
        sums = _tally.MatchSums(
            old.chips.copy(),
            old.squares.copy(),
            old.chips_in.copy(),
            old.squares_in.copy(),
            np.zeros(players, np.int64),
        )
        units = old.units + chunk.hands // self._group
        more = units // self._stride - old.units // self._stride
        fresh = np.zeros((more, players), np.int64)
        _tally.tally(
            self._group,
            chunk.results,
            chunk.positions,
            chunk.line_of,
            at_stake[place],
            took,
            sums,
            self._stride,
            self._stride - old.units % self._stride,
            fresh,
        )
        added = np.zeros((players, NUM_COUNTS), np.int64)
        hands_in = old.hands_in.copy()
        for position in range(players):
            for player in range(players):
                seat = (position + player) % players
                added[player] += took[:, position] @ counts[place, seat]
                hands_in[player, seat] += took[:, position].sum()
        added[:, WON] = sums.won
        self.tally = Tally(
            units,
            sums.chips,
            sums.squares,
            hands_in,
            sums.chips_in,
            sums.squares_in,
            old.counts + added,
            self._products(chunk),
        )
        self._points = np.concatenate([self._points, fresh])
        while len(self._points) > MOST_POINTS:
            self._points = self._points[1::2]
            self._stride *= 2

    def _products(self, chunk: MatchChunk) -> NDArray[np.float64] | None:
        """The cross products, where kept, including those of whole units."""
        old = self.tally.products
        if old is None:
            return None
        results = chunk.results
        units = results.reshape(-1, self._group, results.shape[1]).sum(axis=1)
        products: NDArray[np.float64] = old + units.T @ units
        return products

    def series(
        self, max_points: int = 500, player: int = 0
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """The curve of a player's cumulative result in big blinds (antes), with its 95% band.

        The band uses the variance of all units so far, so that its final width is that of the
        interval. With fewer than two units the curve is only its first point.

        Args:
            max_points: most points, at least 3; only slightly more than ``MOST_POINTS`` are kept.
            player: the player.

        Returns:
            hands, cumulative result, lower and upper end of the band, each (points,) float64.
        """
        tally = self.tally
        if tally.units < 2:
            nothing = np.zeros(1)
            return nothing, nothing.copy(), nothing.copy(), nothing.copy()
        step = max(1, -(-len(self._points) // (max_points - 2)))
        units = np.arange(1, len(self._points) + 1)[step - 1 :: step] * self._stride
        chips = self._points[step - 1 :: step, player]
        if len(units) == 0 or units[-1] != tally.units:
            units, chips = np.append(units, tally.units), np.append(chips, tally.chips[player])
        played = np.append(0, units).astype(np.float64)
        result = np.append(0, chips) / self.game.big_blind
        group = self._group
        width = tally.chips_per_hand(player=player).half_width / self.game.big_blind
        width *= group * tally.units**0.5
        half = width * np.sqrt(played)
        return played * group, result, result - half, result + half
