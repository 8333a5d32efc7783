"""Beliefs about an opponent's cards from its actions, by Bayes' rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ai.opponent.model import BehaviourModel
from ai.reading.line import PlayerLine
from ai.reading.reach import Weights
from engine.cards import Card
from engine.combos import num_combos
from engine.game import Game
from engine.player import Action, PublicState
from engine.policy import blocked


@dataclass(frozen=True)
class Stage:
    """An action of the seat and its information gain.

    Attributes:
        place: index of the action in the spot's line.
        chance: probability of the action over the hands of ``before``.
        before: (num_combos,) float64 before it, on the board of that moment; sums to 1.
        after: the same after it.
        bits: entropy before less entropy after; negative where uncertainty grows.
    """

    place: int
    chance: float
    before: Weights
    after: Weights
    bits: float


@dataclass(frozen=True)
class Belief:
    """A distribution over a seat's combos.

    ``weights``: (num_combos,) float64, sums to 1; 0 for combos with a card of the board or known.
    ``stages``: the seat's actions, in order.
    """

    weights: Weights
    stages: tuple[Stage, ...]

    def without(self, game: Game, cards: Sequence[Card]) -> Weights:
        """Return the weights given dead cards; zeros if those exclude all combos."""
        return _normalised(np.where(blocked(game, cards), 0.0, self.weights))


Likelihood = Callable[[PublicState, Action], Weights]
"""Returns the probability that each combo takes an action at a decision: (num_combos,)."""


def belief(
    model: BehaviourModel, spot: PublicState, seat: int, known: Sequence[Card] = ()
) -> Belief:
    """Return the belief about a seat's cards at a spot, by a model of it.

    The weight of an unblocked combo is the product of the model's likelihoods of each action, no
    less than the floor, to the power of the temper. With temper 1 and floor 0 that is Bayes' rule.
    ``known``: dead cards, such as the observer's own. Raises PokerError if the spot is not of the
    model's family of games.
    """
    floor, temper = model.parameters.floor, model.parameters.temper

    return posterior(
        lambda here, action: np.maximum(model.likelihood(here, action), floor) ** temper,
        spot,
        seat,
        known,
    )


def posterior(
    likelihood: Likelihood, spot: PublicState, seat: int, known: Sequence[Card] = ()
) -> Belief:
    """Return the belief about a seat's cards by Bayes' rule.

    An action impossible with every remaining combo is ignored.
    """
    game = spot.game
    product = np.ones(num_combos(len(game.deck), game.num_hole))
    product[blocked(game, known)] = 0.0
    stages = []
    for decision in PlayerLine.of(spot, seat).decisions:
        here = decision.spot
        product[blocked(game, here.board)] = 0.0
        before = _normalised(product)
        chance = likelihood(here, decision.action)
        after = product * chance
        if after.any():
            product = after / after.max()
        now = _normalised(product)
        told = entropy(before) - entropy(now)
        stages.append(Stage(len(here.actions), float(before @ chance), before, now, told))
    product[blocked(game, spot.board)] = 0.0
    return Belief(_normalised(product), tuple(stages))


def entropy(weights: Weights) -> float:
    """Entropy of a distribution in bits."""
    held = weights[weights > 0.0]
    return float(-(held * np.log2(held)).sum())


def _normalised(product: Weights) -> Weights:
    total = product.sum()
    return product / total if total > 0.0 else product
