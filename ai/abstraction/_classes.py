"""Kernel that computes the strength distribution of played ranges on a board."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ai.abstraction._canonical import ORDER_BITS
from ai.abstraction._deals import DealArrays
from engine.equity.showdown import COMBO_MASKS
from engine.evaluator import CARD_MASKS
from engine.jit import kernel

NUM_PLACES = 16
"""Steps of strength at which the share of a range below is recorded."""
SCALE = 500
"""A whole range below a step; 64 squares of it stay below 2**24."""
_COMBOS = 1326
_CARDS = 52
_ORDER = (1 << ORDER_BITS) - 1


@kernel
def fill_profiles(
    arrays: DealArrays,
    boards: NDArray[np.uint8],
    held: NDArray[np.int64],
    flop_shares: NDArray[np.int64],
    turn_shares: NDArray[np.int64],
    places: NDArray[np.int64],
    profiles: NDArray[np.uint16],
) -> None:
    """Fill the share of each played range below each step of strength on a board.

    Hands at the step count half. All numbers are integers, so isomorphic boards have identical
    profiles.

    Args:
        arrays: of a ``BucketTables`` without classes.
        boards: (n, 4) or (n, 5) uint8, as dealt; fast where boards of one turn are adjacent.
        held: (1326,) how often each combo is held before the flop.
        flop_shares: (ranges, buckets of the flop) the fraction of them that continues after the
            flop.
        turn_shares: (ranges, buckets of the turn) the fraction that continues after the turn.
        places: (buckets of the last street,) the step of each, 0 to NUM_PLACES - 1.
        profiles: (n, ranges * NUM_PLACES) uint16, written: 0 to SCALE.
    """
    ranges, full = flop_shares.shape[0], boards.shape[1] == 5
    weights = np.empty((_COMBOS, ranges), np.int64)
    sums = np.empty((ranges, NUM_PLACES), np.int64)
    order = turn = 0
    mask = np.int64(0)
    for row in range(boards.shape[0]):
        board = boards[row]
        same = row > 0
        for i in range(4):
            same = same and board[i] == boards[row - 1, i]
        if not same:
            a, b, c = int(board[0]), int(board[1]), int(board[2])
            a, b = min(a, b), max(a, b)
            b, c = min(b, c), max(b, c)
            a, b = min(a, b), max(a, b)
            flop = int(arrays.flop_numbers[c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a])
            first, flop = flop & _ORDER, flop >> ORDER_BITS
            image = int(arrays.card_images[first * _CARDS + board[3]])
            turn = int(arrays.turn_numbers[flop * _CARDS + image])
            order = int(arrays.order_products[(turn & _ORDER) * 24 + first])
            turn = turn >> ORDER_BITS
            mask = np.int64(0)
            for i in range(4):
                mask += CARD_MASKS[board[i]]
            for combo in range(_COMBOS):
                image = int(arrays.combo_images[first * _COMBOS + combo])
                before = int(arrays.flop[flop * _COMBOS + image])
                image = int(arrays.combo_images[order * _COMBOS + combo])
                here = int(arrays.turn[turn * _COMBOS + image])
                for k in range(ranges):
                    weights[combo, k] = held[combo] * flop_shares[k, before] * turn_shares[k, here]
        last, number, blocked = order, turn, mask
        if full:
            image = int(arrays.card_images[order * _CARDS + board[4]])
            number = int(arrays.river_numbers[turn * _CARDS + image])
            last = int(arrays.order_products[(number & _ORDER) * 24 + order])
            number = number >> ORDER_BITS
            blocked += CARD_MASKS[board[4]]
        sums[:] = 0
        for combo in range(_COMBOS):
            if COMBO_MASKS[combo] & blocked == 0:
                image = number * _COMBOS + int(arrays.combo_images[last * _COMBOS + combo])
                place = places[arrays.river[image] if full else arrays.turn[image]]
                for k in range(ranges):
                    sums[k, place] += weights[combo, k]
        for k in range(ranges):
            total = below = 0
            for place in range(NUM_PLACES):
                total += sums[k, place]
            for place in range(NUM_PLACES):
                middle = (2 * below + sums[k, place]) * SCALE // (2 * total)
                profiles[row, k * NUM_PLACES + place] = middle
                below += sums[k, place]
