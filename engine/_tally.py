"""Kernel that sums up hands of a match, see ``running_result.py``."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel


class MatchSums(NamedTuple):
    """Sums of a match, updated in place; a unit is a hand, or a deal from all positions.

    Chips are net; squares are those of a unit's chips, or of a hand's in one position.
    """

    chips: NDArray[np.int64]  # (players,)
    squares: NDArray[np.float64]  # (players,) of units
    chips_in: NDArray[np.int64]  # (players, positions)
    squares_in: NDArray[np.float64]  # (players, positions)
    won: NDArray[np.int64]  # (players,) showdowns in which a part of a pot was won


@kernel
def tally(
    group: int,
    payoffs: NDArray[np.int64],
    positions: NDArray[np.int8],
    line_of: NDArray[np.int32],
    at_stake: NDArray[np.int64],
    took: NDArray[np.int64],
    sums: MatchSums,
    stride: int,
    skip: int,
    points: NDArray[np.int64],
) -> None:
    """Add whole units of ``group`` hands to the sums.

    ``took`` (lines, positions) counts the hands of each line by position of player 0,
    ``at_stake`` (lines, positions) is ``LineCounts.at_stake``. ``points`` (points, players) gets
    all players' chips after every ``stride``-th unit, the first time after ``skip`` units.
    """
    players = payoffs.shape[1]
    point = 0
    wait = skip
    for unit in range(payoffs.shape[0] // group):
        start = unit * group
        for player in range(players):
            total = 0
            for hand in range(start, start + group):
                total += payoffs[hand, player]
            sums.chips[player] += total
            sums.squares[player] += float(total) * float(total)
        for hand in range(start, start + group):
            line = line_of[hand]
            position = int(positions[hand])
            took[line, position] += 1
            for player in range(players):
                won = payoffs[hand, player]
                sums.chips_in[player, position] += won
                sums.squares_in[player, position] += float(won) * float(won)
                stake = at_stake[line, position]
                sums.won[player] += stake >= 0 and won > -stake
                position += 1
                if position == players:
                    position = 0
        wait -= 1
        if wait == 0:
            for player in range(players):
                points[point, player] = sums.chips[player]
            point += 1
            wait = stride
