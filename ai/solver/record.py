"""Spot files: a spot and its solution, validated on loading.

``ai/files/arrays.py`` reads and writes them. Arrays: ``curve`` float64 (points, 4) as in
``ai/training/run.py``; ``lock.N.combos`` uint8 (1326,) and ``lock.N.probabilities`` float64 (1326,
actions) of each lock; ``state.NAME`` the solver's state for bit-for-bit resumption.
"""

from __future__ import annotations

import contextlib
import logging
import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ai.betting.sizes import SpotError, read_amount
from ai.cfr.schedule import get_schedule
from ai.files.arrays import SUFFIX, Record, TensorFile, naming, open_tensors
from ai.files.watched import WatchedFolders
from ai.solver.locks import Lock
from ai.solver.spot import (
    BETWEEN_STACKS,
    BLIND,
    FLOP,
    MAX_CHIPS,
    MAX_TEXT,
    RAKE_CAP,
    THREE_WAY,
    AnySpot,
    Spot,
    is_record,
    is_three_way,
    line_text,
    parse_line,
)
from ai.training.run import CurvePoint, curve_of
from ai.training.trainer import MAX_COUNT
from engine import timing
from engine.cards import Card, card_names, parse_cards
from engine.combos import NUM_HOLDEM_COMBOS
from engine.errors import StrategyFileError
from engine.wording import Wording

FORMAT_VERSION = 1
"""Version, which goes up when an older reader would misread a file."""
MAX_FILE_BYTES = 2**36
"""Largest file: large turn spots have gigabytes; only what a spot needs is loaded."""
_MAX_LOCKS = 10_000
_SUM_ERROR = 1e-9
T = TypeVar("T")

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class KeptSpot:
    """The contents of a spot file; its solver arrays are neither loaded nor validated.

    Attributes:
        pot, stack: texts of the chips in the middle and of those behind for each.
        texts: of the fields of ``Spot``; ``spot`` parses ranges and menus.
        places: line, as text, and cards of each lock.
        curve: exploitability evaluations.
        target: its target in percent of the pot.
        exploitability: percent of the pot at the latest evaluation; None before the first.
        rivers: False if a flop was saved without them.
        keeps: whether its rivers are to stay in the file once it is solved.
    """

    path: Path
    board: tuple[Card, ...]
    pot: str
    stack: str
    texts: dict[str, str]
    algorithm: str
    half: bool
    places: tuple[tuple[str, tuple[Card, ...]], ...]
    iterations: int
    seconds: float
    curve: tuple[CurvePoint, ...]
    target: float
    exploitability: float | None
    date: datetime
    rivers: bool = True
    keeps: bool = False

    @property
    def is_three_way(self) -> bool:
        """Whether it is a river for three players."""
        return THREE_WAY in self.texts

    def spot(self) -> Spot:
        """The spot itself, of two players.

        Raises StrategyFileError if its ranges or menus are invalid, or it is for three players.
        """
        if self.is_three_way:
            raise StrategyFileError("{path}: it is a river for three players", path=self.path)
        return self.read(Spot.of_record)

    def read(self, of_record: Callable[[dict[str, str]], T]) -> T:
        """Return the spot that its texts describe. Raises StrategyFileError if it is invalid."""
        try:
            return of_record(self.texts)
        except SpotError as error:
            field = f"'{error.field}': " if error.field else ""  # a name and no words
            raise StrategyFileError(
                "{path}: {field}{error}", path=self.path, field=field, error=error
            ) from error


def record_of(
    spot: AnySpot,
    locks: Sequence[Lock],
    *,
    algorithm: str,
    half: bool,
    iterations: int,
    seconds: float,
    target: float,
    exploitability: float | None,
    rivers: bool | None = None,
) -> Record:
    """Return the record of a file to be written now.

    Args:
        rivers: False for a flop without them, True if they are to stay.
    """
    return {
        "format_version": FORMAT_VERSION,
        "kind": "spot",
        "spot": spot.record(),
        "locks": [
            {
                "line": line_text(spot, lock.line),
                "card": card_names(lock.cards) or None,
            }
            for lock in locks
        ],
        "algorithm": algorithm,
        "half": half,
        "iterations": iterations,
        "seconds": seconds,
        "target": target,
        "exploitability": exploitability,
        **({} if rivers is None else {"rivers": rivers}),
        "date": timing.now().isoformat(timespec="milliseconds"),
    }


