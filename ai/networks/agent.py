"""The engine of trained networks: a full-range strategy on any legal line.

Bets outside the menu are mapped to their neighbours: such a line becomes several weighted ones
(``lines.py``). Where several lines or both networks contribute to an answer, each counts by its
weight times the combo's own reach with it. So the whole is a single strategy that first samples one
of them and then plays it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.agents.base import RowAgent
from ai.blueprint.agent import TRANSLATED
from ai.cfr.agent import is_solvable
from ai.networks.environment import Environment
from ai.networks.hands import IDS
from ai.networks.lines import Row, actions_at, lines, row_before, slot_of, slots_at
from ai.networks.match import NetworkMatch
from ai.networks.parameters import AVERAGE
from ai.networks.play_modes import (
    DecisionInputs,
    Floats,
    Ids,
    Player,
    decision_at,
    shared,
    weighted,
)
from ai.networks.record import ETA, Networks
from ai.networks.table import network_table
from ai.reading.capabilities import Capabilities
from engine.agent import Agent, PolicyTable
from engine.cards import Card
from engine.combos import combo_index
from engine.errors import EngineError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import Action, PublicState, SeatView, Strategy
from engine.policy import blocked
from engine.wording import Wording

ON_MENU = "network"
"""The note of answers on the menu; off-menu answers have the note of a blueprint."""
_MOST_KEPT = 256
"""Most answers cached, and as many inputs: up to 50 kB each for whole ranges."""
_MOST_PLACES = 1024
_FIRST_COMBO = np.zeros(1, np.int64)
_ALL = -1
"""All combos, instead of one."""

_CacheKey = tuple[tuple[Action, ...], tuple[Card, ...], int, bytes, str]
"""Actions, board, combo, ids of a line's actions, and the network."""


class _MappedDecision(NamedTuple):
    """A decision, for any cards.

    Attributes:
        actions: the menu's actions there.
        lines: the lines it is mapped to, each with its weight.
        decisions: the parts that all combos share on each of them.
    """

    actions: tuple[Action, ...]
    lines: tuple[tuple[float, Row], ...]
    decisions: tuple[DecisionInputs, ...]


class _AnswerCache:
    """Networks with a cache of recent answers, reused along a hand.

    Thread-safe: evicted answers are recomputed.

    Args:
        player: the networks.
    """

    def __init__(self, player: Player) -> None:
        self.player = player
        self._cards: dict[tuple[tuple[Card, ...], int], Ids] = {}
        self._answers: dict[_CacheKey, Floats] = {}
        self._out: dict[tuple[Card, ...], NDArray[np.bool_]] = {}
        self._places: dict[tuple[Action, ...], _MappedDecision] = {}

    def cards(self, board: tuple[Card, ...], combo: int) -> Ids:
        """Return the card ids that a combo, or each of all, sees."""
        inputs = self._cards.get((board, combo))
        if inputs is None:
            chosen = None if combo == _ALL else np.array([combo], np.int64)
            inputs = self.player.environment.card_inputs(board, chosen)
            if len(self._cards) >= _MOST_KEPT:
                self._cards = {}
            self._cards[board, combo] = inputs
        return inputs

    def place(self, spot: PublicState) -> _MappedDecision:
        """Return a decision, independent of cards."""
        mapped = self._places.get(spot.actions)
        if mapped is None:
            environment = self.player.environment
            taken = lines(environment, spot)
            mapped = _MappedDecision(
                actions_at(environment, taken[0][1]),
                taken,
                tuple(decision_at(environment, row) for _, row in taken),
            )
            if len(self._places) >= _MOST_PLACES:
                self._places = {}
            self._places[spot.actions] = mapped
        return mapped

    def out(self, board: tuple[Card, ...]) -> NDArray[np.bool_]:
        """Return a mask of blocked combos."""
        out = self._out.get(board)
        if out is None:
            out = blocked(self.player.environment.game, board)
            if len(self._out) >= _MOST_KEPT:
                self._out = {}
            self._out[board] = out
        return out

    def probabilities(
        self,
        spot: PublicState,
        row: Row,
        combo: int,
        mode: str,
        decision: DecisionInputs | None = None,
        worth: Floats | None = None,
    ) -> Floats:
        """Return probabilities of the menu's actions: (combos, actions), read-only.

        Args:
            spot: a decision.
            row: one of its lines.
            combo: of which; ``_ALL`` for all.
            mode: the network that decides.
            decision: the line's, if already known.
            worth: the network's values, if already known.
        """
        key = (spot.actions, spot.board, combo, row[IDS : IDS + len(spot.actions)].tobytes(), mode)
        probabilities = self._answers.get(key)
        if probabilities is None:
            decision = decision or decision_at(self.player.environment, row)
            cards = self.cards(spot.board, combo)
            probabilities = self.player.probabilities(mode, decision, cards, worth)
            if len(self._answers) >= _MOST_KEPT:
                self._answers = {}
            self._answers[key] = probabilities
        return probabilities

    def reach(self, own: list[PublicState], row: Row, combo: int, mode: str) -> Floats | None:
        """Return the player's own reach of a line by combo; None if it made no decision.

        Args:
            own: these decisions.
            row: the line.
            combo: of which; ``_ALL`` for all.
            mode: the network that decided.
        """
        reach: Floats | None = None
        for spot in own:
            before, environment = row_before(row, spot), self.player.environment
            slots = [slot for slot, _ in slots_at(environment, before)]
            column = slots.index(slot_of(environment, row, len(spot.actions)))
            chance = self.probabilities(spot, before, combo, mode)[:, column]
            reach = chance if reach is None else reach * chance
        return reach


