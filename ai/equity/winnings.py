"""Winnings of a hand from main and side pots, against opponents each of whom may fold.

The hand gets 1 / (1 + K) of a pot if it loses to none and ties with K. Since the mean of x^K for
x from 0 to 1 is just that, the share is the integral of the product of ``wins + ties * x``: with
five opponents a polynomial of degree 5, which three Gauss nodes integrate exactly. Opponents that
may fold, and their contributions, enter the same product.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import borrowing_kernel

_LOW, _HIGH = 0.5 - 0.15**0.5, 0.5 + 0.15**0.5
"""Gauss nodes on 0 to 1 besides 1/2; their weights are 5/18, that of 1/2 is 8/18."""


class Stakes(NamedTuple):
    """The pots played for, for each of the actions considered; main pot first, then side pots.

    Attributes:
        parts: (actions, opponents) int64: the index in ``ends`` of an opponent's continuing part.
        shares: (actions, opponents) float64: how often it continues.
        fixed: (actions, pots) float64: chips that are in a pot in any case.
        brings: (actions, pots, opponents) float64: chips of an opponent that continues; it has no
            share of a pot to which it contributes nothing.
        leaves: (actions, pots, opponents) float64: chips of an opponent that folds.
    """

    parts: NDArray[np.int64]
    shares: NDArray[np.float64]
    fixed: NDArray[np.float64]
    brings: NDArray[np.float64]
    leaves: NDArray[np.float64]


@borrowing_kernel
def won(stakes: Stakes, action: int, wins: NDArray[np.float64], ties: NDArray[np.float64]) -> float:
    """Return mean chips won back after an action; ``wins`` and ``ties`` (parts,)."""
    total = 0.0
    for pot in range(stakes.fixed.shape[1]):
        # At each node the probability that all opponents so far are beaten, and the mean pot in
        # that case.
        low_chance = mid_chance = high_chance = 1.0
        low = mid = high = stakes.fixed[action, pot]
        for j in range(stakes.parts.shape[1]):
            brings = stakes.brings[action, pot, j]
            if brings == 0.0:
                continue
            part, share = stakes.parts[action, j], stakes.shares[action, j]
            folds, left = 1.0 - share, (1.0 - share) * stakes.leaves[action, pot, j]
            win, tie = share * wins[part], share * ties[part]
            beaten = win + tie * _LOW
            low = low * (folds + beaten) + low_chance * (beaten * brings + left)
            low_chance *= folds + beaten
            beaten = win + tie * 0.5
            mid = mid * (folds + beaten) + mid_chance * (beaten * brings + left)
            mid_chance *= folds + beaten
            beaten = win + tie * _HIGH
            high = high * (folds + beaten) + high_chance * (beaten * brings + left)
            high_chance *= folds + beaten
        total += (5.0 * low + 8.0 * mid + 5.0 * high) / 18.0
    return total
