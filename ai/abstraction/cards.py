"""Card abstraction of hold'em: the bucket of each combo on a board.

Before the flop a row is one of the 169 classes. On the flop it is in a table by canonical board; on
the turn and the river it is the nearest of some centres (``kmeans.py``) to the combo's features
(``features.py``), computed for the given board. Rows are sorted by equity; the last row is the
strongest. Where turns or rivers have board classes (``classes.py``), each class has its own rows;
then the order of the board cards matters.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ai.abstraction._rows import fill_board_rows, fill_flop_rows, fill_single_rows
from ai.abstraction.buckets import MAX_BUCKETS
from ai.abstraction.canonical import (
    CARD_IMAGES,
    COMBO_IMAGES,
    NUM_BOARDS,
    ORDER_BITS,
    canonical_board,
    canonical_numbers,
    flop_table,
)
from ai.abstraction.features import NUM_CLUSTERS, NUM_STEPS, ONES, TOPS, cluster_words
from ai.abstraction.kmeans import Centres, make_centres
from ai.files.arrays import SUFFIX, Record, content_hash, open_tensors, write_tensors
from ai.files.strategy import BLUEPRINTS, CARDS_PREFIX
from engine.agent import RowMap
from engine.cards import NUM_CARDS, Card, check_distinct
from engine.combos import CLASS_OF_COMBO, NUM_CLASSES, NUM_HOLDEM_COMBOS
from engine.equity import COMBO_MASKS
from engine.errors import CardError, StrategyFileError
from engine.evaluator import CARD_MASKS
from engine.wording import Wording

FORMAT_VERSION = 1
MAX_FILE_BYTES = 2**24
_WHAT = Wording("a file of card buckets")
ONE_CLASS: NDArray[np.uint16] = np.zeros(1, np.uint16)
"""The start of the rows of a board's class if boards have no classes."""
CLASS_SHAPES = {
    "turn_classes": (NUM_BOARDS[3], NUM_CARDS),
    "river_classes": (NUM_BOARDS[3], NUM_CARDS, NUM_CARDS),
}
"""Shapes of board classes, by canonical flop and the cards to come, mapped by its order."""
SHIPPED_BUCKETS = "1000,400,220"
"""Buckets without board classes, whose ids are network inputs."""
_KEPT_BOARDS = 64
"""Most boards cached: a turn with all its rivers, and some more."""
_BOARD_SIZES = (0, 3, 4, 5)
_TURN = 2
_MANY = 64
"""Number of combos on one board from which on all are computed at once."""


class CardRows(RowMap, Protocol):
    """An identifiable map of combos to rows."""

    @property
    def key(self) -> str:
        """Hash of everything that determines the rows."""
        ...


