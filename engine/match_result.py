"""What a finished or stopped match shows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.game import Game
from engine.running import Interval, RunningResult
from engine.stats import PlayerStats


@dataclass(frozen=True)
class MatchResult:
    """A finished or stopped match; in duplicate, deals not played from all positions left out.

    Attributes:
        running: its sums.
        payoffs: (hands, players) int64 net chips of each engine in each hand.
        positions: (hands,) int8 position of the first engine in each hand.
        seconds: wall time.
        forfeit: why the match ended before its time, empty if it did not.
    """

    running: RunningResult
    payoffs: NDArray[np.int64]
    positions: NDArray[np.int8]
    seconds: float
    forfeit: str = ""

    @property
    def game(self) -> Game:
        """The game."""
        return self.running.game

    @property
    def names(self) -> tuple[str, ...]:
        """Engines in the order given; results are the first one's unless said otherwise."""
        return self.running.names

    @property
    def duplicate(self) -> bool:
        """Whether each deal was played from every position."""
        return self.running.duplicate

    @property
    def stats(self) -> tuple[PlayerStats, ...]:
        """What each engine did, in the order given."""
        return self.running.stats

    @property
    def hands(self) -> int:
        """Hands played."""
        return len(self.payoffs)

    @property
    def method(self) -> str:
        """How luck was treated: ``raw`` or ``duplicate``."""
        return "duplicate" if self.duplicate else "raw"

    @property
    def hands_per_second(self) -> float:
        """Hands played per second."""
        return self.hands / self.seconds if self.seconds > 0 else 0.0

    def units(self, player: int = 0) -> NDArray[np.float64]:
        """Chips per hand of each independent unit: a hand, or a deal from all positions."""
        group = self.game.num_players if self.duplicate else 1
        chips = self.payoffs[:, player].astype(np.float64)
        return np.asarray(chips.reshape(-1, group).mean(axis=1), np.float64)

    def chips(self, player: int = 0) -> Interval:
        """Mean result of a player in chips per hand."""
        return self.running.tally.chips_per_hand(player=player)

    def mbb(self, player: int = 0) -> Interval:
        """Mean result of a player in thousandths of the big blind (or ante) per hand."""
        return self.running.interval(player=player)

    def mbb_in_position(self, position: int) -> Interval:
        """Result of the first engine in one position, in mbb per hand."""
        return self.running.interval(position)

    def blocks(self, count: int) -> list[tuple[int, Interval]]:
        """(hands, result in mbb per hand) of ``count`` consecutive blocks of units."""
        units = self.units() * (1000.0 / self.game.big_blind)
        group = self.game.num_players if self.duplicate else 1
        return [(len(part) * group, Interval.of(part)) for part in np.array_split(units, count)]
