"""The writer's database file, restored if it is moved or removed while open."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import TypeVar

from pokergui.files import FolderError, ready_folder, replacing
from pokergui.store._connect import PRIVATE, WRITTEN, impatient, keep_as, open_writer, stamp
from pokergui.store.errors import StoreError
from pokergui.store.raw.log import log_path

T = TypeVar("T")


class OwnedFile:
    """A database open for writing; for the writer's thread only.

    Args:
        path: the file; created if it does not exist.

    Raises:
        StoreError: as ``open_writer``.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._open()

    def _open(self) -> None:
        self.db = open_writer(self.path)
        WRITTEN.add(self.path)
        self._place, self._size = _place(self.path)
        self._log, _ = _place(log_path(self.path))

    def reopen(self, between: Callable[[Path], T]) -> T:
        """Close the file, run ``between``, and reopen the file at that path.

        Raises:
            StoreError: as ``between`` or ``open_writer``; writing fails until the file opens again.
        """
        self.close()
        try:
            return between(self.path)
        finally:
            self._open()

    def empty_log(self) -> None:
        """Checkpoint the write-ahead log, unless another program prevents it."""
        # Blocked by a reader or a full disk: the hands are safe in the log until the next attempt.
        with suppress(sqlite3.OperationalError), impatient(self.db):
            self.db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def look(self) -> str:
        """Restore the file if it was removed, moved or replaced; SQLite does not notice.

        Through its open handles SQLite still reads all of it, so all of it is restored. A file in
        its place by then is kept under another name.

        Returns:
            The event, in a sentence; empty if there was none.

        Raises:
            StoreError: if it cannot be restored; the next look tries again.
        """
        place, size = _place(self.path)
        if place == self._place and size >= self._size:
            self._size = size
            self._log, _ = _place(log_path(self.path))
            return ""
        other = self.path.with_name(f"{self.path.stem}-other-{stamp()}{self.path.suffix}")
        try:
            ready_folder(self.path.parent)
            with replacing(self.path, PRIVATE) as temporary:
                whole = self._copied(temporary)
                if not whole:
                    raise _LostError
                if place:
                    keep_as(self.path, other)
                log, _ = _place(log_path(self.path))
                if log and log != self._log:
                    log_path(self.path).replace(log_path(other))
                for rest in ("-wal", "-shm"):
                    self.path.with_name(f"{self.path.name}{rest}").unlink(missing_ok=True)
        except (FolderError, OSError) as error:
            raise StoreError(
                "{path} was removed and cannot be restored: {error}", path=self.path, error=error
            ) from None
        except _LostError:
            whole = False
        self.close()
        self._open()
        if not whole:
            return (
                f"{self.path} was taken away and cannot be read;"
                " hands now go to the file in its place"
            )
        if not place:
            return f"{self.path} was gone; its contents are restored"
        return f"{self.path} was replaced; it is restored, and the other file is now {other.name}"

    def _copied(self, path: Path) -> bool:
        """Return whether the copy of a lost file, made through its open handles, is complete."""
        try:
            with closing(sqlite3.connect(path)) as copy:
                self.db.conn.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE").fetchall()
                return copy.execute("PRAGMA quick_check(1)").fetchall() == [("ok",)]
        except sqlite3.DatabaseError as error:
            if getattr(error, "sqlite_errorname", "") == "SQLITE_FULL":
                raise StoreError(
                    "{path} was removed, and the disk is full", path=self.path
                ) from None
            return False

    def close(self) -> None:
        """Close the file."""
        WRITTEN.discard(self.path)
        self.db.close()


class _LostError(Exception):
    """The lost file cannot be read."""


def _place(path: Path) -> tuple[tuple[int, int] | None, int]:
    """Return a file's place on the disk, None if it does not exist, and its size in bytes."""
    try:
        status = path.stat()
    except OSError:
        return None, 0
    return (status.st_dev, status.st_ino), status.st_size
