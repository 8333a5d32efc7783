"""A model of how one opponent behaves, learned hand by hand."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.opponent import _kernels
from ai.opponent.exact import ExactSituations
from ai.opponent.hands import check_record, decisions_of
from ai.opponent.parameters import DEFAULT, Parameters
from ai.opponent.prior import StrengthAgent
from ai.opponent.situations import Situations, situations_of
from ai.opponent.state import Header, load_arrays, save_arrays
from ai.reach import Weights
from engine.combos import combo_cards, combo_index
from engine.errors import EngineError, RecordMismatchError
from engine.game import Game
from engine.player import Action, ActionKind, Agent, PublicState, SeatRecord, Strategy
from engine.policy import blocked

CAUTION = 2.0
"""How much more evidence than the next longer memory one needs for an equal weight, in nats."""
_KEPT_BYTES = 8_000_000
LEAST = 1e-9
"""Least chance that a memory gave a hand: one surprise does not rule it out for good."""


@dataclass(frozen=True)
class Learned:
    """What was seen of an opponent in one situation.

    Attributes:
        situation: which.
        words: the same in words.
        times: how often it acted there.
        seen: (3,) float64: parts of them in which it folded, called or checked, and raised or bet.
        expected: (3,) float64: what the prior expected with the cards it held, or may have held.
    """

    situation: int
    words: str
    times: int
    seen: Weights
    expected: Weights


class Plan(NamedTuple):
    """What a seat did in a hand, decision by decision, as the learning kernel reads it.

    Attributes:
        situations: (steps,).
        kinds: (steps,) what it did.
        taken: (steps, kinds) the kinds that are taken for the same action there.
        classes: (steps, num_combos), -1 where the board blocks a combo.
        prior: (steps, num_combos) the prior's chance of what it did.
        expected: (steps, num_combos, 3) the prior's chances to fold, call and raise.
    """

    situations: NDArray[np.int64]
    kinds: NDArray[np.int64]
    taken: NDArray[np.bool_]
    classes: NDArray[np.int32]
    prior: Weights
    expected: Weights


class BehaviourModel:
    """How one opponent acts with each hand in each situation.

    Args:
        game: the game, at any depth of its family.
        prior: what is expected before anything is known; None is by strength of hands.
        parameters: what it learns by.

    Attributes:
        game: the game.
        parameters: what it learns by.
        situations: what it counts by.
        hands: finished hands learned from.
    """

    def __init__(
        self, game: Game, prior: Agent | None = None, parameters: Parameters = DEFAULT
    ) -> None:
        self.game = game
        self.parameters = parameters
        self.situations: Situations = situations_of(game)
        self.hands = 0
        self._prior_agent: Agent = StrengthAgent() if prior is None else prior
        self._strength_agent = StrengthAgent()
        lives = parameters.memories
        self._fade = np.array([1.0 if life == inf else 0.5 ** (1.0 / life) for life in lives])
        kinds, known = self.situations.num_kinds, self.situations
        self._caution = -CAUTION * np.argsort(np.argsort(-np.array(lives), kind="stable"))
        self._fine = np.zeros((len(lives), known.num_situations, known.num_classes, kinds))
        self._wide = np.zeros((len(lives), known.num_groups, known.num_group_classes, kinds))
        self._evidence = np.zeros(len(lives))
        self._seen = np.zeros((known.num_situations, len(ActionKind)))
        self._expected = np.zeros_like(self._seen)
        self._lean = np.zeros(self._fine.shape[::2])
        self._learned = np.zeros((len(lives), known.num_classes, kinds))
        cards, deck = combo_cards(game.deck, game.num_hole), np.array(game.deck, np.uint8)
        self._holders = (cards == deck[:, None, None]).any(axis=2)
        self._whole_prior: Weights | None = None
        least = min(lives)
        self._forget = 1.0 if least == inf else 0.5 ** (1.0 / least)
        self._plans: OrderedDict[tuple[object, ...], Plan | None] = OrderedDict()
        self._plan_bytes = 0
        self._priors: OrderedDict[tuple[object, ...], Weights] = OrderedDict()
        self._bytes = 0

    def likelihood(self, spot: PublicState, action: Action) -> Weights:
        """Chance that each combo does what an action is counted as: (num_combos,), 0 if blocked.

        Raises:
            PokerError: if it is no decision of this family of games.
        """
        _, places = self.situations.actions(spot)
        place = int(places[self.situations.kind(spot, action)])
        column: Weights = self._chances(spot)[:, place]
        return column

    def responses(self, spot: PublicState) -> Weights:
        """Chance that each combo folds, calls or raises: (num_combos, 3), 0 where blocked.

        Raises:
            PokerError: if it is no decision of this family of games.
        """
        actions, _ = self.situations.actions(spot)
        return by_kind(actions, self._chances(spot))

    def answer(self, spot: PublicState) -> Strategy:
        """The model as an engine: one action for each kind; rows sum to 1, 0 where blocked.

        Raises:
            PokerError: if it is no decision of this family of games.
        """
        actions, _ = self.situations.actions(spot)
        return Strategy(actions, self._chances(spot), note=f"learned from {self.hands:,} hands")

    def whole(self) -> Weights:
        """All that the model expects in a game whose decisions are its situations.

        Returns:
            (num_situations, num_classes, num_kinds) float64. Rows sum to 1 over the kinds that a
            decision allows.

        Raises:
            EngineError: if the game is too large for that.
        """
        if self._whole_prior is None:
            self._whole_prior = self._ask_everywhere()
        found = np.empty_like(self._whole_prior)
        known = self.situations
        _kernels.fill_whole(
            self._fine,
            self._wide,
            known.groups,
            known.group_class,
            self.parameters.strength,
            self.trust(),
            self._whole_prior,
            found,
        )
        return found

    def learn(self, record: SeatRecord, seat: int) -> None:
        """Learn from one finished hand what a seat did.

        Args:
            record: the hand as its own seat saw it.
            seat: whose actions are learned from.

        Raises:
            PokerError: if the record contradicts the rules; nothing has changed then.
        """
        weights = self._possible(record, seat)
        plan = self._plan(record.spot, seat)
        if plan is not None:
            known = self.situations
            foretold = np.zeros(len(self._fade))
            _kernels.learn_hand(
                self._fine,
                self._wide,
                self._seen,
                self._expected,
                known.groups,
                known.group_class,
                self.parameters.strength,
                self._fade,
                self.trust(),
                *plan,
                weights,
                foretold,
            )
            self._evidence *= self._forget
            self._evidence += np.log(np.maximum(foretold, LEAST))
            self._evidence -= self._evidence.max()
        self.hands += 1

    def summary(self) -> list[Learned]:
        """What was seen of the opponent, the commonest situations first."""
        times = self._seen.sum(axis=1)
        order = np.argsort(-times, kind="stable")[: int((times > 0).sum())]
        return [
            Learned(
                situation,
                self.situations.words(situation),
                int(times[situation]),
                self._seen[situation] / times[situation],
                self._expected[situation] / times[situation],
            )
            for situation in order.tolist()
        ]

    def save_state(self) -> dict[str, Any]:
        """What was learned, as plain data and arrays."""
        return save_arrays(self._header(), self._arrays())

    def load_state(self, state: dict[str, Any]) -> None:
        """Take up what ``save_state`` gave.

        Raises:
            EngineError: if it is no such state, or one of another family of games or of other
                memories; nothing has changed then.
        """
        self.hands = load_arrays(state, self._header(), self._arrays())

    def _header(self) -> Header:
        return Header(self.situations.key, self.hands, self.parameters.memories)

    def _arrays(self) -> dict[str, Weights]:
        """All that is learned but the number of hands."""
        return {
            "fine": self._fine,
            "wide": self._wide,
            "evidence": self._evidence,
            "seen": self._seen,
            "expected": self._expected,
        }

    def trust(self) -> Weights:
        """Weight of each memory, by how well it foretold: (memories,), sums to 1."""
        odds = np.exp(self._evidence + self._caution)
        found: Weights = odds / odds.sum()
        return found

    def _tables(self, situation: int) -> tuple[Weights, Weights]:
        """Chances as ``lean * prior + learned`` of each memory; overwritten by the next call."""
        known = self.situations
        _kernels.fill_tables(
            self._fine,
            self._wide,
            situation,
            known.groups,
            known.group_class,
            self.parameters.strength,
            self._lean,
            self._learned,
        )
        return self._lean, self._learned

    def _chances(self, spot: PublicState) -> Weights:
        """Chance of each representative action: (num_combos, actions), 0 where blocked."""
        known = self.situations
        situation, classes = known.situation(spot), known.classes_on(spot)
        actions, places = known.actions(spot)
        prior = self._prior(spot)
        lean, learned = self._tables(situation)
        trust = self.trust()
        by_kind = np.tensordot(trust, learned, 1)
        by_place = np.zeros((len(by_kind), len(actions)))
        np.add.at(by_place.T, places, by_kind.T)
        found: Weights = (trust @ lean)[classes][:, None] * prior + by_place[classes]
        found[classes < 0] = 0.0
        return found

    def _plan(self, spot: PublicState, seat: int) -> Plan | None:
        """What a seat did on the way to a spot, None if it did nothing."""
        key = (spot.game, spot.actions, spot.board, seat)
        if key in self._plans:
            self._plans.move_to_end(key)
            return self._plans[key]
        known = self.situations
        where, kinds, taken, classes, prior, expected = [], [], [], [], [], []
        for decision in decisions_of(spot, seat):
            here, kind = decision.spot, known.kind(decision.spot, decision.action)
            actions, places = known.actions(here)
            where.append(known.situation(here))
            kinds.append(kind)
            taken.append(places == places[kind])
            classes.append(known.classes_on(here))
            prior.append(self._prior(here)[:, places[kind]])
            expected.append(by_kind(actions, self._prior(here)))
        plan = None
        if where:
            plan = Plan(*map(np.array, (where, kinds, taken, classes, prior, expected)))
        self._plans[key] = plan
        if plan is not None:
            self._plan_bytes += sum(array.nbytes for array in plan)
        while self._plan_bytes > _KEPT_BYTES:
            _, old = self._plans.popitem(last=False)
            self._plan_bytes -= 0 if old is None else sum(array.nbytes for array in old)
        return plan

    def _prior(self, spot: PublicState) -> Weights:
        """The prior's chances of each representative action: (num_combos, actions)."""
        key = (spot.game, spot.actions, spot.board)
        found = self._priors.get(key)
        if found is None:
            found = self._ask_prior(spot)
            self._priors[key] = found
            self._bytes += found.nbytes
            while self._bytes > _KEPT_BYTES:
                self._bytes -= self._priors.popitem(last=False)[1].nbytes
        else:
            self._priors.move_to_end(key)
        return found

    def _ask_prior(self, spot: PublicState) -> Weights:
        try:
            reply = self._prior_agent.strategy(spot)
        except EngineError:  # other rules, such as another depth, than the prior was made for
            reply = self._strength_agent.strategy(spot)
        actions, places = self.situations.actions(spot)
        found = np.zeros((len(reply.probabilities), len(actions)))
        for action, column in zip(reply.actions, reply.probabilities.T, strict=True):
            found[:, places[self.situations.kind(spot, action)]] += column
        free = ~blocked(spot.game, spot.board)
        total = found.sum(axis=1)
        sound = np.isfinite(total) & (total > 0.0) & (found >= 0.0).all(axis=1)
        found[~sound] = 1.0 / len(actions)
        found[sound] /= total[sound, None]
        found[~free] = 0.0
        return found

    def _ask_everywhere(self) -> Weights:
        """The prior in every situation of a small game; equal hands have the mean of theirs."""
        known = self.situations
        if not isinstance(known, ExactSituations):
            raise EngineError(f"{self.game.title} has too many decisions to list them")
        found = np.zeros(self._fine.shape[1:])
        for situation in range(known.num_situations):
            spot = known.spot(situation)
            actions, _ = known.actions(spot)
            rows, classes = self._prior(spot), known.classes_on(spot)
            for class_ in set(classes.tolist()) - {-1}:
                mean = rows[classes == class_].mean(axis=0)
                for action, chance in zip(actions, mean, strict=True):
                    found[situation, class_, known.kind(spot, action)] = chance
        return found

    def _possible(self, record: SeatRecord, seat: int) -> Weights:
        """Combos that a seat may have held, as the record's seat knows: (num_combos,) 0 or 1."""
        spot = record.spot
        if situations_of(spot.game).key != self.situations.key:
            raise EngineError(f"a hand of {spot.game.title} says nothing about this game")
        check_record(record)
        if not 0 <= seat < spot.game.num_players:
            raise RecordMismatchError(f"there is no seat {seat} in {spot.game.title}")
        deck, own = spot.game.deck, record.holes[seat]
        if own is not None:
            found = np.zeros(self._holders.shape[1])
            found[combo_index(own, deck)] = 1.0
            return found
        seen = [*spot.board, *(card for hole in record.holes if hole for card in hole)]
        gone = self._holders[[deck.index(card) for card in seen]].any(axis=0)
        return np.asarray(~gone, np.float64)


def by_kind(actions: Sequence[Action], chances: Weights) -> Weights:
    """Chances (n, actions) of actions as chances to fold, call and raise: (n, 3)."""
    found = np.zeros((len(chances), len(ActionKind)))
    for action, column in zip(actions, chances.T, strict=True):
        found[:, int(action.kind)] += column
    return found
