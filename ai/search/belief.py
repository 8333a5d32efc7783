"""Beliefs of a search: probabilities of hidden cards at a spot.

By Bayes' rule the probability of a deal of both hands and the board is that of dealing it, times
the reach of both hands: the product of their players' probabilities of the actions so far. The rest
of the board is dealt, too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from ai.reading.reach import RangeReader, Weights, visible
from ai.search.search import arena_of
from engine.agent import Agent
from engine.combos import combo_cards, num_combos
from engine.game import Game
from engine.jobs import JobControl
from engine.player import PublicState
from engine.policy import blocked, board_index, boards

Ranges = Callable[[PublicState, JobControl | None], Weights]
"""The believed ranges of both players at a spot: (2, num_combos) float64."""


def uniform_ranges(game: Game) -> Weights:
    """Return uniform ranges: (2, num_combos) float64."""
    return np.ones((2, num_combos(len(game.deck), game.num_hole)))


def ranges_of(reader: RangeReader, spot: PublicState, control: JobControl | None = None) -> Weights:
    """Return the ranges of an engine's strategy at a spot: (2, num_combos) float64.

    An action that no hand of a range takes leaves the range unchanged.
    """
    return visible((reader.reach(spot, control),))[0]


def ranges_by(agent: Agent) -> Ranges:
    """Return a function from spots to the ranges of an engine's strategy.

    Raises EngineError if it has none.
    """
    return partial(ranges_of, RangeReader(agent))


def deal_weights(spot: PublicState, ranges: Weights) -> NDArray[np.float64]:
    """Return unnormalised probabilities of the arena's cells at a spot.

    Args:
        spot: a decision of a small game.
        ranges: (2, num_combos) float64, the reach of both players' combos.

    Returns:
        (cells,) float64, 0 for deals that do not fit the board.

    Raises:
        GameError: if the game has other than two players, or is too large.
    """
    game, arena = spot.game, arena_of(spot.game)
    deals, lanes = arena.deals, arena.cells.lanes.astype(np.int64)
    classes, last = deals.num_classes, game.num_rounds - 1
    # Cells are numbered by the class of the board, then of both hands.
    numbers = lanes[:, last] * classes + lanes[:, -1] % classes
    hands = combo_cards(game.deck, game.num_hole)
    apart = ~(hands[:, None, :, None] == hands[None, :, None, :]).any(axis=(2, 3))
    pairs = deals.class_of_combo[:, None] * classes + deals.class_of_combo[None, :]
    joint = np.where(apart, ranges[0][:, None] * ranges[1][None, :], 0.0)
    weights = np.zeros(len(numbers))
    for index, whole in boards(game, last):
        if board_index(game, whole[: len(spot.board)]) != board_index(game, spot.board):
            continue
        free = ~blocked(game, whole)
        possible = apart & free[:, None] & free[None, :]
        board = int(deals.board_class[last][index])
        cells = np.searchsorted(numbers, board * classes**2 + pairs[possible])
        np.add.at(weights, cells, joint[possible])
    return weights
