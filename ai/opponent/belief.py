"""Beliefs about an opponent's cards from its actions: Bayes' rule, action by action."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ai.opponent.hands import decisions_of
from ai.opponent.model import BehaviourModel
from ai.reach import Weights
from engine.cards import Card
from engine.combos import num_combos
from engine.player import PublicState
from engine.policy import blocked


@dataclass(frozen=True)
class Stage:
    """One action of the seat, and the information in it.

    Attributes:
        place: of the action in the spot's line.
        before: (num_combos,) float64 before it, on the board of that moment; sums to 1.
        after: the same after it.
        bits: entropy before less entropy after; below 0 where the action makes less sure.
    """

    place: int
    before: Weights
    after: Weights
    bits: float


@dataclass(frozen=True)
class Belief:
    """A distribution over a seat's combos.

    Attributes:
        weights: (num_combos,) float64, sums to 1; 0 for combos with a card of the board or known.
        stages: the seat's actions, in order.
    """

    weights: Weights
    stages: tuple[Stage, ...]


def belief(
    model: BehaviourModel, spot: PublicState, seat: int, known: Sequence[Card] = ()
) -> Belief:
    """Return the belief about a seat's cards at a spot, by a model of it.

    The weight of a combo is 1 where board and known cards leave it, times the model's likelihood
    of each action, no less than the floor, to the power of the temper. With temper 1 and floor 0
    that is Bayes' rule. An action that the model thinks impossible with every combo left is
    ignored.

    Args:
        model: of how the seat acts.
        spot: the spot; its board as far as it is dealt.
        seat: the seat.
        known: cards that the seat cannot hold, such as the onlooker's own.

    Raises:
        PokerError: if it is no spot of the model's family of games.
    """
    game, parameters = spot.game, model.parameters
    product = np.ones(num_combos(len(game.deck), game.num_hole))
    product[blocked(game, known)] = 0.0
    stages = []
    for decision in decisions_of(spot, seat):
        here = decision.spot
        product[blocked(game, here.board)] = 0.0
        before = _shares(product)
        chance = np.maximum(model.likelihood(here, decision.action), parameters.floor)
        after = product * chance**parameters.temper
        if after.any():
            product = after / after.max()
        now = _shares(product)
        stages.append(Stage(len(here.actions), before, now, entropy(before) - entropy(now)))
    product[blocked(game, spot.board)] = 0.0
    return Belief(_shares(product), tuple(stages))


def entropy(weights: Weights) -> float:
    """Entropy of a distribution in bits."""
    held = weights[weights > 0.0]
    return float(-(held * np.log2(held)).sum())


def _shares(product: Weights) -> Weights:
    total = product.sum()
    return product / total if total > 0.0 else product
