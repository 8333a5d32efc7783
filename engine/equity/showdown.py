"""Kernels for all hold'em combos on one full board: strengths and showdowns.

They check nothing and take linear time in the number of combos. ``COMBO_KEYS`` and
``COMBO_MASKS`` (1326,) int64 are the sums of each combo's CARD_KEYS and CARD_MASKS.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.combos import NUM_HOLDEM_COMBOS, combo_cards
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

ALL_COMBOS: NDArray[np.uint16] = np.arange(NUM_HOLDEM_COMBOS, dtype=np.uint16)
BLOCKED = -1

_LOW_CARDS, _HIGH_CARDS = (np.ascontiguousarray(cards) for cards in combo_cards().T)
COMBO_KEYS: NDArray[np.int64] = CARD_KEYS[combo_cards()].sum(axis=1)
COMBO_MASKS: NDArray[np.int64] = CARD_MASKS[combo_cards()].sum(axis=1)
# A suit with three cards on the board sets the top bit of its count with these added.
_FLUSH_DRAW = 0x5555 << 32


@kernel
def rank_combos(
    board: NDArray[np.uint8],
    combos: NDArray[np.uint16],
    strengths: NDArray[np.int32],
    order: NDArray[np.uint16],
) -> int:
    """Write the strengths of combos on a full board, and their order.

    Args:
        board: (5,) uint8.
        combos: (n,) uint16, the combos to rank, such as ALL_COMBOS.
        strengths: (1326,) int32, written for ``combos``: the strength with the board, or BLOCKED
            where they share a card.
        order: (n,) uint16 or longer; the first entries are written: combos that are not blocked,
            weakest first.

    Returns:
        How many combos are not blocked.
    """
    key = KEY_START
    mask = MASK_START
    for i in range(5):
        key += int(CARD_KEYS[board[i]])
        mask += int(CARD_MASKS[board[i]])
    flush_possible = (key - KEY_START + _FLUSH_DRAW) & FLUSH_BITS != 0
    low_counts = np.zeros(256, dtype=np.uint32)
    high_counts = np.zeros(256, dtype=np.uint32)
    live = np.empty(combos.shape[0], dtype=np.uint32)  # strength << 16 | combo
    num_live = 0
    for i in range(combos.shape[0]):
        combo = combos[i]
        if COMBO_MASKS[combo] & mask:
            strengths[combo] = BLOCKED
            continue
        combo_key = key + int(COMBO_KEYS[combo])
        if flush_possible:
            strength = key_strength(combo_key, mask + int(COMBO_MASKS[combo]))
        else:
            strength = rank_strength(combo_key)
        strengths[combo] = strength
        low_counts[strength & 0xFF] += 1
        high_counts[(strength >> 8) & 0xFF] += 1
        live[num_live] = strength << 16 | combo
        num_live += 1
    # Radix sort by the two bytes of the strength.
    low_place = high_place = np.uint32(0)
    for byte in range(256):
        low_count, high_count = low_counts[byte], high_counts[byte]
        low_counts[byte], high_counts[byte] = low_place, high_place
        low_place += low_count
        high_place += high_count
    by_low = np.empty(num_live, dtype=np.uint32)
    for i in range(num_live):
        byte = (live[i] >> 16) & 0xFF
        by_low[low_counts[byte]] = live[i]
        low_counts[byte] += 1
    for i in range(num_live):
        byte = by_low[i] >> 24
        order[high_counts[byte]] = by_low[i] & 0xFFFF
        high_counts[byte] += 1
    return num_live


@kernel
def add_showdowns(
    order: NDArray[np.uint16],
    num_live: int,
    strengths: NDArray[np.int32],
    weights: NDArray[np.float64],
    scale: float,
    win: NDArray[np.float64],
    tie: NDArray[np.float64],
    total: NDArray[np.float64],
) -> None:
    """Add the weight of the opponent's range that each combo beats, ties and meets on a board.

    One sweep from the weakest to the strongest with running sums, in total and per card, so
    that combos which share a card with one's own drop out.

    Args:
        order: combos in order, as ``rank_combos`` wrote them.
        num_live: how many.
        strengths: (1326,) int32, as ``rank_combos`` wrote them.
        weights: (1326,) float64 of the opponent; blocked combos may have any.
        scale: factor of what is added.
        win: (1326,) float64; for each live combo the weight it beats is added.
        tie: (1326,) float64; the weight it ties.
        total: (1326,) float64; the weight it can meet: all that share no card with it.
    """
    below_with = np.zeros(52)  # weight below the group with each card
    group_with = np.zeros(52)
    below = 0.0
    start = 0
    while start < num_live:
        strength = strengths[order[start]]
        group = 0.0
        stop = start
        while stop < num_live and strengths[order[stop]] == strength:
            combo = order[stop]
            a, b = _LOW_CARDS[combo], _HIGH_CARDS[combo]
            win[combo] += scale * (below - below_with[a] - below_with[b])
            weight = weights[combo]
            group += weight
            group_with[a] += weight
            group_with[b] += weight
            stop += 1
        for i in range(start, stop):
            combo = order[i]
            a, b = _LOW_CARDS[combo], _HIGH_CARDS[combo]
            weight = weights[combo]
            # The combo's own weight was taken off with each of its cards.
            tie[combo] += scale * (group - group_with[a] - group_with[b] + weight)
            below_with[a] += weight
            below_with[b] += weight
        for i in range(start, stop):
            group_with[_LOW_CARDS[order[i]]] = 0.0
            group_with[_HIGH_CARDS[order[i]]] = 0.0
        below += group
        start = stop
    for i in range(num_live):
        combo = order[i]
        a, b = _LOW_CARDS[combo], _HIGH_CARDS[combo]
        total[combo] += scale * (below - below_with[a] - below_with[b] + weights[combo])


@kernel
def add_board_showdowns(
    boards: NDArray[np.uint8],
    scales: NDArray[np.float64],
    combos: NDArray[np.uint16],
    weights: NDArray[np.float64],
    win: NDArray[np.float64],
    tie: NDArray[np.float64],
    total: NDArray[np.float64],
) -> None:
    """Do ``rank_combos`` and ``add_showdowns`` for boards (n, 5) uint8, each with its scale.

    Args:
        boards: (n, 5) uint8.
        scales: (n,) float64.
        combos: those ranked and swept, uint16.
        weights: (k, 1326) float64, one row for each range of an opponent: combos are ranked once.
        win: (k, 1326) float64, added to.
        tie: the same.
        total: the same.
    """
    strengths = np.empty(NUM_HOLDEM_COMBOS, dtype=np.int32)
    order = np.empty(combos.shape[0], dtype=np.uint16)
    for i in range(boards.shape[0]):
        num_live = rank_combos(boards[i], combos, strengths, order)
        for j in range(weights.shape[0]):
            add_showdowns(
                order, num_live, strengths, weights[j], scales[i], win[j], tie[j], total[j]
            )
