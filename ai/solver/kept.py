"""Saved spots: the files of one folder, newest first.

Listing reads only each file's record and caches it until the file changes. Files are untrusted:
unreadable ones are listed with the reason.
"""

from __future__ import annotations

import logging
import os
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from ai.files.arrays import SUFFIX
from ai.files.watched import WatchedFolders
from ai.solver.record import KeptSpot, read_kept
from ai.solver.spot import Spot
from engine import timing
from engine.cards import card_name
from engine.errors import StrategyFileError

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class SpotFile:
    """A file of a saved spot.

    Attributes:
        path: the file.
        num_bytes: its size.
        date: time of writing.
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


def new_path(folder: Path, spot: Spot) -> Path:
    """Return an unused name for the file of a spot, from its board and the time."""
    board = "".join(map(card_name, spot.board))
    # Two runs begun in the same second get two files, before either is written.
    name = f"{board}-{timing.now().astimezone():%Y%m%d-%H%M%S-%f}"
    names = (name if number == 1 else f"{name}-{number}" for number in count(1))
    paths = (folder / f"{name}{SUFFIX}" for name in names)
    return next(path for path in paths if not os.path.lexists(path))


def _read(path: Path, found: os.stat_result) -> SpotFile:
    try:
        kept = read_kept(path)
    except StrategyFileError as error:
        log.warning("a saved spot cannot be read: %s", error)
        problem = str(error).removeprefix(f"{path}: ")
        date = datetime.fromtimestamp(found.st_mtime, UTC)
        return SpotFile(path, found.st_size, date, None, problem)
    return SpotFile(path, found.st_size, kept.date, kept)


_files = WatchedFolders(_read)
