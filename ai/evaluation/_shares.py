"""Kernels for one hand of hold'em among several: all combos on many full boards."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.equity.showdown import BLOCKED, COMBO_KEYS, COMBO_MASKS
from engine.evaluator import (
    CARD_KEYS,
    CARD_MASKS,
    FLUSH_BITS,
    KEY_START,
    MASK_START,
    key_strength,
    rank_strength,
)
from engine.jit import kernel

# A suit with three cards on the board sets the top bit of its count with these added.
_FLUSH_DRAW = 0x5555 << 32


@kernel
def rank_boards(boards: NDArray[np.uint8], strengths: NDArray[np.int32]) -> None:
    """Write the strengths of all combos on full boards.

    Args:
        boards: (n, 5) uint8.
        strengths: (n, 1326) int32, written; BLOCKED where a combo shares a card with the board.
    """
    for row in range(boards.shape[0]):
        key = KEY_START
        mask = MASK_START
        for i in range(5):
            key += int(CARD_KEYS[boards[row, i]])
            mask += int(CARD_MASKS[boards[row, i]])
        flush_possible = (key - KEY_START + _FLUSH_DRAW) & FLUSH_BITS != 0
        for combo in range(strengths.shape[1]):
            if COMBO_MASKS[combo] & mask:
                strengths[row, combo] = BLOCKED
            elif flush_possible:
                strengths[row, combo] = key_strength(
                    key + int(COMBO_KEYS[combo]), mask + int(COMBO_MASKS[combo])
                )
            else:
                strengths[row, combo] = rank_strength(key + int(COMBO_KEYS[combo]))


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
