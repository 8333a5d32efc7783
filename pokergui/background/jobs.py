"""Background jobs for presenters: start, follow, cancel; no Qt.

``TaskRunner`` (``runner.py``) runs jobs on threads and calls back on the GUI thread.
"""

from __future__ import annotations

import logging
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, Self, TypeVar

from engine.errors import CancelledError
from engine.jobs import JobControl, ProgressListener

T = TypeVar("T")
log = logging.getLogger(__name__)

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
        channel: jobs on one channel replace each other; one with an empty name is independent.
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
        if self._latest.get(job.channel) is job:
            del self._latest[job.channel]

    def cancel(self, channel: str) -> None:
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
            failed: gets the error; without it an error counts as a crash.
            progress: gets fraction and text, at most 15 times a second.
            channel: a new job on a channel cancels the one before, whose answer is dropped.
        """
        ...

    def watch(
        self, future: Future[T], done: Callable[[T], None], *, failed: Failed | None = None
    ) -> Job:
        """Deliver another component's future, such as the store's, on the GUI thread."""
        ...

    def post(self, callback: Callable[[], None]) -> None:
        """Queue ``callback`` on the GUI thread; from any thread."""
        ...

    def cancel(self, channel: str) -> None: ...


REST_MS = 100
"""Imports of some 10 ms this far apart go unnoticed at the table."""


class WorkPace:
    """Pauses between pieces of background work; none once it is urgent."""

    def __init__(self) -> None:
        self._hurried = threading.Event()

    @property
    def hurried(self) -> bool:
        return self._hurried.is_set()

    @property
    def rest_ms(self) -> int:
        """The length of the rest after a piece of work, in ms."""
        return 0 if self.hurried else REST_MS

    def rest(self) -> None:
        """Sleep after a piece of work; on a worker."""
        self._hurried.wait(REST_MS / 1000)

    def hurry(self) -> None:
        """Skip further pauses: the work is urgent."""
        self._hurried.set()


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


class LatestAnswer(Generic[T]):
    """A cached background answer to one question at a time; late answers are dropped.

    Attributes:
        error: why the last question has no answer; None while it may have one.
    """

    def __init__(
        self,
        runner: Runner,
        channel: str,
        changed: Callable[[], None],
        failed: Callable[[Exception], None],
        kept: int = 1,
    ) -> None:
        self._runner, self._channel, self._most = runner, channel, kept
        self._changed, self._tell = changed, failed
        self._question: object = None
        self._known: OrderedDict[object, T] = OrderedDict()
        self.error: Exception | None = None

    def ask(self, question: object, work: Work[T]) -> T | None:
        """Return the answer; None if there is none, or not yet: ``work`` then begins to find it."""
        if question != self._question:
            self.drop()
            self._question = question
            if question not in self._known:
                self._runner.start(work, self._done, failed=self._failed, channel=self._channel)
        return self._known.get(question)

    def drop(self) -> None:
        self._runner.cancel(self._channel)
        self._question = self.error = None

    def _done(self, answer: T) -> None:
        self._known[self._question] = answer
        while len(self._known) > self._most:
            self._known.popitem(last=False)
        self._changed()

    def _failed(self, error: Exception) -> None:
        log.warning("no answer on %s", self._channel, exc_info=error)
        self.error = error
        self._tell(error)
