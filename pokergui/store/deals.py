"""A shuffled deck whose hash is on disk before anybody acts."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass

from engine.cards import Card
from engine.game import Game
from pokergui.store.open_hands import OpenHand


@dataclass(frozen=True, eq=False)
class Deal:
    """A deck whose hash is being committed.

    Attributes:
        game: the game it is dealt in.
        deck: the whole deck in dealing order.
        salt: 64 hex digits, secret until the hand is over.
        hash: what is committed; see ``hands.deck_hash``.
        committed: done once the hash is on disk: nobody acts before. Its result is the row.
        begun: the hand before its first action; None where it is not kept until it is finished.
    """

    game: Game
    deck: tuple[Card, ...]
    salt: str
    hash: str
    committed: Future[int]
    begun: OpenHand | None = None

    @classmethod
    def of(cls, hand: OpenHand) -> Deal:
        """The deal to finish a kept hand with."""
        committed: Future[int] = Future()
        committed.set_result(hand.deck_number)
        return cls(hand.game, hand.deck, hand.salt, hand.deck_hash, committed, hand)
