"""The result of a finished or stopped match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.game import Game
from engine.match_chunk import positions_of
from engine.running_result import Interval, RunningResult
from engine.stats import PlayerStats

_KINDS = (np.int8, np.int16, np.int32, np.int64)


@dataclass(frozen=True)
class MatchResult:
    """The result of a match; in duplicate, of the deals played from all positions.

    Attributes:
        running: its running sums.
        seconds: wall time.
        forfeit: why the match ended early; empty if it did not.
        parts: ``payoffs`` split by hands, each part in the smallest integer type.
    """

    running: RunningResult
    seconds: float
    forfeit: str
    parts: Sequence[NDArray[np.signedinteger[Any]]]

    @property
    def game(self) -> Game:
        """The game."""
        return self.running.game

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the engines in the order given; results are those of the first by default."""
        return self.running.names

    @property
    def duplicate(self) -> bool:
        """True if each deal was played from every position."""
        return self.running.duplicate

    @property
    def stats(self) -> tuple[PlayerStats, ...]:
        """The statistics of each engine, in the order given."""
        return self.running.stats

    @property
    def hands(self) -> int:
        """Hands played."""
        return self.running.hands

    @property
    def payoffs(self) -> NDArray[np.int64]:
        """(hands, players) net chips of each engine in each hand; large for long matches."""
        nothing = np.zeros((0, self.game.num_players), np.int64)
        return np.concatenate([nothing, *self.parts], dtype=np.int64)[: self.hands]

    @property
    def positions(self) -> NDArray[np.int8]:
        """(hands,) position of the first engine in each hand."""
        return positions_of(self.game, 0, self.hands, self.duplicate)

    @property
    def method(self) -> str:
        """Variance reduction: ``raw`` or ``duplicate``."""
        return "duplicate" if self.duplicate else "raw"

    @property
    def hands_per_second(self) -> float:
        """Hands played per second."""
        return self.hands / self.seconds if self.seconds > 0 else 0.0

    def units(self, player: int = 0) -> NDArray[np.float64]:
        """Chips per hand of each independent unit: a hand, or a duplicate deal."""
        group = self.game.num_players if self.duplicate else 1
        parts = [part[:, player] for part in self.parts]
        chips = np.concatenate([np.zeros(0), *parts], dtype=np.float64)[: self.hands]
        return chips if group == 1 else np.asarray(chips.reshape(-1, group).mean(axis=1))

    def chips(self, player: int = 0) -> Interval:
        """Mean result of a player in chips per hand."""
        return self.running.tally.chips_per_hand(player=player)

    def mbb(self, player: int = 0) -> Interval:
        """Mean result of a player in thousandths of the big blind (or ante) per hand."""
        return self.running.interval(player=player)

    def mbb_in_position(self, position: int) -> Interval:
        """Result of the first engine in one position, in mbb per hand."""
        return self.running.interval(position)

    def hands_in_position(self, position: int) -> int:
        """Hands that the first engine played in one position."""
        return int(self.running.tally.hands_in[0, position])

    def blocks(self, count: int) -> list[tuple[int, Interval]]:
        """(hands, result in mbb per hand) of ``count`` consecutive blocks of units."""
        units = self.units() * (1000.0 / self.game.big_blind)
        group = self.game.num_players if self.duplicate else 1
        return [(len(part) * group, Interval.of(part)) for part in np.array_split(units, count)]


def narrowest(chips: NDArray[np.int64]) -> NDArray[np.signedinteger[Any]]:
    """Return chips in the smallest integer type that holds them: 30 million hands must fit."""
    most = int(np.abs(chips).max())
    return chips.astype(next(kind for kind in _KINDS if most <= np.iinfo(kind).max))
