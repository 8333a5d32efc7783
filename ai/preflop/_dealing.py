"""Kernels that deal and compare two and three hands before the flop, over whole boards."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.combos import NUM_HOLDEM_COMBOS, combo_cards
from engine.equity import ALL_COMBOS, rank_combos
from engine.jit import borrowing_kernel, kernel
from engine.rng import named_bits

NUM_ORDERS = 13
LANES = 64
WIDTH = 192
"""Classes, and room for whole vectors."""
MOST_BOARDS = 255
"""Most boards that are counted in bytes."""
SCALE = 65_535
"""Chances of the 13 results of three hands are kept as integers with this sum."""
_CARDS: NDArray[np.uint8] = np.ascontiguousarray(combo_cards())


@borrowing_kernel
def row_of(low: int, middle: int, high: int) -> int:
    """Row of three classes, ascending."""
    return high * (high + 1) * (high + 2) // 6 + middle * (middle + 1) // 2 + low


@kernel
def count_triples(
    masks: NDArray[np.int64], sizes: NDArray[np.int64], counts: NDArray[np.uint16]
) -> None:
    """Write how many combos of three classes share no card, by the row of the classes.

    Args:
        masks: (169, 12) int64, cards of each class's combos as bits.
        sizes: (169,) combos of each class.
        counts: (818805,) uint16, written.
    """
    for high in range(len(sizes)):
        for middle in range(high + 1):
            for low in range(middle + 1):
                count = 0
                for i in range(sizes[high]):
                    for j in range(sizes[middle]):
                        if masks[high, i] & masks[middle, j]:
                            continue
                        both = masks[high, i] | masks[middle, j]
                        for k in range(sizes[low]):
                            count += not (both & masks[low, k])
                counts[row_of(low, middle, high)] = count


@kernel
def rank_boards(boards: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Place of each combo's strength on boards (n, 5): (n, 1326) uint8.

    The weakest is 1; 0 where the board has a card of the combo. No board has 255 strengths.
    """
    strengths = np.empty(NUM_HOLDEM_COMBOS, np.int32)
    order = np.empty(NUM_HOLDEM_COMBOS, np.uint16)
    places = np.zeros((len(boards), NUM_HOLDEM_COMBOS), np.uint8)
    for board in range(len(boards)):
        count = rank_combos(boards[board], ALL_COMBOS, strengths, order)
        place = 0
        for i in range(count):
            place += i == 0 or strengths[order[i]] != strengths[order[i - 1]]
            places[board, order[i]] = place
    return places


@kernel
def add_pairs(
    rows: NDArray[np.int64], places: NDArray[np.uint8], weight: int, sums: NDArray[np.int64]
) -> None:
    """Add wins and ties of some combos against all on up to MOST_BOARDS boards.

    Args:
        places: (n, 1326) of ``rank_boards``.
        weight: how many boards each stands for.
        sums: (2, 1326, 1326), added to; pairs that share a card are counted too.
    """
    wins, ties = np.empty(NUM_HOLDEM_COMBOS, np.uint8), np.empty(NUM_HOLDEM_COMBOS, np.uint8)
    for row in rows:
        wins[:] = 0
        ties[:] = 0
        for board in range(len(places)):
            if places[board, row]:
                _add_board(places[board], places[board, row], wins, ties)
        for other in range(NUM_HOLDEM_COMBOS):
            sums[0, row, other] += weight * int(wins[other])
            sums[1, row, other] += weight * int(ties[other])


@borrowing_kernel
def _add_board(
    places: NDArray[np.uint8], own: Any, wins: NDArray[np.uint8], ties: NDArray[np.uint8]
) -> None:
    """Count in bytes, without a branch, so that the compiler uses vectors."""
    for other in range(NUM_HOLDEM_COMBOS):
        place = places[other]
        wins[other] += np.uint8(place < own) & np.uint8(place != 0)
        ties[other] += np.uint8(place == own)


