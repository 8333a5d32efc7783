"""Background jobs for presenters: start, follow, cancel; no Qt.

``TaskRunner`` (``runner.py``) runs jobs on threads and calls back on the GUI thread.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from engine.errors import CancelledError
from engine.jobs import JobControl, ProgressListener

T = TypeVar("T")

Work = Callable[[JobControl], T]
Failed = Callable[[Exception], None]


def stopped_by(stop: JobControl, control: JobControl) -> JobControl:
    """Return a control for work that the user may stop while keeping its result.

    Args:
        stop: ends the work; what was done until then is reported.
        control: of the job; ends the work and drops its report.
    """

    def listen(fraction: float, text: str) -> None:
        if stop.cancelled:
            own.cancel()
        control.check()
        control.progress(fraction, text)

    own = JobControl(listen)
    return own


@dataclass(eq=False)
class Job:
    """One piece of background work.

    After ``cancel`` none of its results are delivered, whatever it still does.

    Attributes:
        control: the link to the work.
        channel: jobs on one channel replace each other; one with an empty name is independent.
        done: called with the result.
        failed: called with the error; without it the error goes to ``sys.excepthook``.
        progress: called with fraction and text, at most 15 times a second.
    """

    control: JobControl
    channel: str
    done: Callable[[Any], None]
    failed: Failed | None
    progress: ProgressListener | None
    finished: bool = field(default=False, init=False)

    def cancel(self) -> None:
        """Cancel the work and discard its result."""
        self.control.cancel()

    def deliver(self, outcome: Future[Any]) -> None:
        """Pass the outcome to the callbacks, unless the job was cancelled."""
        self.finished = True
        if self.control.cancelled or outcome.cancelled():
            return
        error = outcome.exception()
        if error is None:
            self.done(outcome.result())
        elif isinstance(error, CancelledError):
            return
        elif self.failed is not None and isinstance(error, Exception):
            self.failed(error)
        else:
            sys.excepthook(type(error), error, error.__traceback__)


class Channels:
    """The latest job of each channel: a new one replaces and cancels the previous."""

    def __init__(self) -> None:
        self._latest: dict[str, Job] = {}

    def enter(self, job: Job) -> None:
        """Make ``job`` the latest of its channel."""
        if job.channel:
            self.cancel(job.channel)
            self._latest[job.channel] = job

    def leave(self, job: Job) -> None:
        """Remove a finished job."""
        if self._latest.get(job.channel) is job:
            del self._latest[job.channel]

    def cancel(self, channel: str) -> None:
        """Cancel a channel's job, if any."""
        job = self._latest.pop(channel, None)
        if job is not None:
            job.cancel()


class Runner(Protocol):
    """Interface of background work for presenters; all callbacks run on the GUI thread."""

    def start(
        self,
        work: Work[T],
        done: Callable[[T], None],
        *,
        failed: Failed | None = None,
        progress: ProgressListener | None = None,
        channel: str = "",
    ) -> Job:
        """Run ``work`` in the background.

        Args:
            work: knows nothing about Qt; checks its ``JobControl`` every 20 to 50 ms.
            done: gets the result.
            failed: gets the error; without it an error counts as a crash.
            progress: gets fraction and text, at most 15 times a second.
            channel: a new job on a channel cancels the one before, whose answer is dropped.
        """
        ...

    def watch(
        self,
        future: Future[T],
        done: Callable[[T], None],
        *,
        failed: Failed | None = None,
    ) -> Job:
        """Deliver another component's future, such as the store's, on the GUI thread."""
        ...

    def post(self, callback: Callable[[], None]) -> None:
        """Queue ``callback`` on the GUI thread; from any thread."""
        ...

    def cancel(self, channel: str) -> None:
        """Cancel a channel's job, if any."""
        ...
