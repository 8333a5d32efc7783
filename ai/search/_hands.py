"""Kernel that deals the hidden cards of hold'em searches in advance."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.combos import combo_cards
from engine.equity import COMBO_KEYS, COMBO_MASKS, Sampler, draw_combo, search_combo
from engine.evaluator import CARD_KEYS, CARD_MASKS, KEY_START, MASK_START, key_strength
from engine.jit import borrowing_kernel
from engine.rng import RngState, named_bits, next_below, next_u64

_CARDS = combo_cards()
_TRIES = 16
_BOARD = 5


class Hands(NamedTuple):
    """Deals, as many as the arrays' length; the searching seat and the board so far are known.

    Attributes:
        keys: (n,) uint64: of each deal's random numbers.
        combos: (n, seats) int64.
        boards: (n, 5) uint8.
        seen: (n, seats, 4) uint64: a hash of the cards that a seat sees on each street.
        strengths: (n, seats) int32: decide showdowns.
        ids: (n, seats, 4, most ids) uint16: network inputs of these cards, or only a blueprint's
            row; no seats if not needed.
        told: (n,) int64: number of streets with ids.
    """

    keys: NDArray[np.uint64]
    combos: NDArray[np.int64]
    boards: NDArray[np.uint8]
    seen: NDArray[np.uint64]
    strengths: NDArray[np.int32]
    ids: NDArray[np.uint16]
    told: NDArray[np.int64]


@borrowing_kernel
def _combo_of(one: Any, two: Any) -> Any:
    """Combo of two cards."""
    high, low = max(one, two), min(one, two)
    return high * (high - 1) // 2 + low


@borrowing_kernel
def deal_hands(
    hands: Hands,
    seat: int,
    combo: int,
    sampler: Sampler,
    board: NDArray[np.uint8],
    free: NDArray[np.uint8],
    rng: RngState,
) -> None:
    """Fill all deals, independent of the batch size.

    Args:
        hands: written, except for ids.
        seat: the seat whose combo is known.
        combo: its combo.
        sampler: sampler of the other seat's combo, if there is one; none is blocked by the board,
            and some are compatible with the own one.
        board: (cards,) uint8: the board so far.
        free: (n,) uint8: all other cards except the own ones.
        rng: advanced.
    """
    seats, size = hands.combos.shape[1], free.shape[0]
    known_key, known_mask = KEY_START, MASK_START
    for place in range(board.shape[0]):
        known_key += int(CARD_KEYS[board[place]])
        known_mask += int(CARD_MASKS[board[place]])
    own_mask = int(COMBO_MASKS[combo])
    for deal in range(hands.keys.shape[0]):
        hands.keys[deal] = next_u64(rng)
        key, mask = known_key, known_mask + own_mask
        for other in range(seats):
            if other == seat:
                hands.combos[deal, other] = combo
                continue
            drawn: Any = np.int64(0)
            if seats == 2:
                drawn = np.int64(draw_combo(sampler, rng))
                tries = 1
                while COMBO_MASKS[drawn] & own_mask:
                    if tries < _TRIES:
                        drawn = np.int64(draw_combo(sampler, rng))
                        tries += 1
                    else:
                        drawn = np.int64(search_combo(sampler, own_mask, rng))
            else:
                one: Any = np.int64(free[next_below(rng, size)])
                while mask & int(CARD_MASKS[one]):
                    one = np.int64(free[next_below(rng, size)])
                two: Any = np.int64(free[next_below(rng, size)])
                while two == one or mask & int(CARD_MASKS[two]):
                    two = np.int64(free[next_below(rng, size)])
                drawn = _combo_of(one, two)
            hands.combos[deal, other] = drawn
            mask += int(COMBO_MASKS[drawn])
        for place in range(_BOARD):
            if place < board.shape[0]:
                hands.boards[deal, place] = board[place]
                continue
            card: Any = free[next_below(rng, size)]
            while mask & int(CARD_MASKS[card]):
                card = free[next_below(rng, size)]
            hands.boards[deal, place] = card
            key += int(CARD_KEYS[card])
            mask += int(CARD_MASKS[card])
        for other in range(seats):
            mask -= int(COMBO_MASKS[hands.combos[deal, other]])
        _look(hands, deal, key, mask)


@borrowing_kernel
def _look(hands: Hands, deal: int, key: int, mask: int) -> None:
    """Write hashes of the cards that a seat sees, and its strength; key and mask: whole board's."""
    boards = hands.boards
    one = np.uint64(1)
    flop = np.uint64(0)
    for place in range(3):  # in any order
        flop |= one << np.uint64(boards[deal, place])
    for seat in range(hands.combos.shape[1]):
        combo = hands.combos[deal, seat]
        seen = named_bits(np.uint64(seat), np.uint64(combo) + one)
        hands.seen[deal, seat, 0] = seen
        seen = named_bits(seen, flop)
        hands.seen[deal, seat, 1] = seen
        for street in range(2, 4):
            seen = named_bits(seen, np.uint64(boards[deal, street + 1]) + one)
            hands.seen[deal, seat, street] = seen
        hands.strengths[deal, seat] = key_strength(
            key + int(COMBO_KEYS[combo]), mask + int(COMBO_MASKS[combo])
        )
