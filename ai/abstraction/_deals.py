"""Kernels of random deals as rows of a strategy.

The tables exceed the CPU caches, so deals pass through them in batches and stages: each stage
prefetches what the next one reads, for all deals of a batch.
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


class DealArrays(NamedTuple):
    """The arrays that ``fill_hands`` reads, all flat.

    Attributes:
        classes: (1326,) uint16, row before the flop.
        flop_numbers: (22,100) int32, as ``canonical.flop_table``.
        turn_numbers: int32, as ``canonical.child_table(3)``.
        river_numbers: int32, as ``canonical.child_table(4)``.
        card_images: uint8 (24, 52).
        combo_images: uint16 (24, 1326).
        order_products: uint8 (24, 24).
        flop: rows by canonical board and combo, uint8 or uint16.
        turn: rows of the turn, within the class of the board.
        river: of the river, the same.
        turn_starts: uint16, start of the rows of a turn's class, by canonical flop and turn
            card; a single number without board classes.
        river_starts: uint16, the same by canonical flop, turn and river card.
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
    turn_starts: NDArray[np.uint16]
    river_starts: NDArray[np.uint16]


@kernel
def fill_hands(
    arrays: DealArrays,
    rng: NDArray[np.uint64],
    cards: NDArray[np.uint8],
    rows: NDArray[np.uint16],
    strengths: NDArray[np.int32],
) -> None:
    """Deal hands of any number of seats at random.

    Args:
        arrays: of a ``BucketTables``.
        rng: (4,) uint64 random state, advanced.
        cards: (n, 2 seats + 5) uint8, written: seat by seat, then the board, as dealt.
        rows: (n, seats, 4) uint16, written: rows of each seat on streets 0 to 3.
        strengths: (n, seats) int32, written: of each seat's seven cards.
    """
    seats = rows.shape[1]
    first, dealt = 2 * seats, 2 * seats + 5
    deck = np.empty(_CARDS, np.uint8)
    river_places = np.empty(_BATCH, np.int64)
    orders = np.empty(_BATCH, np.int64)
    holes = np.empty((_BATCH, seats), np.int64)
    flop_places = np.empty((_BATCH, seats), np.int64)
    turn_places = np.empty((_BATCH, seats), np.int64)
    last_places = np.empty((_BATCH, seats), np.int64)
    board_places = np.zeros((_BATCH, 2), np.int64)
    turns_differ, rivers_differ = arrays.turn_starts.size > 1, arrays.river_starts.size > 1
    for start in range(0, rows.shape[0], _BATCH):
        count = min(_BATCH, rows.shape[0] - start)
        for i in range(count):
            for card in range(_CARDS):  # deals do not depend on the batch size
                deck[card] = card
            shuffle(rng, deck, dealt)
            for j in range(dealt):
                cards[start + i, j] = deck[j]
            a, b, c = int(deck[first]), int(deck[first + 1]), int(deck[first + 2])
            a, b = min(a, b), max(a, b)
            b, c = min(b, c), max(b, c)
            a, b = min(a, b), max(a, b)
            flop = arrays.flop_numbers[c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a]
            order = int(flop & _ORDER)
            number = int(flop >> ORDER_BITS)
            image = arrays.card_images[order * _CARDS + deck[first + 3]]
            turn = arrays.turn_numbers[number * _CARDS + image]
            both = int(arrays.order_products[(turn & _ORDER) * 24 + order])
            orders[i] = both
            river = arrays.card_images[both * _CARDS + deck[first + 4]]
            river_places[i] = int(turn >> ORDER_BITS) * _CARDS + river
            prefetch(arrays.river_numbers, river_places[i])
            place = number * _CARDS + int(image)
            if turns_differ:
                board_places[i, 0] = place
            if rivers_differ:
                image = arrays.card_images[order * _CARDS + deck[first + 4]]
                board_places[i, 1] = place * _CARDS + int(image)
                prefetch(arrays.river_starts, board_places[i, 1])
            key, mask = KEY_START, MASK_START
            for j in range(first, dealt):
                key += int(CARD_KEYS[deck[j]])
                mask += int(CARD_MASKS[deck[j]])
            for seat in range(seats):
                x, y = int(deck[2 * seat]), int(deck[2 * seat + 1])
                x, y = min(x, y), max(x, y)
                hole = y * (y - 1) // 2 + x
                holes[i, seat] = hole
                flop_places[i, seat] = (
                    number * _COMBOS + arrays.combo_images[order * _COMBOS + hole]
                )
                turn_places[i, seat] = (
                    int(turn >> ORDER_BITS) * _COMBOS + arrays.combo_images[both * _COMBOS + hole]
                )
                prefetch(arrays.flop, flop_places[i, seat])
                prefetch(arrays.turn, turn_places[i, seat])
                strengths[start + i, seat] = key_strength(
                    key + int(CARD_KEYS[x]) + int(CARD_KEYS[y]),
                    mask + int(CARD_MASKS[x]) + int(CARD_MASKS[y]),
                )
        for i in range(count):
            river = pick(arrays.river_numbers, river_places[i])
            order = int(arrays.order_products[(river & _ORDER) * 24 + orders[i]])
            for seat in range(seats):
                last_places[i, seat] = (
                    int(river >> ORDER_BITS) * _COMBOS
                    + arrays.combo_images[order * _COMBOS + holes[i, seat]]
                )
                prefetch(arrays.river, last_places[i, seat])
        for i in range(count):
            turn_start = int(arrays.turn_starts[board_places[i, 0]])
            river_start = int(pick(arrays.river_starts, board_places[i, 1]))
            for seat in range(seats):
                rows[start + i, seat, 0] = arrays.classes[holes[i, seat]]
                rows[start + i, seat, 1] = pick(arrays.flop, flop_places[i, seat])
                rows[start + i, seat, 2] = turn_start + pick(arrays.turn, turn_places[i, seat])
                rows[start + i, seat, 3] = river_start + pick(arrays.river, last_places[i, seat])


