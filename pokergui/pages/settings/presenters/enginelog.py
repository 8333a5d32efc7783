"""The log of the selected engine, read while its section is seen."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from ai.external.log import LogLine, log_path, read_log
from engine.jobs import JobControl
from pokergui.background.jobs import Runner
from pokergui.background.timers import one_shot
from pokergui.pages.settings.scenes.engine import log_scene

_MS = 1000
"""Interval in milliseconds at which the log of a running test is read."""


class EngineLogReader(QObject):
    """The presenter that reads one log at a time.

    Signals:
        scene: a ``LogScene``.

    Args:
        runner: background work.
        home: the folder of strategies, beside the logs.
    """

    scene = Signal(object)

    def __init__(self, runner: Runner, home: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner, self._home = runner, home
        self._key = ""
        self._lines: tuple[LogLine, ...] = ()
        self._only_errors = False
        self._again = one_shot(self, _MS, self.read)

    def show(self, key: str) -> None:
        """Read the log of an engine; an empty key reads none."""
        if key != self._key:
            self._key = key
            self._take(())
        self.read()

    def read_soon(self) -> None:
        """Read again in a moment, as more is being written."""
        if not self._again.isActive():
            self._again.start()

    @Slot()
    def read(self) -> None:
        """Read the current log."""
        if not self._key:
            return
        path = log_path(self._home, self._key)

        def work(control: JobControl) -> tuple[LogLine, ...]:
            return tuple(read_log(path))

        self._runner.start(work, self._take, failed=self._failed, channel="engine-log")

    def _failed(self, error: Exception) -> None:
        self._take((LogLine("", "!", str(error)),))

    def _take(self, lines: tuple[LogLine, ...]) -> None:
        self._lines = lines
        self.scene.emit(log_scene(lines, only_errors=self._only_errors))

    @Slot(object)
    def show_errors(self, only: bool) -> None:
        """Show only the errors, or all lines."""
        self._only_errors = only
        self._take(self._lines)
