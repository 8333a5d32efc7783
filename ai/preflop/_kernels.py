"""Kernels for jam or fold: counting and dealing three hands, and values of their showdowns."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.jit import borrowing_kernel, kernel
from engine.rng import named_bits

NUM_ORDERS = 13
SCALE = 65_535
"""Chances of the 13 results of three hands are kept as integers with this sum."""
_MULTIPLIER = np.uint64(6364136223846793005)
_INCREMENT = np.uint64(1442695040888963407)


@borrowing_kernel
def row_of(low: int, middle: int, high: int) -> int:
    """Row of three classes, ascending."""
    return high * (high + 1) * (high + 2) // 6 + middle * (middle + 1) // 2 + low


@kernel
def count_triples(
    masks: NDArray[np.int64], sizes: NDArray[np.int64], counts: NDArray[np.uint16]
) -> None:
    """Write how many combos of three classes share no card, by the row of the classes.

    Args:
        masks: (169, 12) int64, cards of each class's combos as bits.
        sizes: (169,) combos of each class.
        counts: (818805,) uint16, written.
    """
    for high in range(len(sizes)):
        for middle in range(high + 1):
            for low in range(middle + 1):
                count = 0
                for i in range(sizes[high]):
                    for j in range(sizes[middle]):
                        if masks[high, i] & masks[middle, j]:
                            continue
                        both = masks[high, i] | masks[middle, j]
                        for k in range(sizes[low]):
                            count += not (both & masks[low, k])
                counts[row_of(low, middle, high)] = count


@kernel
def deal_triples(
    rows: NDArray[np.int64],
    triples: NDArray[np.uint8],
    tries: NDArray[np.uint8],
    masks: NDArray[np.int64],
    sizes: NDArray[np.int64],
    strengths: NDArray[np.uint16],
    weights: NDArray[np.int64],
    first_board: int,
    parts: int,
    key: Any,
    result_of: NDArray[np.uint8],
    sums: NDArray[np.int64],
) -> None:
    """Deal combos of three classes on a block of boards and add up how they finish.

    Args:
        rows: the rows to deal.
        triples: (818805, 3) their classes, ascending.
        tries: (818805,) deals on each board; those with a card twice count for nothing.
        masks: (169, 12) int64, cards of combos.
        sizes: (169,) combos of each class.
        strengths: (boards, 169, 12) uint16 of combos, 0 where the board has a card of theirs.
        weights: (boards,) how many boards each stands for.
        first_board: number of the first board of the block.
        parts: each row is dealt on one board in so many.
        key: uint64 that determines all deals.
        result_of: (27,) results by the three comparisons.
        sums: (818805, 13) int64, added to.
    """
    low16 = np.uint64(0xFFFF)
    for row in rows:
        a, b, c = triples[row, 0], triples[row, 1], triples[row, 2]
        size_a, size_b, size_c = sizes[a], sizes[b], sizes[c]
        state = named_bits(key, np.uint64(row * 4096 + first_board // len(weights)))
        for board in range((row - first_board) % parts, len(weights), parts):
            for _ in range(tries[row]):
                state = state * _MULTIPLIER + _INCREMENT
                i = (int(state >> np.uint64(48)) * size_a) >> 16
                j = (int((state >> np.uint64(32)) & low16) * size_b) >> 16
                k = (int((state >> np.uint64(16)) & low16) * size_c) >> 16
                first, second, third = masks[a, i], masks[b, j], masks[c, k]
                if (first & second) | (first & third) | (second & third):
                    continue
                x, y, z = strengths[board, a, i], strengths[board, b, j], strengths[board, c, k]
                if x == 0 or y == 0 or z == 0:
                    continue
                code = 9 * (1 + int(x > y) - int(x < y)) + 3 * (1 + int(x > z) - int(x < z))
                sums[row, result_of[code + 1 + int(y > z) - int(y < z)]] += weights[board]
