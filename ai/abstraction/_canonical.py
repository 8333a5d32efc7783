"""Kernels that number boards up to suit isomorphism, see ``canonical.py``."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import borrowing_kernel, kernel

NUM_ORDERS = 24
ORDER_BITS = 5
"""Bits of the order in a packed board and order: ``board << ORDER_BITS | order``."""


@borrowing_kernel
def _sorted_suits(masks: NDArray[np.int64]) -> tuple[int, int, int, int]:
    """Return the suits' masks of ranks, largest first, each with its suit in the low two bits."""
    a, b = masks[0] << 2, masks[1] << 2 | 1
    c, d = masks[2] << 2 | 2, masks[3] << 2 | 3
    a, b = max(a, b), min(a, b)
    c, d = max(c, d), min(c, d)
    a, c = max(a, c), min(a, c)
    b, d = max(b, d), min(b, d)
    b, c = max(b, c), min(b, c)
    return a, b, c, d


@borrowing_kernel
def canonical_key(masks: NDArray[np.int64], order_of: NDArray[np.int64]) -> tuple[int, int]:
    """Return the key of a set of cards, the same for all permutations of its suits, and its order.

    Args:
        masks: (4,) int64, a bit for each rank held in each suit.
        order_of: (256,) int64, index of a permutation by its four suits, two bits each.

    Returns:
        The key, four descending masks of 13 bits, and the row of SUIT_ORDERS.
    """
    a, b, c, d = _sorted_suits(masks)
    key = (a >> 2) << 39 | (b >> 2) << 26 | (c >> 2) << 13 | d >> 2
    code = 1 << 2 * (b & 3) | 2 << 2 * (c & 3) | 3 << 2 * (d & 3)
    return key, order_of[code]


@kernel
def list_boards(
    num_cards: int, boards: NDArray[np.uint8], keys: NDArray[np.int64], sizes: NDArray[np.uint8]
) -> int:
    """Write the canonical sets of ``num_cards`` cards, their keys and the sizes of their orbits.

    Returns:
        The number of sets.
    """
    places = np.arange(num_cards)
    masks = np.zeros(4, np.int64)
    count = 0
    while True:
        masks[:] = 0
        for i in range(num_cards):
            masks[places[i] & 3] |= 1 << (places[i] >> 2)
        if masks[0] >= masks[1] and masks[1] >= masks[2] and masks[2] >= masks[3]:
            keys[count] = masks[0] << 39 | masks[1] << 26 | masks[2] << 13 | masks[3]
            # 24 orders, fewer where suits that hold the same ranks are interchangeable.
            fixed, run = 1, 1
            for suit in range(1, 4):
                run = run + 1 if masks[suit] == masks[suit - 1] else 1
                fixed *= run
            sizes[count] = NUM_ORDERS // fixed
            for i in range(num_cards):
                boards[count, i] = places[i]
            count += 1
        i = 0
        while i < num_cards - 1 and places[i] + 1 == places[i + 1]:
            places[i] = i
            i += 1
        places[i] += 1
        if places[num_cards - 1] == 52:
            return count


@kernel
def find_boards(
    cards: NDArray[np.uint8],
    keys: NDArray[np.int64],
    order_of: NDArray[np.int64],
    numbers: NDArray[np.int32],
) -> None:
    """Number and order of sets of cards (n, k) among the boards of ascending ``keys``.

    Sets with a repeated card are -1.
    """
    masks = np.zeros(4, np.int64)
    for row in range(cards.shape[0]):
        masks[:] = 0
        twice = False
        for i in range(cards.shape[1]):
            suit, bit = cards[row, i] & 3, 1 << (cards[row, i] >> 2)
            twice |= masks[suit] & bit != 0
            masks[suit] |= bit
        if twice:
            numbers[row] = -1
            continue
        key, order = canonical_key(masks, order_of)
        low, high = 0, keys.shape[0] - 1
        while low < high:
            middle = (low + high) >> 1
            if keys[middle] < key:
                low = middle + 1
            else:
                high = middle
        numbers[row] = low << ORDER_BITS | order
