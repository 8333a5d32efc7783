"""Bucket tables of all canonical boards and combos, for training."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

import numpy as np
from numpy.typing import NDArray

from ai.abstraction._deals import DealArrays, fill_deals, fill_hands, fill_ranges
from ai.abstraction.canonical import (
    CARD_IMAGES,
    COMBO_IMAGES,
    NUM_BOARDS,
    ORDER_PRODUCTS,
    canonical_boards,
    child_table,
    flop_table,
)
from ai.abstraction.cards import ONE_CLASS, CardAbstraction, bucket_dtype
from ai.files.arrays import SUFFIX, open_tensors, write_tensors
from engine.combos import CLASS_OF_COMBO, NUM_HOLDEM_COMBOS
from engine.errors import StrategyFileError
from engine.jobs import JobControl
from engine.wording import Wording

__all__ = [
    "BucketTables",
    "DealArrays",
    "bucket_tables",
    "fill_deals",
    "fill_hands",
    "fill_ranges",
    "tables_bytes",
]

FORMAT_VERSION = 1
_STREETS = {"flop": 3, "turn": 4, "river": 5}
_PARTS = {4: (0.0, 0.45, 40), 5: (0.45, 1.0, 200)}
"""The start and stop of progress on turn and river, and boards done in 30 ms."""
_WAIT_S = 0.05


@dataclass(frozen=True, eq=False)
class BucketTables:
    """The bucket of every combo on every canonical board.

    Attributes:
        num_rows: rows of each street, the 169 before the flop first.
        flop: (1755, 1326) uint8 or uint16; entries of blocked combos are undefined.
        turn: (16432, 1326).
        river: (134459, 1326).
        turn_starts: offsets by the class of the board, as in ``CardAbstraction``.
    """

    num_rows: tuple[int, ...]
    flop: NDArray[Any]
    turn: NDArray[Any]
    river: NDArray[Any]
    turn_starts: NDArray[np.uint16] = field(default_factory=lambda: ONE_CLASS)
    river_starts: NDArray[np.uint16] = field(default_factory=lambda: ONE_CLASS)

    @cached_property
    def arrays(self) -> DealArrays:
        """The arrays read by ``fill_hands``."""
        return DealArrays(
            CLASS_OF_COMBO.astype(np.uint16),
            flop_table(),
            child_table(3).ravel(),
            child_table(4).ravel(),
            CARD_IMAGES.ravel(),
            COMBO_IMAGES.ravel(),
            ORDER_PRODUCTS.ravel(),
            self.flop.ravel(),
            self.turn.ravel(),
            self.river.ravel(),
            self.turn_starts.ravel(),
            self.river_starts.ravel(),
        )

    @property
    def num_bytes(self) -> int:
        """Memory of the tables, including the board numbering."""
        return sum(array.nbytes for array in self.arrays)


_shared: WeakValueDictionary[str, BucketTables] = WeakValueDictionary()
"""Tables in use, by abstraction key: concurrent runs share one copy."""
_making = threading.Lock()


def tables_bytes(hands: Sequence[int], classes: Sequence[int] = (1, 1, 1)) -> int:
    """Return the memory of tables before they are built.

    Args:
        hands: hand groups on flop, turn and river.
        classes: board classes on each.
    """
    numbers = 4 * (22_100 + 52 * (NUM_BOARDS[3] + NUM_BOARDS[4]))
    buckets = zip(NUM_BOARDS.values(), hands, strict=True)
    sizes = [boards * bucket_dtype(count).itemsize for boards, count in buckets]
    classified = [2 * NUM_BOARDS[3] * 52**street for street in (1, 2) if classes[street] > 1]
    return numbers + NUM_HOLDEM_COMBOS * sum(sizes) + sum(classified)


def tables_path(abstraction: CardAbstraction, folder: Path) -> Path:
    """Return the path of an abstraction's tables in a folder."""
    return folder / f"buckets-{abstraction.key[:32]}{SUFFIX}"


def bucket_tables(
    abstraction: CardAbstraction, folder: Path | None = None, control: JobControl | None = None
) -> BucketTables:
    """Return the tables of an abstraction, built unless cached on disk; callers share them.

    Args:
        folder: cache folder; the file is named by the abstraction's key without board classes; None
            caches nothing. A damaged file is rebuilt.
        control: progress and cancellation; building takes less than a minute.

    Raises:
        StrategyFileError: if the file cannot be written.
    """
    control = control or JobControl()
    while not _making.acquire(timeout=_WAIT_S):  # another run may be building them
        control.check()
    try:
        built = _shared.get(abstraction.key)
        if built is None:
            plain = abstraction.plain
            built = _shared.get(plain.key) or _make_tables(plain, folder, control)
            if plain is not abstraction:
                starts = abstraction.starts
                built = replace(
                    built,
                    num_rows=abstraction.num_rows,
                    turn_starts=starts[0],
                    river_starts=starts[1],
                )
            _shared[abstraction.key] = built
        return built
    finally:
        _making.release()


def _make_tables(
    abstraction: CardAbstraction, folder: Path | None, control: JobControl
) -> BucketTables:
    path = tables_path(abstraction, folder) if folder is not None else None
    if path is not None and path.exists():
        control.progress(0.0, "Reading card buckets")
        try:
            return _read_tables(path, abstraction)
        except StrategyFileError:
            control.progress(0.0, "Kept card buckets are damaged")
    tables = {"flop": abstraction.arrays["flop"]}
    for name, num_cards in (("turn", 4), ("river", 5)):
        tables[name] = _build(abstraction, num_cards, control.check, control.progress)
    if path is not None:
        record = {"format_version": FORMAT_VERSION, "abstraction": abstraction.key}
        write_tensors(path, record, tables)
    return BucketTables(abstraction.num_rows, **tables)


def _build(
    abstraction: CardAbstraction,
    num_cards: int,
    check: Callable[[], None],
    progress: Callable[[float, str], None],
) -> NDArray[Any]:
    """Return rows of all combos on all canonical boards of 4 or 5 cards."""
    boards = canonical_boards(num_cards).cards
    start, stop, part = _PARTS[num_cards]
    count = abstraction.num_rows[num_cards - 2]
    rows = np.empty((len(boards), NUM_HOLDEM_COMBOS), bucket_dtype(count))
    text = f"Card buckets, {len(boards):,} {'turns' if num_cards == 4 else 'rivers'}"
    for first in range(0, len(boards), part):
        check()
        progress(start + first / len(boards) * (stop - start), text)
        rows[first : first + part] = abstraction.rows_of_all(boards[first : first + part])
    return rows


def _read_tables(path: Path, abstraction: CardAbstraction) -> BucketTables:
    with open_tensors(path, Wording("a file of bucket tables"), FORMAT_VERSION) as file:
        shapes = {name: (NUM_BOARDS[size], NUM_HOLDEM_COMBOS) for name, size in _STREETS.items()}
        if dict(file.shapes) != shapes or file.record.get("abstraction") != abstraction.key:
            raise StrategyFileError("{path}: not the tables of this abstraction", path=path)
        arrays = file.load()
    for name, count in zip(_STREETS, abstraction.num_rows[1:], strict=True):
        if arrays[name].dtype != bucket_dtype(count) or arrays[name].max() >= count:
            raise StrategyFileError("{path}: its buckets are invalid", path=path)
    return BucketTables(abstraction.num_rows, **arrays)
