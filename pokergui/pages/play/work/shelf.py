"""Unfinished hands, kept in memory and on disk until resumed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.game import Game
from engine.player import Action
from engine.table import moved
from pokergui.store import Deal, OpenHand


@dataclass(frozen=True, eq=False)
class WaitingHand:
    """An unfinished hand that counts.

    Attributes:
        deal: its deal.
        actions: the actions so far.
        notes: notes on other events.
    """

    deal: Deal
    actions: tuple[Action, ...]
    notes: tuple[str, ...]

    @property
    def game(self) -> Game:
        """The game, with the stacks of the players clockwise from the user."""
        return moved(self.deal.game, -self.hero)

    @property
    def opponents(self) -> tuple[str, ...]:
        """The names of the engines clockwise from the user."""
        return self._begun.opponents

    @property
    def hero(self) -> int:
        """The user's position."""
        return self._begun.hero

    @property
    def _begun(self) -> OpenHand:
        assert self.deal.begun is not None, "a training hand does not wait"
        return self.deal.begun

    @classmethod
    def of(cls, hand: OpenHand) -> WaitingHand:
        """Return a hand as the database keeps it."""
        return cls(Deal.of(hand), hand.actions, hand.notes)


class Shelf:
    """The unfinished hands, the one left last at the end."""

    def __init__(self) -> None:
        self._hands: list[WaitingHand] = []

    def fill(self, hands: Iterable[OpenHand]) -> None:
        """Add unfinished hands from the database, oldest first."""
        self._hands = [WaitingHand.of(hand) for hand in hands]

    def put(self, hand: WaitingHand) -> None:
        """Add an unfinished hand."""
        self._hands.append(hand)

    def find(self, game: Game, opponents: tuple[str, ...]) -> WaitingHand | None:
        """Return the last unfinished hand in a game against engines in the same seats, if any."""
        waiting = [hand for hand in self._hands if (hand.game, hand.opponents) == (game, opponents)]
        return waiting[-1] if waiting else None

    def take(self, game: Game, opponents: tuple[str, ...]) -> WaitingHand | None:
        """Remove the hand and return it."""
        hand = self.find(game, opponents)
        if hand is not None:
            self._hands.remove(hand)
        return hand

    @property
    def newest(self) -> WaitingHand | None:
        """The hand left last, or None."""
        return self._hands[-1] if self._hands else None
