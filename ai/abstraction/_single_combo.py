"""Kernels of the features of ``_features.py`` for one combo on one board.

Opponents are counted by pairs of ranks: where no flush is possible, suits affect only their number.
With three or more cards of a suit on the board, opponents with that suit are counted separately.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.abstraction._features import (
    NUM_STEPS,
    STEP,
    TURN_SCALE,
    sum_steps,
    write_river_feature,
)
from engine.combos import combo_cards
from engine.evaluator import (
    CARD_KEYS,
    CARD_MASKS,
    KEY_START,
    MASK_START,
    key_strength,
    rank_strength,
)
from engine.jit import borrowing_kernel

_LOW_CARDS, _HIGH_CARDS = (np.ascontiguousarray(cards) for cards in combo_cards().T)
_NUM_BITS = np.array([bin(suits).count("1") for suits in range(16)], np.int64)
_RANK_KEYS = CARD_KEYS[np.arange(0, 52, 4)].astype(np.int64)


@borrowing_kernel
def _class_of(high: int, low: int, suited: bool) -> int:
    """Class of two ranks in grid order."""
    return 13 * (12 - high) + 12 - low if suited else 13 * (12 - low) + 12 - high


@borrowing_kernel
def count_opponents(
    board: NDArray[np.uint8], combo: int, words: NDArray[np.int64]
) -> tuple[int, int, int, int]:
    """Count opponents that a combo beats (two for each) or ties (one), and all it can meet.

    Args:
        board: (5,) uint8, without a card of the combo.
        combo: the combo.
        words: (169, 2) int64: what an opponent of each class adds to the two sums.

    Returns:
        The two sums of wins, and the two over all opponents.
    """
    key, mask = KEY_START, MASK_START
    free = (1 << 52) - 1
    suits = 0
    for i in range(5):
        card = int(np.int64(board[i]))
        key += int(CARD_KEYS[card])
        mask += int(CARD_MASKS[card])
        free &= ~(1 << card)
        suits += 1 << 4 * (card & 3)
    low, high = int(np.int64(_LOW_CARDS[combo])), int(np.int64(_HIGH_CARDS[combo]))
    free &= ~(1 << low | 1 << high)
    own = key_strength(
        key + int(CARD_KEYS[low]) + int(CARD_KEYS[high]),
        mask + int(CARD_MASKS[low]) + int(CARD_MASKS[high]),
    )
    suit, num_suited = 0, 0
    for i in range(4):
        if suits >> 4 * i & 15 > num_suited:
            suit, num_suited = i, suits >> 4 * i & 15
    in_suit = 1 << suit
    # Opponents with a flush in the board's suit: with 3 of it those with two, with 4 those with
    # one, with 5 all; excluded from the counts by rank.
    outside = ~in_suit if num_suited >= 4 else -1
    strength = key_strength(key, mask) if num_suited == 5 else 0
    wins_first = wins_second = all_first = all_second = 0
    for rank in range(13):
        held = free >> 4 * rank & 15 & outside
        count = int(_NUM_BITS[held])
        rank_key = key + int(_RANK_KEYS[rank])
        for other in range(rank + 1):
            if other == rank:
                num_suited_pairs, num_others = 0, count * (count - 1) // 2
            else:
                there = free >> 4 * other & 15 & outside
                both = held & there
                num_suited_pairs = int(_NUM_BITS[both])
                num_others = count * int(_NUM_BITS[there]) - num_suited_pairs
                if num_suited == 3:
                    num_suited_pairs -= both >> suit & 1
            if num_suited_pairs + num_others == 0:
                continue  # five of a rank have no strength to look up
            if num_suited < 5:
                strength = rank_strength(rank_key + int(_RANK_KEYS[other]))
            factor = int(own > strength) + int(own >= strength)
            same = _class_of(rank, other, True)
            apart = _class_of(rank, other, False)
            first = num_suited_pairs * int(words[same, 0]) + num_others * int(words[apart, 0])
            second = num_suited_pairs * int(words[same, 1]) + num_others * int(words[apart, 1])
            all_first += first
            all_second += second
            wins_first += factor * first
            wins_second += factor * second
    if num_suited < 3:
        return wins_first, wins_second, all_first, all_second
    for rank in range(13):
        if not free >> 4 * rank & in_suit:
            continue
        card = 4 * rank + suit
        card_key, card_mask = key + int(CARD_KEYS[card]), mask + int(CARD_MASKS[card])
        for other in range(rank):
            if free >> 4 * other & in_suit:
                second_card = 4 * other + suit
                strength = key_strength(
                    card_key + int(CARD_KEYS[second_card]),
                    card_mask + int(CARD_MASKS[second_card]),
                )
                factor = int(own > strength) + int(own >= strength)
                same = _class_of(rank, other, True)
                all_first += int(words[same, 0])
                all_second += int(words[same, 1])
                wins_first += factor * int(words[same, 0])
                wins_second += factor * int(words[same, 1])
        if num_suited >= 4:
            first = second = 0
            for other in range(13):
                count = int(_NUM_BITS[free >> 4 * other & 15 & ~in_suit])
                apart = _class_of(max(rank, other), min(rank, other), False)
                first += count * int(words[apart, 0])
                second += count * int(words[apart, 1])
            strength = key_strength(card_key, card_mask)
            factor = int(own > strength) + int(own >= strength)
            all_first += first
            all_second += second
            wins_first += factor * first
            wins_second += factor * second
    return wins_first, wins_second, all_first, all_second


@borrowing_kernel
def write_single_turn(
    board: NDArray[np.uint8],
    combo: int,
    ones: NDArray[np.int64],
    full: NDArray[np.uint8],
    features: NDArray[np.uint16],
    row: int,
) -> None:
    """Do ``fill_runout_features`` of a turn for one combo.

    Args:
        board: (4,) uint8, without a card of the combo.
        combo: the combo.
        ones: (169, 2) int64, 1 and 0 for each class.
        full: (5,) uint8 scratch.
        features: (n, NUM_STEPS) uint16.
        row: of ``features`` to write.
    """
    held = 1 << np.int64(_LOW_CARDS[combo]) | 1 << np.int64(_HIGH_CARDS[combo])
    for i in range(4):
        full[i] = board[i]
        held |= 1 << np.int64(board[i])
    for step in range(NUM_STEPS):
        features[row, step] = 0
    for river in range(52):
        if held >> river & 1:
            continue
        full[4] = river
        step = min(count_opponents(full, combo, ones)[0] // STEP, NUM_STEPS)
        if step > 0:
            features[row, step - 1] += 1
    scale: Any = np.int64(TURN_SCALE)
    sum_steps(features, row, scale)


@borrowing_kernel
def write_single_river(
    board: NDArray[np.uint8],
    combo: int,
    words: NDArray[np.int64],
    features: NDArray[np.uint16],
    row: int,
) -> None:
    """Do ``fill_river_features`` for one combo; write ``row`` of ``features``."""
    wins_first, wins_second, all_first, all_second = count_opponents(board, combo, words)
    write_river_feature((wins_first, wins_second), (all_first, all_second), features, row)
