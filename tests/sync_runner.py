"""A runner of background work on the calling thread."""

from collections import deque
from concurrent.futures import Future

from engine.jobs import JobControl
from pokergui.background.jobs import Channels, Job

_WAIT_S = 30.0


class SyncRunner:
    """The same contract on the calling thread: jobs wait until ``run_all``."""

    def __init__(self) -> None:
        self._channels = Channels()
        self._queue = deque()

    def start(self, work, done, *, failed=None, progress=None, channel=""):
        def listen(fraction, text):
            if progress is not None and not job.control.cancelled:
                progress(fraction, text)

        def run():
            if job.control.cancelled:
                return
            outcome = Future()
            try:
                outcome.set_result(work(job.control))
            except Exception as error:  # passed on below, as across threads
                outcome.set_exception(error)
            self._channels.leave(job)
            job.deliver(outcome)

        job = Job(JobControl(listen), channel, done, failed, progress)
        self._channels.enter(job)
        self._queue.append(run)
        return job

    def watch(self, future, done, *, failed=None):
        job = Job(JobControl(), "", done, failed, None)

        def run():
            if not job.control.cancelled and not future.cancelled():
                future.exception(timeout=_WAIT_S)
            job.deliver(future)

        self._queue.append(run)
        return job

    def post(self, callback):
        self._queue.append(callback)

    def cancel(self, channel):
        self._channels.cancel(channel)

    @property
    def waiting(self):
        """Jobs and calls that ``run_all`` would run."""
        return len(self._queue)

    def run_all(self) -> None:
        """Run everything, including jobs started by callbacks, until nothing is left."""
        while self._queue:
            self._queue.popleft()()


class Driven:
    """What has a runner, and waits for it after each intent."""

    runner: SyncRunner

    def do(self, intent, *values):
        intent(*values)
        self.runner.run_all()
