"""Kernels of the evaluator: look-ups in the tables of tables.py.

numba's int() keeps an unsigned type: harmless in a sum with an int64, but not alone.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.evaluator.tables import (
    CARD_KEYS,
    CARD_MASKS,
    FLUSH_BITS,
    FLUSH_STRENGTHS,
    HALF_STARTS,
    KEY_START,
    LOW_PLACES,
    MASK_START,
    RANK_STRENGTHS,
)
from engine.jit import borrowing_kernel


@borrowing_kernel
def rank_strength(key: int) -> int:
    """Strength by the ranks in a key alone, as if there were no flush."""
    place = 2 * int(HALF_STARTS[(key >> 16) & 0xFFFF]) + int(LOW_PLACES[key & 0xFFFF])
    return int(np.int64(RANK_STRENGTHS[place]))


@borrowing_kernel
def flush_strength(key: int, mask: int) -> int:
    """Strength of a hand whose key has one of FLUSH_BITS."""
    # Branch-free: the end of a loop over the suits could not be predicted.
    flush = (key & FLUSH_BITS) >> 32
    shift = 16 * (int(flush >= 0x80) + int(flush >= 0x800) + int(flush >= 0x8000))
    return int(np.int64(FLUSH_STRENGTHS[(mask >> shift) & 0x1FFF]))


@borrowing_kernel
def key_strength(key: int, mask: int) -> int:
    """Strength of 1 to 7 cards.

    Args:
        key: KEY_START plus the CARD_KEYS of the cards.
        mask: MASK_START plus their CARD_MASKS.
    """
    if key & FLUSH_BITS:
        return flush_strength(key, mask)
    return rank_strength(key)


@borrowing_kernel
def showdown_strength(cards: NDArray[np.uint8]) -> int:
    """Strength of 1 to 7 different cards (k,) uint8; higher wins among hands of the same size.

    With fewer than five cards only multiples of a rank count, then high cards.
    """
    key = KEY_START
    mask = MASK_START
    for i in range(cards.shape[0]):
        key += int(CARD_KEYS[cards[i]])
        mask += int(CARD_MASKS[cards[i]])
    return key_strength(key, mask)


@borrowing_kernel
def _num_bits(mask: int) -> int:
    """Number of bits set; LLVM makes one instruction of this loop."""
    count = 0
    while mask != 0:
        mask &= mask - 1
        count += 1
    return count


@borrowing_kernel
def fill_strengths_of_seven(cards: NDArray[np.uint8], out: NDArray[np.int32]) -> int:
    """Strengths of rows of seven cards: (n, 7) uint8 -> (n,) int32.

    Returns:
        How many bits of the rows' masks are missing: 0 if each has seven different cards, as a
        repeated card carries into another bit, and no sum has more bits than its parts.
    """
    num_bits = 0
    for row in range(cards.shape[0]):
        key = KEY_START
        mask = MASK_START
        for column in range(7):
            card = cards[row, column]
            key += int(CARD_KEYS[card])
            mask += int(CARD_MASKS[card])
        num_bits += _num_bits(mask)
        out[row] = key_strength(key, mask)
    return int(cards.size - num_bits)


@borrowing_kernel
def fill_strengths(cards: NDArray[np.uint8], out: NDArray[np.int32]) -> int:
    """Do ``fill_strengths_of_seven`` for rows of 1 to 7 cards: (n, k) uint8 -> (n,) int32."""
    num_bits = 0
    for row in range(cards.shape[0]):
        key = KEY_START
        mask = MASK_START
        for column in range(cards.shape[1]):
            card = cards[row, column]
            key += int(CARD_KEYS[card])
            mask += int(CARD_MASKS[card])
        num_bits += _num_bits(mask)
        out[row] = key_strength(key, mask)
    return int(cards.size - num_bits)
