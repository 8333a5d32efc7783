"""A runner of background work on the calling thread."""

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

from engine.jobs import JobControl, ProgressListener
from pokergui.background.jobs import Channels, Failed, Job, Work

T = TypeVar("T")

_WAIT_S = 30.0


class SyncRunner:
    """The same promises on the calling thread: jobs wait until ``run_all``."""

    def __init__(self) -> None:
        self._channels = Channels()
        self._queue: deque[Callable[[], None]] = deque()

    def start(
        self,
        work: Work[T],
        done: Callable[[T], None],
        *,
        failed: Failed | None = None,
        progress: ProgressListener | None = None,
        channel: str = "",
    ) -> Job:
        """Queue ``work``; see ``Runner``."""

        def listen(fraction: float, text: str) -> None:
            if progress is not None and not job.control.cancelled:
                progress(fraction, text)

        def run() -> None:
            if job.control.cancelled:
                return
            outcome: Future[T] = Future()
            try:
                outcome.set_result(work(job.control))
            except Exception as error:  # handed on below, as across threads
                outcome.set_exception(error)
            self._channels.leave(job)
            job.deliver(outcome)

        job = Job(JobControl(listen), channel, done, failed, progress)
        self._channels.enter(job)
        self._queue.append(run)
        return job

    def watch(
        self, future: Future[T], done: Callable[[T], None], *, failed: Failed | None = None
    ) -> Job:
        """Queue a wait for ``future``; see ``Runner``."""
        job = Job(JobControl(), "", done, failed, None)

        def run() -> None:
            if not job.control.cancelled and not future.cancelled():
                future.exception(timeout=_WAIT_S)
            job.deliver(future)

        self._queue.append(run)
        return job

    def post(self, callback: Callable[[], None]) -> None:
        """Queue a call; see ``Runner``."""
        self._queue.append(callback)

    def cancel(self, channel: str) -> None:
        """Cancel jobs that wait on a channel."""
        self._channels.cancel(channel)

    @property
    def waiting(self) -> int:
        """Jobs and calls that ``run_all`` would run."""
        return len(self._queue)

    def run_all(self) -> None:
        """Run everything, jobs started by callbacks included, until nothing is left."""
        while self._queue:
            self._queue.popleft()()
