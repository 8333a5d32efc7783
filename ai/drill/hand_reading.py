"""Hand reading: an engine's range for the opponent, and how close a guess is."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ai.drill.deals import DealtSpot
from ai.reading.reach import RangeReader, Weights
from engine.cards import Card
from engine.game import Game
from engine.jobs import JobControl
from engine.policy import blocked


def possible(game: Game, board: Sequence[Card], hole: Sequence[Card]) -> Weights:
    """Return the hands that the opponent can hold: (num_combos,) float64, 1 or 0."""
    return (~blocked(game, (*board, *hole))).astype(np.float64)


def normalised(weights: Weights, can_be: Weights) -> Weights:
    """Return the probability of each combo (num_combos,), sum 1; all 0 for an empty range.

    ``weights``: (num_combos,) of a range, 0 or more. ``can_be``: (num_combos,) of ``possible``.
    """
    shares: Weights = weights * can_be
    total = shares.sum()
    return shares / total if total > 0.0 else shares


def posterior(
    dealt: DealtSpot, reader: RangeReader, control: JobControl | None = None
) -> Weights | None:
    """Return the posterior over the opponent's hands, by an engine.

    Exact if both play as the engine: its reach of the line, with card removal for the board and the
    player's own hand. Returns (num_combos,) float64, sum 1; None where the engine never plays the
    line.
    """
    spot = dealt.spot
    reach = reader.reach(spot, control)
    held = normalised(reach.weights[1 - spot.to_act], possible(spot.game, spot.board, dealt.hole))
    return None if reach.misses or not held.any() else held


def overlap(one: Weights, other: Weights) -> float:
    """Return the overlap of two ranges: the sum of the smaller probabilities, 0 to 1.

    1 less this is their total variation distance. ``one``: (num_combos,) probabilities, sum 1.
    """
    return float(np.minimum(one, other).sum())
