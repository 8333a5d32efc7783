"""Reading a rival's range: an engine's range at a spot, and the closeness of a guess."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ai.drill.deals import Dealt
from ai.reach import RangeReader, Weights
from engine.cards import Card
from engine.game import Game
from engine.jobs import JobControl
from engine.policy import blocked


def possible(game: Game, board: Sequence[Card], hole: Sequence[Card]) -> Weights:
    """Return the possible hands of the other of two players: (num_combos,) float64, 1 or 0."""
    return (~blocked(game, (*board, *hole))).astype(np.float64)


def normalised(weights: Weights, can_be: Weights) -> Weights:
    """Return the chance of each combo (num_combos,), sum 1; all 0 where nothing is left.

    Args:
        weights: (num_combos,) of a range, 0 or more.
        can_be: (num_combos,) of ``possible``.
    """
    shares: Weights = weights * can_be
    total = shares.sum()
    return shares / total if total > 0.0 else shares


def posterior(
    dealt: Dealt, reader: RangeReader, control: JobControl | None = None
) -> Weights | None:
    """Return the chance of each hand of the other of two players, by an engine.

    Exact where both play as it does: its reach of the line, without the combos that share a card
    with the board or the player's own hand.

    Args:
        dealt: a decision with the cards of its player.
        reader: asks the engine.
        control: to stop.

    Returns:
        (num_combos,) float64, sum 1; None where the engine never plays the line.

    Raises:
        CancelledError: if stopped.
        PokerError: any error of the engine.
    """
    spot = dealt.spot
    reach = reader.reach(spot, control)
    found = normalised(reach.weights[1 - spot.to_act], possible(spot.game, spot.board, dealt.hole))
    return None if reach.misses or not found.any() else found


def overlap(one: Weights, other: Weights) -> float:
    """Return how much two ranges have in common: the sum of the smaller chances, 0 to 1.

    1 less this is their total variation distance.

    Args:
        one: (num_combos,) chances, sum 1.
        other: likewise.
    """
    return float(np.minimum(one, other).sum())
