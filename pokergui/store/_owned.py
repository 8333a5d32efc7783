"""The database file that the writer has open."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from pokergui.store._connect import WRITTEN, impatient, open_writer

T = TypeVar("T")


class OwnedFile:
    """A database that is open for writing, on the writer's thread alone.

    Args:
        path: the file; made if there is none.

    Raises:
        StoreError: as ``open_writer``.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._open()

    def _open(self) -> None:
        self.db = open_writer(self.path)
        WRITTEN.add(self.path)

    def reopen(self, between: Callable[[Path], T]) -> T:
        """Close the file, do something with it, and go on with what is there then.

        Raises:
            StoreError: as ``between`` or ``open_writer``; writing fails until the file opens again.
        """
        self.close()
        try:
            return between(self.path)
        finally:
            self._open()

    def empty_log(self) -> None:
        """Bring what is in the log into the file, unless somebody is in the way."""
        # A reader in the way or a full disk: the hands are safe in the log, next time will do.
        with suppress(sqlite3.OperationalError), impatient(self.db):
            self.db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def close(self) -> None:
        """Close the file."""
        WRITTEN.discard(self.path)
        self.db.close()
