"""Showdowns of three hands before the flop, by classes: 818,805 triples.

How many combos of three classes share no card is counted exactly. Showdowns are counted on each of
the 134,459 boards that differ by more than names of suits, with combos drawn at random: those that
share a card do not count. So only the suits of the hands are sampled.
"""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from ai.abstraction.canonical import canonical_boards
from ai.files.atomic import replacing
from ai.preflop._kernels import (
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
from engine.jobs import JobControl

NUM_TRIPLES = 818_805
_FILE = "three-hands.npz"
_KEY = np.uint64(0x3A5D1C7790B2E64F)
_making = threading.Lock()


@dataclass(frozen=True, eq=False)
class Triples:
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


def make_triples(control: JobControl | None = None) -> Triples:
    """Count and deal all triples: half a minute on two cores. Raises CancelledError."""
    control = control or JobControl()
    combos, _ = _members()
    boards, workers = canonical_boards(5), min(os.cpu_count() or 1, 16)
    sums = np.zeros((NUM_ORDERS, NUM_TRIPLES), np.int32)
    blocks = boards_by_weight(boards.sizes)
    done = [0] * workers

    def deal(worker: int) -> None:
        highs = np.arange(worker, NUM_CLASSES, workers)
        for number, block in enumerate(blocks):
            control.check()
            places = np.zeros((3, len(block), WIDTH), np.uint8)
            cards = np.zeros((2, *places.shape), np.uint8)
            draw_combos(
                boards.cards[block], combos, CLASS_SIZES, _KEY, number * MOST_BOARDS, places, cards
            )
            weight = int(boards.sizes[block[0]])
            finish_triples(highs, places, cards, weight, _results(), sums)
            done[worker] = number + 1
            control.progress(sum(done) / workers / len(blocks))

    with ThreadPoolExecutor(workers) as pool:
        for _ in pool.map(deal, range(workers)):
            pass
    return Triples(count_all(), _scaled(sums.T))


def _scaled(sums: NDArray[np.int32]) -> NDArray[np.uint16]:
    """Chances in 1/65535, each row with that sum: what rounding leaves goes to the largest."""
    total = np.maximum(sums.sum(axis=1, keepdims=True), 1)
    scaled = np.rint(sums * (SCALE / total)).astype(np.int64)
    scaled[np.arange(len(sums)), sums.argmax(axis=1)] += SCALE - scaled.sum(axis=1)
    return np.asarray(scaled, np.uint16)


_kept: list[Triples] = []


def triples(folder: Path | None = None, control: JobControl | None = None) -> Triples:
    """Return the triples, made at the first use and kept in a folder; callers share them.

    Args:
        folder: None keeps no file. A damaged file is made again.

    Raises:
        CancelledError: if cancelled.
    """
    with _making:
        if not _kept:
            found = _read(folder / _FILE) if folder else None
            if found is None:
                found = make_triples(control)
                if folder:
                    folder.mkdir(parents=True, exist_ok=True)
                    with replacing(folder / _FILE) as file, file.open("wb") as stream:
                        np.savez(stream, counts=found.counts, orders=found.orders)
            _kept.append(found)
        return _kept[0]


def _read(path: Path) -> Triples | None:
    try:
        with np.load(path, allow_pickle=False) as file:
            counts, orders = file["counts"], file["orders"]
    except (OSError, ValueError, KeyError, BadZipFile, EOFError):
        return None
    fits = counts.shape == (NUM_TRIPLES,) and orders.shape == (NUM_TRIPLES, NUM_ORDERS)
    return Triples(counts, orders) if fits and counts.dtype == orders.dtype == np.uint16 else None
