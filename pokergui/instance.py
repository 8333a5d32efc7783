"""One window for each data folder. Free of heavy imports: it stands before the first paint."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from engine.errors import PokerError
from pokergui.files import ready_folder


class InstanceError(PokerError):
    """Another program has the window of this folder open."""


class InstanceLock:
    """Held by the program that has the window open; the system frees it when that ends, however.

    The lock is SQLite's on an empty file, as that works the same on every platform.

    Raises:
        FolderError: if the folder cannot be written.
        InstanceError: if the lock cannot be had; the sentence says why.
    """

    def __init__(self, folder: Path) -> None:
        path = ready_folder(folder) / "window.lock"
        try:
            self._connection = sqlite3.connect(path, timeout=0, check_same_thread=False)
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname.startswith("SQLITE_BUSY"):
                reason = f"pokergui is already open with the folder {folder}; use that window, or"
                raise InstanceError(f"{reason} another folder with --home") from None
            raise InstanceError(f"{path} cannot be written ({error})") from None

    def release(self) -> None:
        """Let another window open."""
        self._connection.close()
