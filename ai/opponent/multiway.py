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

from ai.equity.multiway import MultiwayDecision, layers
from ai.equity.winnings import Stakes
from ai.opponent import _samples
from ai.opponent.belief import belief
from ai.opponent.learner import RowsAgent, best_rows
from ai.opponent.model import BehaviourModel, learned_note
from ai.opponent.montecarlo import Floats, never_empty, raises, standard_error, stream_number
from ai.opponent.parameters import DEFAULT, OpponentModelParameters
from ai.reading.reach import Weights
from engine.agent import Agent
from engine.combos import combo_cards, num_combos
from engine.equity import make_sampler
from engine.errors import EngineError
from engine.evaluator import showdown_strength
from engine.game import Game
from engine.jobs import JobControl
from engine.player import (
    CALL,
    FOLD,
    PublicState,
    Strategy,
    raise_to,
)
from engine.rng import rng_state
from engine.wording import Wording


def choices(spot: PublicState) -> MultiwayDecision:
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
    return MultiwayDecision(actions, np.array(totals, np.float64) - put, others, stakes)


def folding(spot: PublicState, asked: MultiwayDecision, models: Sequence[BehaviourModel]) -> Floats:
    """Return each opposing hand's probability of folding: (opponents, combos, non-folds)."""
    parts, game = [], spot.game
    size = num_combos(len(game.deck), game.num_hole)
    for seat, model in zip(asked.others, models, strict=True):
        columns = []
        for action in asked.actions[asked.first :]:
            here = spot.after(action)  # those before the seat fold, or check for free
            while not here.finished and here.street == spot.street and here.to_act != seat:
                here = here.after(FOLD if here.legal.fold else CALL)
            faces = not here.finished and here.street == spot.street and here.legal.fold
            columns.append(model.responses(here)[:, 0] if faces else np.zeros(size))
        parts.append(np.stack(columns, axis=1))
    return np.stack(parts)


@dataclass(frozen=True)
class OpponentDeals:
    """Opponents' possible hands, and the results of showdowns with one hand of the player.

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


def all_deals(spot: PublicState, combo: int, beliefs: Sequence[Floats]) -> OpponentDeals:
    """Every deal of a game of single cards, with its probability by Bayes' rule.

    Beliefs that together exclude all of them are ignored: then all are equally likely. ``beliefs``:
    (num_combos,) of each opponent, up to a factor.
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
        ours, *theirs = (
            showdown_strength(np.array((card, *board), np.uint8)) for card in (own, *cards[:count])
        )
        ends.append([int(ours > other) + int(ours >= other) for other in theirs])
        weights.append(np.prod([one[combo] for one, combo in zip(beliefs, held, strict=True)]))
    chances = np.array(weights, np.float64)
    if not chances.any():
        chances[:] = 1.0
    chances /= chances.sum()
    return OpponentDeals(np.array(met, np.int64), np.array(ends, np.int8), chances, drawn=0)


def drawn_deals(
    spot: PublicState, combo: int, samplers: Floats, samples: int, seed: int
) -> OpponentDeals:
    """Random deals of hold'em, determined by beliefs, board, number of actions, seed and hand."""
    met = np.empty((samples, len(samplers)), np.int64)
    ends = np.empty(met.shape, np.int8)
    key = rng_state(seed, stream_number(spot))[0]
    board = np.array(spot.board, np.uint8)
    _samples.sample_deals(combo, samplers, board, key, met, ends)
    return OpponentDeals(met, ends, np.full(samples, 1.0 / samples), drawn=samples)


def samplers_of(spot: PublicState, beliefs: Sequence[Floats]) -> Floats:
    """Return the samplers of each opponent's hand: (opponents, combos, columns)."""
    return np.stack([make_sampler(never_empty(one, spot)) for one in beliefs])


def worth(asked: MultiwayDecision, folds: Floats, deals: OpponentDeals) -> Floats:
    """Mean and standard error of each action over deals, in chips from now on: (2, actions)."""
    sums, squares = np.zeros((2, len(asked.costs)))
    _samples.value_deals(deals.met, deals.ends, deals.weights, folds, asked.stakes, sums, squares)
    evs = np.zeros((2, len(asked.actions)))
    evs[0, asked.first :] = sums - asked.costs
    if deals.drawn:
        evs[1, asked.first :] = standard_error(sums, squares * deals.drawn, deals.drawn)
    return evs


class SeveralModelAgent(RowsAgent):
    """An engine that models each opponent by hand class, and best-responds to all.

    Each opponent's actions in a hand yield a belief about its cards, and actions are evaluated
    against these beliefs; the best one is always chosen. Thread-safe. ``has_ranges``: whether its
    full-range strategy may be queried: in hold'em that takes half a minute.
    """

    def __init__(
        self,
        name: str,
        game: Game,
        prior: Agent,
        parameters: OpponentModelParameters = DEFAULT,
        seed: int = 0,
    ) -> None:
        super().__init__(name, game, prior, parameters, seed)
        self.has_ranges = not game.is_holdem

    def _rows(
        self, spot: PublicState, combos: NDArray[np.int64], control: JobControl | None
    ) -> Strategy:
        if spot.finished:
            raise EngineError("'{name}' has no answer where the betting is over", name=self.name)
        asked, players = choices(spot), spot.game.num_players
        with self.lock:
            steps = [(seat - spot.to_act) % players for seat in asked.others]
            models = [self.models[step - 1] for step in steps]
            beliefs: list[Weights] = [
                belief(model, spot, seat).weights
                for seat, model in zip(asked.others, models, strict=True)
            ]
            folds = folding(spot, asked, models)
            hands = self.model.hands
        values, error = np.zeros((2, len(combos), len(asked.actions)))
        samples = self.model.parameters.samples if spot.game.is_holdem else 0
        samplers = samplers_of(spot, beliefs) if samples else None
        for row, combo in enumerate(combos.tolist()):
            if control is not None:
                control.check()
                control.progress(row / len(combos))
            if samplers is None:
                deals = all_deals(spot, combo, beliefs)
            else:
                deals = drawn_deals(spot, combo, samplers, samples, self.seed)
            values[row], error[row] = worth(asked, folds, deals)
        counted = Wording("every hand counted")
        if samples:
            counted = Wording("{count:,} samples", count=samples)
        note = str(learned_note(counted, hands))
        return Strategy(asked.actions, best_rows(values), values, error, note)
