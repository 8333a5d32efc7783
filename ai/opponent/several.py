"""Action EVs against several opponents, with a belief about each one's range.

A deal gives every opponent a hand, without repeated cards: its probability is the product of the
beliefs, which is Bayes' rule for all opponents at once. After the engine's action each opponent
facing a bet folds as often as its model does with that hand, as if those before it had folded; then
there is no further betting. Main and side pots go to the best live hands.

In hold'em deals are sampled; in games with single cards, such as Kuhn and Leduc, all are
enumerated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from ai.equity.several import layers
from ai.equity.winnings import Stakes
from ai.opponent import _several
from ai.opponent.model import BehaviourModel
from ai.opponent.montecarlo import Floats, never_empty, raises, standard_error, stream_number
from engine.cards import Card
from engine.combos import combo_cards, num_combos
from engine.equity import make_sampler
from engine.evaluator import showdown_strength
from engine.player import CALL, FOLD, Action, ActionKind, PublicState, raise_to
from engine.rng import rng_state


@dataclass(frozen=True)
class Choices:
    """The actions of a decision, and the stakes they are played for.

    Attributes:
        actions: fold to a bet, call, raises.
        costs: (actions but a fold,) chips that each costs.
        others: the live opponents, clockwise from the player to act.
        stakes: the stakes of the actions but a fold, by opponent.
    """

    actions: tuple[Action, ...]
    costs: Floats
    others: tuple[int, ...]
    stakes: Stakes

    @property
    def first(self) -> int:
        """Index of the first action other than a fold."""
        return len(self.actions) - len(self.costs)


def choices(spot: PublicState) -> Choices:
    """The actions considered: those against one opponent, ``montecarlo.options``."""
    me, legal = spot.to_act, spot.legal
    put, players = spot.spent(me), spot.game.num_players
    level = put - spot.street_bet(me)
    bets = raises(spot)
    totals = [put + legal.call, *(level + to for to in bets)]
    clockwise = ((me + step) % players for step in range(1, players))
    others = tuple(seat for seat in clockwise if not spot.folded(seat))
    places = np.tile(np.arange(len(others)), (len(totals), 1))
    stakes = Stakes(places, np.ones(places.shape), *layers(spot, totals, others))
    actions = ((FOLD,) if legal.fold else ()) + (CALL, *map(raise_to, bets))
    return Choices(actions, np.array(totals, np.float64) - put, others, stakes)


def folding(spot: PublicState, asked: Choices, models: Sequence[BehaviourModel]) -> Floats:
    """Return each opposing hand's probability of folding: (opponents, combos, non-folds).

    Args: spot: the decision.
    """
    parts, game = [], spot.game
    size = num_combos(len(game.deck), game.num_hole)
    for seat, model in zip(asked.others, models, strict=True):
        columns = []
        for action in asked.actions[asked.first :]:
            there = _reached(spot.after(action), seat, spot.street)
            if there is None or not there.legal.fold:
                columns.append(np.zeros(size))
            else:
                columns.append(model.responses(there)[:, ActionKind.FOLD])
        parts.append(np.stack(columns, axis=1))
    return np.stack(parts)


def _reached(spot: PublicState, seat: int, street: int) -> PublicState | None:
    """The decision of a seat if those before it fold, or check for free; None if it has none."""
    here = spot
    while not here.finished and here.street == street:
        if here.to_act == seat:
            return here
        here = here.after(FOLD if here.legal.fold else CALL)
    return None


@dataclass(frozen=True)
class Deals:
    """Opponents' possible hands, and the results of showdowns with one own hand.

    Attributes:
        met: (deals, opponents) int64 combos.
        ends: (deals, opponents) int8: 0 lost, 1 tied, 2 won.
        weights: (deals,) float64, sum 1.
        drawn: number sampled; 0 where these are all.
    """

    met: NDArray[np.int64]
    ends: NDArray[np.int8]
    weights: Floats
    drawn: int


def all_deals(spot: PublicState, combo: int, beliefs: Sequence[Floats]) -> Deals:
    """Every deal of a game of single cards, with its probability by Bayes' rule.

    Beliefs that together exclude all of them are ignored: then all are equally likely.

    Args:
        spot: the decision.
        combo: the own hand.
        beliefs: (num_combos,) of each opponent, up to a factor.
    """
    game, count = spot.game, len(beliefs)
    missing = game.board_sizes[-1] - len(spot.board)
    own = int(combo_cards(game.deck, 1)[combo, 0])
    left = [card for card in game.deck if card != own and card not in spot.board]
    place = {int(card): at for at, (card,) in enumerate(combo_cards(game.deck, 1).tolist())}
    met, ends, weights = [], [], []
    for cards in permutations(left, count + missing):
        held = [place[card] for card in cards[:count]]
        board = (*spot.board, *cards[count:])
        met.append(held)
        ends.append([_end(own, card, board) for card in cards[:count]])
        weights.append(np.prod([one[combo] for one, combo in zip(beliefs, held, strict=True)]))
    found = np.array(weights, np.float64)
    if not found.any():
        found[:] = 1.0
    return Deals(np.array(met, np.int64), np.array(ends, np.int8), found / found.sum(), drawn=0)


def _end(own: Card, other: Card, board: tuple[Card, ...]) -> int:
    """Return the result of a showdown, as in ``Deals.ends``."""
    ours, theirs = (showdown_strength(np.array((card, *board), np.uint8)) for card in (own, other))
    return int(ours > theirs) + int(ours >= theirs)


def drawn_deals(spot: PublicState, combo: int, samplers: Floats, samples: int, seed: int) -> Deals:
    """Random deals of hold'em, determined by beliefs, board, number of actions, seed and hand.

    Args:
        spot: the decision.
        combo: the own hand.
        samplers: from ``samplers_of``.
        samples: number of samples.
        seed: of the samples.
    """
    met = np.empty((samples, len(samplers)), np.int64)
    ends = np.empty(met.shape, np.int8)
    key = rng_state(seed, stream_number(spot))[0]
    board = np.array(spot.board, np.uint8)
    _several.sample_deals(combo, samplers, board, key, met, ends)
    return Deals(met, ends, np.full(samples, 1.0 / samples), drawn=samples)


def samplers_of(spot: PublicState, beliefs: Sequence[Floats]) -> Floats:
    """Return the samplers of each opponent's hand: (opponents, combos, columns)."""
    return np.stack([make_sampler(never_empty(one, spot)) for one in beliefs])


def worth(asked: Choices, folds: Floats, deals: Deals) -> Floats:
    """Mean and standard error of each action over deals, in chips from now on: (2, actions)."""
    sums, squares = np.zeros((2, len(asked.costs)))
    _several.value_deals(deals.met, deals.ends, deals.weights, folds, asked.stakes, sums, squares)
    found = np.zeros((2, len(asked.actions)))
    found[0, asked.first :] = sums - asked.costs
    if deals.drawn:
        found[1, asked.first :] = standard_error(sums, squares * deals.drawn, deals.drawn)
    return found