def lock_arrays(locks: Sequence[Lock]) -> dict[str, NDArray[Any]]:
    """The arrays of locks."""
    arrays: dict[str, NDArray[Any]] = {}
    for number, lock in enumerate(locks):
        arrays[f"lock.{number}.combos"] = lock.combos.astype(np.uint8)
        arrays[f"lock.{number}.probabilities"] = lock.probabilities
    return arrays


def read_kept(path: Path) -> KeptSpot:
    """Return a spot file's metadata without loading its solver.

    Raises StrategyFileError if it is damaged, malicious, or of another version.
    """
    with open_spot(path) as file:
        return kept_of(file)


@contextlib.contextmanager
def open_spot(path: Path) -> Iterator[TensorFile]:
    """Open the file of a spot. Raises StrategyFileError if it is not one."""
    with open_tensors(path, Wording("a spot file"), FORMAT_VERSION, MAX_FILE_BYTES) as file:
        if file.record.get("kind") != "spot":
            raise StrategyFileError("{path}: not a spot file", path=path)
        yield file


def kept_of(file: TensorFile) -> KeptSpot:
    """Return the metadata of an open file. Raises StrategyFileError if they are impossible."""
    path, record = file.path, file.record
    texts = _texts_of(path, record)
    algorithm, half = record.get("algorithm"), record.get("half")
    with naming(path):
        board = parse_cards(texts["board"])
        get_schedule(algorithm if isinstance(algorithm, str) else "")
    if len(board) not in ((5,) if THREE_WAY in texts else (3, 4, 5)):
        raise StrategyFileError("{path}: its board is no flop, turn or river", path=path)
    if not isinstance(half, bool):
        raise _improper(path, "half")
    rivers = record.get("rivers", True)
    if not isinstance(rivers, bool) or not (rivers or len(board) == FLOP):
        raise _improper(path, "rivers")
    iterations = record.get("iterations")
    if type(iterations) is not int or not 0 <= iterations <= MAX_COUNT:
        raise _improper(path, "iterations")
    curve = curve_of(file)
    if curve and curve[-1].iteration > iterations:
        raise StrategyFileError("{path}: its curve is invalid", path=path)
    return KeptSpot(
        path=path,
        board=board,
        pot=_chips_of(path, texts, "pot"),
        stack=_chips_of(path, texts, "stack"),
        texts=texts,
        algorithm=str(algorithm),
        half=half,
        places=_places_of(path, record),
        iterations=iterations,
        seconds=_number_of(path, record, "seconds"),
        curve=curve,
        target=_number_of(path, record, "target"),
        exploitability=(
            None
            if record.get("exploitability", ...) is None
            else _number_of(path, record, "exploitability")
        ),
        date=_date_of(path, record),
        rivers=rivers,
        keeps=rivers and "rivers" in record,
    )


def locks_of(file: TensorFile, kept: KeptSpot, spot: Spot) -> tuple[Lock, ...]:
    """The locks of an open file, validated. Raises StrategyFileError if one is invalid."""
    locks = []
    for number, (text, cards) in enumerate(kept.places):
        try:
            line = parse_line(spot, text)
        except SpotError as error:
            raise StrategyFileError(
                "{path}: lock {number}: {error}", path=kept.path, number=number + 1, error=error
            ) from error
        node = spot.tree.find(line)
        if len(cards) > spot.tree.street[node] or set(cards) & set(spot.board):
            raise StrategyFileError(
                "{path}: lock {number} has an impossible card", path=kept.path, number=number + 1
            )
        names = f"lock.{number}.combos", f"lock.{number}.probabilities"
        shapes = (NUM_HOLDEM_COMBOS,), (NUM_HOLDEM_COMBOS, int(spot.tree.num_actions[node]))
        for name, kind, shape in zip(names, ("U8", "F64"), shapes, strict=True):
            if file.kinds.get(name) != kind or file.shapes[name] != shape:
                raise StrategyFileError(
                    "{path}: '{name}' has the wrong size", path=kept.path, name=name
                )
        combos, probabilities = (file.look(name) for name in names)
        rows = np.where(combos > 0, 1.0, 0.0)
        sound = (combos <= 1).all() and (probabilities >= 0.0).all()  # NaN is not
        if not sound or not (np.abs(probabilities.sum(axis=1) - rows) <= _SUM_ERROR).all():
            raise StrategyFileError(
                "{path}: lock {number} has invalid probabilities", path=kept.path, number=number + 1
            )
        locks.append(Lock(line, cards, combos.astype(np.bool_), probabilities))
    return tuple(locks)


