"""A table: many hands of one game, with the button moving."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.cards import Card
from engine.errors import PokerError
from engine.game import Game
from engine.hand import Event, HandState
from engine.player import Action, SeatView
from engine.rng import RngState, fresh_seed, rng_state, shuffle


def shuffled_deck(game: Game, state: RngState) -> tuple[Card, ...]:
    """A random shuffle of the game's deck; advances ``state``."""
    deck = np.array(game.deck, np.uint8)
    shuffle(state, deck, len(deck))
    return tuple(deck.tolist())


def live_deck(game: Game) -> tuple[Card, ...]:
    """A deck shuffled with 256 bits of the operating system's entropy."""
    return shuffled_deck(game, rng_state(fresh_seed()))


def moved(game: Game, places: int) -> Game:
    """Return the game with stacks rotated by some positions: stacks move with their players."""
    by = places % game.num_players
    if not by or len(set(game.stacks)) == 1:
        return game
    return game.with_stacks((*game.stacks[-by:], *game.stacks[:-by]))


class Table:
    """A table that deals hands and moves the button, without blocking.

    Stacks are the game's at the start of every hand. A player's position moves by one from hand
    to hand; a person, an engine and a replay are the same to the table.

    Args:
        game: the game.
        first: number of the first hand, which also determines the initial positions.

    Attributes:
        game: of the next hand.
        number: of the current hand.
        deck: of the present hand, in dealing order.
    """

    def __init__(self, game: Game, first: int = 0) -> None:
        self.game = game
        self.number = first - 1
        self.deck: tuple[Card, ...] = ()
        self._hand: HandState | None = None

    @property
    def hand(self) -> HandState:
        """The current hand.

        Raises:
            PokerError: before the first deal.
        """
        if self._hand is None:
            raise PokerError("no hand has been dealt yet")
        return self._hand

    def position_of(self, player: int) -> int:
        """Position of a player in the current hand."""
        return (player + self.number) % self.game.num_players

    def player_at(self, position: int) -> int:
        """Player at a position in the current hand."""
        return (position - self.number) % self.game.num_players

    @property
    def player_to_act(self) -> int:
        """Player whose turn it is, -1 when the hand is over."""
        seat = self.hand.to_act
        return -1 if seat < 0 else self.player_at(seat)

    def deal(self, deck: Sequence[Card], number: int | None = None) -> tuple[Event, ...]:
        """Deal the next hand from a shuffled deck; returns the events.

        Args:
            deck: the whole deck in dealing order.
            number: the hand's number where it is not the next one.
        """
        self.number = self.number + 1 if number is None else number
        self.deck = tuple(deck)
        self._hand = HandState.deal(self.game, self.deck)
        return self._hand.opening_events

    def view(self, player: int) -> SeatView:
        """Return a player's view of the hand."""
        return self.hand.view(self.position_of(player))

    def apply(self, action: Action) -> tuple[Event, ...]:
        """Apply an action of the player to act; returns the events.

        Raises:
            IllegalActionError: with the rulebook's reason; the state is unchanged.
        """
        return self.hand.apply(action)

    def payoffs_by_player(self) -> tuple[int, ...]:
        """Net chips of each player in the finished hand.

        Raises:
            PokerError: if the hand is not over.
        """
        if self.hand.payoffs is None:
            raise PokerError("the hand is not over")
        return tuple(
            self.hand.payoffs[self.position_of(player)] for player in range(self.game.num_players)
        )
