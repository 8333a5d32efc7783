"""Winning chances of two open hands."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from engine.cards import Card
from engine.combos import NUM_HOLDEM_COMBOS, combo_index
from engine.equity import equity
from engine.evaluator import showdown_strength
from engine.game import Game


def win_share(
    game: Game, first: Sequence[Card], second: Sequence[Card], board: Sequence[Card]
) -> float:
    """Return the share of all boards to come on which the first hand wins, ties counted half.

    Args:
        game: the game; its deck determines the cards to come.
        first: hole cards of one hand.
        second: hole cards of the other.
        board: the board so far.
    """
    if game.is_part_of_holdem:
        weights = np.zeros((2, NUM_HOLDEM_COMBOS))
        for row, hole in enumerate((first, second)):
            weights[row, combo_index(hole)] = 1.0
        return equity(weights[0], weights[1], board).equity
    seen = {*first, *second, *board}
    left = [card for card in game.deck if card not in seen]
    missing = game.board_sizes[-1] - len(board)
    points = total = 0
    for cards in combinations(left, missing):
        mine, other = (
            int(showdown_strength(np.array((*hole, *board, *cards), np.uint8)))
            for hole in (first, second)
        )
        points += 2 if mine > other else int(mine == other)
        total += 2
    return points / total
