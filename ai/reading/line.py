"""Betting lines: nodes, events of a hand, own decisions, and their reach under a strategy.

Reach is stored for all the player's combos: the opponent's actions and the cards dealt do not
depend on the combo.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from itertools import combinations
from typing import Protocol

import numpy as np

from ai.reading.reach import Weights
from engine.cards import Card
from engine.combos import num_combos
from engine.game import Game
from engine.jobs import JobControl
from engine.player import Action, PublicState, Strategy
from engine.tree import BettingTree

_MOST_LINES = 20_000
"""Most lines that are cached."""


class Answers(Protocol):
    """A strategy that can be queried, such as a ``RangeReader``."""

    def answer(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """The strategy of every combo of the player to act."""
        ...


class BettingNode:
    """A node of the betting, without a board, with cached facts; shared by all lines through it.

    ``spot``: the public state without its board. ``node``: the node of ``tree`` after the line, -1
    if it has none. ``to_act``: position to act, -1 where the betting is over.
    """

    def __init__(self, spot: PublicState, tree: BettingTree | None = None, node: int = -1) -> None:
        self.spot = self._on = spot
        self.tree, self.node = tree, node
        self.to_act, self.street, self.finished = spot.to_act, spot.street, spot.finished
        self._after: dict[Action, BettingNode] = {}
        self._asked: Sequence[Action] = ()
        self._children: list[BettingNode] = []

    @classmethod
    def start(cls, game: Game, tree: BettingTree | None = None) -> BettingNode:
        """The root."""
        return cls(PublicState(game, (), ()), tree, -1 if tree is None else 0)

    def on(self, board: tuple[Card, ...]) -> PublicState:
        """The node on a board; fast when repeated."""
        if self._on.board != board:
            self._on = self.spot.on(board)
        return self._on

    def after(self, action: Action) -> BettingNode:
        """The node after an action.

        Raises IllegalActionError if the rulebook does not allow the action.
        """
        child = self._after.get(action)
        if child is None:
            node = -1
            if self.tree is not None and action in self._menu:
                node = int(self.tree.first_child[self.node]) + self._menu.index(action)
            child = self._after[action] = BettingNode(self.spot.after(action), self.tree, node)
        return child

    def children(self, actions: Sequence[Action]) -> list[BettingNode]:
        """Return the nodes after each of some actions; fast when repeated."""
        if actions is not self._asked:
            self._asked, self._children = actions, [self.after(action) for action in actions]
        return self._children

    def count(self) -> int:
        """Return the number of nodes cached from here on."""
        return 1 + sum(place.count() for place in self._after.values())

    @cached_property
    def _menu(self) -> tuple[Action, ...]:
        return () if self.tree is None or self.node < 0 else self.tree.actions_at(self.node)

    @cached_property
    def spent(self) -> tuple[int, ...]:
        """Chips that each position has put in."""
        return tuple(self.spot.spent(seat) for seat in range(self.spot.game.num_players))

    @cached_property
    def matched(self) -> int:
        """Chips that all have put in, without uncalled ones."""
        return min(self.spent)

    @cached_property
    def boards(self) -> tuple[int, ...]:
        """The board sizes of the streets up to here, in order."""
        game = self.spot.game
        street = game.num_rounds - 1 if self.spot.showdown else self.street
        return tuple(size for size in game.board_sizes[: street + 1] if size)


@dataclass(frozen=True)
class Decision:
    """One decision of the player. ``spot``: the decision, with the board as it was."""

    spot: PublicState
    action: Action


@dataclass(frozen=True)
class PlayerLine:
    """A hand as one player played it up to a spot, with any cards.

    ``spot``: the end, with the board as dealt. ``decisions``: its own, in order.
    """

    spot: PublicState
    seat: int
    decisions: tuple[Decision, ...]

    @classmethod
    def of(cls, spot: PublicState, seat: int) -> PlayerLine:
        """Return the line to a spot."""
        events = events_of(BettingNode.start(spot.game), spot.actions)
        return cls(spot, seat, decisions_of(events, seat, spot.board))

    def played(self, strategy: Answers, control: JobControl | None = None) -> PlayedLine:
        """Return a strategy's reach of the line with every combo.

        Raises any error of the strategy.
        """
        answers = tuple(strategy.answer(one.spot, control) for one in self.decisions)
        size = num_combos(len(self.spot.game.deck), self.spot.game.num_hole)
        kind = answers[0].probabilities.dtype if answers else np.dtype(np.float64)
        # Dividing plain integers would give floats instead of fractions.
        reach = [np.full(size, Fraction(1) if kind.kind == "O" else 1, kind)]
        for one, answer in zip(self.decisions, answers, strict=True):
            reach.append(reach[-1] * column(answer, one.action))
        return PlayedLine(answers, tuple(reach))


@dataclass(frozen=True)
class PlayedLine:
    """A line as played by a strategy.

    ``reach``: (num_combos,) float64 before each decision, and at the end: the player's own reach.
    """

    answers: tuple[Strategy, ...]
    reach: tuple[Weights, ...]


def column(answer: Strategy, action: Action) -> Weights:
    """Return the probability of an action for each combo (num_combos,); 0 if not on the menu."""
    if action not in answer.actions:
        return np.zeros_like(answer.probabilities[:, 0])
    chosen: Weights = answer.probabilities[:, answer.actions.index(action)]
    return chosen


def boards_after(spot: PublicState, size: int, other: tuple[Card, ...]) -> list[PublicState]:
    """Return a node with every possible board of a size, given the opponent's cards."""
    game, board = spot.game, spot.board
    free = [card for card in game.deck if card not in board and card not in other]
    return [spot.on((*board, *cards)) for cards in combinations(free, size - len(board))]


@dataclass(frozen=True, slots=True)
class HandEvent:
    """A decision, or the next cards of the board.

    ``action``: the action taken; None for cards. ``cards``: cards on the board afterwards; 0 for a
    decision.
    """

    place: BettingNode
    action: Action | None
    cards: int


def events_of(start: BettingNode, actions: tuple[Action, ...]) -> tuple[HandEvent, ...]:
    """Return all events of a finished hand, for any cards."""
    here, events, shown = start, [], 0
    for action in (*actions, None):
        for size in here.boards:
            if shown < size:
                events.append(HandEvent(here, None, size))
                shown = size
        if action is not None:
            events.append(HandEvent(here, action, 0))
            here = here.after(action)
    return tuple(events)


def decisions_of(
    events: tuple[HandEvent, ...], seat: int, board: tuple[Card, ...]
) -> tuple[Decision, ...]:
    """Return a seat's own decisions among the events of a hand, on a board."""
    decisions, shown = [], 0
    for event in events:
        shown = max(shown, event.cards)
        if event.action is not None and event.place.to_act == seat:
            decisions.append(Decision(event.place.on(board[:shown]), event.action))
    return tuple(decisions)


class EventLines:
    """Cached terminals and events of betting lines."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._start = BettingNode.start(game)
        self._known: dict[tuple[Action, ...], tuple[BettingNode, tuple[HandEvent, ...]]] = {}

    def of(self, actions: tuple[Action, ...]) -> tuple[BettingNode, tuple[HandEvent, ...]]:
        """Return the terminal and events of a line, for any cards."""
        line = self._known.get(actions)
        if line is None:
            if len(self._known) >= _MOST_LINES:
                self._known, self._start = {}, BettingNode.start(self._game)
            line = reduce(BettingNode.after, actions, self._start), events_of(self._start, actions)
            self._known[actions] = line
        return line
