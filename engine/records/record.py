"""One finished hand as plain data, whatever text or database it came from."""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card
from engine.game import Game
from engine.hand import HandState
from engine.player import Action


@dataclass(frozen=True)
class HandRecord:
    """A finished hand.

    Attributes:
        game: the game, with the stacks of this hand.
        number: the hand's number in its session, match or log.
        players: names by position.
        holes: cards by position, ascending; None where they are not known.
        board: the board as dealt.
        actions: all actions in order.
        payoffs: net chips by position, as the source states them.
        deck: the whole shuffled deck in dealing order (``HandState.deal``), empty where unknown.
    """

    game: Game
    number: int
    players: tuple[str, ...]
    holes: tuple[tuple[Card, ...] | None, ...]
    board: tuple[Card, ...]
    actions: tuple[Action, ...]
    payoffs: tuple[int, ...]
    deck: tuple[Card, ...] = ()

    @classmethod
    def of(
        cls,
        hand: HandState,
        number: int,
        players: tuple[str, ...],
        deck: tuple[Card, ...] = (),
    ) -> HandRecord:
        """The record of a finished hand.

        Raises:
            ValueError: if the hand is not over.
        """
        if hand.payoffs is None:
            raise ValueError("the hand is not over")
        return cls(
            hand.game,
            number,
            players,
            hand.holes,
            hand.board,
            hand.spot.actions,
            hand.payoffs,
            deck,
        )

    def replay(self) -> HandState:
        """Play the actions through the rulebook again.

        Raises:
            IllegalActionError: if an action is not legal where it stands.
            CardError: if cards are missing or cannot be.
        """
        hand = HandState(self.game, self.holes, self.board)
        for action in self.actions:
            hand.apply(action)
        return hand
