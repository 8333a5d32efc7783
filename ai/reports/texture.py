"""Board texture in hold'em: suits, pairing, high card, connectedness."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from engine.cards import RANKS, Card, card_rank, card_suit


class Suits(Enum):
    """Size of the largest suit group: one; two, without a possible flush; three or more."""

    RAINBOW = "rainbow"
    TWO_TONE = "two-tone"
    MONOTONE = "monotone"


class Pairing(Enum):
    """Size of the largest rank group: one; two, once or twice; three or more."""

    UNPAIRED = "unpaired"
    PAIRED = "paired"
    TRIPS = "trips"


class Connection(Enum):
    """Connectedness of a board's ranks.

    A straight is possible with three ranks within five in a row, from A to 5 up to T to A. Without
    it ranks are connected if two are neighbours; an ace is the king's alone.
    """

    STRAIGHT = "straight possible"
    CONNECTED = "connected"
    DISCONNECTED = "disconnected"


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
    suits, pairing = list(Suits)[min(most_of_suit, 3) - 1], list(Pairing)[min(most_of_rank, 3) - 1]
    return Texture(suits, pairing, max(ranks), connection)
