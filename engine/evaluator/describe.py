"""The name of a poker hand, and the cards that make it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import combinations

from engine.cards import Card, card_rank
from engine.errors import CardError
from engine.evaluator._api import checked_strength
from engine.evaluator.tables import CATEGORY_BITS

_NAMES = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
_ACE, _FIVE, _SIX = 12, 3, 4


class Category(IntEnum):
    """Hand categories, ascending; a royal flush is the best straight flush."""

    HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)


@dataclass(frozen=True)
class HandDescription:
    """A poker hand in words.

    Attributes:
        category: the kind of hand.
        cards: the five cards (all, if there are fewer) that make it, most significant first:
            multiples before kickers, straights from the top.
        text: such as ``Two pair, kings and sevens``.
    """

    category: Category
    cards: tuple[Card, ...]
    text: str


def strength_category(strength: int) -> Category:
    """Category of a hand strength."""
    return Category(strength >> CATEGORY_BITS)


def describe(cards: Sequence[Card]) -> HandDescription:
    """Describe the best hand among 1 to 7 cards.

    Among cards of equal rank, those named first in ``cards`` are used.

    Raises:
        CardError: if these are not 1 to 7 different cards.
    """
    if not 1 <= len(cards) <= 7:
        raise CardError("a hand to describe must have 1 to 7 cards, not {count}", count=len(cards))
    strength = checked_strength(cards)
    category = strength_category(strength)
    # A strength does not depend on the number of cards, five or more, it was found among.
    best = next(
        five
        for five in combinations(cards, min(5, len(cards)))
        if checked_strength(five) == strength
    )
    counts = Counter(card_rank(card) for card in best)
    in_order = sorted(best, key=lambda c: (counts[card_rank(c)], card_rank(c), c), reverse=True)
    is_straight = category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH)
    if is_straight and {card_rank(in_order[0]), card_rank(in_order[1])} == {_ACE, _FIVE}:
        in_order = [*in_order[1:], in_order[0]]  # the ace of five-high plays low
    ranks = list(dict.fromkeys(card_rank(card) for card in in_order))
    return HandDescription(category, tuple(in_order), _text(category, ranks))


def _text(category: Category, ranks: Sequence[int]) -> str:
    """Words for a category and its ranks in the order of ``HandDescription.cards``."""
    first = _NAMES[ranks[0]]
    firsts = _plural(ranks[0])
    match category:
        case Category.HIGH_CARD:
            return f"{first.capitalize()} high"
        case Category.PAIR:
            return f"Pair of {firsts}"
        case Category.TWO_PAIR:
            return f"Two pair, {firsts} and {_plural(ranks[1])}"
        case Category.TRIPS:
            return f"Three of a kind, {firsts}"
        case Category.STRAIGHT:
            return f"Straight, {_NAMES[ranks[-1]]} to {first}"
        case Category.FLUSH:
            return f"Flush, {first} high"
        case Category.FULL_HOUSE:
            return f"Full house, {firsts} over {_plural(ranks[1])}"
        case Category.QUADS:
            return f"Four of a kind, {firsts}"
        case Category.STRAIGHT_FLUSH:
            if ranks[0] == _ACE:
                return "Royal flush"
            return f"Straight flush, {_NAMES[ranks[-1]]} to {first}"


def _plural(rank: int) -> str:
    return _NAMES[rank] + ("es" if rank == _SIX else "s")
