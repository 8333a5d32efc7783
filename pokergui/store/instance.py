"""One window for each data folder."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from pokergui.files import ready_folder
from pokergui.store.errors import StoreError, explained


class InstanceLock:
    """Held by the program that has the window open; the system frees it when that ends, however.

    The lock is SQLite's on an empty file, as that works the same on every platform.

    Raises:
        FolderError: if the folder cannot be written.
        StoreError: if another program holds it; the sentence says so.
    """

    def __init__(self, folder: Path) -> None:
        path = ready_folder(folder) / "window.lock"
        with explained(path):
            self._connection = sqlite3.connect(path, timeout=0, check_same_thread=False)
            try:
                self._connection.execute("BEGIN EXCLUSIVE")
            except sqlite3.OperationalError as error:
                self._connection.close()
                if not error.sqlite_errorname.startswith("SQLITE_BUSY"):
                    raise
                raise StoreError(
                    f"pokergui is already open with the folder {folder}; use that window, or"
                    " another folder with --home"
                ) from None

    def release(self) -> None:
        """Let another window open."""
        self._connection.close()
