"""Reads a database; of a damaged one the intact part, from a copy.

The copy is what a salvage would produce, in a temporary folder removed at exit.
"""

from __future__ import annotations

import atexit
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from engine.jobs import JobControl
from engine.wording import Wording
from pokergui.store._chain import Seal
from pokergui.store._connect import open_raw, open_reader
from pokergui.store._marks import NOTHING, Marks
from pokergui.store.errors import DamagedError, damaged, explained
from pokergui.store.filter import INDEXED
from pokergui.store.raw.rows import log_path
from pokergui.store.salvage import Salvaged, salvage


class StoreReading:
    """A database open for reading.

    Attributes:
        db: the connection, to the file or to a copy of its sound part.
        damage: why it is a copy, as part of a sentence; empty if it is the file.

    Raises:
        NoDatabaseError: if there is no database.
        DamagedError: if nothing of ours is in the file.
        StoreError: if it cannot be used.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.lost = NOTHING
        self.damage: str | Wording = ""
        try:
            self.db = open_reader(path)
        except DamagedError as error:
            self._go_round(error)

    def rows(self, sql: str, parameters: Sequence[object] = ()) -> list[Any]:
        """Return the rows of a query.

        Raises:
            StoreError: if the database cannot be read.
        """
        try:
            with explained(self.path):
                return self.db.execute(sql, parameters).fetchall()
        except DamagedError as error:
            if self.damage:
                raise
            self.db.close()
            self._go_round(error)
            return self.rows(sql, parameters)

    def look(self) -> None:
        """Check that the index and the hands are complete.

        Damage that raises while rows are read needs no check; this finds silent losses.
        """
        if self.damage:
            return
        try:
            with explained(self.path):
                problem = list_problem(self.db)
            if problem:
                raise damaged(self.path, problem)
        except DamagedError as error:
            self.db.close()
            self._go_round(error)

    def close(self) -> None:
        self.db.close()

    def _go_round(self, error: DamagedError) -> None:
        self.damage = error.why
        copy, salvaged = _sound_copy(self.path)
        if not salvaged.found:
            raise error
        self.lost = salvaged.lost
        self.db = open_raw(copy)


def list_problem(db: Database) -> str:
    """Return what is damaged or missing in the B-trees of hands and index; empty if nothing."""
    for table in ("hands", "hand_index"):
        ((line, *_), *_) = db.execute(f"PRAGMA quick_check({table})").fetchall()
        if line != "ok":
            return str(line)
    seal, lost = Seal.read(db), Marks.read(db).lost.count("hands")
    ((listed,),) = db.execute("SELECT count(*) FROM hand_index NOT INDEXED")
    if seal is not None and listed < seal.hands - lost:
        return "hands are missing in its list"
    for column in INDEXED:  # a plain count(*) would use the smallest index
        sums = f"SELECT count({column}), sum(length({column})) FROM hand_index"
        table = db.execute(f"{sums} NOT INDEXED").fetchone()
        if table != db.execute(f"{sums} INDEXED BY idx_hand_index_{column}").fetchone():
            return f"the index of the list by {column} is not as it was written"
    return ""


_Key = tuple[object, ...]
_lock = threading.Lock()
_copies: dict[Path, tuple[_Key, tempfile.TemporaryDirectory[str], Salvaged]] = {}


def _sound_copy(path: Path) -> tuple[Path, Salvaged]:
    """Return a copy of the intact part of a damaged database, cached until the file changes."""
    with _lock:
        key = tuple(_stamp(one) for one in (path, log_path(path)))
        if path not in _copies or _copies[path][0] != key:
            _forget_copies()  # one at a time
            folder = tempfile.TemporaryDirectory(prefix="pokergui-")
            try:
                salvaged = salvage(path, Path(folder.name) / path.name, "", JobControl())
            except BaseException:
                folder.cleanup()
                raise
            _copies[path] = (key, folder, salvaged)
        _, folder, salvaged = _copies[path]
        return Path(folder.name) / path.name, salvaged


@atexit.register
def _forget_copies() -> None:
    while _copies:
        _, folder, _ = _copies.popitem()[1]
        folder.cleanup()


def _stamp(path: Path) -> _Key:
    try:
        status = path.stat()
    except OSError:
        return ()
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns
