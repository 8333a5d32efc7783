"""Features of hole cards, computed the obvious way: every opponent on every board, one by one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb

import numpy as np

from engine.combos import CLASS_OF_COMBO, NUM_HOLDEM_COMBOS, combo_cards
from engine.evaluator import strengths


def wins(hole: Sequence[int], board: Sequence[int]) -> np.ndarray:
    """Points of a hole against each opponent on a full board: 2, 1 or 0, -1 if it shares a card."""
    cards = combo_cards()
    free = np.flatnonzero(~np.isin(cards, [*hole, *board]).any(axis=1))
    own = strengths(np.array([[*hole, *board]], np.uint8))[0]
    full = np.tile(np.array(board, np.uint8), (len(free), 1))
    their = strengths(np.concatenate([cards[free], full], axis=1))
    points = np.full(NUM_HOLDEM_COMBOS, -1)
    points[free] = 2 * (own > their) + (own == their)
    return points


def runout_feature(hole: Sequence[int], board: Sequence[int]) -> list[int]:
    """On how many of 1,081 runouts the win rate is 1/33, 2/33, ... 32/33 or more."""
    deck = [card for card in range(52) if card not in {*hole, *board}]
    missing = 5 - len(board)
    totals = []
    for runout in combinations(deck, missing):
        points = wins(hole, [*board, *runout])
        totals.append(points[points >= 0].sum())
    scale = {1: 22, 2: 1}[missing]
    assert len(totals) == comb(len(deck), missing)
    # 990 opponents give 1,980 points, 33 times 60.
    return [scale * sum(total >= 60 * step for total in totals) for step in range(1, 33)]


def river_feature(hole: Sequence[int], board: Sequence[int], clusters: np.ndarray) -> list[int]:
    """Win rate against each cluster of opponents, in 1/1000 rounded down."""
    points = wins(hole, board)
    met = points >= 0
    feature = []
    for cluster in range(8):
        here = met & (clusters[CLASS_OF_COMBO] == cluster)
        if not here.any():
            here = met
        feature.append(int(500 * points[here].sum() // here.sum()))
    return feature
