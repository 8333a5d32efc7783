"""Kernels for one hand of hold'em among several: all combos on many full boards."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.equity.showdown import ALL_COMBOS, BLOCKED, rank_combos
from engine.jit import kernel


@kernel
def rank_boards(boards: NDArray[np.uint8], strengths: NDArray[np.int32]) -> None:
    """Write the strengths of all combos on full boards.

    Args:
        boards: (n, 5) uint8.
        strengths: (n, 1326) int32, written; BLOCKED where a combo shares a card with the board.
    """
    order = np.empty(ALL_COMBOS.shape[0], dtype=np.uint16)
    for row in range(boards.shape[0]):
        rank_combos(boards[row], ALL_COMBOS, strengths[row], order)


@kernel
def write_shares(
    strengths: NDArray[np.int32], rivals: NDArray[np.int64], shares: NDArray[np.float64]
) -> None:
    """Write the share of a pot that each combo wins against known hands, over some boards.

    Args:
        strengths: (n, 1326) int32, as ``rank_boards`` writes them.
        rivals: (k,) combos of the known hands, on none of the boards.
        shares: (1326,) float64, written; an even share where no board leaves a combo its cards.
    """
    counts = np.zeros(strengths.shape[1], np.int64)
    shares[:] = 0.0
    for row in range(strengths.shape[0]):
        best, ties = BLOCKED, 0
        for i in range(rivals.shape[0]):
            strength = strengths[row, rivals[i]]
            if strength > best:
                best, ties = strength, 1
            elif strength == best:
                ties += 1
        split = 1.0 / (1 + ties)
        for combo in range(strengths.shape[1]):
            strength = strengths[row, combo]
            if strength == BLOCKED:
                continue
            counts[combo] += 1
            if strength > best:
                shares[combo] += 1.0
            elif strength == best:
                shares[combo] += split
    for combo in range(strengths.shape[1]):
        if counts[combo]:
            shares[combo] /= counts[combo]
        else:
            shares[combo] = 1.0 / (1 + rivals.shape[0])
