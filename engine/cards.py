"""Cards as small integers, and their text.

A card is ``4 * rank + suit``, 0..51: ranks 2 to A are 0 to 12, suits c d h s are 0 to 3. Kernels
freeze numbers of this module, so the cache key of engine.jit covers it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias

from engine.errors import CardError

Card: TypeAlias = int

NUM_CARDS = 52
RANKS = "23456789TJQKA"
SUITS = "cdhs"
_CARDS = {RANKS[card >> 2] + SUITS[card & 3]: card for card in range(NUM_CARDS)}


def card_rank(card: Card) -> int:
    """Rank of a card, 0 (deuce) to 12 (ace)."""
    return card >> 2


def card_suit(card: Card) -> int:
    """Suit of a card: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card & 3


def parse_card(text: str) -> Card:
    """Read one card such as ``As``.

    Raises:
        CardError: if the text is not a rank letter followed by a suit letter.
    """
    if text in _CARDS:
        return _CARDS[text]
    if len(text) == 2:
        rank, suit = RANKS.find(text[0].upper()), SUITS.find(text[1].lower())
        if rank >= 0 and suit >= 0:
            return 4 * rank + suit
    raise CardError(
        "{text!r} is not a card; write a rank of {ranks} and a suit of {suits}",
        text=text[:20],
        ranks=RANKS,
        suits=SUITS,
    )


def card_name(card: Card) -> str:
    """Text of a card, such as ``As``; the inverse of ``parse_card``."""
    return RANKS[card >> 2] + SUITS[card & 3]


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards such as ``AhTd7c``, with or without blanks or commas between them.

    Raises:
        CardError: if a card is malformed or named twice.
    """
    packed = text.replace(" ", "").replace(",", "")
    if len(packed) % 2:
        raise CardError("{text!r} is not a list of cards; write them as in AhTd7c", text=text[:40])
    return _parse_packed(packed)


@lru_cache(maxsize=4096)
def _parse_packed(text: str) -> tuple[Card, ...]:
    """Read cards without separators, cached: files of hands repeat the same ones."""
    cards = tuple(parse_card(text[i : i + 2]) for i in range(0, len(text), 2))
    check_distinct(cards)
    return cards


def card_names(cards: Iterable[Card]) -> str:
    """Text of several cards, such as ``AhTd7c``; the inverse of ``parse_cards``."""
    return "".join(card_name(card) for card in cards)


def check_distinct(cards: Sequence[Card]) -> None:
    """Check that no card is named twice.

    Raises:
        CardError: naming the card that is.
    """
    seen: set[int] = set()
    for card in cards:
        if card in seen:
            raise CardError("the card {card} is named twice", card=card_name(card))
        seen.add(card)
