"""Stopping background work whose result is wanted all the same."""

from __future__ import annotations

from typing import Self

from engine.errors import CancelledError
from engine.jobs import JobControl


class Halt(JobControl):
    """Stops work early whose result is wanted all the same, or with its job."""

    def __init__(self) -> None:
        super().__init__()
        self._job: JobControl | None = None

    def within(self, job: JobControl) -> Self:
        """Stop when this job is cancelled, too."""
        self._job = job
        return self

    @property
    def cancelled(self) -> bool:
        """Whether to stop."""
        return super().cancelled or (self._job is not None and self._job.cancelled)

    def check(self) -> None:
        """Stop here if asked to.

        Raises:
            CancelledError: if so.
        """
        if self.cancelled:
            raise CancelledError("stopped")
