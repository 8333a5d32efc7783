"""The test of one engine in the background."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from ai.external.program import Added
from ai.external.report import Report
from engine.jobs import JobControl
from pokergui.background.jobs import Runner
from pokergui.pages.settings.scenes.report import running_scene
from pokergui.pages.settings.viewmodel.engines import ReportScene
from pokergui.pages.settings.work.engines import run_and_keep

_CHANNEL = "engine-test"


class EngineTest(QObject):
    """The presenter that tests one engine at a time.

    Signals:
        moved: the test has made progress.
        ended: name of the engine and its ``Report``, which is kept.
        failed: it is over, but its report could not be kept; carries the error.

    Attributes:
        name: name of the engine being tested; empty for none.
        scene: progress of its test.

    Args:
        runner: background work.
        home: the folder of strategies.
    """

    moved = Signal()
    ended = Signal(str, object)
    failed = Signal(object)

    def __init__(self, runner: Runner, home: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner, self._home = runner, home
        self.name = ""
        self.scene = ReportScene()

    def start(self, entry: Added, game: str) -> None:
        """Begin a test in a game of a name, if no other runs."""
        if self.name:
            return
        home = self._home
        self.name, self.scene = entry.name, running_scene(0.0, "")

        def work(control: JobControl) -> Report:
            return run_and_keep(home, entry, game, control)

        self._runner.start(
            work, self._done, failed=self._failed, progress=self._progress, channel=_CHANNEL
        )

    def stop(self) -> None:
        """Stop the test; nothing is kept."""
        self._runner.cancel(_CHANNEL)
        self.name = ""

    def _progress(self, fraction: float, words: str) -> None:
        self.scene = running_scene(fraction, words)
        self.moved.emit()

    def _done(self, report: Report) -> None:
        name, self.name = self.name, ""
        self.ended.emit(name, report)

    def _failed(self, error: Exception) -> None:
        self.name = ""
        self.failed.emit(error)
