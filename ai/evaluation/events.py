"""What happens in a hand one after another: decisions, and cards that come."""

from __future__ import annotations

from engine.cards import Card
from engine.game import Game
from engine.player import Action, PublicState


class Event:
    """A decision, or the next cards of the board.

    Attributes:
        action: that was taken; None for cards.
        cards: how many the board has after them; 0 for a decision.
        seat: who decides, -1 for cards that come when the betting is over.
    """

    def __init__(self, spot: PublicState, action: Action | None, cards: int) -> None:
        self.action = action
        self.cards = cards
        self.seat = spot.to_act
        self._spot = spot
        self._after: dict[Action, PublicState] = {}

    @property
    def deck(self) -> tuple[Card, ...]:
        """The game's deck."""
        return self._spot.game.deck

    def on(self, board: tuple[Card, ...]) -> PublicState:
        """The place before it, on a board."""
        # The same board is asked for several times in a row.
        if self._spot.board != board:
            self._spot = self._spot.on(board)
        return self._spot

    @property
    def street(self) -> int:
        """The street before it."""
        return self._spot.street

    def after(self, action: Action, board: tuple[Card, ...] = ()) -> PublicState:
        """The place after an action, on a board."""
        spot = self._after.get(action)
        if spot is None:
            spot = self._spot.after(action)
        if spot.board != board:
            spot = spot.on(board)
        self._after[action] = spot
        return spot


def events_of(game: Game, actions: tuple[Action, ...]) -> tuple[Event, ...]:
    """All that happens in a finished hand, whatever cards are dealt."""
    here, found, shown = PublicState(game, (), ()), [], 0
    for action in (*actions, None):
        street = game.num_rounds - 1 if here.showdown else here.street
        for size in game.board_sizes[: street + 1]:
            if shown < size:
                found.append(Event(here, None, size))
                shown = size
        if action is not None:
            found.append(Event(here, action, 0))
            here = here.after(action)
    return tuple(found)
