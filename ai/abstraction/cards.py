"""Buckets of hold'em's hole cards: which row of a strategy a combo has on a board.

Before the flop a row is one of the 169 classes. On the flop it stands in a table by canonical
board; on the turn and the river it is the nearest of some centres (``kmeans.py``) to what the combo
is compared by (``features.py``), computed for the board at hand. Rows are sorted: neighbours have
like equities, and the last row is the best.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.abstraction._rows import fill_board_rows, fill_flop_rows, fill_single_rows
from ai.abstraction.canonical import (
    COMBO_IMAGES,
    NUM_BOARDS,
    canonical_board,
    flop_table,
)
from ai.abstraction.features import NUM_CLUSTERS, NUM_STEPS, ONES, TOPS, cluster_words
from ai.abstraction.kmeans import Centres, make_centres
from ai.tensors import Record, arrays_hash, open_tensors, write_tensors
from engine.cards import NUM_CARDS, Card, check_distinct
from engine.combos import CLASS_OF_COMBO, NUM_CLASSES, NUM_HOLDEM_COMBOS
from engine.equity import COMBO_MASKS
from engine.errors import CardError, StrategyFileError
from engine.evaluator import CARD_MASKS

FORMAT_VERSION = 1
MAX_BUCKETS = (1_000, 10_000, 10_000)
"""Most buckets of flop, turn and river."""
MAX_FILE_BYTES = 2**23
SHIPPED_FILE = Path(__file__).resolve().parents[2] / "assets" / "blueprints" / "cards.safetensors"
_KEPT_BOARDS = 64
"""A turn with all its rivers, and some more."""
_BOARD_SIZES = (0, 3, 4, 5)


class CardAbstraction:
    """Rows of hold'em's combos on any board; a ``RowMap``.

    Attributes:
        num_rows: rows of each street.
        key: hash of what it is made of; files of strategies name it.
        arrays: what it is made of: ``flop`` (1755, 1326) uint8 or uint16, ``flop_centres``,
            ``turn_centres`` (n, NUM_STEPS) and ``river_centres`` (n, NUM_CLUSTERS) uint16, and
            ``clusters`` (169,) uint8 of the opponent's classes.
        turn: centres of the turn.
        river: centres of the river.
        words: the clusters as kernels read them.
    """

    def __init__(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Take arrays that are known to be sound, see ``load_abstraction``."""
        self.arrays = dict(arrays)
        self.key = arrays_hash(self.arrays)
        self.turn = make_centres(arrays["turn_centres"], squared=False)
        self.river = make_centres(arrays["river_centres"], squared=True)
        self.words = cluster_words(arrays["clusters"])
        self.num_rows: tuple[int, ...] = (
            NUM_CLASSES,
            *(len(arrays[f"{street}_centres"]) for street in ("flop", "turn", "river")),
        )
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[Card, ...], NDArray[np.int32]] = OrderedDict()

    def rows_on(self, board: Sequence[Card]) -> NDArray[np.int32]:
        """Row of each combo on a board: (1326,) int32, read-only, -1 where it is blocked.

        Raises:
            CardError: if this is no board of hold'em.
        """
        cards = tuple(sorted(board))
        with self._lock:
            rows = self._kept.get(cards)
            if rows is not None:
                self._kept.move_to_end(cards)
                return rows
        rows = self._rows_on(cards)
        rows.setflags(write=False)
        with self._lock:
            self._kept[cards] = rows
            while len(self._kept) > _KEPT_BOARDS:
                self._kept.popitem(last=False)
        return rows

    def rows_of(
        self, street: int, boards: NDArray[np.uint8], combos: NDArray[np.integer[Any]]
    ) -> NDArray[np.int32]:
        """Row of one combo on each of many boards, the same as ``rows_on`` has.

        Args:
            street: 0 to 3.
            boards: (n, cards of the street) uint8.
            combos: (n,).

        Returns:
            (n,) int32, -1 where a combo is blocked.
        """
        held: NDArray[np.int64] = np.ascontiguousarray(combos, np.int64)
        boards = np.ascontiguousarray(boards, np.uint8)
        rows: NDArray[np.int32]
        if street == 0:
            rows = CLASS_OF_COMBO[held].astype(np.int32)
            return rows
        rows = np.empty(len(held), np.int32)
        if street == 1:
            fill_flop_rows(boards, held, flop_table(), COMBO_IMAGES, self.arrays["flop"], rows)
        else:
            centres, words = self.centres(street), self.words if street == 3 else ONES
            fill_single_rows(boards, held, words, centres.lanes, centres.ends, rows)
        return rows

    def rows_of_all(self, boards: NDArray[np.uint8]) -> NDArray[np.uint16]:
        """Rows of all combos on each of some turns (n, 4) or rivers (n, 5).

        Returns:
            (n, 1326) uint16, 0 where a combo is blocked.
        """
        centres = self.centres(boards.shape[1] - 2)
        rows = np.empty((len(boards), NUM_HOLDEM_COMBOS), np.uint16)
        fill_board_rows(np.ascontiguousarray(boards), self.words, centres.lanes, centres.ends, rows)
        return rows

    def centres(self, street: int) -> Centres:
        """Centres of street 2, the turn, or 3, the river."""
        return self.turn if street == 2 else self.river

    def _rows_on(self, board: tuple[Card, ...]) -> NDArray[np.int32]:
        check_distinct(board)
        if len(board) not in _BOARD_SIZES or not all(0 <= card < NUM_CARDS for card in board):
            raise CardError("a board has 0, 3, 4 or 5 cards, each 0 to 51")
        rows: NDArray[np.int32]
        if not board:
            rows = CLASS_OF_COMBO.astype(np.int32)
        elif len(board) == 3:
            number, order = canonical_board(board)
            rows = self.arrays["flop"][number, COMBO_IMAGES[order]].astype(np.int32)
        else:
            rows = self.rows_of_all(np.array([board], np.uint8))[0].astype(np.int32)
        rows[COMBO_MASKS & CARD_MASKS[list(board)].sum() != 0] = -1
        return rows


