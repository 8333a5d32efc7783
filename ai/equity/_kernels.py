"""Counting wins against a belief that is uniform over its strongest parts.

The belief is the same for all sizes of bet but for how much of it continues: nested sets of the
opponent's combos, the strongest on the present board first. ``part`` (1326,) int8 gives the
smallest of the sets 0..parts-1 a combo belongs to, set 0 being everything, -1 where the board
blocks it. Counts are integers (a win is 2, a tie 1), so the row of one combo and the answer for
the whole range are the same numbers, bit for bit.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.evaluator import CARD_KEYS, CARD_MASKS, KEY_START, key_strength
from engine.jit import kernel
from engine.rng import shuffle

NUM_COMBOS = 1326


@kernel
def fill_strengths(board: NDArray[np.uint8], strengths: NDArray[np.int32]) -> None:
    """Strength of every combo (1326,) on a board of 3 to 5 cards; -1 where it is blocked."""
    board_key = KEY_START
    board_mask = 0
    for i in range(board.shape[0]):
        board_key += CARD_KEYS[board[i]]
        board_mask += CARD_MASKS[board[i]]
    combo = 0
    for high in range(52):
        key = board_key + CARD_KEYS[high]
        mask = board_mask + CARD_MASKS[high]
        high_blocked = board_mask & CARD_MASKS[high]
        for low in range(high):
            if high_blocked or board_mask & CARD_MASKS[low]:
                strengths[combo] = -1
            else:
                strengths[combo] = key_strength(key + CARD_KEYS[low], mask + CARD_MASKS[low])
            combo += 1


@kernel
def sample_runouts(
    board: NDArray[np.uint8], rng: NDArray[np.uint64], runouts: NDArray[np.uint8]
) -> None:
    """Fill (n, 5) uint8 with the board and random cards after it."""
    deck = np.zeros(52, np.uint8)
    size = 0
    for card in range(52):
        held = False
        for i in range(board.shape[0]):
            held = held or board[i] == card
        if not held:
            deck[size] = card
            size += 1
    known = board.shape[0]
    for row in range(runouts.shape[0]):
        shuffle(rng, deck[:size], 5 - known)
        for i in range(5):
            runouts[row, i] = board[i] if i < known else deck[i - known]


@kernel
def count_one(
    low: int,
    high: int,
    runouts: NDArray[np.uint8],
    part: NDArray[np.int8],
    counts: NDArray[np.int64],
) -> None:
    """Wins and totals of one combo of cards low < high: ``counts`` (parts, 2) int64."""
    strengths = np.empty(NUM_COMBOS, np.int32)
    mine = high * (high - 1) // 2 + low
    for row in range(runouts.shape[0]):
        fill_strengths(runouts[row], strengths)
        own = strengths[mine]
        if own < 0:
            continue
        combo = 0
        for other_high in range(52):
            clash = other_high in (low, high)
            for other_low in range(other_high):
                p = part[combo]
                other = strengths[combo]
                if p >= 0 and other >= 0 and not clash and other_low not in (low, high):
                    counts[p, 0] += 2 * (own > other) + (own == other)
                    counts[p, 1] += 2
                combo += 1


@kernel
def count_all(
    runouts: NDArray[np.uint8],
    part: NDArray[np.int8],
    counts: NDArray[np.int64],
    squares: NDArray[np.float64],
    used: NDArray[np.int64],
) -> None:
    """Wins and totals of every combo: ``counts`` (1326, parts, 2) int64, by sorted sweeps.

    ``squares`` (1326,) sums the squared win share of each runout against everything, ``used``
    (1326,) the runouts that do not block the combo: the standard error comes from them.
    """
    parts = counts.shape[1]
    strengths = np.empty(NUM_COMBOS, np.int32)
    lows = np.empty(NUM_COMBOS, np.int64)
    highs = np.empty(NUM_COMBOS, np.int64)
    combo = 0
    for high in range(52):
        for low in range(high):
            lows[combo] = low
            highs[combo] = high
            combo += 1
    below = np.zeros(parts, np.int64)
    below_with = np.zeros((52, parts), np.int64)
    wins = np.zeros((NUM_COMBOS, parts), np.int64)
    for row in range(runouts.shape[0]):
        fill_strengths(runouts[row], strengths)
        order = np.argsort(strengths)
        first = 0
        while strengths[order[first]] < 0:
            first += 1
        below[:] = 0
        below_with[:] = 0
        start = first
        while start < NUM_COMBOS:
            stop = start
            while stop < NUM_COMBOS and strengths[order[stop]] == strengths[order[start]]:
                stop += 1
            # Twice the wins is what lies below, plus what lies below with the equals added.
            for i in range(start, stop):
                c = order[i]
                for p in range(parts):
                    wins[c, p] = below[p] - below_with[lows[c], p] - below_with[highs[c], p]
            for i in range(start, stop):
                c = order[i]
                p = part[c]
                if p >= 0:
                    below[p] += 1
                    below_with[lows[c], p] += 1
                    below_with[highs[c], p] += 1
            for i in range(start, stop):
                c = order[i]
                for p in range(parts):
                    # The combo itself was added once to the sum and once to each of its cards.
                    own = 1 if part[c] == p else 0
                    wins[c, p] += below[p] - below_with[lows[c], p] - below_with[highs[c], p] + own
            start = stop
        for i in range(first, NUM_COMBOS):
            c = order[i]
            won = 0
            total = 0
            for p in range(parts):
                own = 1 if part[c] == p else 0
                here = below[p] - below_with[lows[c], p] - below_with[highs[c], p] + own
                counts[c, p, 0] += wins[c, p]
                counts[c, p, 1] += 2 * here
                won += wins[c, p]
                total += 2 * here
            share = won / max(total, 1)
            squares[c] += share * share
            used[c] += 1
