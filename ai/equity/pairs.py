"""All-in equity of every combo against one known hand."""

from __future__ import annotations

from functools import cache

import numpy as np

from ai.equity.hand_equity import MOST_RUNOUTS, Weights, count_chances
from ai.equity.matchups import combo_matrix
from engine.cards import Card
from engine.combos import combo_index
from engine.game import Game


def pair_equities(
    game: Game, other: tuple[Card, ...], board: tuple[Card, ...], most: int = MOST_RUNOUTS
) -> Weights:
    """Return the equity of every combo against one hand: (num_combos,) float64, read-only.

    0 for blocked combos. In hold'em it is exact on every street unless limited by ``most``: preflop
    by a table, later over all runouts.

    Args:
        game: the game.
        other: the hand's cards, in any order.
        board: the cards on the board; those of one street in any order.
        most: if there are more postflop runouts, this many are sampled, deterministically.
    """
    hole, cards = tuple(sorted(other)), tuple(sorted(board))
    if not cards and game.is_heads_up_holdem:
        equities: Weights = _against()[combo_index(hole)]
        return equities
    return count_chances(game, hole, cards, most, turned=True)


@cache
def _against() -> Weights:
    """Equity of each combo (second) against each hand (first): (1326, 1326), read-only."""
    equities = np.ascontiguousarray(combo_matrix().T)
    equities.setflags(write=False)
    return equities
