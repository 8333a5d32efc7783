"""Features of hole cards by enumeration of every opponent on every board."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import comb

import numpy as np

from ai.abstraction.canonical import NUM_BOARDS, canonical_board, canonical_boards
from ai.abstraction.cards import shipped_abstraction
from ai.abstraction.tables import BucketTables
from engine.combos import CLASS_OF_COMBO, NUM_HOLDEM_COMBOS, combo_cards
from engine.evaluator import strengths


def wins(hole: Sequence[int], board: Sequence[int]) -> np.ndarray:
    """Score of a hand against each opponent on a full board: 2, 1 or 0; -1 if they share a card."""
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


def tables_on(boards: Iterable[Sequence[int]]) -> BucketTables:
    """The shipped tables, exact only on some rivers and their turns; whole ones take a minute."""
    cards = shipped_abstraction()
    found = {size: np.zeros((NUM_BOARDS[size], NUM_HOLDEM_COMBOS), np.uint16) for size in (4, 5)}
    for board in boards:
        for size, table in found.items():
            number, _ = canonical_board(list(board[:size]))
            canonical = canonical_boards(size).cards[number : number + 1]
            table[number] = cards.rows_of_all(canonical)[0]
    return BucketTables(cards.num_rows, cards.arrays["flop"], found[4], found[5])
