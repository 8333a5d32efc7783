"""Kernels that list the ids of the hold'em cards that a seat sees.

On each street: the own cards, the lower one first; their class; the flop ascending, turn and river;
the buckets of the streets so far, with a few neighbours merged; and the current one in coarse
steps.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import borrowing_kernel, kernel

CARDS, STREETS = 52, 4
MOST_IDS = 12
LEVELS = 16
"""Coarse steps of each street's buckets."""
BOARD, CLASSES = CARDS, 2 * CARDS
"""First ids of board cards and of the 169 classes; own cards have the first 52."""
BUCKETS = CLASSES + 169


class BucketIds(NamedTuple):
    """Numbers that map rows to ids, by street (4,) int64; preflop classes are always given.

    Attributes:
        rows: number of rows.
        joined: number of neighbours merged into one.
        fine: first id of merged rows.
        coarse: first id of levels.
    """

    rows: NDArray[np.int64]
    joined: NDArray[np.int64]
    fine: NDArray[np.int64]
    coarse: NDArray[np.int64]


@borrowing_kernel
def _fill(
    buckets: BucketIds,
    one: int,
    two: int,
    board: NDArray[np.uint8],
    rows: NDArray[np.uint16],
    street: int,
    ids: NDArray[np.uint16],
) -> None:
    """Fill the ids of one seat on a street; the board's flop is ascending."""
    ids[0] = min(one, two)
    ids[1] = max(one, two)
    ids[2] = CLASSES + rows[0]
    if street == 0:
        return
    place = 3
    for i in range(street + 2):
        ids[place] = BOARD + board[i]
        place += 1
    for earlier in range(1, street + 1):
        ids[place] = buckets.fine[earlier] + rows[earlier] // buckets.joined[earlier]
        place += 1
    ids[place] = buckets.coarse[street] + rows[street] * LEVELS // buckets.rows[street]


@borrowing_kernel
def _sort_flop(board: NDArray[np.uint8]) -> None:
    """Sort the first three cards ascending."""
    a, b, c = board[0], board[1], board[2]
    a, b = min(a, b), max(a, b)
    b, c = min(b, c), max(b, c)
    board[0], board[1], board[2] = min(a, b), max(a, b), c


@kernel
def fill_dealt_ids(
    buckets: BucketIds,
    dealt: NDArray[np.uint8],
    rows: NDArray[np.uint16],
    ids: NDArray[np.uint16],
) -> None:
    """Fill the ids of everything dealt.

    Args:
        buckets: maps rows to ids.
        dealt: (n, 2 seats + 5) uint8, as ``fill_hands`` writes them; flops become ascending.
        rows: (n, seats, 4) uint16.
        ids: (n, seats, 4, MOST_IDS) uint16, written.
    """
    seats = rows.shape[1]
    for deal in range(dealt.shape[0]):
        board = dealt[deal, 2 * seats :]
        _sort_flop(board)
        for seat in range(seats):
            one, two = int(dealt[deal, 2 * seat]), int(dealt[deal, 2 * seat + 1])
            for street in range(STREETS):
                _fill(buckets, one, two, board, rows[deal, seat], street, ids[deal, seat, street])


@kernel
def fill_range_ids(
    buckets: BucketIds,
    holes: NDArray[np.uint8],
    board: NDArray[np.uint8],
    rows: NDArray[np.uint16],
    ids: NDArray[np.uint16],
) -> None:
    """Fill the ids of combos on one board.

    Args:
        buckets: maps rows to ids.
        holes: (n, 2) uint8.
        board: (5,) uint8, only the street's cards are used; the flop becomes ascending.
        rows: (n, streets so far) uint16.
        ids: (n, ids of the street) uint16, written.
    """
    street = rows.shape[1] - 1
    if street > 0:
        _sort_flop(board)
    for combo in range(holes.shape[0]):
        one, two = int(holes[combo, 0]), int(holes[combo, 1])
        _fill(buckets, one, two, board, rows[combo], street, ids[combo])


@kernel
def fill_deal_ids(
    buckets: BucketIds,
    holes: NDArray[np.uint8],
    boards: NDArray[np.uint8],
    rows: NDArray[np.uint16],
    ids: NDArray[np.uint16],
) -> None:
    """Fill the ids of combos, each on its own board.

    Args:
        buckets: maps rows to ids.
        holes: (n, 2) uint8.
        boards: (n, 5) uint8, only the street's cards are used; flops become ascending.
        rows: (n, streets so far) uint16.
        ids: (n, ids of the street) uint16, written.
    """
    street = rows.shape[1] - 1
    for deal in range(holes.shape[0]):
        if street > 0:
            _sort_flop(boards[deal])
        one, two = int(holes[deal, 0]), int(holes[deal, 1])
        _fill(buckets, one, two, boards[deal], rows[deal], street, ids[deal])
