"""Session of a training run: running, paused or over, and its checkpoint files."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, Literal

from PySide6.QtCore import QObject, Signal

from engine.errors import CancelledError
from engine.jobs import JobControl, ProgressListener
from pokergui.background.jobs import RunHalt, Runner, Work
from pokergui.background.run_work import RunWork
from pokergui.viewmodel.controls import RunPhase

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
        """Enter another phase and announce it."""
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