@kernel
def draw_combos(
    boards: NDArray[np.uint8],
    members: NDArray[np.int64],
    sizes: NDArray[np.int64],
    key: Any,
    first_board: int,
    combos: NDArray[np.int64],
    places: NDArray[np.uint8],
    cards: NDArray[np.uint8],
) -> None:
    """Draw a combo of each class for each of three players on each board.

    Args:
        boards: (n, 5) uint8.
        members: (169, 12) combos of each class, ``sizes`` (169,) how many they are.
        key: uint64 that determines the draws.
        first_board: number of the first board among all.
        combos: (3, n, 169), written.
        places: (3, n, WIDTH) uint8, written: the place of the combo's strength on the board, the
            weakest 1; 0 if the board has a card of it.
        cards: (2, 3, n, WIDTH) uint8, written: its cards.
    """
    place_of = rank_boards(boards)
    for board in range(len(boards)):
        for player in range(3):
            for one in range(len(sizes)):
                name = np.uint64(((first_board + board) * 3 + player) * 256 + one)
                pick = int(named_bits(key, name) >> np.uint64(40)) * sizes[one] >> 24
                combo = members[one, pick]
                combos[player, board, one] = combo
                places[player, board, one] = place_of[board, combo]
                cards[0, player, board, one] = _CARDS[combo, 0]
                cards[1, player, board, one] = _CARDS[combo, 1]


@kernel
def finish_triples(
    highs: NDArray[np.int64],
    places: NDArray[np.uint8],
    cards: NDArray[np.uint8],
    weight: int,
    results: NDArray[np.int64],
    sums: NDArray[np.int32],
) -> None:
    """Add up how three classes finish on up to 255 boards; deals with a card twice do not count.

    Args:
        highs: the highest classes of the rows to add to.
        places: (3, n, WIDTH) uint8, ``cards`` (2, 3, n, WIDTH) uint8 from ``draw_combos``: first
            the hands of a row's lowest class.
        weight: how many boards each stands for.
        results: (3, 5) numbers of results where the middle class is worse than, equal to, better
            than the highest, and the lowest is worse than both, equal to the worse, between, equal
            to the better, better than both.
        sums: (13, 818805) int32.
    """
    counts = np.empty((3, 5, WIDTH), np.uint8)
    kinds = np.empty(WIDTH, np.uint8)
    lows, low_first, low_second = places[0], cards[0, 0], cards[1, 0]
    for high in highs:
        for middle in range(high + 1):
            counts[:] = 0
            room = (middle // LANES + 1) * LANES
            for board in range(places.shape[1]):
                y, z = places[1, board, middle], places[2, board, high]
                p, q = cards[0, 1, board, middle], cards[1, 1, board, middle]
                r, s = cards[0, 2, board, high], cards[1, 2, board, high]
                if y == 0 or z == 0 or p in (r, s) or q in (r, s):
                    continue
                worse, better = (y, z) if y < z else (z, y)
                _compare_lows(
                    lows[board], low_first[board], low_second[board],
                    worse, better, p, q, r, s, room, kinds,
                )  # fmt: skip
                _count_kinds(kinds, room, counts[1 + int(y > z) - int(y < z)])
            start = row_of(0, middle, high)
            for case in range(3):
                for kind in range(5):
                    result = results[case, kind]
                    for low in range(middle + 1):
                        sums[result, start + low] += weight * int(counts[case, kind, low])


@borrowing_kernel
def _compare_lows(
    places: NDArray[np.uint8],
    first: NDArray[np.uint8],
    second: NDArray[np.uint8],
    worse: Any,
    better: Any,
    p: Any,
    q: Any,
    r: Any,
    s: Any,
    room: int,
    kinds: NDArray[np.uint8],
) -> None:
    """Write where the lowest classes finish, 0 to 4, between the other two hands, p q and r s.

    Numbers from 8 on share a card or have one of the board. Bytes only, no branch, and a length of
    whole vectors, which the compiler then uses.
    """
    byte = np.uint8
    for low in range(room):
        x, a, b = places[low], first[low], second[low]
        kind = byte(x >= worse) + byte(x > worse) + byte(x >= better) + byte(x > better)
        clash = byte(a == p) | byte(a == q) | byte(a == r) | byte(a == s) | byte(x == 0)
        clash = clash | byte(b == p) | byte(b == q) | byte(b == r) | byte(b == s)
        kinds[low] = kind + byte(8) * clash


@borrowing_kernel
def _count_kinds(kinds: NDArray[np.uint8], room: int, counts: NDArray[np.uint8]) -> None:
    """Add each number of ``kinds`` to its row of counts (5, WIDTH)."""
    for number in range(5):
        row, kind = counts[number], np.uint8(number)
        for low in range(room):
            row[low] += np.uint8(kinds[low] == kind)
