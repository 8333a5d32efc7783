"""Notifies the pages when a trained engine is added, removed or replaced."""

from __future__ import annotations

import logging
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, Signal, Slot

from ai.agents.entry import Engine
from ai.external.added import list_added
from ai.trained import FOLDER, list_trained, one_listing
from pokergui.background.runner import one_shot

_SETTLE_MS = 100
"""Debounce interval: writing one file emits several changes."""

log = logging.getLogger(__name__)


class TrainedFolder(QObject):
    """A watcher for trained and added engines, written by this window or by a command.

    Signals:
        changed: the list of trained or added engines has changed.
    """

    changed = Signal()

    def __init__(self, home: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._home = home
        self._listed = self._list()
        self._settle = one_shot(self, _SETTLE_MS, self.look)
        self._watcher = QFileSystemWatcher(self)
        self._watcher.directoryChanged.connect(self._stirred)
        folder = home / FOLDER
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            log.warning("%s is not watched: %s", folder, error.strerror)
        else:
            self._watcher.addPaths([str(folder), str(home)])

    def _list(self) -> tuple[Engine, ...]:
        return list_trained(self._home) + list_added(self._home)

    @Slot()
    def look(self) -> None:
        """Check now, for code that has just saved or removed an engine."""
        with one_listing():
            before, self._listed = self._listed, self._list()
            if before != self._listed:
                self.changed.emit()

    @Slot(str)
    def _stirred(self, folder: str) -> None:
        self._settle.start()
