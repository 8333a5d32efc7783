"""Suit permutations, and boards up to suit isomorphism."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from engine.cards import NUM_CARDS
from engine.combos import combo_cards
from engine.evaluator import CARD_MASKS
from engine.jit import kernel

# Every permutation of the four suits: (24, 4), the identity first.
SUIT_ORDERS: NDArray[np.uint8] = np.array(list(permutations(range(4))), dtype=np.uint8)
# (24, 52): the image of each card under each.
_CARD_IMAGES = (np.arange(NUM_CARDS) & ~3) + SUIT_ORDERS[:, np.arange(NUM_CARDS) & 3]


def _combo_images() -> NDArray[np.uint16]:
    images = np.sort(_CARD_IMAGES[:, combo_cards()], axis=2).astype(np.int64)
    combos: NDArray[np.uint16] = (
        images[..., 1] * (images[..., 1] - 1) // 2 + images[..., 0]
    ).astype(np.uint16)
    return combos


# (24, 1326): the image of each combo under each.
COMBO_IMAGES: NDArray[np.uint16] = _combo_images()


def invariant_orders(board: NDArray[np.uint8], *weights: NDArray[np.float64]) -> NDArray[np.intp]:
    """Return rows of SUIT_ORDERS that leave the board, as a set, and all ranges unchanged.

    They form a group.
    """
    held = np.zeros(NUM_CARDS, dtype=np.bool_)
    held[board] = True
    keeps = (held[_CARD_IMAGES] == held).all(axis=1)
    for one in weights:
        keeps &= (one[COMBO_IMAGES] == one).all(axis=1)
    return np.flatnonzero(keeps)


@kernel
def _collect_boards(
    live: NDArray[np.uint8],
    top: int,
    num_below: int,
    suit_orders: NDArray[np.uint8],
    boards: NDArray[np.uint8],
    multiplicities: NDArray[np.int64],
) -> int:
    """Card sets of ``live[top]`` and ``num_below`` cards before it, one per orbit.

    A set stands for its orbit if its mask is the largest of its images. Writes the cards
    into the first columns of ``boards`` and the size of each orbit.

    Returns:
        How many sets were written.
    """
    num_orders = suit_orders.shape[0]
    picks = np.arange(num_below)
    num_boards = 0
    while True:
        mask = int(CARD_MASKS[live[top]])
        for i in range(num_below):
            mask += int(CARD_MASKS[live[picks[i]]])
        num_fixed = 0
        for j in range(num_orders):
            image = 0
            for suit in range(4):
                image += ((mask >> (16 * suit)) & 0xFFFF) << (16 * int(suit_orders[j, suit]))
            if image > mask:
                num_fixed = 0
                break
            num_fixed += image == mask
        if num_fixed > 0:
            for i in range(num_below):
                boards[num_boards, i] = live[picks[i]]
            boards[num_boards, num_below] = live[top]
            multiplicities[num_boards] = num_orders // num_fixed
            num_boards += 1
        # Next combination in colexicographic order.
        place = 0
        while place < num_below:
            limit = picks[place + 1] if place + 1 < num_below else top
            if picks[place] + 1 < limit:
                break
            place += 1
        if place == num_below:
            return num_boards
        picks[place] += 1
        for i in range(place):
            picks[i] = i


def distinct_boards(
    board: NDArray[np.uint8], orders: NDArray[np.intp], check: Callable[[], None]
) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """Full boards that begin with ``board``, one per orbit under a group of suit orders.

    Args:
        board: (k,) uint8, k <= 5.
        orders: rows of SUIT_ORDERS that leave the board unchanged.
        check: called every 10 ms or so.

    Returns:
        Boards (n, 5) uint8 and how many boards each stands for, (n,) float64.
    """
    num_missing = 5 - board.size
    if num_missing == 0:
        return board[None, :], np.ones(1)
    live = np.setdiff1d(np.arange(NUM_CARDS, dtype=np.uint8), board)
    parts, multiplicities = [], []
    for top in range(num_missing - 1, live.size):
        check()
        most = comb(top, num_missing - 1)
        part = np.empty((most, 5), dtype=np.uint8)
        part[:, num_missing:] = board
        sizes = np.empty(most, dtype=np.int64)
        count = _collect_boards(live, top, num_missing - 1, SUIT_ORDERS[orders], part, sizes)
        parts.append(part[:count].copy())
        multiplicities.append(sizes[:count].astype(np.float64))
    return np.concatenate(parts), np.concatenate(multiplicities)
