"""A model of how one opponent behaves, learned hand by hand."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from math import exp, inf, log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.opponent import _kernels
from ai.opponent.parameters import DEFAULT, Parameters
from ai.opponent.prior import StrengthAgent
from ai.opponent.situations import Situations, situations_of
from ai.reach import Weights
from engine.cards import Card, check_distinct
from engine.combos import combo_index, num_combos
from engine.errors import EngineError, RecordMismatchError
from engine.game import Game
from engine.hand import net_chips
from engine.lines import check_board
from engine.player import Action, ActionKind, Agent, PublicState, SeatRecord, Strategy
from engine.policy import blocked

FORMAT = 1
MAX_COUNT = 1e12
"""Largest count of a state."""
_KEPT_BYTES = 8_000_000
_LEAST = 1e-300


@dataclass(frozen=True)
class Decision:
    """What a seat did once in a hand.

    Attributes:
        spot: the decision, with the board as it was.
        action: what it did.
    """

    spot: PublicState
    action: Action


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
        self._fine = np.zeros((len(lives), known.num_situations, known.num_classes, kinds))
        self._wide = np.zeros((len(lives), known.num_groups, known.num_group_classes, kinds))
        self._evidence = np.zeros(len(lives))
        self._lean = np.zeros(self._fine.shape[::2])
        self._learned = np.zeros((len(lives), known.num_classes, kinds))
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
        chances = self._chances(spot)
        found = np.zeros((len(chances), len(ActionKind)))
        for place, action in enumerate(actions):
            found[:, int(action.kind)] += chances[:, place]
        return found

    def answer(self, spot: PublicState) -> Strategy:
        """The model as an engine: one action for each kind; rows sum to 1, 0 where blocked.

        Raises:
            PokerError: if it is no decision of this family of games.
        """
        actions, _ = self.situations.actions(spot)
        return Strategy(actions, self._chances(spot), note=f"learned from {self.hands:,} hands")

    def learn(self, record: SeatRecord, seat: int) -> None:
        """Learn from one finished hand what a seat did.

        Args:
            record: the hand as its own seat saw it.
            seat: whose actions are learned from.

        Raises:
            PokerError: if the record contradicts the rules; nothing has changed then.
        """
        weights = self._possible(record, seat)
        decisions = list(decisions_of(record.spot, seat))
        known, memories = self.situations, len(self._fade)
        trust = self._trust()
        each = np.tile(weights / weights.sum(), (memories, 1))
        weights = weights.copy()
        steps = []
        for decision in decisions:
            spot = decision.spot
            situation, kind = known.situation(spot), known.kind(spot, decision.action)
            classes = known.classes_on(spot)
            chances = self._by_memory(spot, situation, classes, kind)
            each *= chances
            weights *= trust @ chances
            steps.append((situation, classes, kind))
        total = float(weights.sum())
        foretold = each.sum(axis=1)
        if decisions:
            fade = self._fade[:, None, None, None]
            self._fine *= fade
            self._wide *= fade
            self._evidence *= self._evidence_fade()
            self._evidence += np.log(np.maximum(foretold, _LEAST))
            self._evidence -= self._evidence.max()
            if total > 0.0:
                weights /= total
                for situation, classes, kind in steps:
                    self._count(situation, classes, kind, weights)
        self.hands += 1

    def save_state(self) -> dict[str, Any]:
        """What was learned, as plain data and arrays."""
        return {
            "format": FORMAT,
            "key": self.situations.key,
            "hands": self.hands,
            "memories": list(self.parameters.memories),
            "fine": self._fine.copy(),
            "wide": self._wide.copy(),
            "evidence": self._evidence.copy(),
        }

    def load_state(self, state: dict[str, Any]) -> None:
        """Take up what ``save_state`` gave.

        Raises:
            EngineError: if it is no such state, or one of another family of games or of other
                memories; nothing has changed then.
        """
        arrays = {"fine": self._fine, "wide": self._wide, "evidence": self._evidence}
        if not isinstance(state, dict) or set(state) != {
            *("format", "key", "hands", "memories"),
            *arrays,
        }:
            raise EngineError("this is not what was learned about an opponent")
        if state["format"] != FORMAT:
            raise EngineError("what was learned about this opponent is of another version")
        if state["key"] != self.situations.key:
            raise EngineError("what was learned about this opponent is of another game")
        hands, lives = state["hands"], state["memories"]
        if list(lives) != list(self.parameters.memories):
            raise EngineError("what was learned about this opponent has other memories")
        if type(hands) is not int or not 0 <= hands <= MAX_COUNT:
            raise EngineError("what was learned about this opponent has an impossible count")
        for name, own in arrays.items():
            given = state[name]
            if (
                not isinstance(given, np.ndarray)
                or given.dtype != np.float64
                or given.shape != own.shape
                or not np.isfinite(given).all()
                or (np.abs(given) > MAX_COUNT).any()
            ):
                raise EngineError("what was learned about this opponent is damaged")
        if (state["fine"] < 0).any() or (state["wide"] < 0).any() or (state["evidence"] > 0).any():
            raise EngineError("what was learned about this opponent is damaged")
        for name, own in arrays.items():
            own[...] = state[name]
        self.hands = hands

    def _trust(self) -> Weights:
        """Weight of each memory, by how well it foretold: (memories,), sums to 1."""
        odds = np.exp(self._evidence - self._evidence.max())
        found: Weights = odds / odds.sum()
        return found

    def _evidence_fade(self) -> float:
        """What is left of the evidence after a hand."""
        least = min(self.parameters.memories)
        return 1.0 if least == inf else exp(-log(2.0) / least)

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
        trust = self._trust()
        by_kind = np.tensordot(trust, learned, 1)
        by_place = np.zeros((len(by_kind), len(actions)))
        np.add.at(by_place.T, places, by_kind.T)
        found: Weights = (trust @ lean)[classes][:, None] * prior + by_place[classes]
        found[classes < 0] = 0.0
        return found

    def _by_memory(
        self, spot: PublicState, situation: int, classes: NDArray[np.int32], kind: int
    ) -> Weights:
        """Chance of what was done, by each memory: (memories, num_combos), 0 where blocked."""
        _, places = self.situations.actions(spot)
        place = places[kind]
        lean, learned = self._tables(situation)
        column = learned[:, :, places == place].sum(axis=2)
        found: Weights = lean[:, classes] * self._prior(spot)[:, place] + column[:, classes]
        found[:, classes < 0] = 0.0
        return found

    def _count(
        self, situation: int, classes: NDArray[np.int32], kind: int, weights: Weights
    ) -> None:
        known = self.situations
        free = classes >= 0
        parts = np.bincount(classes[free], weights[free], known.num_classes)
        self._fine[:, situation, :, kind] += parts
        wide = np.bincount(known.group_class[situation], parts, known.num_group_classes)
        for group in known.groups[situation]:
            self._wide[:, group, :, kind] += wide

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

    def _possible(self, record: SeatRecord, seat: int) -> Weights:
        """Combos that a seat may have held, as the record's seat knows: (num_combos,) 0 or 1."""
        spot = record.spot
        if situations_of(spot.game).key != self.situations.key:
            raise EngineError(f"a hand of {spot.game.title} says nothing about this game")
        check_record(record)
        game, own = spot.game, record.holes[seat]
        found = np.zeros(num_combos(len(game.deck), game.num_hole))
        if own is not None:
            found[combo_index(own, game.deck)] = 1.0
            return found
        cards: list[Card] = list(spot.board)
        for hole in record.holes:
            cards += hole or ()
        found[~blocked(game, cards)] = 1.0
        return found


