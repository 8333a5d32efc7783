"""Exact EV of one hand on the turn or river when both players follow a blueprint.

Every line of the blueprint's tree and every river is enumerated, against the whole range. Files
store no values of these streets; range against range takes seconds there, one hand some
milliseconds.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.blueprint._continuation import onward_worths
from ai.blueprint.blueprint import Blueprint
from ai.reading.reach import Weights
from engine.cards import NUM_CARDS, Card
from engine.combos import NUM_HOLDEM_COMBOS, combo_index
from engine.equity import ALL_COMBOS, rank_combos
from engine.policy import blocked

_NOTHING = 1e-7
"""Fraction of the heaviest hand's reach below which hands are pruned."""
FIRST_CARDS = 4
"""Number of board cards from which on this is fast enough."""


def onward_evs(
    blueprint: Blueprint, node: int, board: tuple[Card, ...], hole: tuple[Card, ...], rival: Weights
) -> NDArray[np.float64]:
    """Return the EV of each action at a decision for one hand, in chips from here on.

    Args:
        blueprint: of heads-up hold'em; both players follow it.
        node: the decision in its tree.
        board: four or five cards, as dealt.
        hole: the hand to act.
        rival: (1326,) reach of the opponent's hands.

    Returns:
        (actions,) float64, NaN where the opponent's reach is 0.
    """
    tree, cards = blueprint.tree, blueprint.cards
    game = blueprint.game
    live = np.where(blocked(game, (*board, *hole)), 0.0, rival)
    held = np.flatnonzero(live > _NOTHING * live.max())
    combo, worths = combo_index(hole, game.deck), np.empty(int(tree.num_actions[node]))
    here = cards.rows_on(board)
    rivers: list[tuple[Card, ...]] = []
    if len(board) == FIRST_CARDS:
        taken = {*board, *hole}
        rivers = [(*board, card) for card in range(NUM_CARDS) if card not in taken]
    later = [cards.rows_on(one) for one in rivers]
    ahead = np.stack([_ahead(one, combo, held) for one in rivers or [board]])
    onward_worths(
        blueprint.columns, blueprint.offsets, blueprint.probabilities, float(game.dead), node,
        int(here[combo]), here[held], np.array([rows[combo] for rows in later], np.int32),
        np.array([rows[held] for rows in later], np.int32).reshape(len(rivers), len(held)), ahead,
        live[held], worths,
    )  # fmt: skip
    evs: NDArray[np.float64] = worths + float(tree.spent[node, tree.actor[node]])
    return evs


def _ahead(board: tuple[Card, ...], combo: int, held: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return 1 where a combo wins on a complete board, 0.5 where it ties, else 0."""
    strengths = np.zeros(NUM_HOLDEM_COMBOS, np.int32)
    rank_combos(np.array(board, np.uint8), ALL_COMBOS, strengths, np.empty_like(ALL_COMBOS))
    compared: NDArray[np.float64] = (np.sign(strengths[combo] - strengths[held]) + 1.0) / 2.0
    return compared
