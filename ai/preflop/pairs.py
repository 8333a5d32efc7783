"""Exact results of all pairs of hands before the flop, over all boards at once."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from ai.abstraction.canonical import canonical_boards
from ai.preflop._dealing import MOST_BOARDS, add_pairs, rank_boards
from engine.combos import NUM_HOLDEM_COMBOS, combo_cards
from engine.equity import COMBO_IMAGES
from engine.jobs import JobControl


def count_pairs(
    combos: NDArray[np.int64], control: JobControl | None = None
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Boards on which some combos win and tie against each of the 1,326: (n, 1326) each.

    Only the 134,459 boards that differ by more than names of suits are ranked; the results of a
    pair are the mean over all 24 renamings. Pairs that share a card have 0. Seconds on two cores.
    Raises CancelledError.
    """
    control = control or JobControl()
    boards, workers = canonical_boards(5), min(os.cpu_count() or 1, 16)
    sums = np.zeros((2, NUM_HOLDEM_COMBOS, NUM_HOLDEM_COMBOS), np.int64)
    blocks = boards_by_weight(boards.sizes)

    def add(worker: int) -> None:
        rows = np.arange(worker, NUM_HOLDEM_COMBOS, workers)
        for number, block in enumerate(blocks):
            control.check()
            places = rank_boards(boards.cards[block])
            add_pairs(rows, places, int(boards.sizes[block[0]]), sums)
            control.progress(number / len(blocks))

    with ThreadPoolExecutor(workers) as pool:
        for _ in pool.map(add, range(workers)):
            pass
    found = np.zeros((2, len(combos), NUM_HOLDEM_COMBOS), np.int64)
    for images in COMBO_IMAGES.astype(np.int64):
        found += sums[:, images[combos][:, None], images]
    cards = combo_cards()
    shared = (cards[combos][:, None, :, None] == cards[None, :, None, :]).any(axis=(2, 3))
    wins, ties = np.where(shared, 0, found // len(COMBO_IMAGES))
    return wins, ties


def boards_by_weight(sizes: NDArray[np.uint8]) -> list[NDArray[np.int64]]:
    """Numbers of boards in blocks that stand for equally many each and are counted in bytes."""
    return [
        np.flatnonzero(sizes == size)[first : first + MOST_BOARDS]
        for size in np.unique(sizes)
        for first in range(0, int((sizes == size).sum()), MOST_BOARDS)
    ]
