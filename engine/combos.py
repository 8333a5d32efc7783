"""Private hands as small integers: the combos of a deck, and the 169 classes of hold'em.

The combos of a deck are numbered in colexicographic order of deck positions: a game of one hole
card numbers them as its deck does, and in hold'em the cards a < b make combo
``b * (b - 1) // 2 + a``, 0..1325. Kernels freeze the tables of this module as constants, so the
cache key of engine.jit covers it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from engine.cards import NUM_CARDS, RANKS, Card, card_name, card_names, parse_cards
from engine.errors import CardError

FULL_DECK: tuple[Card, ...] = tuple(range(NUM_CARDS))
NUM_HOLDEM_COMBOS = 1326
NUM_CLASSES = 169


def num_combos(num_deck: int, num_hole: int) -> int:
    """Return how many private hands of ``num_hole`` cards a deck of ``num_deck`` cards has."""
    return comb(num_deck, num_hole)


@cache
def combo_cards(deck: tuple[Card, ...] = FULL_DECK, num_hole: int = 2) -> NDArray[np.uint8]:
    """Cards of every combo: (num_combos, num_hole) uint8, read-only, in deck order in each row."""
    positions = sorted(combinations(range(len(deck)), num_hole), key=lambda row: row[::-1])
    cards = np.array(deck, dtype=np.uint8)[np.array(positions, dtype=np.intp)]
    cards.setflags(write=False)
    return cards


def combo_index(cards: Sequence[Card], deck: tuple[Card, ...] = FULL_DECK) -> int:
    """Index of the combo that ``cards``, in any order, make.

    Raises:
        CardError: if a card is not in the deck or named twice.
    """
    if len(cards) == 2 and deck == FULL_DECK:  # fast path for hold'em
        low, high = min(cards), max(cards)
        if 0 <= low < high < NUM_CARDS:
            return high * (high - 1) // 2 + low
    try:
        positions = sorted(deck.index(card) for card in cards)
    except ValueError:
        raise CardError("{cards} is not in this game's deck", cards=card_names(cards)) from None
    if len(set(positions)) < len(positions):
        raise CardError("{cards} names a card twice", cards=card_names(cards))
    return sum(comb(position, place) for place, position in enumerate(positions, start=1))


def combo_name(combo: int, deck: tuple[Card, ...] = FULL_DECK, num_hole: int = 2) -> str:
    """Text of a combo, higher card first (by rank, then s, h, d, c): ``AsKd``."""
    cards = combo_cards(deck, num_hole)[combo].tolist()
    return "".join(card_name(card) for card in sorted(cards, reverse=True))


def parse_combo(text: str, deck: tuple[Card, ...] = FULL_DECK, num_hole: int = 2) -> int:
    """Index of a combo from text such as ``AsKd``, in either order; inverse of ``combo_name``.

    Raises:
        CardError: if the text is not ``num_hole`` different cards of the deck.
    """
    cards = parse_cards(text)
    if len(cards) != num_hole:
        if num_hole == 1:
            raise CardError("'{text}' is not a hand of 1 card", text=text[:20])
        raise CardError("'{text}' is not a hand of {cards} cards", text=text[:20], cards=num_hole)
    return combo_index(cards, deck)


def _class_names() -> tuple[str, ...]:
    """Names in grid order: 13 x 13 row by row, ranks descending, suited above the diagonal."""
    high_first = RANKS[::-1]
    names = []
    for row, first in enumerate(high_first):
        for column, second in enumerate(high_first):
            if row == column:
                names.append(first + second)
            else:
                names.append(f"{first}{second}s" if row < column else f"{second}{first}o")
    return tuple(names)


CLASS_NAMES: tuple[str, ...] = _class_names()
"""The 169 classes AA, AKs, AKo, ... in grid order (class = 13 * row + column)."""


def _class_of_combo() -> NDArray[np.int16]:
    cards = combo_cards().astype(np.int16)
    low, high = 12 - (cards >> 2).T[0], 12 - (cards >> 2).T[1]
    suited = (cards[:, 0] & 3) == (cards[:, 1] & 3)
    # cards[:, 0] < cards[:, 1], so the second card has the higher rank: the smaller grid line.
    classes: NDArray[np.int16] = np.where(suited, 13 * high + low, 13 * low + high)
    classes.setflags(write=False)
    return classes


CLASS_OF_COMBO: NDArray[np.int16] = _class_of_combo()
"""Class of every hold'em combo: (1326,) int16, read-only."""

CLASS_SIZES: NDArray[np.int64] = np.bincount(CLASS_OF_COMBO, minlength=NUM_CLASSES)
"""The number of combos of each class: (169,), 6 for pairs, 4 suited, 12 offsuit."""
CLASS_SIZES.setflags(write=False)
