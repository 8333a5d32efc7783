"""Board texture in hold'em: suits, pairing, high card, connectedness."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from engine.cards import RANKS, Card, card_rank, card_suit


class Suits(Enum):
    """Size of the largest suit group."""

    RAINBOW = "rainbow"
    """One: all suits differ."""
    TWO_TONE = "two-tone"
    """Two: no flush is possible yet."""
    MONOTONE = "monotone"
    """Three or more: two cards of that suit make a flush."""


class Pairing(Enum):
    """Size of the largest rank group."""

    UNPAIRED = "unpaired"
    """One: all ranks differ."""
    PAIRED = "paired"
    """Two, once or twice."""
    TRIPS = "trips"
    """Three or more."""


class Connection(Enum):
    """Connectedness of a board's ranks."""

    STRAIGHT = "straight possible"
    """Three different ranks within five in a row, from A to 5 up to T to A: two cards make a
    straight with them."""
    CONNECTED = "connected"
    """No straight is possible, but two ranks are neighbours; an ace is the king's alone."""
    DISCONNECTED = "disconnected"
    """Neither."""


KINDS: dict[str, tuple[str, ...]] = {
    "suits": tuple(kind.value for kind in Suits),
    "pairing": tuple(kind.value for kind in Pairing),
    "high": tuple(RANKS[::-1]),
    "connection": tuple(kind.value for kind in Connection),
}
"""Names of each kind, in display order."""


@dataclass(frozen=True)
class Texture:
    """The texture classes of a board.

    ``high``: its highest rank, 0 (deuce) to 12 (ace). ``connection``: by the distances of its
    ranks.
    """

    suits: Suits
    pairing: Pairing
    high: int
    connection: Connection

    @property
    def names(self) -> dict[str, str]:
        """Its name of each kind of ``KINDS``."""
        return {
            "suits": self.suits.value,
            "pairing": self.pairing.value,
            "high": RANKS[self.high],
            "connection": self.connection.value,
        }


def texture_of(board: Sequence[Card]) -> Texture:
    """The texture of a board of 3, 4 or 5 cards."""
    ranks = Counter(card_rank(card) for card in board)
    most_of_suit = max(Counter(card_suit(card) for card in board).values())
    most_of_rank = max(ranks.values())
    # For straights the ace also ranks below the deuce.
    steps = [12 in ranks, *(rank in ranks for rank in range(13))]
    if any(sum(steps[low : low + 5]) >= 3 for low in range(10)):
        connection = Connection.STRAIGHT
    elif any(steps[rank] and steps[rank + 1] for rank in range(1, 13)):
        connection = Connection.CONNECTED
    else:
        connection = Connection.DISCONNECTED
    return Texture(
        list(Suits)[min(most_of_suit, 3) - 1],
        list(Pairing)[min(most_of_rank, 3) - 1],
        max(ranks),
        connection,
    )
