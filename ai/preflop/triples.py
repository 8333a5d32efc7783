"""Showdowns of three hands before the flop, by classes: 818,805 triples.

How many combos of three classes share no card is counted exactly. Showdowns are counted on each of
the 134,459 boards that differ by more than names of suits, with combos drawn at random: those that
share a card do not count. So only the suits of the hands are sampled: the standard error of a share
of the pot is 0.2% for one triple, independent from triple to triple.
"""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ai.abstraction.canonical import canonical_boards
from ai.files.arrays import SUFFIX, open_tensors, write_tensors
from ai.preflop._dealing import (
    MOST_BOARDS,
    NUM_ORDERS,
    SCALE,
    WIDTH,
    count_triples,
    draw_combos,
    finish_triples,
)
from ai.preflop.pairs import boards_by_weight
from ai.preflop.spot import ORDERS_OF_THREE
from engine.combos import CLASS_OF_COMBO, CLASS_SIZES, NUM_CLASSES, combo_cards
from engine.errors import StrategyFileError
from engine.jobs import JobControl
from engine.wording import Wording

NUM_TRIPLES = 818_805
FORMAT_VERSION = 1
_KEY = np.uint64(0x3A5D1C7790B2E64F)
_making = threading.Lock()


@dataclass(frozen=True, eq=False)
class ThreeHands:
    """Three classes of hands: how many combos share no card, and how they finish.

    Rows are of ascending classes a <= b <= c: c (c + 1) (c + 2) / 6 + b (b + 1) / 2 + a.

    Attributes:
        counts: (818805,) uint16.
        orders: (818805, 13) uint16, chances of ``ORDERS_OF_THREE`` in 1/65535.
    """

    counts: NDArray[np.uint16]
    orders: NDArray[np.uint16]


@cache
def _members() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Combos of each class and their cards as bits, (169, 12) each, 0 where it has fewer."""
    combos, masks = np.zeros((2, NUM_CLASSES, 12), np.int64)
    bits = (1 << combo_cards().astype(np.int64)).sum(axis=1)
    for one in range(NUM_CLASSES):
        mine = np.flatnonzero(one == CLASS_OF_COMBO)
        combos[one, : len(mine)], masks[one, : len(mine)] = mine, bits[mine]
    return combos, masks


def _results() -> NDArray[np.int64]:
    """Numbers of results as ``finish_triples`` asks for them: (3, 5)."""
    worse = ((2, 1, 0), (1, 1, 0), (1, 2, 0), (0, 1, 0), (0, 2, 1))
    tied = ((1, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 1, 1))
    better = ((2, 0, 1), (1, 0, 1), (1, 0, 2), (0, 0, 1), (0, 1, 2))
    return np.array(
        [[ORDERS_OF_THREE.index(one) for one in case] for case in (worse, tied, better)]
    )


def count_all() -> NDArray[np.uint16]:
    """How many combos of three classes share no card: (818805,)."""
    _, masks = _members()
    counts = np.zeros(NUM_TRIPLES, np.uint16)
    count_triples(masks, CLASS_SIZES, counts)
    return counts


def deal_block(
    boards: NDArray[np.uint8],
    number: int,
    highs: NDArray[np.int64],
    weight: int,
    sums: NDArray[np.int32] | None = None,
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Deal three hands of each class on some boards, and add up how three classes finish.

    Args:
        boards: (n, 5), up to 255; their number determines the hands.
        highs: the highest classes of the rows that are counted.
        weight: how many boards each stands for.
        sums: (13, 818805), added to; None begins at 0.

    Returns:
        The combos of the three players, (3, n, 169), and the sums.
    """
    members, _ = _members()
    found = np.zeros((NUM_ORDERS, NUM_TRIPLES), np.int32) if sums is None else sums
    combos = np.zeros((3, len(boards), NUM_CLASSES), np.int64)
    places = np.zeros((3, len(boards), WIDTH), np.uint8)
    cards = np.zeros((2, *places.shape), np.uint8)
    draw_combos(boards, members, CLASS_SIZES, _KEY, number * MOST_BOARDS, combos, places, cards)
    finish_triples(highs, places, cards, weight, _results(), found)
    return combos, found


def make_triples(control: JobControl | None = None) -> ThreeHands:
    """Count and deal all triples: a minute and a half on two cores. Raises CancelledError."""
    control = control or JobControl()
    boards, workers = canonical_boards(5), min(os.cpu_count() or 1, 16)
    sums = np.zeros((NUM_ORDERS, NUM_TRIPLES), np.int32)
    blocks = boards_by_weight(boards.sizes)
    done = [0] * workers

    def deal(worker: int) -> None:
        highs = np.arange(worker, NUM_CLASSES, workers)
        for number, block in enumerate(blocks):
            control.check()
            weight = int(boards.sizes[block[0]])
            deal_block(boards.cards[block], number, highs, weight, sums)
            done[worker] = number + 1
            control.progress(sum(done) / workers / len(blocks))

    with ThreadPoolExecutor(workers) as pool:
        for _ in pool.map(deal, range(workers)):
            pass
    return ThreeHands(count_all(), _scaled(sums.T))


def _scaled(sums: NDArray[np.int32]) -> NDArray[np.uint16]:
    """Chances in 1/65535, each row with that sum: what rounding leaves goes to the largest."""
    total = np.maximum(sums.sum(axis=1, keepdims=True), 1)
    scaled = np.rint(sums * (SCALE / total)).astype(np.int64)
    scaled[np.arange(len(sums)), sums.argmax(axis=1)] += SCALE - scaled.sum(axis=1)
    return np.asarray(scaled, np.uint16)


_kept: list[ThreeHands] = []


def triples(folder: Path | None = None, control: JobControl | None = None) -> ThreeHands:
    """Return the triples, made at the first use and kept in a folder; callers share them.

    Args:
        folder: None keeps no file. A damaged file is made again.

    Raises:
        CancelledError: if cancelled.
        StrategyFileError: if the file cannot be written.
    """
    with _making:
        if not _kept:
            path = folder / f"three-hands{SUFFIX}" if folder else None
            found = _read(path) if path and path.exists() else None
            if found is None:
                found = make_triples(control)
                _kept.append(found)  # also where it cannot be written
                if path:
                    arrays = {"counts": found.counts, "orders": found.orders}
                    write_tensors(path, {"format_version": FORMAT_VERSION}, arrays)
            else:
                _kept.append(found)
        return _kept[0]


def _read(path: Path) -> ThreeHands | None:
    """The triples of a file; None if it is damaged."""
    shapes = {"counts": (NUM_TRIPLES,), "orders": (NUM_TRIPLES, NUM_ORDERS)}
    try:
        with open_tensors(path, Wording("a file of three hands"), FORMAT_VERSION) as file:
            arrays = file.load() if dict(file.shapes) == shapes else {}
    except StrategyFileError:
        return None
    if not arrays or any(array.dtype != np.uint16 for array in arrays.values()):
        return None
    sums = arrays["orders"].sum(axis=1, dtype=np.int64)
    return ThreeHands(arrays["counts"], arrays["orders"]) if (sums == SCALE).all() else None
