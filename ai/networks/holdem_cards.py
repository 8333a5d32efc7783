"""Input encoding of hold'em cards, see ``_holdem.py``; buckets are the shipped ones."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.abstraction.cards import rows_of_deals, shipped_abstraction
from ai.abstraction.tables import bucket_tables, fill_hands, tables_bytes
from ai.networks import _holdem as h
from engine.cards import Card
from engine.combos import combo_cards
from engine.errors import EngineError
from engine.jobs import JobControl

MOST_JOINED = 340
"""Most ids of a street's buckets; where there are more, neighbours are merged until they fit."""
_KEPT_BOARDS = 16
_BOARD_SIZES = (0, 3, 4, 5)


class HoldemCards:
    """Ids of cards of hold'em, and its deals; thread-safe except for dealing.

    Args:
        home: folder of tables; None caches nothing.
        control: progress and cancellation of building tables.
        dealing: whether hands are dealt, which needs tables.

    Attributes:
        counts: ids of each street.
        num_ids: number of different ones, from 0 on.
        key: their meaning, as text.
        num_bytes: memory of tables for dealing.
    """

    counts = (3, 8, 10, h.MOST_IDS)

    def __init__(self, home: Path | None, control: JobControl | None, dealing: bool) -> None:
        self._rows = shipped_abstraction()
        self._tables = bucket_tables(self._rows, home, control) if dealing else None
        rows = np.array(self._rows.num_rows, np.int64)
        joined = -(-rows // MOST_JOINED)
        sizes = -(-rows // joined)
        sizes[0] = 0
        fine = h.BUCKETS + np.cumsum(sizes) - sizes
        coarse = h.BUCKETS + int(sizes.sum()) + h.LEVELS * (np.arange(h.STREETS) - 1)
        self._buckets = h.BucketIds(rows, joined, fine, coarse)
        self.num_ids = int(coarse[-1]) + h.LEVELS
        self.key = f"holdem 1 {MOST_JOINED} {h.LEVELS} {self._rows.key}"
        self.num_bytes = tables_bytes(self._rows.num_rows[1:])
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[Card, ...], NDArray[np.uint16]] = OrderedDict()

    def deal(
        self, rng: NDArray[np.uint64], cards: NDArray[np.uint16], strengths: NDArray[np.int32]
    ) -> None:
        """Deal hands at random, filling the arrays of ``DealBatch``.

        Raises:
            EngineError: if this was made for playing only.
        """
        if self._tables is None:
            raise EngineError("hands cannot be dealt: the bucket tables were not built")
        count, seats = strengths.shape
        dealt = np.empty((count, 2 * seats + 5), np.uint8)
        rows = np.empty((count, seats, h.STREETS), np.uint16)
        fill_hands(self._tables.arrays, rng, dealt, rows, strengths)
        h.fill_dealt_ids(self._buckets, dealt, rows, cards)

    def inputs_on(
        self, board: Sequence[Card], combos: NDArray[np.integer[Any]] | None = None
    ) -> NDArray[np.uint16]:
        """Return ids (n, ids of the street) of combos on a board; blocked ones have any.

        Args:
            board: as dealt.
            combos: (n,) the combos; all if None. A few are faster alone.

        Raises:
            CardError: if this is not a hold'em board.
        """
        key = tuple(board)
        with self._lock:
            ids = self._kept.get(key)
            if ids is not None:
                self._kept.move_to_end(key)
        if ids is not None:
            return ids if combos is None else ids[combos]
        if combos is not None:
            return self._ids(key, combos)
        ids = self._ids(key, None)
        ids.setflags(write=False)
        with self._lock:
            self._kept[key] = ids
            while len(self._kept) > _KEPT_BOARDS:
                self._kept.popitem(last=False)
        return ids

    def inputs_of(
        self, boards: NDArray[np.uint8], combos: NDArray[np.integer[Any]], first: int
    ) -> tuple[NDArray[np.uint16], ...]:
        """Ids (n, ids of the street) on streets from ``first`` to that of the boards (n, cards)."""
        last = _BOARD_SIZES.index(boards.shape[1])
        rows = rows_of_deals(self._rows, boards, combos).astype(np.uint16)
        padded = np.zeros((len(combos), _BOARD_SIZES[-1]), np.uint8)
        padded[:, : boards.shape[1]] = boards
        holes, inputs = combo_cards()[combos], []
        for street in range(first, last + 1):
            ids = np.empty((len(combos), self.counts[street]), np.uint16)
            so_far = np.ascontiguousarray(rows[:, : street + 1])
            h.fill_deal_ids(self._buckets, holes, padded, so_far, ids)
            inputs.append(ids)
        return tuple(inputs)

    def _ids(
        self, board: tuple[Card, ...], combos: NDArray[np.integer[Any]] | None
    ) -> NDArray[np.uint16]:
        sizes = [size for size in _BOARD_SIZES if size <= len(board)]
        if combos is None:
            holes = combo_cards()
            streets = [self._rows.rows_on(board[:size]) for size in sizes]
        else:
            holes = combo_cards()[combos]
            boards = np.repeat(np.array([board], np.uint8), len(combos), axis=0)
            streets = [
                self._rows.rows_of(street, boards[:, :size], combos)
                for street, size in enumerate(sizes)
            ]
        rows = np.maximum(np.stack(streets, axis=1), 0).astype(np.uint16)
        padded = np.zeros(5, np.uint8)
        padded[: len(board)] = board
        ids = np.empty((len(rows), self.counts[len(sizes) - 1]), np.uint16)
        h.fill_range_ids(self._buckets, np.ascontiguousarray(holes), padded, rows, ids)
        return ids