class CardAbstraction:
    """The bucket of each hold'em combo on any board; a ``RowMap``.

    Attributes:
        num_rows: rows of each street.
        key: hash of its arrays, stored in strategy files.
        arrays: the arrays it consists of: ``flop`` (1755, 1326) uint8 or uint16, ``flop_centres``,
            ``turn_centres`` (n, NUM_STEPS) and ``river_centres`` (n, NUM_CLUSTERS) uint16,
            ``clusters`` (169,) uint8 of the opponent's classes; and where boards have classes,
            ``turn_classes`` and ``river_classes`` uint8, see CLASS_SHAPES.
        words: the clusters as kernels read them.
        starts: of turn and river: the start of the rows of each board's class, uint16, shaped
            like the classes; ONE_CLASS where boards have none.
    """

    def __init__(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Take validated arrays, see ``load_abstraction``."""
        self.arrays = dict(arrays)
        self.key = content_hash(self.arrays)
        self.turn = make_centres(arrays["turn_centres"], squared=False)
        self.river = make_centres(arrays["river_centres"], squared=True)
        self.words = cluster_words(arrays["clusters"])
        hands = [len(arrays[f"{street}_centres"]) for street in ("flop", "turn", "river")]
        classes = [arrays.get(name, ONE_CLASS) for name in CLASS_SHAPES]
        self.starts = tuple(
            of_board * np.uint16(count) for of_board, count in zip(classes, hands[1:], strict=True)
        )
        self.num_rows: tuple[int, ...] = (
            NUM_CLASSES,
            hands[0],
            *(
                int(starts.max()) + count
                for starts, count in zip(self.starts, hands[1:], strict=True)
            ),
        )
        self._lock = threading.Lock()
        self._kept: OrderedDict[tuple[Card, ...], NDArray[np.int32]] = OrderedDict()

    @cached_property
    def plain(self) -> CardAbstraction:
        """The same without board classes."""
        if not self.arrays.keys() & CLASS_SHAPES.keys():
            return self
        arrays = self.arrays.items()
        return CardAbstraction({name: array for name, array in arrays if name not in CLASS_SHAPES})

    def rows_on(self, board: Sequence[Card]) -> NDArray[np.int32]:
        """Row of each combo on a board: (1326,) int32, read-only, -1 where it is blocked.

        Args:
            board: as dealt: the flop, then the turn, then the river.

        Raises:
            CardError: if this is not a hold'em board.
        """
        cards = (*sorted(board[:3]), *board[3:])
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
        """Return the row of one combo on each of many boards, as in ``rows_on``.

        Args:
            boards: (n, cards of the street) uint8, as dealt.
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
            rows += np.where(rows >= 0, self._starts_of(boards), 0)
        return rows

    def rows_of_all(self, boards: NDArray[np.uint8]) -> NDArray[np.uint16]:
        """Rows of all combos on turns (n, 4) or rivers (n, 5), within the class of each board.

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

    def _starts_of(self, boards: NDArray[np.uint8]) -> NDArray[np.int32]:
        """Return the first row of each board's class: (n,), or (1,) without board classes."""
        starts = self.starts[boards.shape[1] - 4]
        if starts.size == 1:
            return np.zeros(1, np.int32)
        numbers = canonical_numbers(boards[:, :3])
        images = CARD_IMAGES[(numbers & (1 << ORDER_BITS) - 1)[:, None], boards[:, 3:]]
        begin: NDArray[np.int32] = starts[numbers >> ORDER_BITS, *images.T].astype(np.int32)
        return begin

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
            boards = np.array([board], np.uint8)
            rows = self.rows_of_all(boards)[0] + self._starts_of(boards)
        rows[COMBO_MASKS & CARD_MASKS[list(board)].sum() != 0] = -1
        return rows


def rows_of_deals(
    rows: RowMap, boards: NDArray[np.uint8], combos: NDArray[np.integer[Any]]
) -> NDArray[np.int32]:
    """Return rows of combos on every street of their boards, looking each turn up once.

    A row takes 40 µs on a turn and 1 µs on a river, unless there is only one board.
    """
    sizes = [size for size in _BOARD_SIZES if size <= boards.shape[1]]
    of_street = np.empty((len(combos), len(sizes)), np.int32)
    for street, size in enumerate(sizes):
        here = boards[:, :size]
        if len(combos) >= _MANY and (here == here[0]).all():
            of_street[:, street] = rows.rows_on(here[0].tolist())[combos]
        elif street == _TURN:
            of_street[:, street] = _turn_rows(rows, here, combos)
        else:
            of_street[:, street] = rows.rows_of(street, here, combos)
    return of_street


def _turn_rows(
    rows: RowMap, boards: NDArray[np.uint8], combos: NDArray[np.integer[Any]]
) -> NDArray[np.int32]:
    names = combos.astype(np.int64)
    for card in (*np.sort(boards[:, :3], axis=1).T, boards[:, 3]):
        names = names * 64 + card
    _, once, place = np.unique(names, return_index=True, return_inverse=True)
    of_boards: NDArray[np.int32] = rows.rows_of(_TURN, boards[once], combos[once])[place]
    return of_boards


def shipped_abstraction() -> CardAbstraction:
    """Return the abstraction of ``SHIPPED_BUCKETS``.

    Raises StrategyFileError if its file is damaged.
    """
    return _shipped(shipped_path(SHIPPED_BUCKETS))


def shipped_path(buckets: str) -> Path:
    """Return the path of the shipped abstraction with these buckets; it may not exist.

    Args:
        buckets: as a recipe of a blueprint names them, such as ``1000,30x32,60x16``.
    """
    return BLUEPRINTS / f"{CARDS_PREFIX}{buckets.replace(',', '-')}{SUFFIX}"


def shipped_with(buckets: str) -> CardAbstraction | None:
    """Return the shipped abstraction with these buckets, None if there is none.

    Args:
        buckets: as ``shipped_path`` takes them.

    Raises:
        StrategyFileError: if its file is damaged.
    """
    path = shipped_path(buckets)
    return _shipped(path) if path.exists() else None


def find_shipped_abstraction(key: str) -> CardAbstraction | None:
    """Return the shipped abstraction with that key, None if there is none.

    Raises StrategyFileError if a shipped file is damaged.
    """
    path = _shipped_paths().get(key)
    return None if path is None else _shipped(path)


@cache
def _shipped(path: Path) -> CardAbstraction:
    return load_abstraction(path)


@cache
def _shipped_paths() -> dict[object, Path]:
    """Return the shipped files by key, read without loading their arrays."""
    paths = {}
    for path in sorted(BLUEPRINTS.glob(f"{CARDS_PREFIX}*{SUFFIX}")):
        with open_tensors(path, _WHAT, FORMAT_VERSION, MAX_FILE_BYTES) as file:
            paths[file.record.get("key")] = path
    return paths


def save_abstraction(path: Path, abstraction: CardAbstraction, record: Record) -> None:
    """Write a file; ``record`` is the abstraction's origin.

    Raises StrategyFileError if it cannot be written.
    """
    record = {**record, "format_version": FORMAT_VERSION, "key": abstraction.key}
    write_tensors(path, record, abstraction.arrays)


def load_abstraction(path: Path) -> CardAbstraction:
    """Load and validate a file. Raises StrategyFileError with the reason."""
    with open_tensors(path, _WHAT, FORMAT_VERSION, MAX_FILE_BYTES) as file:
        return abstraction_of(path, file.load(), file.record.get("key"))


def abstraction_of(path: Path, arrays: Mapping[str, NDArray[Any]], key: object) -> CardAbstraction:
    """Build the abstraction from a file's arrays, all validated.

    Args:
        path: the file, for messages.
        arrays: as in ``CardAbstraction``.
        key: the abstraction's required key.

    Raises:
        StrategyFileError: with the reason.
    """
    widths = {3: ("flop_centres", NUM_STEPS), 4: ("turn_centres", NUM_STEPS)}
    widths[5] = ("river_centres", NUM_CLUSTERS)
    names = {"flop", "clusters", *(name for name, _ in widths.values())}
    if not names <= set(arrays) <= names | CLASS_SHAPES.keys():
        raise StrategyFileError("{path}: its arrays are not those of card buckets", path=path)
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
            raise StrategyFileError("{path}: its '{name}' are invalid", path=path, name=name)
    flop, count = arrays["flop"], len(arrays["flop_centres"])
    shape = (NUM_BOARDS[3], NUM_HOLDEM_COMBOS)
    if flop.dtype != bucket_dtype(count) or flop.shape != shape or flop.max() >= count:
        raise StrategyFileError("{path}: its 'flop' is invalid", path=path)
    clusters = arrays["clusters"]
    sound = clusters.dtype == np.uint8 and clusters.shape == (NUM_CLASSES,)
    if not sound or clusters.max() >= NUM_CLUSTERS:
        raise StrategyFileError("{path}: its 'clusters' are invalid", path=path)
    for name, wanted in CLASS_SHAPES.items():
        classes, hands = arrays.get(name), len(arrays[name.replace("classes", "centres")])
        if classes is None:
            continue
        if classes.dtype != np.uint8 or classes.shape != wanted:
            raise StrategyFileError("{path}: its '{name}' are invalid", path=path, name=name)
        if (int(classes.max()) + 1) * hands > MAX_BUCKETS[-1]:
            raise StrategyFileError("{path}: its '{name}' are too many", path=path, name=name)
    abstraction = CardAbstraction(arrays)
    if abstraction.key != key:
        raise StrategyFileError("{path}: damaged: its buckets do not match their key", path=path)
    return abstraction


def bucket_dtype(count: int) -> np.dtype[Any]:
    """Return the type of arrays for ``count`` buckets."""
    return np.dtype(np.uint8 if count <= 256 else np.uint16)