@kernel
def fill_deals(
    arrays: DealArrays,
    rng: NDArray[np.uint64],
    lanes: NDArray[np.uint16],
    edges: NDArray[np.float32],
) -> None:
    """Deal both positions the same number of random hands, without repeated cards.

    Args:
        arrays: of a ``BucketTables``.
        rng: (4,) uint64 random state, advanced.
        lanes: (n, 2, hands, 4) uint16, written: rows of each hand on streets 0 to 3.
        edges: (n, 2, hands) float32, written: 1, 0 or -1 if the hand is better than, equal to or
            worse than the other position's first hand at showdown.
    """
    count, _, hands = edges.shape
    cards = np.empty((count, 4 * hands + 5), np.uint8)
    strengths = np.empty((count, 2 * hands), np.int32)
    fill_hands(arrays, rng, cards, lanes.reshape((count, 2 * hands, 4)), strengths)
    for i in range(count):
        for position in range(2):
            against = strengths[i, (1 - position) * hands]
            for hand in range(hands):
                own = strengths[i, position * hands + hand]
                edges[i, position, hand] = int(own > against) - int(own < against)


@kernel
def fill_ranges(
    arrays: DealArrays,
    boards: NDArray[np.uint8],
    streets: NDArray[np.int8],
    rows: NDArray[np.uint16],
) -> None:
    """Write the rows of all combos on many boards.

    Args:
        arrays: of a ``BucketTables``.
        boards: (n, 5) uint8, as dealt.
        streets: (n,) the last street wanted of each.
        rows: (n, 4, 1326) uint16, written up to that street; entries of blocked combos are
            undefined.
    """
    turns_differ, rivers_differ = arrays.turn_starts.size > 1, arrays.river_starts.size > 1
    for hand in range(streets.shape[0]):
        board, last = boards[hand], streets[hand]
        for combo in range(_COMBOS):
            rows[hand, 0, combo] = arrays.classes[combo]
        if last == 0:
            continue
        a, b, c = int(board[0]), int(board[1]), int(board[2])
        a, b = min(a, b), max(a, b)
        b, c = min(b, c), max(b, c)
        a, b = min(a, b), max(a, b)
        entry = int(arrays.flop_numbers[c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a])
        order, number = entry & _ORDER, entry >> ORDER_BITS
        for combo in range(_COMBOS):
            image = int(arrays.combo_images[order * _COMBOS + combo])
            rows[hand, 1, combo] = arrays.flop[number * _COMBOS + image]
        if last == 1:
            continue
        card = int(arrays.card_images[order * _CARDS + board[3]])
        place = number * _CARDS + card
        flop_order = order
        turn_start = int(arrays.turn_starts[place if turns_differ else 0])
        entry = int(arrays.turn_numbers[place])
        order, number = (
            int(arrays.order_products[(entry & _ORDER) * 24 + order]),
            entry >> ORDER_BITS,
        )
        for combo in range(_COMBOS):
            image = int(arrays.combo_images[order * _COMBOS + combo])
            rows[hand, 2, combo] = turn_start + arrays.turn[number * _COMBOS + image]
        if last == 2:
            continue
        card = int(arrays.card_images[order * _CARDS + board[4]])
        entry = int(arrays.river_numbers[number * _CARDS + card])
        order, number = (
            int(arrays.order_products[(entry & _ORDER) * 24 + order]),
            entry >> ORDER_BITS,
        )
        place = place * _CARDS + int(arrays.card_images[flop_order * _CARDS + board[4]])
        river_start = int(arrays.river_starts[place if rivers_differ else 0])
        for combo in range(_COMBOS):
            image = int(arrays.combo_images[order * _COMBOS + combo])
            rows[hand, 3, combo] = river_start + arrays.river[number * _COMBOS + image]
