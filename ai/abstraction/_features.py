"""Kernels of card features: distributions of future equity, for all combos on one board at once.

All numbers are integers, so results do not depend on the order of computation.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.combos import CLASS_OF_COMBO, NUM_HOLDEM_COMBOS, combo_cards
from engine.equity.showdown import ALL_COMBOS, rank_combos
from engine.jit import borrowing_kernel, kernel

NUM_STEPS = 32
"""Win rates at which the distribution of a combo's win rate on the river is recorded."""
STEP = 60
"""Units of a step: two for each of 990 opponents beaten, one for a tie; 1,980 make 33 steps."""
TURN_SCALE = 22
"""Factor of counts over the 46 rivers, so that they match the 1,081 runouts of a flop."""
NUM_CLUSTERS = 8
"""Clusters of the opponent's preflop hands against which river hands are compared."""
RIVER_SCALE = 500
"""Half of the win rate of a combo that beats all opponents of a cluster."""
FIELD = 0xFFFF

_LOW_CARDS, _HIGH_CARDS = (np.ascontiguousarray(cards) for cards in combo_cards().T)


@borrowing_kernel
def sum_steps(features: NDArray[np.uint16], row: int, scale: int) -> None:
    """Turn counts of each step into cumulative counts from each step on, times ``scale``."""
    count = 0
    for step in range(NUM_STEPS - 1, -1, -1):
        count += features[row, step]
        features[row, step] = count * scale


@borrowing_kernel
def write_river_feature(
    wins: tuple[int, int], totals: tuple[int, int], features: NDArray[np.uint16], row: int
) -> None:
    """Write win rates from packed counts, four clusters to a word: 0 to 2 RIVER_SCALE."""
    all_wins = all_totals = 0
    for cluster in range(NUM_CLUSTERS):
        shift = 16 * (cluster & 3)
        all_wins += wins[cluster >> 2] >> shift & FIELD
        all_totals += totals[cluster >> 2] >> shift & FIELD
    for cluster in range(NUM_CLUSTERS):
        shift = 16 * (cluster & 3)
        win, total = wins[cluster >> 2] >> shift & FIELD, totals[cluster >> 2] >> shift & FIELD
        # Where card removal leaves no hand of a cluster, all hands represent it.
        if total == 0:
            win, total = all_wins, all_totals
        features[row, cluster] = win * RIVER_SCALE // total


@kernel
def fill_river_features(
    board: NDArray[np.uint8], words: NDArray[np.int64], features: NDArray[np.uint16]
) -> None:
    """Write the win rates of all combos on a full board against each cluster of opponents.

    Args:
        board: (5,) uint8.
        words: (169, 2) int64: 1 in the field of each class's cluster, four fields of 16 bits to a
            word.
        features: (1326, NUM_CLUSTERS) uint16, written except for blocked combos.
    """
    strengths = np.empty(NUM_HOLDEM_COMBOS, np.int32)
    order = np.empty(NUM_HOLDEM_COMBOS, np.uint16)
    num_live = rank_combos(board, ALL_COMBOS, strengths, order)
    # Sums of packed counts: a field never exceeds twice the 1,081 combos in the end, and
    # intermediate borrows cancel.
    below_with, group_with = np.zeros((52, 2), np.int64), np.zeros((52, 2), np.int64)
    wins = np.zeros((NUM_HOLDEM_COMBOS, 2), np.int64)
    first = second = start = 0
    while start < num_live:
        strength = strengths[order[start]]
        group_first = group_second = 0
        stop = start
        while stop < num_live and strengths[order[stop]] == strength:
            combo = order[stop]
            a, b = _LOW_CARDS[combo], _HIGH_CARDS[combo]
            x, y = words[CLASS_OF_COMBO[combo], 0], words[CLASS_OF_COMBO[combo], 1]
            wins[combo, 0] = 2 * (first - below_with[a, 0] - below_with[b, 0])
            wins[combo, 1] = 2 * (second - below_with[a, 1] - below_with[b, 1])
            group_first += x
            group_second += y
            group_with[a, 0] += x
            group_with[a, 1] += y
            group_with[b, 0] += x
            group_with[b, 1] += y
            stop += 1
        for i in range(start, stop):
            combo = order[i]
            a, b = _LOW_CARDS[combo], _HIGH_CARDS[combo]
            x, y = words[CLASS_OF_COMBO[combo], 0], words[CLASS_OF_COMBO[combo], 1]
            wins[combo, 0] += group_first - group_with[a, 0] - group_with[b, 0] + x
            wins[combo, 1] += group_second - group_with[a, 1] - group_with[b, 1] + y
            below_with[a, 0] += x
            below_with[a, 1] += y
            below_with[b, 0] += x
            below_with[b, 1] += y
        for i in range(start, stop):
            group_with[_LOW_CARDS[order[i]]] = 0
            group_with[_HIGH_CARDS[order[i]]] = 0
        first += group_first
        second += group_second
        start = stop
    for i in range(num_live):
        combo = int(np.int64(order[i]))
        a, b = _LOW_CARDS[combo], _HIGH_CARDS[combo]
        x, y = words[CLASS_OF_COMBO[combo], 0], words[CLASS_OF_COMBO[combo], 1]
        totals = (
            first - below_with[a, 0] - below_with[b, 0] + x,
            second - below_with[a, 1] - below_with[b, 1] + y,
        )
        write_river_feature((wins[combo, 0], wins[combo, 1]), totals, features, combo)
