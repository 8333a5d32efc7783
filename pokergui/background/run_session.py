"""Session of a training run: running, paused or over, and its checkpoint files."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

from PySide6.QtCore import QObject, Signal

from ai.training.run import KEEP_SECONDS, Run
from engine import timing
from engine.errors import CancelledError, PokerError
from engine.jobs import JobControl, ProgressListener
from pokergui.background.jobs import RunHalt, Runner, Work
from pokergui.viewmodel.controls import RunPhase

PROBLEMS = (PokerError, OSError, MemoryError)
"""External errors that can occur when a file is written."""

RunT = TypeVar("RunT", bound=Run[Any])


class RunWork(ABC, Generic[RunT]):
    """A run and its checkpoint file: one call at a time, on any thread.

    The window's thread may read the attributes, of ``run`` those that it allows, and call
    ``ask_save``.

    Attributes:
        stage: the work before the run can begin: how much is done, 0 to 1, and words; else None.
        kept: iterations in the file; −1 before.
        kept_at: ``timing.seconds()`` when it was written; None before.

    Args:
        first: seconds until the file is first written; after that it is written every minute.
    """

    def __init__(self, path: Path, first: float) -> None:
        self.path = path
        self.run: RunT | None = None
        self.stage: tuple[float, str] | None = None
        self.writing = False
        self.kept = -1
        self.kept_at: float | None = None
        self.problem: Exception | None = None
        self._tried_at = timing.seconds() - max(0.0, KEEP_SECONDS - first)

    @abstractmethod
    def make(self, control: JobControl) -> RunT:
        """Build the run, or resume it from its checkpoint.

        Raises:
            PokerError: if that cannot be.
        """

    def ready(self, control: JobControl) -> RunT:
        """Return the run, built if it was not yet; raises as ``make`` does."""
        if self.run is None:
            try:
                run = self.make(control)
            finally:
                self.stage = None
            self.run = run
        return self.run

    @property
    def begun(self) -> bool:
        return self.run is not None and bool(self.run.curve)

    def between(self, fraction: float, text: str) -> None:
        """Do pending tasks after a step of the run, or after a part of building it."""
        if self.run is None:
            self.stage = (fraction, text)
        elif timing.seconds() - self._tried_at >= KEEP_SECONDS:
            self.save()

    def ask_save(self) -> None:
        self._tried_at = float("-inf")

    def write(self, control: JobControl) -> None:
        """Write the file of a run that is paused or over."""
        control.check()
        self.save()

    def save(self) -> None:
        """Write the file of a run that is built; ``problem`` gives the reason if that fails."""
        run = self.run
        if run is None:
            return
        self._tried_at, self.writing = timing.seconds(), True
        try:
            run.save(self.path)
        except PROBLEMS as error:
            self.problem = error
        else:
            self.kept, self.kept_at, self.problem = run.trainer.iteration, timing.seconds(), None
        finally:
            self.writing = False


log = logging.getLogger(__name__)

Step = Callable[[RunHalt], bool]
"""Work that goes on until the run is over or halted, and returns whether it is over."""


class RunSession(QObject):
    """State machine of one run: start, pause, resume, end; one job at a time.

    Signals:
        changed: its phase, or what is kept of it, has changed.
        worked: a worker has done a piece; also once the session is closed.
        rested: it is paused or over.
        failed: it cannot continue; an Exception.
        left: it is closed, and no work of it is left.

    Attributes:
        progress: called as its work moves on; None for no listener.
    """

    changed = Signal()
    worked = Signal()
    rested = Signal()
    failed = Signal(object)
    left = Signal()

    def __init__(self, runner: Runner, work: RunWork[Any], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runner = runner
        self.work = work
        self.phase: RunPhase = "paused"
        self.error: Exception | None = None
        self.closed = False
        self.progress: ProgressListener | None = None
        self._halt: RunHalt | None = None
        self._step: Step | None = None
        self._next: Step | None = None
        self._files: list[Work[None]] = []

    @property
    def active(self) -> bool:
        return self._halt is not None

    @property
    def busy(self) -> bool:
        return self.active or bool(self._files)

    @property
    def halting(self) -> Literal["pause", "stop", ""]:
        """The action pending until the current step and file are done."""
        halt = self._halt
        if halt is None or not halt.cancelled or self._next is not None:
            return ""
        return "stop" if halt.final else "pause"

    def begin(self, step: Step) -> None:
        """Start or resume; if a worker is busy with the run, as soon as it is done."""
        if self.busy:
            self._next = step
            return
        self._next, self._step, self.error = None, step, None
        halt = self._halt = RunHalt(self.work.between)

        def work(job: JobControl) -> bool:
            try:
                return step(halt.within(job))
            except CancelledError:  # before it began
                return False

        self.enter("running" if self.work.begun else "starting")
        self._runner.start(work, self._halted, failed=self._broken, progress=self.progress)

    def pause(self, *, final: bool = False) -> None:
        """Pause after the present step, or end there."""
        before = self.halting
        self._next = None
        if self._halt is not None:
            self._halt.final |= final
            self._halt.cancel()
        if self.halting != before:
            self._tell()

    def write(self, work: Work[None]) -> None:
        """Write files on a worker, one after another, while the run is paused."""
        self._files.append(work)
        if len(self._files) == 1:
            self._write_next()
            self._tell()

    def close(self) -> None:
        """Close the session; only the pending file is still written."""
        self.closed = True
        del self._files[1:]
        self.pause()
        self._leave()

    def enter(self, phase: RunPhase) -> None:
        self.phase = phase
        self._tell()

    def _tell(self) -> None:
        if not self.closed:
            self.changed.emit()

    # Answers of the work

    def _halted(self, over: bool) -> None:
        halt, self._halt = self._halt, None
        self.worked.emit()
        following, same = self._next, self._next is self._step
        if following is not None and not (over and same):  # the same would be over at once
            self.begin(following)
            return
        self._next = None
        final = halt is not None and halt.final
        self.enter("done" if over else "stopped" if final else "paused")
        if not self.closed:
            self.rested.emit()
        self._leave()

    def _write_next(self) -> None:
        self._runner.start(self._files[0], self._written, failed=self._not_written)

    def _written(self, nothing: None) -> None:
        self._files.pop(0)
        self.worked.emit()
        self._tell()
        if self._files:
            self._write_next()
        elif self._next is not None:
            self.begin(self._next)
        self._leave()

    def _not_written(self, error: Exception) -> None:
        self._files.clear()
        self._broken(error)

    def _broken(self, error: Exception) -> None:
        self._halt = self._next = None
        log.error("a run stopped", exc_info=error)
        self.error = error
        self.enter("failed")
        if not self.closed:
            self.failed.emit(error)
        self._leave()

    def _leave(self) -> None:
        if self.closed and not self.busy:
            self.left.emit()
