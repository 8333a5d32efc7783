"""Equity by enumeration of every pair of hands on every board."""

from itertools import combinations, product

import numpy as np

from engine.combos import combo_cards
from engine.evaluator import strengths


def totals(hero, villain, board):
    """Weight of deals the hero wins, ties and loses; for few hands or few missing cards."""
    cards = combo_cards().tolist()
    result = np.zeros(3)
    for ours, theirs in product(np.flatnonzero(hero), np.flatnonzero(villain)):
        held = {*cards[ours], *cards[theirs], *board}
        if len(held) < 4 + len(board):
            continue
        deck = [card for card in range(52) if card not in held]
        boards = [(*board, *runout) for runout in list(combinations(deck, 5 - len(board)))]
        left = strengths(np.array([(*cards[ours], *full) for full in boards], dtype=np.uint8))
        right = strengths(np.array([(*cards[theirs], *full) for full in boards], dtype=np.uint8))
        weight = hero[ours] * villain[theirs]
        result += weight * np.array(
            [np.sum(left > right), np.sum(left == right), np.sum(left < right)]
        )
    return tuple(result.tolist())
