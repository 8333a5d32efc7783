"""Kernels that find the buckets of combos: one combo each on many boards, or all on each board."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.abstraction._canonical import ORDER_BITS
from ai.abstraction._equity_distributions import fill_alike_features
from ai.abstraction._features import NUM_CLUSTERS, NUM_STEPS, fill_river_features
from ai.abstraction._kmeans import nearest
from ai.abstraction._single_combo import write_single_river, write_single_turn
from engine.combos import NUM_HOLDEM_COMBOS, combo_cards
from engine.equity.showdown import COMBO_MASKS
from engine.evaluator import CARD_MASKS
from engine.jit import LANES, borrowing_kernel, kernel

_LOW_CARDS, _HIGH_CARDS = (np.ascontiguousarray(cards) for cards in combo_cards().T)


@borrowing_kernel
def _blocks(boards: NDArray[np.uint8], row: int, combo: int) -> bool:
    """Return whether a combo shares a card with a board."""
    low, high = _LOW_CARDS[combo], _HIGH_CARDS[combo]
    blocked = False
    for i in range(boards.shape[1]):
        blocked |= boards[row, i] == low or boards[row, i] == high
    return blocked


@borrowing_kernel
def fill_flop_rows(
    boards: NDArray[np.uint8],
    combos: NDArray[np.int64],
    flop_numbers: NDArray[np.int32],
    combo_images: NDArray[np.uint16],
    flop: NDArray[np.uint16],
    rows: NDArray[np.int32],
) -> None:
    """Rows (n,) int32 of one combo on each flop (n, 3), -1 where it is blocked.

    ``flop`` (1755, 1326) has the rows by canonical board.
    """
    for i in range(combos.shape[0]):
        if _blocks(boards, i, combos[i]):
            rows[i] = -1
            continue
        a, b, c = np.int64(boards[i, 0]), np.int64(boards[i, 1]), np.int64(boards[i, 2])
        a, b = min(a, b), max(a, b)
        b, c = min(b, c), max(b, c)
        a, b = min(a, b), max(a, b)
        number = flop_numbers[c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a]
        order = number & ((1 << ORDER_BITS) - 1)
        rows[i] = flop[number >> ORDER_BITS, combo_images[order, combos[i]]]


@kernel
def fill_single_features(
    boards: NDArray[np.uint8],
    combos: NDArray[np.int64],
    words: NDArray[np.int64],
    features: NDArray[np.uint16],
) -> None:
    """Features of one combo on each turn (n, 4) or river (n, 5), none of them blocked."""
    full = np.empty(5, np.uint8)
    for i in range(combos.shape[0]):
        if boards.shape[1] == 4:
            write_single_turn(boards[i], combos[i], words, full, features, i)
        else:
            write_single_river(boards[i], combos[i], words, features, i)


@kernel
def fill_single_rows(
    boards: NDArray[np.uint8],
    combos: NDArray[np.int64],
    words: NDArray[np.int64],
    centres: NDArray[np.float32],
    ends: NDArray[np.float32],
    rows: NDArray[np.int32],
) -> None:
    """Rows (n,) int32 of one combo on each turn (n, 4) or river (n, 5), -1 where it is blocked.

    ``words`` are those of ``fill_single_features``; ``centres`` and ``ends`` as in ``nearest``.
    """
    turn = boards.shape[1] == 4
    full = np.empty(5, np.uint8)
    lanes = np.empty(2 * LANES, np.float32)
    features = np.empty((1, NUM_STEPS if turn else NUM_CLUSTERS), np.uint16)
    only: Any = np.int64(0)  # a Python int would compile callees once more
    for i in range(combos.shape[0]):
        if _blocks(boards, i, combos[i]):
            rows[i] = -1
            continue
        if turn:
            write_single_turn(boards[i], combos[i], words, full, features, only)
        else:
            write_single_river(boards[i], combos[i], words, features, only)
        rows[i] = nearest(features, only, centres, ends, not turn, lanes)[0]


@kernel
def fill_board_rows(
    boards: NDArray[np.uint8],
    words: NDArray[np.int64],
    centres: NDArray[np.float32],
    ends: NDArray[np.float32],
    rows: NDArray[np.uint16],
) -> None:
    """Rows (n, 1326) uint16 of all combos on each turn (n, 4) or river (n, 5), 0 where blocked."""
    turn = boards.shape[1] == 4
    lanes = np.empty(2 * LANES, np.float32)
    size = NUM_STEPS if turn else NUM_CLUSTERS
    features = np.empty((NUM_HOLDEM_COMBOS, size), np.uint16)
    alike = np.empty(NUM_HOLDEM_COMBOS, np.int32)
    nearby = np.empty(NUM_HOLDEM_COMBOS, np.uint16)
    for i in range(boards.shape[0]):
        if turn:
            for number in range(fill_alike_features(boards[i], alike, features)):
                nearby[number] = nearest(features, number, centres, ends, False, lanes)[0]
            for combo in range(NUM_HOLDEM_COMBOS):
                rows[i, combo] = nearby[alike[combo]] if alike[combo] >= 0 else 0
            continue
        fill_river_features(boards[i], words, features)
        mask = np.int64(0)
        for card in boards[i]:
            mask += CARD_MASKS[card]
        for combo in range(NUM_HOLDEM_COMBOS):
            rows[i, combo] = 0
            if COMBO_MASKS[combo] & mask == 0:
                rows[i, combo] = nearest(features, combo, centres, ends, True, lanes)[0]
