"""Generator of preflop.npz: exact all-in equity of every hand class against every other.

``python -m ai.equity.generate_preflop`` enumerates all 2,598,960 boards, one of each
suit-isomorphic set (134,459 of them), and compares all pairs of combos on each: two minutes on one
core. The tests compare the sums with the exact equities against a random hand.
"""

from __future__ import annotations

import itertools
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ai.equity._kernels import NUM_COMBOS, fill_strengths
from engine.combos import CLASS_OF_COMBO, NUM_CLASSES
from engine.jit import borrowing_kernel, kernel

PREFLOP_FILE = Path(__file__).with_name("preflop.npz")


@borrowing_kernel
def _encode(board: NDArray[np.uint8], suits: NDArray[np.int64]) -> int:
    """Return a number for a set of cards after renaming the suits."""
    mask = 0
    for i in range(5):
        mask |= 1 << ((board[i] & ~3) + suits[board[i] & 3])
    return mask


@borrowing_kernel
def _multiplicity(board: NDArray[np.uint8], renamings: NDArray[np.int64]) -> int:
    """Return the size of a board's orbit under suit renamings; 0 if a smaller image exists."""
    own = _encode(board, renamings[0])
    same = 0
    for r in range(renamings.shape[0]):
        other = _encode(board, renamings[r])
        if other < own:
            return 0
        same += other == own
    return int(renamings.shape[0] // same)


@kernel
def _count_boards_from(
    first: int,
    renamings: NDArray[np.int64],
    classes: NDArray[np.int64],
    wins: NDArray[np.int64],
    totals: NDArray[np.int64],
) -> int:
    """Add all boards whose lowest card is ``first``; returns their number, images included."""
    board = np.zeros(5, np.uint8)
    strengths = np.empty(NUM_COMBOS, np.int32)
    lows = np.empty(NUM_COMBOS, np.int64)
    highs = np.empty(NUM_COMBOS, np.int64)
    live = np.empty(NUM_COMBOS, np.int64)
    combo = 0
    for high in range(52):
        for low in range(high):
            lows[combo] = low
            highs[combo] = high
            combo += 1
    boards = 0
    board[0] = first
    for b in range(first + 1, 52):
        board[1] = b
        for c in range(b + 1, 52):
            board[2] = c
            for d in range(c + 1, 52):
                board[3] = d
                for e in range(d + 1, 52):
                    board[4] = e
                    weight = _multiplicity(board, renamings)
                    if weight == 0:
                        continue
                    boards += weight
                    fill_strengths(board, strengths)
                    count = 0
                    for i in range(NUM_COMBOS):
                        if strengths[i] >= 0:
                            live[count] = i
                            count += 1
                    for at in range(count):
                        i = live[at]
                        own, low, high = strengths[i], lows[i], highs[i]
                        row = classes[i]
                        for at_other in range(at):
                            j = live[at_other]
                            if (
                                lows[j] == low
                                or highs[j] == high
                                or lows[j] == high
                                or highs[j] == low
                            ):
                                continue
                            won = 2 * (own > strengths[j]) + (own == strengths[j])
                            wins[row, classes[j]] += weight * won
                            wins[classes[j], row] += weight * (2 - won)
                            totals[row, classes[j]] += weight
                            totals[classes[j], row] += weight
    return boards


def main() -> None:
    """Count, and write the file."""
    renamings = np.array(list(itertools.permutations(range(4))), np.int64)
    wins = np.zeros((NUM_CLASSES, NUM_CLASSES), np.int64)
    totals = np.zeros_like(wins)
    classes = CLASS_OF_COMBO.astype(np.int64)
    boards = 0
    for first in range(48):
        boards += _count_boards_from(first, renamings, classes, wins, totals)
        print(f"lowest card {first + 1} of 48, {boards:,} boards", flush=True)
    # For each pair of combos a board takes five of the other 48 cards.
    pairs = totals // 1_712_304
    np.savez_compressed(PREFLOP_FILE, equity=wins / (2 * totals), pairs=pairs.astype(np.int32))


if __name__ == "__main__":
    main()