class _Question:
    """The answer at one decision.

    Args:
        memory: the networks.
        spot: the decision.
        combo: the combo whose row is wanted; ``_ALL`` for all.
    """

    def __init__(self, memory: _AnswerCache, spot: PublicState, combo: int) -> None:
        self._memory = memory
        self._spot = spot
        self._combo = combo
        self._cards = memory.cards(spot.board, combo)

    def answer(self, with_values: bool) -> Strategy:
        """Mix lines and networks by weight and the player's reach."""
        player, spot = self._memory.player, self._spot
        actions, taken, decisions = self._memory.place(spot)
        note = ON_MENU if len(taken) == 1 else TRANSLATED
        options = [
            (place, mode, share) for place in range(len(taken)) for mode, share in player.modes
        ]
        with_values = with_values and player.has_values
        greedy = any(mode != AVERAGE for mode, _ in player.modes)
        worth = [
            player.values(decision, self._cards) if with_values or greedy else None
            for decision in decisions
        ]
        answers = [
            self._memory.probabilities(
                spot, taken[place][1], self._combo, mode, decisions[place], worth[place]
            )
            for place, mode, _ in options
        ]
        if len(options) == 1:
            values = worth[0] if with_values else None
            return Strategy(actions, answers[0].copy(), values, note=note)
        parts = self._parts([(taken[place], mode, share) for place, mode, share in options])
        values = None
        if with_values:
            each = [worth[place] for place, _, _ in options]
            values = weighted(parts, [one for one in each if one is not None])
        return Strategy(actions, weighted(parts, answers), values, note=note)

    def _parts(self, options: list[tuple[tuple[float, Row], str, float]]) -> list[Floats]:
        """Return the part of each line and network, by combo."""
        count = len(self._cards)
        shares, counts = [], []
        own = self._own()
        for (weight, row), mode, share in options:
            reach = self._memory.reach(own, row, self._combo, mode)
            shares.append(weight * share)
            counts.append(
                np.full(count, weight * share) if reach is None else weight * share * reach
            )
        return shared(counts, shares)

    def _own(self) -> list[PublicState]:
        """Return earlier decisions of the seat to act."""
        game, actions, sizes = self._spot.game, self._spot.actions, self._spot.game.board_sizes
        decisions, here = [], PublicState(game, (), ())
        for action in actions:
            if here.to_act == self._spot.to_act:
                decisions.append(here)
            here = here.after(action)
            board = self._spot.board[: sizes[here.street]]
            here = PublicState(game, here.actions, board, here.betting)
        return decisions