@cache
def shipped_abstraction() -> CardAbstraction:
    """The abstraction that the shipped strategies are made with.

    Raises:
        StrategyFileError: if its file is damaged.
    """
    return load_abstraction(SHIPPED_FILE)


def save_abstraction(path: Path, abstraction: CardAbstraction, record: Record) -> None:
    """Write a file; ``record`` says how the abstraction was made.

    Raises:
        StrategyFileError: if it cannot be written.
    """
    record = {**record, "format_version": FORMAT_VERSION, "key": abstraction.key}
    write_tensors(path, record, abstraction.arrays)


def load_abstraction(path: Path) -> CardAbstraction:
    """Read and check a file.

    Raises:
        StrategyFileError: saying what is wrong with it.
    """
    with open_tensors(path, "a file of card buckets", FORMAT_VERSION, MAX_FILE_BYTES) as file:
        return abstraction_of(path, file.load(), file.record.get("key"))


def abstraction_of(path: Path, arrays: Mapping[str, NDArray[Any]], key: object) -> CardAbstraction:
    """The abstraction that arrays of a file make up, every number of them checked.

    Args:
        path: the file, for messages.
        arrays: as ``CardAbstraction`` has them.
        key: what the abstraction must be.

    Raises:
        StrategyFileError: saying what is wrong with them.
    """
    widths = {3: ("flop_centres", NUM_STEPS), 4: ("turn_centres", NUM_STEPS)}
    widths[5] = ("river_centres", NUM_CLUSTERS)
    if set(arrays) != {"flop", "clusters", *(name for name, _ in widths.values())}:
        raise StrategyFileError(f"{path}: its arrays are not those of card buckets")
    for (num_cards, (name, width)), most in zip(widths.items(), MAX_BUCKETS, strict=True):
        centres = arrays[name]
        if (
            centres.dtype != np.uint16
            or centres.ndim != 2
            or centres.shape[1] != width
            or not 1 <= len(centres) <= most
            or centres.max() > TOPS[num_cards]
            or (np.diff(centres.sum(axis=1, dtype=np.int64)) < 0).any()
        ):
            raise StrategyFileError(f"{path}: its '{name}' are impossible")
    flop, count = arrays["flop"], len(arrays["flop_centres"])
    shape = (NUM_BOARDS[3], NUM_HOLDEM_COMBOS)
    if flop.dtype != bucket_dtype(count) or flop.shape != shape or flop.max() >= count:
        raise StrategyFileError(f"{path}: its 'flop' is impossible")
    clusters = arrays["clusters"]
    if clusters.dtype != np.uint8 or clusters.shape != (NUM_CLASSES,):
        raise StrategyFileError(f"{path}: its 'clusters' are impossible")
    if clusters.max() >= NUM_CLUSTERS:
        raise StrategyFileError(f"{path}: its 'clusters' are impossible")
    abstraction = CardAbstraction(arrays)
    if abstraction.key != key:
        raise StrategyFileError(f"{path}: damaged: its buckets do not fit their key")
    return abstraction


def bucket_dtype(count: int) -> np.dtype[Any]:
    """What ``count`` buckets are kept in."""
    return np.dtype(np.uint8 if count <= 256 else np.uint16)