def _texts_of(path: Path, record: Record) -> dict[str, str]:
    texts = record.get("spot")
    if not isinstance(texts, dict) or not (is_record(set(texts)) or is_three_way(set(texts))):
        raise _improper(path, "spot")
    for name, text in texts.items():
        if not isinstance(text, str) or len(text) > MAX_TEXT:
            raise _improper(path, name)
    for field in {BLIND, RAKE_CAP} & set(texts):
        _chips_of(path, texts, field)
    return texts


def _chips_of(path: Path, texts: dict[str, str], field: str) -> str:
    text = texts[field]
    # Three players may have a stack each.
    parts = text.split(BETWEEN_STACKS) if field == "stack" and THREE_WAY in texts else [text]
    with contextlib.suppress(SpotError):
        amounts = [read_amount(part, field) for part in parts]
        plain = all(re.fullmatch(r"[0-9.]+", part) for part in parts)
        if plain and all(1 <= amount <= MAX_CHIPS * unit for amount, unit in amounts):
            return text
    raise _improper(path, field)


def _number_of(path: Path, record: Record, name: str) -> float:
    value = record.get(name)
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= MAX_COUNT:
        return float(value)
    raise _improper(path, name)


def _date_of(path: Path, record: Record) -> datetime:
    text = record.get("date")
    with contextlib.suppress(ValueError, OverflowError):
        if isinstance(text, str):
            date = datetime.fromisoformat(text)
            if date.tzinfo is not None:
                return date.astimezone(UTC)
    raise _improper(path, "date")


def _places_of(path: Path, record: Record) -> tuple[tuple[str, tuple[Card, ...]], ...]:
    entries = record.get("locks")
    if not isinstance(entries, list) or len(entries) > _MAX_LOCKS:
        raise _improper(path, "locks")
    places = []
    for entry in entries:
        if not isinstance(entry, dict) or set(entry) != {"line", "card"}:
            raise _improper(path, "locks")
        line, card = entry["line"], entry["card"]
        if not isinstance(line, str) or not (card is None or isinstance(card, str)):
            raise _improper(path, "locks")
        with naming(path):
            places.append((line, () if card is None else parse_cards(card)))
    return tuple(places)


def _improper(path: Path, name: str) -> StrategyFileError:
    return StrategyFileError("{path}: its record has no valid '{name}'", path=path, name=name[:40])


@dataclass(frozen=True)
class SpotFile:
    """A file of a saved spot.

    Attributes:
        kept: its metadata; None if it cannot be read.
        problem: why it cannot be read; empty if it can.
    """

    path: Path
    num_bytes: int
    date: datetime
    kept: KeptSpot | None
    problem: str = ""


def list_spots(folder: Path) -> tuple[SpotFile, ...]:
    """All saved spots, newest first; never fails."""
    files = _files.list(folder)
    return tuple(sorted(files, key=lambda file: (file.date, file.path.name), reverse=True))


def new_path(folder: Path, spot: AnySpot) -> Path:
    """Return an unused name for the file of a spot, from its board and the time."""
    board = card_names(spot.board)
    # Two runs begun in the same second get two files, before either is written.
    name = f"{board}-{timing.now().astimezone():%Y%m%d-%H%M%S-%f}"
    names = (name if number == 1 else f"{name}-{number}" for number in count(1))
    paths = (folder / f"{name}{SUFFIX}" for name in names)
    return next(path for path in paths if not os.path.lexists(path))


def _spot_file(path: Path, status: os.stat_result) -> SpotFile:
    try:
        kept = read_kept(path)
    except StrategyFileError as error:
        log.warning("a saved spot cannot be read: %s", error)
        problem = str(error).removeprefix(f"{path}: ")
        date = datetime.fromtimestamp(status.st_mtime, UTC)
        return SpotFile(path, status.st_size, date, None, problem)
    return SpotFile(path, status.st_size, kept.date, kept)


_files = WatchedFolders(_spot_file)