def decisions_of(spot: PublicState, seat: int) -> Iterator[Decision]:
    """What a seat did on the way to a spot."""
    here = PublicState(spot.game, (), ())
    for action in spot.actions:
        if here.to_act == seat:
            board = spot.board[: spot.game.board_sizes[here.street]]
            yield Decision(PublicState(spot.game, here.actions, board, here.betting), action)
        here = here.after(action)


def check_record(record: SeatRecord) -> None:
    """Check a finished hand as one seat saw it.

    Raises:
        PokerError: saying what cannot be.
    """
    spot, game = record.spot, record.spot.game
    if not spot.finished:
        raise RecordMismatchError("the record stops before the hand is over")
    if len(record.holes) != game.num_players or len(record.payoffs) != game.num_players:
        raise RecordMismatchError(f"{game.title} has {game.num_players} players")
    check_board(game, game.num_rounds - 1 if spot.showdown else spot.street, spot.board)
    shown = [hole for hole in record.holes if hole is not None]
    check_distinct([*spot.board, *(card for hole in shown for card in hole)])
    for hole in shown:
        if len(hole) != game.num_hole or not game.deck_set.issuperset(hole):
            raise RecordMismatchError(f"these are no cards of {game.title}")
    hidden = any(hole is None and not spot.folded(place) for place, hole in enumerate(record.holes))
    if not (spot.showdown and hidden):
        due = net_chips(spot, record.holes)
        if due != tuple(record.payoffs):
            raise RecordMismatchError(f"the payoffs are {due}, not {record.payoffs}")
    elif sum(record.payoffs) != game.dead:
        raise RecordMismatchError("the payoffs do not add up")
