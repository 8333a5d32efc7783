"""Counting wins against a belief that is uniform over its strongest parts.

The belief is the same for all bet sizes except for the part that continues: nested sets of the
opponent's combos, the strongest on the current board first. So combos are in that order here:
position 0 is the strongest, and set p is the first ``ends[p]`` positions, set 0 all unblocked
combos. ``strengths`` (runouts, positions) int32 has their strengths on each full board, -1 where
blocked. Counts are integers (a win is 2, a tie 1), stored for positions that belong to no smaller
set, so the row of one combo and the full-range answer are identical bit for bit.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.equity._sweep import (
    end_of_tie,
    fill_free,
    fill_parts,
    first_live,
    start_of,
    take_in,
    without_clashes,
)
from engine.evaluator import CARD_KEYS, CARD_MASKS, KEY_START, MASK_START, key_strength
from engine.jit import borrowing_kernel, kernel
from engine.rng import shuffle


@borrowing_kernel
def fill_strengths(board: NDArray[np.uint8], strengths: NDArray[np.int32]) -> None:
    """Strength of every combo (1326,) on a board of 3 to 5 cards; -1 where it is blocked."""
    board_key = KEY_START
    board_mask = MASK_START
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
    """Fill (n, 5) uint8 with the board and random runouts."""
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


@borrowing_kernel
def fill_in_order(
    runouts: NDArray[np.uint8],
    keys: NDArray[np.int64],
    masks: NDArray[np.int64],
    strengths: NDArray[np.int32],
) -> None:
    """Strengths (runouts, positions) on full boards (runouts, 5).

    ``keys`` and ``masks`` (positions,) are the sums of the combos' CARD_KEYS and CARD_MASKS.
    """
    for row in range(runouts.shape[0]):
        board_key = KEY_START
        board_mask = MASK_START
        for i in range(5):
            board_key += CARD_KEYS[runouts[row, i]]
            board_mask += CARD_MASKS[runouts[row, i]]
        for i in range(keys.shape[0]):
            strength = key_strength(board_key + keys[i], board_mask + masks[i])
            strengths[row, i] = -1 if board_mask & masks[i] else strength


@borrowing_kernel
def _count_part(own: int, line: NDArray[np.int32], free: NDArray[np.bool_]) -> tuple[int, int]:
    """Return twice the wins plus ties of a strength against free combos, and their number."""
    won = 0
    live = 0
    for i in range(line.shape[0]):
        possible = free[i] & (line[i] >= 0)
        won += (int(own > line[i]) + int(own >= line[i])) * possible
        live += possible
    return won, live


@kernel
def count_one(
    mine: int,
    strengths: NDArray[np.int32],
    cards: NDArray[np.uint8],
    ends: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    """Count wins and totals of the combo at position ``mine``: ``counts`` (parts, 2) int64.

    ``cards`` (positions, 2). One sum without branches over all combos.
    """
    parts = ends.shape[0]
    free = np.empty(cards.shape[0], np.bool_)
    fill_free(cards, mine, free)
    for row in range(strengths.shape[0]):
        line = strengths[row]
        own = line[mine]
        if own < 0:
            continue
        for p in range(parts):
            first = start_of(ends, p)
            won, live = _count_part(own, line[first : ends[p]], free[first : ends[p]])
            counts[p, 0] += won
            counts[p, 1] += 2 * live


@kernel
def count_all(
    strengths: NDArray[np.int32],
    cards: NDArray[np.uint8],
    ends: NDArray[np.int64],
    counts: NDArray[np.int64],
    squares: NDArray[np.float64],
    used: NDArray[np.int64],
) -> None:
    """Count wins and totals of every position by sorted sweeps: ``counts`` (positions, parts, 2).

    ``squares`` (positions,) sums the squared win share of each runout against everything,
    ``used`` (positions,) the runouts that do not block it: the standard error comes from them.
    """
    parts = ends.shape[0]
    live = cards.shape[0]
    part = np.empty(live, np.int64)
    fill_parts(ends, part)
    below = np.zeros(parts, np.int64)
    below_with = np.zeros((52, parts), np.int64)
    wins = np.zeros((live, parts), np.int64)
    for row in range(strengths.shape[0]):
        line = strengths[row]
        order = np.argsort(line)
        first = first_live(line, order)
        below[:] = 0
        below_with[:] = 0
        start = first
        while start < live:
            stop = end_of_tie(line, order, start)
            # Twice the wins plus the ties: the count below, plus that including equals.
            for i in range(start, stop):
                c = order[i]
                for p in range(parts):
                    wins[c, p] = without_clashes(c, p, cards, below, below_with)
            take_in(order[start:stop], cards, part, below, below_with)
            for i in range(start, stop):
                c = order[i]
                for p in range(parts):
                    wins[c, p] += without_clashes(c, p, cards, below, below_with)
                wins[c, part[c]] += 1
            start = stop
        for i in range(first, live):
            c = order[i]
            won = 0
            total = 0
            for p in range(parts):
                here = without_clashes(c, p, cards, below, below_with) + (part[c] == p)
                counts[c, p, 0] += wins[c, p]
                counts[c, p, 1] += 2 * here
                won += wins[c, p]
                total += 2 * here
            share = won / max(total, 1)
            squares[c] += share * share
            used[c] += 1