class NetworkAgent(Capabilities, RowAgent):
    """An engine that plays trained networks.

    Args:
        name: identifier in commands.
        environment: gives the networks' inputs and actions their meaning.
        networks: the networks.
        play: one of ``PLAYS``.
        eta: probability with which ``mixed`` plays as ``best``.

    Raises:
        EngineError: if there is no such way to play.
    """

    def __init__(
        self,
        name: str,
        environment: Environment,
        networks: Networks,
        play: str = AVERAGE,
        eta: float = ETA,
    ) -> None:
        self.name = name
        self.environment = environment
        self._networks, self._play = networks, play
        self._whole = partial(network_table, environment, networks, play, eta)
        self._memory = _AnswerCache(Player(environment, networks, play, eta))
        game = environment.game
        for size in game.board_sizes:
            # Compile kernels now, not in the middle of a hand.
            environment.card_inputs(game.deck[:size], _FIRST_COMBO)

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """The strategy of every combo of the player to act, with values where they were learned.

        Raises:
            EngineError: if the spot has other rules, or no player is to act.
        """
        answer = self._ask(spot, _ALL, with_values=True)
        out = self._memory.out(spot.board)
        answer.probabilities[out] = 0.0
        if answer.values is not None:
            answer.values[out] = 0.0
        return answer

    def row(self, view: SeatView) -> Strategy:
        """The answer for one combo, as a single row, without values.

        Raises:
            EngineError: if the spot has other rules, or no player is to act.
        """
        combo = combo_index(view.hole, view.spot.game.deck)
        return self._ask(view.spot, combo, with_values=False)

    def taken_for(
        self, spot: PublicState, action: Action, answer: Strategy
    ) -> tuple[tuple[Action, float], ...]:
        """Return the raises of its menu to which another raise is mapped, with probabilities."""
        if not action.raise_to:
            return ()
        weights: dict[Action, float] = {}
        for weight, row in lines(self.environment, spot.after(action)):
            before = row_before(row, spot)
            slots = [slot for slot, _ in slots_at(self.environment, before)]
            place = slots.index(slot_of(self.environment, row, len(spot.actions)))
            taken = actions_at(self.environment, before)[place]
            weights[taken] = weights.get(taken, 0.0) + weight
        return tuple(weights.items())

    def table(self) -> PolicyTable | None:
        """The whole strategy, in small games."""
        return self._table

    @cached_property
    def _table(self) -> PolicyTable | None:
        return self._whole() if is_solvable(self.environment.game) else None

    def match(
        self, game: Game, agents: Sequence[Agent], seed: int, group: int
    ) -> NetworkMatch | None:
        """Return the match at full speed, in hold'em between averages of one menu and size.

        Args:
            game: the game.
            agents: one for each player, this one among them.
            seed: of all players' draws.
            group: hands with the same deal, with positions rotating.
        """
        place = self.environment
        networks = [
            agent._networks.averages
            for agent in agents
            if isinstance(agent, NetworkAgent)
            and agent._play == AVERAGE
            and agent.environment.key == place.key
        ]
        sizes = {network.sizes for each in networks for network in each}
        alike = len(networks) == len(agents) and len(sizes) == 1
        if game != place.game or not (game.is_holdem and alike):
            return None
        return NetworkMatch(place, networks, seed, group)

    def _ask(self, spot: PublicState, combo: int, with_values: bool) -> Strategy:
        if spot.game != self.environment.game:
            raise EngineError(
                "'{name}' was made for rules other than {title}'s",
                name=self.name,
                title=Wording(spot.game.title),
            )
        if spot.finished:
            raise EngineError("'{name}' has no answer where the betting is over", name=self.name)
        return _Question(self._memory, spot, combo).answer(with_values)
