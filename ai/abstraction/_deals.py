"""Kernel of random heads-up deals as the rows that a strategy has for them.

The tables it reads are far larger than the processor's caches, so deals go through it in batches
and stages: each stage asks for what the next one reads, for all deals of a batch.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.abstraction._canonical import ORDER_BITS
from engine.evaluator import CARD_KEYS, CARD_MASKS, KEY_START, MASK_START, key_strength
from engine.jit import kernel, pick, prefetch
from engine.rng import shuffle

_COMBOS = 1326
_CARDS = 52
_BATCH = 256
_ORDER = (1 << ORDER_BITS) - 1
_DEALT = 9


class DealArrays(NamedTuple):
    """What ``fill_deals`` reads, all flat.

    Attributes:
        classes: (1326,) uint16, row before the flop.
        flop_numbers: (22,100) int32, as ``canonical.flop_table``.
        turn_numbers: int32, as ``canonical.child_table(3)``.
        river_numbers: int32, as ``canonical.child_table(4)``.
        card_images: uint8 (24, 52).
        combo_images: uint16 (24, 1326).
        order_products: uint8 (24, 24).
        flop: rows by canonical board and combo, uint8 or uint16.
        turn: of the turn.
        river: of the river.
    """

    classes: NDArray[np.uint16]
    flop_numbers: NDArray[np.int32]
    turn_numbers: NDArray[np.int32]
    river_numbers: NDArray[np.int32]
    card_images: NDArray[np.uint8]
    combo_images: NDArray[np.uint16]
    order_products: NDArray[np.uint8]
    flop: NDArray[Any]
    turn: NDArray[Any]
    river: NDArray[Any]


@kernel
def fill_deals(
    arrays: DealArrays,
    rng: NDArray[np.uint64],
    lanes: NDArray[np.uint16],
    edges: NDArray[np.float32],
) -> None:
    """Deal heads-up hands at random.

    Args:
        arrays: of a ``BucketTables``.
        rng: (4,) uint64 random state, advanced.
        lanes: (n, 8) uint16, written: rows of position 0 on streets 0 to 3, then of position 1.
        edges: (n,) float32, written: 1, 0 or -1 as position 0 has the better, an equal or the
            worse hand at showdown.
    """
    deck = np.empty(_CARDS, np.uint8)
    river_places = np.empty(_BATCH, np.int64)
    orders = np.empty(_BATCH, np.int64)
    rivers = np.empty(_BATCH, np.uint8)
    holes = np.empty((_BATCH, 2), np.int64)
    flop_places = np.empty((_BATCH, 2), np.int64)
    turn_places = np.empty((_BATCH, 2), np.int64)
    last_places = np.empty((_BATCH, 2), np.int64)
    for start in range(0, edges.shape[0], _BATCH):
        count = min(_BATCH, edges.shape[0] - start)
        for i in range(count):
            for card in range(_CARDS):  # deals are the same however many are asked for at once
                deck[card] = card
            shuffle(rng, deck, _DEALT)
            a, b, c = int(deck[4]), int(deck[5]), int(deck[6])
            a, b = min(a, b), max(a, b)
            b, c = min(b, c), max(b, c)
            a, b = min(a, b), max(a, b)
            flop = arrays.flop_numbers[c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a]
            order = int(flop & _ORDER)
            number = int(flop >> ORDER_BITS)
            image = arrays.card_images[order * _CARDS + deck[7]]
            turn = arrays.turn_numbers[number * _CARDS + image]
            both = int(arrays.order_products[(turn & _ORDER) * 24 + order])
            orders[i] = both
            rivers[i] = arrays.card_images[both * _CARDS + deck[8]]
            river_places[i] = int(turn >> ORDER_BITS) * _CARDS + rivers[i]
            prefetch(arrays.river_numbers, river_places[i])
            key, mask = KEY_START, MASK_START
            for j in range(4, _DEALT):
                key += int(CARD_KEYS[deck[j]])
                mask += int(CARD_MASKS[deck[j]])
            edge = 0
            for player in range(2):
                x, y = int(deck[2 * player]), int(deck[2 * player + 1])
                x, y = min(x, y), max(x, y)
                hole = y * (y - 1) // 2 + x
                holes[i, player] = hole
                flop_places[i, player] = (
                    number * _COMBOS + arrays.combo_images[order * _COMBOS + hole]
                )
                turn_places[i, player] = (
                    int(turn >> ORDER_BITS) * _COMBOS + arrays.combo_images[both * _COMBOS + hole]
                )
                prefetch(arrays.flop, flop_places[i, player])
                prefetch(arrays.turn, turn_places[i, player])
                strength = key_strength(
                    key + int(CARD_KEYS[x]) + int(CARD_KEYS[y]),
                    mask + int(CARD_MASKS[x]) + int(CARD_MASKS[y]),
                )
                edge = strength - edge
            edges[start + i] = int(edge < 0) - int(edge > 0)
        for i in range(count):
            river = pick(arrays.river_numbers, river_places[i])
            order = int(arrays.order_products[(river & _ORDER) * 24 + orders[i]])
            for player in range(2):
                last_places[i, player] = (
                    int(river >> ORDER_BITS) * _COMBOS
                    + arrays.combo_images[order * _COMBOS + holes[i, player]]
                )
                prefetch(arrays.river, last_places[i, player])
        for i in range(count):
            for player in range(2):
                lanes[start + i, 4 * player] = arrays.classes[holes[i, player]]
                lanes[start + i, 4 * player + 1] = pick(arrays.flop, flop_places[i, player])
                lanes[start + i, 4 * player + 2] = pick(arrays.turn, turn_places[i, player])
                lanes[start + i, 4 * player + 3] = pick(arrays.river, last_places[i, player])
