"""Kernels that deal, and list the ids of the cards that each seat sees on each street."""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.evaluator import showdown_strength
from engine.jit import borrowing_kernel, kernel
from engine.rng import shuffle

_MOST = 6
_CHOOSE = np.array([[comb(n, k) for k in range(_MOST)] for n in range(53)], np.int64)


class SmallDeals(NamedTuple):
    """A game with enumerable boards and combos; cards are indices in its deck.

    Attributes:
        sizes: (1 + streets,) int64: cards of a seat, and cards dealt to the board on each street.
        digits: (streets,) int64: number of card sets that a street can deal.
        first: (streets,) int64: start of each street's cells, numbered ``board * combos + combo``.
        combos: (1,) int64: combos of the deck.
        ids: (cells, most ids) uint16.
        strengths: (boards of the last street * combos,) int32.
        num_cards: (1,) int64: of the deck.
    """

    sizes: NDArray[np.int64]
    digits: NDArray[np.int64]
    first: NDArray[np.int64]
    combos: NDArray[np.int64]
    ids: NDArray[np.uint16]
    strengths: NDArray[np.int32]
    num_cards: NDArray[np.int64]


@borrowing_kernel
def _number(deck: NDArray[np.uint8], start: int, count: int) -> int:
    """Return the index of the combo of ``count`` cards from ``start`` on, and sort them."""
    number = 0
    for i in range(count):
        card = deck[start + i]
        place = i
        while place > 0 and deck[start + place - 1] > card:
            deck[start + place] = deck[start + place - 1]
            place -= 1
        deck[start + place] = card
    for i in range(count):
        number += _CHOOSE[deck[start + i], i + 1]
    return number


@kernel
def fill_small_deals(
    game: SmallDeals,
    rng: NDArray[np.uint64],
    cards: NDArray[np.uint16],
    strengths: NDArray[np.int32],
) -> None:
    """Deal hands at random.

    Args:
        game: the game.
        rng: (4,) uint64 random state, advanced.
        cards: (n, seats, streets, most ids) uint16, written.
        strengths: (n, seats) int32, written: decide showdowns.
    """
    seats, streets, width = cards.shape[1], cards.shape[2], cards.shape[3]
    hole, combos = game.sizes[0], game.combos[0]
    deck = np.empty(game.num_cards[0], np.uint8)
    drawn = seats * hole + game.sizes[1:].sum()
    for deal in range(cards.shape[0]):
        for i in range(deck.shape[0]):  # deals do not depend on the batch size
            deck[i] = i
        shuffle(rng, deck, drawn)
        board, start = np.int64(0), seats * hole
        for street in range(streets):
            size = game.sizes[1 + street]
            board = board * game.digits[street] + _number(deck, start, size)
            start += size
            for seat in range(seats):
                # Sorted on the first street, a seat's cards stay sorted.
                combo = _number(deck, seat * hole, hole)
                cell = game.first[street] + board * combos + combo
                for i in range(width):
                    cards[deal, seat, street, i] = game.ids[cell, i]
                if street == streets - 1:
                    strengths[deal, seat] = game.strengths[board * combos + combo]


@kernel
def fill_shown(
    board: NDArray[np.uint8], holes: NDArray[np.uint8], strengths: NDArray[np.int32]
) -> None:
    """Write the strength (n,) int32 of hole cards (n, k) with a board, none of them on it."""
    seen = np.empty(holes.shape[1] + board.shape[0], np.uint8)
    for i in range(board.shape[0]):
        seen[holes.shape[1] + i] = board[i]
    for hand in range(holes.shape[0]):
        for i in range(holes.shape[1]):
            seen[i] = holes[hand, i]
        strengths[hand] = showdown_strength(seen)
