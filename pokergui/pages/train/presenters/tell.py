"""The notices of Train: errors of runs, and long operations."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from pokergui.background.timers import one_shot
from pokergui.pages.train.presenters.train_run import TrainRun
from pokergui.pages.train.presenters.train_runs import TrainRuns
from pokergui.pages.train.scenes.kinds import engine_title
from pokergui.pages.train.scenes.notices import (
    engine_kept,
    engine_saving,
    no_checkpoint,
    no_engine,
    run_failed,
)
from pokergui.viewmodel import Notice

_READ_MS = 8_000


class TrainTeller(QObject):
    """The presenter that shows one notice at a time.

    Signals:
        notice: a message to show, None to close it.

    Attributes:
        about: the run that the notice is about, or None.

    Args:
        runs: all runs.
    """

    notice = Signal(object)

    def __init__(self, runs: TrainRuns, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runs = runs
        self.about: TrainRun | None = None
        self._told: Notice | None = None
        self._waits: Notice | None = None  # while a strategy is being saved that takes a while
        self._problems: dict[str, bool] = {}  # reported file problems; whether the run continued
        self._read = one_shot(self, _READ_MS, self.close)
        runs.failed.connect(self._tell_failed)

    def tell(self, notice: Notice | None, about: TrainRun | None = None) -> None:
        """Show a notice instead of the one before; None closes that one."""
        self.about = about
        self._read.stop()
        if notice is not self._told:
            self._told = notice
            self.notice.emit(notice)

    def close(self) -> None:
        """Close the notice."""
        self.tell(None)

    def tell_kept(self, run: TrainRun) -> None:
        """Report temporarily that a strategy is on the engine lists."""
        if run.engine is not None:
            title = engine_title(run.recipe, run.engine.iteration)
            self.tell(engine_kept(title, run.engine.name), run)
            self._read.start()

    def _tell_failed(self, run: TrainRun) -> None:
        if run.error is not None:
            name = self._runs.name(run)
            self.tell(run_failed(name, run.error, kept=run.path.exists()), run)

    def forget(self, run: TrainRun) -> None:
        """Repeat the report of a run's file error if it persists."""
        self._problems.pop(run.key, None)

    def check(self) -> None:
        """Report news: files that cannot be written (once each), and long operations."""
        for run in self._runs.all:
            work = run.work
            problem = work.problem or work.engine_problem
            if problem is None:
                if self._problems.pop(run.key, None) is not None and self.about is run:
                    self.close()
            elif self._problems.get(run.key) != run.active:
                self._problems[run.key] = run.active
                self.tell(self._file_notice(run, problem), run)
        saving = next((run for run in self._runs.all if run.work.saving), None)
        if saving is not None and self._waits is None:
            self._waits = engine_saving(self._runs.name(saving))
            self.tell(self._waits, saving)
        elif saving is None and self._waits is not None:
            told, self._waits = self._told is self._waits, None
            if told:
                self.close()

    def _file_notice(self, run: TrainRun, problem: Exception) -> Notice:
        name = self._runs.name(run)
        if problem is not run.work.problem:
            return no_engine(name, problem)
        kept = run.checkpoint_age is not None or run.path.exists()
        return no_checkpoint(name, problem, going=run.active, kept=kept)
