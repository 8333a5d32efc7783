"""Tells the pages at once when a trained engine comes, goes, or is replaced."""

from __future__ import annotations

import logging
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, Signal, Slot

from ai.trained import FOLDER, list_trained, one_listing
from pokergui.background.timers import one_shot

_SETTLE_MS = 100
"""Writing one file shows as several changes of its folder."""

log = logging.getLogger(__name__)


class TrainedFolder(QObject):
    """Watches the folder of trained engines, whoever writes there: this window or a command.

    Signals:
        changed: the list of trained engines is not what it was.

    Args:
        home: the folder of strategies.
    """

    changed = Signal()

    def __init__(self, home: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._home = home
        self._listed = list_trained(home)
        self._settle = one_shot(self, _SETTLE_MS, self.look)
        self._watcher = QFileSystemWatcher(self)
        self._watcher.directoryChanged.connect(self._stirred)
        folder = home / FOLDER
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            log.warning("%s is not watched: %s", folder, error.strerror)
        else:
            self._watcher.addPath(str(folder))

    @Slot()
    def look(self) -> None:
        """Look now; who has just kept or removed an engine need not wait for the watcher."""
        with one_listing():
            before, self._listed = self._listed, list_trained(self._home)
            if before != self._listed:
                self.changed.emit()

    @Slot(str)
    def _stirred(self, folder: str) -> None:
        self._settle.start()
