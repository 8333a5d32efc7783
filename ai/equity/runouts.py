"""One hand against every other over many full boards."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.evaluator import (
    CARD_KEYS,
    CARD_MASKS,
    FLUSH_BITS,
    KEY_START,
    MASK_START,
    key_strength,
    rank_strength,
)
from engine.jit import borrowing_kernel, kernel

# A suit with three cards on the board sets the top bit of its count with these added.
_FLUSH_DRAW = 0x5555 << 32


@kernel
def count_wins(
    hole: NDArray[np.uint8],
    full: NDArray[np.uint8],
    keys: NDArray[np.int64],
    masks: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> None:
    """Count wins of a hand of at most two cards against other hands.

    Args:
        hole: (h,) uint8 its cards.
        full: (n, k) uint8 whole boards without those.
        keys: (m,) int64 sums of the CARD_KEYS of the hands met, which share no card with it.
        masks: (m,) int64 sums of their CARD_MASKS.
        counts: (m, 2) int64; added are twice the wins plus the ties, and twice the boards
            compatible with the other hand.
    """
    for row in range(full.shape[0]):
        key = KEY_START
        mask = MASK_START
        for i in range(full.shape[1]):
            key += int(CARD_KEYS[full[row, i]])
            mask += int(CARD_MASKS[full[row, i]])
        own_key, own_mask = key, mask
        for i in range(hole.shape[0]):
            own_key += int(CARD_KEYS[hole[i]])
            own_mask += int(CARD_MASKS[hole[i]])
        own = key_strength(own_key, own_mask)
        flush_possible = (key - KEY_START + _FLUSH_DRAW) & FLUSH_BITS != 0
        for i in range(keys.shape[0]):
            if mask & masks[i]:
                continue
            if flush_possible:
                other = key_strength(key + keys[i], mask + masks[i])
            else:
                other = rank_strength(key + keys[i])
            counts[i, 0] += int(own > other) + int(own >= other)
            counts[i, 1] += 2


@kernel
def count_all_wins(
    hole: NDArray[np.uint8], full: NDArray[np.uint8], known: int, counts: NDArray[np.int64]
) -> None:
    """Do ``count_wins`` at hold'em for all combos: by pairs of ranks, then corrections for suits.

    Args:
        hole: (2,) uint8 the hand's cards.
        full: (n, 5) uint8 whole boards without those.
        known: number of first cards shared by all boards.
        counts: (1326, 2) int64 zeros; written as by ``count_wins``, undefined for combos that share
            a card with the hand or the known cards.
    """
    wins = np.zeros(169, np.int64)
    points = np.zeros(169, np.int64)
    on_board = np.empty(13, np.int64)
    for row in range(full.shape[0]):
        key, mask, held, suits = KEY_START, MASK_START, 0, 0
        on_board[:] = 0
        for i in range(5):
            card = int(np.int64(full[row, i]))
            key += int(CARD_KEYS[card])
            mask += int(CARD_MASKS[card])
            held |= 1 << card
            suits += 1 << 4 * (card & 3)
            on_board[card >> 2] += 1
        suit = -1
        for i in range(4):
            if suits >> 4 * i & 15 >= 3:
                suit = i
        own = key_strength(
            key + int(CARD_KEYS[hole[0]]) + int(CARD_KEYS[hole[1]]),
            mask + int(CARD_MASKS[hole[0]]) + int(CARD_MASKS[hole[1]]),
        )
        # Cards of a suit without a possible flush represent all of their rank.
        plain = 1 if suit == 0 else 0
        for high in range(13):
            first = 4 * high + plain
            for low in range(high + 1):
                point = 0  # five of a rank have no strength
                if max(on_board[high], on_board[low]) <= (2 if high == low else 3):
                    cards = int(CARD_KEYS[first]) + int(CARD_KEYS[4 * low + plain])
                    other_hand = rank_strength(key + cards)
                    point = int(own > other_hand) + int(own >= other_hand)
                points[13 * high + low] = point
                wins[13 * high + low] += point
        for i in range(known, 5):
            card = int(np.int64(full[row, i]))
            for other in range(52):
                if other == card or (held >> other & 1 and other < card):
                    continue
                counts[_combo(card, other), 0] -= points[_ranks(card, other)]
                counts[_combo(card, other), 1] -= 2
        if suit < 0:
            continue
        # With three of a suit on the board two more are needed, else one.
        both = suits >> 4 * suit & 15 == 3
        for first in range(suit, 52, 4):
            if held >> first & 1:
                continue
            for second in range(suit if both else 0, 52, 4 if both else 1):
                if held >> second & 1 or (second & 3 == suit and second >= first):
                    continue
                point = _points(own, key, mask, first, second)
                counts[_combo(first, second), 0] += point - points[_ranks(first, second)]
    for high in range(1, 52):
        for low in range(high):
            counts[_combo(high, low), 0] += wins[_ranks(high, low)]
            counts[_combo(high, low), 1] += 2 * full.shape[0]


@kernel
def write_chances(
    counts: NDArray[np.int64],
    masks: NDArray[np.int64],
    held: int,
    turned: bool,
    chances: NDArray[np.float64],
) -> None:
    """Write equities from counts of wins.

    Args:
        counts: (m, 2) as ``count_wins`` adds them up.
        masks: (m,) sums of the CARD_MASKS of the hands.
        held: the same of all cards held; hands that share one have equity 0.
        turned: whether to write the other hand's equity.
        chances: (m,) written.
    """
    for i in range(masks.shape[0]):
        chances[i] = 0.0
        if masks[i] & held == 0:
            chance = counts[i, 0] / max(counts[i, 1], 1)
            chances[i] = 1.0 - chance if turned else chance


@borrowing_kernel
def _points(own: int, key: int, mask: int, first: int, second: int) -> int:
    """Return 2 if a strength is more than that of two cards on a board, 1 if it is the same."""
    other = key_strength(
        key + int(CARD_KEYS[first]) + int(CARD_KEYS[second]),
        mask + int(CARD_MASKS[first]) + int(CARD_MASKS[second]),
    )
    return int(own > other) + int(own >= other)


@borrowing_kernel
def _combo(first: int, second: int) -> int:
    """Combo of two cards."""
    high, low = max(first, second), min(first, second)
    return high * (high - 1) // 2 + low


@borrowing_kernel
def _ranks(first: int, second: int) -> int:
    """Index of the ranks of two cards."""
    return 13 * (max(first, second) >> 2) + (min(first, second) >> 2)
