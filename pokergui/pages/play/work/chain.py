"""Background jobs that run one after another in the order given."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, TypeVar

from engine.jobs import ProgressListener
from pokergui.background.jobs import Failed, Job, Runner, Work

T = TypeVar("T")


class Chain:
    """A FIFO queue of background jobs; none is superseded.

    Args:
        runner: background work.
    """

    def __init__(self, runner: Runner) -> None:
        self._runner = runner
        self._waiting: deque[Callable[[], Job]] = deque()
        self._running: Job | None = None

    @property
    def idle(self) -> bool:
        """True if nothing waits after the running job."""
        return not self._waiting

    def add(
        self,
        work: Work[T],
        done: Callable[[T], None],
        failed: Failed,
        progress: ProgressListener | None = None,
    ) -> None:
        """Run ``work`` when all before it has ended; callbacks as those of ``Runner``."""

        def ended(callback: Callable[[Any], None], value: Any) -> None:
            self._running = None
            try:
                callback(value)
            finally:
                self._next()

        def begin() -> Job:
            return self._runner.start(
                work,
                lambda value: ended(done, value),
                failed=lambda error: ended(failed, error),
                progress=progress,
            )

        self._waiting.append(begin)
        self._next()

    def cut(self) -> None:
        """Cancel the running job, and continue with those that wait."""
        if self._running is not None:
            self._running.cancel()
            self._running = None
            self._next()

    def _next(self) -> None:
        if self._running is None and self._waiting:
            self._running = self._waiting.popleft()()
