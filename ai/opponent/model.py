"""A model of one opponent's behaviour, updated hand by hand."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.opponent.counts import Counts, SeatActions
from ai.opponent.exact_situations import ExactSituations
from ai.opponent.parameters import DEFAULT, OpponentModelParameters
from ai.opponent.prior import StrengthAgent
from ai.opponent.situations import Situations, situations_of
from ai.reading.line import PlayerLine
from ai.reading.reach import Weights
from engine.agent import Agent
from engine.cards import check_distinct
from engine.combos import combo_cards, combo_index
from engine.errors import EngineError, RecordMismatchError
from engine.game import Game
from engine.hand import net_chips
from engine.lines import check_board
from engine.player import Action, ActionKind, PublicState, SeatRecord, Strategy
from engine.wording import Wording

FORMAT = 1
MAX_NUMBER = 1e12
"""Largest count, and largest part of the evidence, of a state."""
_WHAT = Wording("the model of this opponent")


@dataclass(frozen=True)
class Header:
    """The header of a state.

    ``key``: of the situations. ``memories``: half-lives of the counts, in hands.
    """

    key: str
    hands: int
    memories: tuple[float, ...]


def save_arrays(header: Header, arrays: Mapping[str, NDArray[np.float64]]) -> dict[str, Any]:
    """A state: copies of the arrays, and the header as plain data."""
    memories = [float(life) for life in header.memories]
    plain = {"format": FORMAT, "key": header.key, "hands": header.hands, "memories": memories}
    return plain | {name: array.copy() for name, array in arrays.items()}


def load_arrays(
    state: Mapping[str, Any], header: Header, arrays: Mapping[str, NDArray[np.float64]]
) -> int:
    """Check a state and copy its arrays into those of a model.

    Returns the number of hands. ``state``: as ``save_arrays`` gave it, or anything else.
    ``header``: of the model; its number of hands does not matter. ``arrays``: of the model, written
    if all is well. Raises EngineError with the reason; nothing was written then.
    """
    names = {"format", "key", "hands", "memories", *arrays}
    if not isinstance(state, Mapping) or set(state) != names:
        raise EngineError("{what} is damaged: it has unexpected or missing parts", what=_WHAT)
    if type(state["format"]) is not int or state["format"] != FORMAT:
        raise EngineError("{what} is from another version of the program", what=_WHAT)
    if not isinstance(state["key"], str) or state["key"] != header.key:
        raise EngineError("{what} is for another game", what=_WHAT)
    memories = state["memories"]
    if not isinstance(memories, list | tuple) or tuple(memories) != header.memories:
        raise EngineError("{what} was saved with different memories", what=_WHAT)
    hands = state["hands"]
    if type(hands) is not int or not 0 <= hands <= MAX_NUMBER:
        raise EngineError("{what} is damaged: its number of hands is invalid", what=_WHAT)
    for name, own in arrays.items():
        given = state[name]
        valid = isinstance(given, np.ndarray) and given.dtype == np.float64
        if valid and given.shape == own.shape:
            signed = -given if name == "evidence" else given  # logarithms of chances
            # NaN compares false.
            valid = bool(((signed >= 0.0) & (signed <= MAX_NUMBER)).all())
        if not valid or given.shape != own.shape:
            raise EngineError("{what} is damaged: its '{name}' is invalid", what=_WHAT, name=name)
    for name, own in arrays.items():
        own[...] = state[name]
    return hands


def check_record(record: SeatRecord) -> None:
    """Check a finished hand as one seat saw it. Raises PokerError naming the contradiction."""
    spot, game = record.spot, record.spot.game
    if not spot.finished:
        raise RecordMismatchError("the record stops before the hand is over")
    if len(record.holes) != game.num_players or len(record.payoffs) != game.num_players:
        raise RecordMismatchError(
            "{title} has {players} players", title=Wording(game.title), players=game.num_players
        )
    check_board(game, game.num_rounds - 1 if spot.showdown else spot.street, spot.board)
    shown = [hole for hole in record.holes if hole is not None]
    check_distinct([*spot.board, *(card for hole in shown for card in hole)])
    for hole in shown:
        if len(hole) != game.num_hole or not game.deck_set.issuperset(hole):
            raise RecordMismatchError("these are not cards of {title}", title=Wording(game.title))
    hidden = any(hole is None and not spot.folded(place) for place, hole in enumerate(record.holes))
    if not (spot.showdown and hidden):
        due = net_chips(spot, record.holes)
        if due != tuple(record.payoffs):
            raise RecordMismatchError(
                "the payoffs are {due}, not {payoffs}", due=due, payoffs=record.payoffs
            )
    elif sum(record.payoffs) != game.dead:
        raise RecordMismatchError("the payoffs do not add up")


_KEPT_BYTES = 4_000_000
"""Most bytes of each of the two caches."""


@dataclass(frozen=True)
class SituationFrequencies:
    """Observed and expected frequencies of an opponent in one situation.

    ``seen``: (3,) float64: observed frequencies of fold, call or check, and raise or bet.
    ``expected``: (3,) float64: the prior's expectation with the cards it held, or may have held.
    """

    situation: int
    words: str
    times: int
    seen: Weights
    expected: Weights


class Asked(NamedTuple):
    """The prior's prediction at a decision.

    ``actions``: one legal action for each kind that it allows. ``places``: (kinds,) index of the
    action that each kind is mapped to. ``chances``: (num_combos, kinds) of their kinds; rows sum to
    1, 0 where blocked.
    """

    actions: tuple[Action, ...]
    places: NDArray[np.int64]
    chances: Weights


class BehaviourModel:
    """A model of one opponent's actions by situation and hand class.

    ``prior``: expectation before any observation; None uses hand strength. ``situations``: the
    classes it counts by.
    """

    def __init__(
        self, game: Game, prior: Agent | None = None, parameters: OpponentModelParameters = DEFAULT
    ) -> None:
        self.game = game
        self.parameters = parameters
        self.situations: Situations = situations_of(game)
        self.hands = 0
        self._prior_agent: Agent = StrengthAgent() if prior is None else prior
        self._strength_agent = StrengthAgent()
        self._counts = Counts(self.situations, parameters)
        cards, deck = combo_cards(game.deck, game.num_hole), np.array(game.deck, np.uint8)
        self._holders = (cards == deck[:, None, None]).any(axis=2)
        self._whole_prior: Weights | None = None
        self._plans: OrderedDict[tuple[object, ...], SeatActions | None] = OrderedDict()
        self._plan_bytes = 0
        self._priors: OrderedDict[tuple[object, ...], Asked] = OrderedDict()
        self._bytes = 0

    def likelihood(self, spot: PublicState, action: Action) -> Weights:
        """Likelihood of an action's kind for each combo: (num_combos,), 0 if blocked.

        Raises PokerError if it is not a decision of this family of games.
        """
        place = int(self._prior(spot).places[self.situations.kind(spot, action)])
        column: Weights = self._chances(spot)[:, place]
        return column

    def responses(self, spot: PublicState) -> Weights:
        """Probability that each combo folds, calls or raises: (num_combos, 3), 0 if blocked.

        Raises PokerError if it is not a decision of this family of games.
        """
        chances = self._chances(spot)
        by_kind = np.zeros((len(chances), len(ActionKind)))
        for action, column in zip(self._prior(spot).actions, chances.T, strict=True):
            by_kind[:, int(action.kind)] += column
        return by_kind

    def answer(self, spot: PublicState) -> Strategy:
        """The model as a strategy: one action for each kind; rows sum to 1, 0 where blocked.

        Raises PokerError if it is not a decision of this family of games.
        """
        note = str(Wording("learned from {count:,} hands", count=self.hands))
        return Strategy(self._prior(spot).actions, self._chances(spot), note=note)

    def whole(self) -> Weights:
        """Return all probabilities of the model in a game whose decisions are its situations.

        Returns (num_situations, num_classes, num_kinds) float64. Rows sum to 1 over the kinds that
        a decision allows. Raises EngineError if the game is too large for that.
        """
        known = self.situations
        if not isinstance(known, ExactSituations):
            raise EngineError(
                "{title} has too many decisions to list them", title=Wording(self.game.title)
            )
        if self._whole_prior is None:  # equivalent hands get their mean
            shape = (known.num_situations, known.num_classes, known.num_kinds)
            self._whole_prior = np.zeros(shape)
            for situation in range(known.num_situations):
                spot = known.spot(situation)
                rows, classes = self._prior(spot).chances, known.classes_on(spot)
                for class_ in set(classes.tolist()) - {-1}:
                    mean = rows[classes == class_].mean(axis=0)
                    self._whole_prior[situation, class_] = mean
        return self._counts.whole(self._whole_prior)

    def learn(self, record: SeatRecord, seat: int) -> None:
        """Learn a seat's actions from one finished hand.

        Raises PokerError if the record contradicts the rules; the model is unchanged then.
        """
        spot = record.spot
        if situations_of(spot.game).key != self.situations.key:
            raise EngineError(
                "a hand of {title} does not apply to this game", title=Wording(spot.game.title)
            )
        check_record(record)
        if not 0 <= seat < spot.game.num_players:
            raise RecordMismatchError(
                "there is no seat {seat} in {title}", seat=seat, title=Wording(spot.game.title)
            )
        deck, own = spot.game.deck, record.holes[seat]
        weights: Weights = np.zeros(self._holders.shape[1])  # of combos it may have held
        if own is not None:
            weights[combo_index(own, deck)] = 1.0
        else:
            seen = [*spot.board, *(card for hole in record.holes if hole for card in hole)]
            gone = self._holders[[deck.index(card) for card in seen]].any(axis=0)
            weights = np.asarray(~gone, np.float64)
        plan = self._plan(record.spot, seat)
        if plan is not None:
            self._counts.learn(plan, weights)
        self.hands += 1

    def summary(self) -> list[SituationFrequencies]:
        """Return the observations of the opponent, commonest situations first."""
        times = self._counts.seen.sum(axis=1)
        order = np.argsort(-times, kind="stable")[: int((times > 0).sum())]
        rows = []
        for at in order.tolist():
            shares = (part[at] / times[at] for part in (self._counts.seen, self._counts.expected))
            rows.append(
                SituationFrequencies(at, self.situations.words(at), int(times[at]), *shares)
            )
        return rows

    def save_state(self) -> dict[str, Any]:
        """Return what was learned, as plain data and arrays."""
        return save_arrays(self._header(), self._counts.arrays())

    def load_state(self, state: dict[str, Any]) -> None:
        """Restore what ``save_state`` returned.

        Raises EngineError if it is invalid, or of another family of games or other memories; the
        model is unchanged then.
        """
        self.hands = load_arrays(state, self._header(), self._counts.arrays())

    def _header(self) -> Header:
        return Header(self.situations.key, self.hands, self.parameters.memories)

    def trust(self) -> Weights:
        """Return the weight of each account of each memory, as ``Counts.trust``."""
        return self._counts.trust()

    def _chances(self, spot: PublicState) -> Weights:
        """Probability of each representative action: (num_combos, actions), 0 where blocked."""
        known = self.situations
        asked = self._prior(spot)
        by_kind = self._counts.chances(known.situation(spot), known.classes_on(spot), asked.chances)
        by_action = np.zeros((len(by_kind), len(asked.actions)))
        for kind, place in enumerate(asked.places.tolist()):
            by_action[:, place] += by_kind[:, kind]
        return by_action

    def _plan(self, spot: PublicState, seat: int) -> SeatActions | None:
        key = (spot.game, spot.actions, spot.board, seat)
        if key in self._plans:
            self._plans.move_to_end(key)
            return self._plans[key]
        known = self.situations
        where, kinds, taken, classes, prior = [], [], [], [], []
        for decision in PlayerLine.of(spot, seat).decisions:
            here, kind = decision.spot, known.kind(decision.spot, decision.action)
            asked = self._prior(here)
            where.append(known.situation(here))
            kinds.append(kind)
            taken.append(asked.places == asked.places[kind])
            classes.append(known.classes_on(here))
            prior.append(asked.chances)
        plan = SeatActions(*map(np.array, (where, kinds, taken, classes, prior))) if where else None
        self._plans[key] = plan
        if plan is not None:
            self._plan_bytes += plan.nbytes
        while self._plan_bytes > _KEPT_BYTES:
            _, old = self._plans.popitem(last=False)
            self._plan_bytes -= 0 if old is None else old.nbytes
        return plan

    def _prior(self, spot: PublicState) -> Asked:
        key = (spot.game, spot.actions, spot.board)
        asked = self._priors.get(key)
        if asked is None:
            try:
                reply = self._prior_agent.strategy(spot)
            except EngineError:  # rules other than the prior's, such as another depth
                reply = self._strength_agent.strategy(spot)
            known = self.situations
            actions, places = known.actions(spot)
            own_kind = [known.kind(spot, action) for action in actions]
            chances = np.zeros((len(reply.probabilities), known.num_kinds))
            for action, column in zip(reply.actions, reply.probabilities.T, strict=True):
                chances[:, own_kind[places[known.kind(spot, action)]]] += column
            total = chances.sum(axis=1)
            sound = np.isfinite(total) & (total > 0.0) & (chances >= 0.0).all(axis=1)
            chances[~sound] = 0.0
            chances[np.ix_(~sound, own_kind)] = 1.0 / len(actions)
            chances[sound] /= total[sound, None]
            chances[known.classes_on(spot) < 0] = 0.0
            asked = self._priors[key] = Asked(actions, places, chances)
            self._bytes += asked.chances.nbytes
            while self._bytes > _KEPT_BYTES:
                self._bytes -= self._priors.popitem(last=False)[1].chances.nbytes
        else:
            self._priors.move_to_end(key)
        return asked


def learned_note(counted: object, hands: int) -> Wording:
    """Return the note of an answer: its source, and the number of hands its model learned from."""
    return Wording("{counted}, {hands:,} hands learned", counted=counted, hands=hands)
