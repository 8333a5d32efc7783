"""Stops background work early while keeping its result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Self

from engine.errors import CancelledError
from engine.jobs import JobControl


class Halt(JobControl):
    """A control that stops work early but keeps its result, or stops it together with its job."""

    def __init__(self) -> None:
        super().__init__()
        self._job: JobControl | None = None

    def within(self, job: JobControl) -> Self:
        """Also stop when the job is cancelled."""
        self._job = job
        return self

    @property
    def cancelled(self) -> bool:
        """True if the work should stop."""
        return super().cancelled or self.dropped

    @property
    def dropped(self) -> bool:
        """True if the result is no longer wanted: the window is closing."""
        return self._job is not None and self._job.cancelled

    def check(self) -> None:
        """Raise if asked to stop.

        Raises:
            CancelledError: if so.
        """
        if self.cancelled:
            raise CancelledError("stopped")


class RunHalt(Halt):
    """A control that pauses or ends a run, and runs tasks on its worker between steps.

    Args:
        between: called after each step, with how much is done and words.

    Attributes:
        final: the run ends here.
    """

    def __init__(self, between: Callable[[float, str], None]) -> None:
        super().__init__()
        self._between = between
        self.final = False

    def progress(self, fraction: float, text: str = "") -> None:
        """Report that a step is done, or this much of the preparation before the first one."""
        self._between(fraction, text)
        if self._job is not None:
            self._job.progress(fraction, text)
