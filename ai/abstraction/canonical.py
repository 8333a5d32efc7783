"""Hold'em boards up to suit isomorphism, and look-up of a deal's canonical board.

A board is a set of cards; their order does not matter. One set of each orbit is canonical: the one
whose suits, as rank masks, descend. Boards are numbered by ascending keys. A row of SUIT_ORDERS
maps a board to its canonical one, its *order*; the same row of COMBO_IMAGES maps a combo. A board
and its order are packed into one number, ``board << ORDER_BITS | order``.

Counting after Waugh, "A fast and optimal hand isomorphism algorithm", 2013.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from ai.abstraction._canonical import NUM_ORDERS, ORDER_BITS, find_boards, list_boards
from engine.cards import NUM_CARDS, Card
from engine.equity import COMBO_IMAGES, SUIT_ORDERS

__all__ = [
    "CARD_IMAGES",
    "COMBO_IMAGES",
    "NUM_BOARDS",
    "NUM_ORDERS",
    "ORDER_BITS",
    "ORDER_PRODUCTS",
    "SUIT_ORDERS",
    "CanonicalBoards",
    "canonical_board",
    "canonical_boards",
    "canonical_numbers",
    "child_table",
    "flop_table",
]

NUM_BOARDS = {3: 1_755, 4: 16_432, 5: 134_459}
"""Canonical boards by the number of cards."""

CARD_IMAGES: NDArray[np.uint8] = (
    (np.arange(NUM_CARDS) & ~3) + SUIT_ORDERS[:, np.arange(NUM_CARDS) & 3]
).astype(np.uint8)
"""The image of each card under each order: (24, 52)."""

_NUMBER_OF = {tuple(order): number for number, order in enumerate(SUIT_ORDERS.tolist())}

ORDER_PRODUCTS: NDArray[np.uint8] = np.array(
    [
        [_NUMBER_OF[tuple(second[first].tolist())] for first in SUIT_ORDERS]
        for second in SUIT_ORDERS
    ],
    np.uint8,
)
"""``ORDER_PRODUCTS[second, first]``: the order equivalent to one after the other."""


def _order_of() -> NDArray[np.int64]:
    numbers = np.zeros(256, np.int64)
    for order, number in _NUMBER_OF.items():
        numbers[sum(image << 2 * suit for suit, image in enumerate(order))] = number
    return numbers


_ORDER_OF = _order_of()


@dataclass(frozen=True)
class CanonicalBoards:
    """All canonical boards of one street, in the order of their numbers.

    Attributes:
        cards: (n, k) uint8, ascending in each row.
        sizes: (n,) uint8: how many boards each represents.
        keys: (n,) int64, ascending.
    """

    cards: NDArray[np.uint8]
    sizes: NDArray[np.uint8]
    keys: NDArray[np.int64]


@cache
def canonical_boards(num_cards: int) -> CanonicalBoards:
    """Return the canonical boards of 3, 4 or 5 cards."""
    count = NUM_BOARDS[num_cards]
    cards = np.empty((count, num_cards), np.uint8)
    keys, sizes = np.empty(count, np.int64), np.empty(count, np.uint8)
    list_boards(num_cards, cards, keys, sizes)
    order = np.argsort(keys)
    boards = CanonicalBoards(cards[order], sizes[order], keys[order])
    for array in (boards.cards, boards.sizes, boards.keys):
        array.setflags(write=False)
    return boards


def canonical_numbers(cards: NDArray[np.uint8]) -> NDArray[np.int32]:
    """Return ``board << ORDER_BITS | order`` of boards (n, 3 to 5) uint8; -1 for repeated cards."""
    numbers = np.empty(len(cards), np.int32)
    keys = canonical_boards(cards.shape[1]).keys
    find_boards(np.ascontiguousarray(cards), keys, _ORDER_OF, numbers)
    return numbers


def canonical_board(board: Sequence[Card]) -> tuple[int, int]:
    """Number and order of one board of 3 to 5 different cards, in any order."""
    number = int(canonical_numbers(np.array([board], np.uint8))[0])
    return number >> ORDER_BITS, number & (1 << ORDER_BITS) - 1


@cache
def flop_table() -> NDArray[np.int32]:
    """Number and order of all flops: (22,100) int32, by the index of the 3-card set.

    Cards a < b < c have the index C(c, 3) + C(b, 2) + a.
    """
    flops = sorted(combinations(range(NUM_CARDS), 3), key=lambda flop: flop[::-1])
    assert len(flops) == comb(NUM_CARDS, 3)
    return canonical_numbers(np.array(flops, np.uint8))


@cache
def child_table(num_cards: int) -> NDArray[np.int32]:
    """Number and order of each canonical board of 3 or 4 cards with one more: (boards, 52) int32.

    -1 where the board holds the card. The order is that of the canonical board with the card: for a
    board mapped there by another order first, multiply the two.
    """
    parents = canonical_boards(num_cards).cards
    boards = np.empty((len(parents), NUM_CARDS, num_cards + 1), np.uint8)
    boards[:, :, :-1] = parents[:, None]
    boards[:, :, -1] = np.arange(NUM_CARDS)
    return canonical_numbers(boards.reshape(-1, num_cards + 1)).reshape(-1, NUM_CARDS)
