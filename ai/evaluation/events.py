"""The sequence of events of a hand: decisions and board cards."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, reduce

from ai.reading.line import Decision
from engine.cards import Card
from engine.game import Game
from engine.player import Action, PublicState

_MOST_LINES = 20_000
"""Most lines that are cached."""


class BettingNode:
    """A node of the betting, for any board, shared by all lines through it.

    Args:
        spot: the node, on any board.

    Attributes:
        seat: the seat to act, -1 when the betting is over.
        street: of the decision.
    """

    def __init__(self, spot: PublicState) -> None:
        self._spot = spot
        self._after: dict[Action, BettingNode] = {}
        self.seat = spot.to_act
        self.street = spot.street

    @classmethod
    def start(cls, game: Game) -> BettingNode:
        """The root."""
        return cls(PublicState(game, (), ()))

    def on(self, board: tuple[Card, ...]) -> PublicState:
        """The node on a board."""
        # The same board is often requested several times in a row.
        if self._spot.board != board:
            self._spot = self._spot.on(board)
        return self._spot

    def after(self, action: Action) -> BettingNode:
        """The node after an action.

        Raises:
            IllegalActionError: if the rulebook does not allow the action.
        """
        node = self._after.get(action)
        if node is None:
            node = self._after[action] = BettingNode(self._spot.after(action))
        return node

    @cached_property
    def boards(self) -> tuple[int, ...]:
        """The board sizes of the streets up to here, in order."""
        game = self._spot.game
        street = game.num_rounds - 1 if self._spot.showdown else self.street
        return tuple(size for size in game.board_sizes[: street + 1] if size)


@dataclass(frozen=True, slots=True)
class HandEvent:
    """A decision, or the next cards of the board.

    Attributes:
        place: its node.
        action: the action taken; None for cards.
        cards: cards on the board afterwards; 0 for a decision.
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
        if event.action is not None and event.place.seat == seat:
            decisions.append(Decision(event.place.on(board[:shown]), event.action))
    return tuple(decisions)


class EventLines:
    """Cached terminals and events of betting lines.

    Args:
        game: the game.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._start = BettingNode.start(game)
        self._known: dict[tuple[Action, ...], tuple[BettingNode, tuple[HandEvent, ...]]] = {}

    def of(self, actions: tuple[Action, ...]) -> tuple[BettingNode, tuple[HandEvent, ...]]:
        """Return the terminal and events of a line, for any cards."""
        entry = self._known.get(actions)
        if entry is None:
            if len(self._known) >= _MOST_LINES:
                self._known, self._start = {}, BettingNode.start(self._game)
            entry = reduce(BettingNode.after, actions, self._start), events_of(self._start, actions)
            self._known[actions] = entry
        return entry
