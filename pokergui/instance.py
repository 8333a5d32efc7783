"""One window for each data folder: the lock that it holds, without Qt, which loads slowly."""

from __future__ import annotations

import os
from pathlib import Path

from ai.files.atomic import lock
from engine.errors import PokerError
from pokergui.files import FolderError, ready_folder

LOCK_NAME, SOCKET_NAME = "window.lock", "window.socket"
"""Files of an open window in its data folder."""


class InstanceError(PokerError):
    """The window is already open."""


class InstanceLock:
    """A lock held while the window is open; the system releases it however the process ends.

    Raises:
        InstanceError: if another program holds it.
        FolderError: if the folder cannot be written.
    """

    def __init__(self, folder: Path) -> None:
        path = ready_folder(folder) / LOCK_NAME
        try:
            self._handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise FolderError(
                "{path} cannot be written: {reason}", path=path, reason=error.strerror
            ) from None
        try:
            lock(self._handle)
        except OSError as error:
            os.close(self._handle)
            if isinstance(error, BlockingIOError | PermissionError):
                raise InstanceError(
                    "pokergui is already open with the folder {folder}; use that window, or"
                    " another folder with --home",
                    folder=folder,
                ) from None
            raise FolderError(
                "{path} cannot be locked: {reason}", path=path, reason=error.strerror
            ) from None

    def release(self) -> None:
        os.close(self._handle)
