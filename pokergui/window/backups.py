"""Scheduled backups: soon after the start, and while the window is open."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Slot

from engine.errors import PokerError
from pokergui.background.jobs import Runner
from pokergui.language import tr

START_MS = 3_000
"""Delay after the first hand is dealt: a backup takes a second for each 10,000 hands."""
AGAIN_MS = 3_600_000


class BackupKeeper(QObject):
    """Makes a backup on a worker whenever one is due.

    Args:
        runner: background work.
        path: the hand database.
        tell: called with a sentence, once, if it cannot be made.
        parent: its owner.
    """

    def __init__(
        self, runner: Runner, path: Path, tell: Callable[[str], None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._runner, self._path, self._tell = runner, path, tell
        self._told = False
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.look)
        self._timer.start(START_MS)

    @Slot()
    def look(self) -> None:
        """Make one if it is due."""
        from pokergui.store import keep_backed_up  # loaded with the pages by now

        self._timer.setInterval(AGAIN_MS)
        self._runner.start(
            lambda control: keep_backed_up(self._path, control),
            lambda made: None,
            failed=self._failed,
            channel="backup",
        )

    def _failed(self, error: Exception) -> None:
        if not isinstance(error, PokerError):
            raise error
        if not self._told:
            self._told = True
            text = tr("no backup of the hands could be made: {reason}")
            self._tell(text.format(reason=error))
