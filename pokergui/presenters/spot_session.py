"""A spot as the window sees it: solved, stopped, gone on with, kept on disk."""

from __future__ import annotations

import logging
import time
from functools import partial
from typing import Literal

from PySide6.QtCore import QObject, Signal

from ai.spot.run import SpotRun
from engine.jobs import JobControl
from pokergui.presenters.jobs import Runner
from pokergui.presenters.spot_reader import subject_of
from pokergui.presenters.spot_work import SpotHalt, SpotWork
from pokergui.presenters.study_read import Subject

REFINE_S = 0.25
"""Least time between two pictures of a strategy that is being refined."""

Phase = Literal["starting", "running", "stopped", "solved", "failed"]

log = logging.getLogger(__name__)


class SpotSession(QObject):
    """One spot, whether it is being solved or was.

    Signals:
        changed: its phase or its figures are others.
        refined: while it is being solved there is a strategy to read, or a better one.
        rested: it waits, or is solved: the strategy stays as it is.
        kept: its file was written, or could not be.
        failed: it cannot go on; an Exception.
        gone: nobody shows it any more, and its file is written.

    Attributes:
        work: what its worker does.
        phase: what it does.
        target: % of the pot at which it is solved.

    Args:
        runner: background work.
        work: what is done.
        target: % of the pot at which it is solved; what a file says comes before it.
    """

    changed = Signal()
    refined = Signal()
    rested = Signal()
    kept = Signal()
    failed = Signal(object)
    gone = Signal()

    def __init__(
        self, runner: Runner, work: SpotWork, target: float, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._runner = runner
        self.work = work
        self.target = target
        self.phase: Phase = "starting"
        self._halt: SpotHalt | None = None
        self._saving = 0
        self._again = self._closed = False
        self._subject: Subject | None = None
        self._read_at = (-1, float("-inf"))
        self._told_at = float("-inf")
        self._told = (-1, "")

    @property
    def run(self) -> SpotRun | None:
        """The run, once there is a strategy to look at."""
        run = self.work.run
        return run if run is not None and run.curve else None

    @property
    def active(self) -> bool:
        """Whether a worker is busy with it."""
        return self._halt is not None

    @property
    def stopping(self) -> bool:
        """Whether it waits once its present step is done."""
        return self._halt is not None and self._halt.cancelled and not self._again

    @property
    def busy(self) -> bool:
        """Whether its file may be written by a worker."""
        return self.active or self._saving > 0

    def subject(self) -> Subject | None:
        """The strategy as it is, or was at most a moment ago; None while there is none."""
        run = self.run
        if run is None:
            return None
        iteration, at = self._read_at
        now, done = time.monotonic(), run.trainer.iteration
        old = done != iteration and (not self.active or now - at >= REFINE_S)
        if self._subject is None or old:
            self._subject = subject_of(run)
            self._read_at = (done, now)
        return self._subject

    # What can be asked of it

    def load(self) -> None:
        """Take up what its file holds, and wait."""
        halt = self._halt = SpotHalt(self.work.between)
        self._runner.start(partial(_load, self.work, halt), self._loaded, failed=self._broken)

    def solve(self, target: float | None = None) -> None:
        """Solve it, or go on; at another target if one is given."""
        if target is not None:
            self.target = target
        if self.active:
            self._again = True  # it is about to stop: go on then
            return
        self._again = False
        halt = self._halt = SpotHalt(self.work.between)
        self._set("running" if self.run is not None else "starting")
        work = partial(_solve, self.work, self.target, halt)
        self._runner.start(work, self._halted, failed=self._broken, progress=self._moved_on)

    def stop(self) -> None:
        """Wait after the present step."""
        self._again = False
        if self._halt is not None and not self._halt.cancelled:
            self._halt.cancel()
            if not self._closed:
                self.changed.emit()

    def save(self) -> None:
        """Write its file now."""
        if self.active:
            self.work.ask_save()
        else:
            self._saving += 1
            work = partial(_save, self.work)
            self._runner.start(work, self._saved, failed=self._not_saved)

    def close(self) -> None:
        """Say no more than when its file is written: another spot is shown, or none."""
        self._closed = True
        self.stop()
        self._end()

    def reopen(self) -> None:
        """Be shown again; not once it is gone."""
        self._closed = False

    # Answers of the work

    def _moved_on(self, fraction: float, text: str) -> None:
        if self._closed or self.run is None:
            return
        if self.phase == "starting":
            self._set("running")
        now = time.monotonic()
        if now - self._told_at >= REFINE_S:
            self._told_at = now
            self.refined.emit()
        self._tell_kept()

    def _loaded(self, target: float) -> None:
        self._halt = None
        self.target = target
        self._rest(self._met)

    def _halted(self, over: bool) -> None:
        self._halt = None
        if self._again and not self._closed:
            self.solve()
            return
        self._rest(over)

    @property
    def _met(self) -> bool:
        run = self.run
        return run is not None and run.exploitability <= self.target * run.spot.pot / 100

    def _rest(self, over: bool) -> None:
        self._set("solved" if over else "stopped")
        if not self._closed:
            self.rested.emit()
        self._tell_kept(always=True)
        self._end()

    def _end(self) -> None:
        """Be gone once nobody shows it and its file is written."""
        if self._closed and not self.busy and self.work.problem is None:
            self.gone.emit()
            self.deleteLater()

    def _saved(self, nothing: None) -> None:
        self._saving -= 1
        self._tell_kept(always=True)
        self._end()

    def _not_saved(self, error: Exception) -> None:
        self._saving -= 1
        self._broken(error)

    def _tell_kept(self, *, always: bool = False) -> None:
        told = (self.work.kept, str(self.work.problem or ""))
        if always or told != self._told:
            self._told = told
            self.kept.emit()

    def _broken(self, error: Exception) -> None:
        self._halt = None
        log.error("a spot stopped", exc_info=error)
        self._again = False
        self._set("failed")
        if not self._closed:
            self.failed.emit(error)
        self._end()

    def _set(self, phase: Phase) -> None:
        self.phase = phase
        if not self._closed:
            self.changed.emit()


def _load(work: SpotWork, halt: SpotHalt, job: JobControl) -> float:
    work.take_up(halt.within(job))
    assert work.run is not None
    return work.run.target


def _save(work: SpotWork, job: JobControl) -> None:
    job.check()
    work.save()


def _solve(work: SpotWork, target: float, halt: SpotHalt, job: JobControl) -> bool:
    return work.solve(target, halt.within(job))
