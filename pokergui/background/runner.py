"""Thread boundary: jobs on an executor, callbacks on the GUI thread.

Work is independent of Qt. A worker puts its messages into a queue and wakes the GUI thread by one
queued signal; the slot there calls back. Nothing else crosses threads.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from queue import SimpleQueue
from typing import TypeVar

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from engine import timing
from engine.jobs import JobControl, ProgressListener
from pokergui.background.jobs import Channels, Failed, Job, Work

T = TypeVar("T")

WORKERS = 18
"""More than there are long pieces of work at once, so that no click waits for one to end: a match,
its export, statistics, an import, a sheet, an engine at the table, the advisor, six solvers, the
needs of other pages, and cancelled jobs that have not noticed it yet. A thread is made only when
all others are busy."""
PROGRESS_HZ = 15


class TaskRunner(QObject):
    """Thread pool for jobs, for the lifetime of the window.

    Create and call it on the GUI thread (``post`` from anywhere). A hung job occupies its
    worker; ``shutdown`` reports that instead of waiting for ever.
    """

    _woken = Signal()

    def __init__(self, workers: int = WORKERS, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._executor = ThreadPoolExecutor(workers, thread_name_prefix="task")
        self._channels = Channels()
        self._running: dict[Job, Future[object]] = {}
        self._inbox: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._lock = threading.Lock()
        self._open = True
        self._progress: dict[Job, tuple[float, str]] = {}
        self._progress_timer = QTimer(self)
        self._progress_timer.setSingleShot(True)
        self._progress_timer.timeout.connect(self._flush_progress)
        self._progress_at = 0.0
        self._woken.connect(self._take_one, Qt.ConnectionType.QueuedConnection)

    def start(
        self,
        work: Work[T],
        done: Callable[[T], None],
        *,
        failed: Failed | None = None,
        progress: ProgressListener | None = None,
        channel: str = "",
    ) -> Job:
        """Run ``work`` in the background; see ``Runner``."""

        def listen(fraction: float, text: str) -> None:
            # On the worker's thread. The newest report replaces one that was not fetched yet.
            with self._lock:
                waiting = job in self._progress
                self._progress[job] = (fraction, text)
            if not waiting:
                self.post(self._show_progress)

        job = Job(JobControl(listen if progress else None), channel, done, failed, progress)
        if not self._open:  # losing focus as the window closes may still start work
            job.cancel()
            return job
        self._channels.enter(job)
        self._follow(job, self._executor.submit(_run, work, job))
        return job

    def watch(
        self, future: Future[T], done: Callable[[T], None], *, failed: Failed | None = None
    ) -> Job:
        """Bring the outcome of another component's future to the window; see ``Runner``."""
        job = Job(JobControl(), "", done, failed, None)
        future.add_done_callback(lambda outcome: self.post(lambda: job.deliver(outcome)))
        return job

    def post(self, callback: Callable[[], None]) -> None:
        """Call ``callback`` soon on the GUI thread; from any thread, ignored after shutdown."""
        with self._lock:
            if self._open:
                self._inbox.put(callback)
                self._woken.emit()

    def cancel(self, channel: str) -> None:
        self._channels.cancel(channel)

    def shutdown(self, seconds: float = 2.0) -> bool:
        """Cancel everything, deliver nothing more, and join the workers.

        Returns:
            Whether all workers ended in time; if not, only ending the process ends them.
        """
        with self._lock:
            self._open = False
        self._progress_timer.stop()
        for job in self._running:
            job.cancel()
        begun = [future for future in self._running.values() if not future.cancel()]
        self._executor.shutdown(wait=False)
        if wait(begun, seconds).not_done:
            return False
        # Workers still release what their last jobs held; not later, though, when windows are
        # destroyed and Python's collector may run on any thread.
        self._executor.shutdown()
        return True

    def _follow(self, job: Job, future: Future[object]) -> None:
        self._running[job] = future
        future.add_done_callback(lambda outcome: self.post(lambda: self._finish(job, outcome)))

    def _finish(self, job: Job, outcome: Future[object]) -> None:
        del self._running[job]
        self._channels.leave(job)
        with self._lock:
            self._progress.pop(job, None)
        job.deliver(outcome)

    def _show_progress(self) -> None:
        if not self._progress_timer.isActive():
            rest = self._progress_at + 1 / PROGRESS_HZ - timing.seconds()
            self._progress_timer.start(max(0, round(rest * 1000)))

    @Slot()
    def _flush_progress(self) -> None:
        self._progress_at = timing.seconds()
        with self._lock:
            reports, self._progress = self._progress, {}
        for job, (fraction, text) in reports.items():
            if job.progress is not None and not job.control.cancelled:
                job.progress(fraction, text)

    @Slot()
    def _take_one(self) -> None:
        """Process one message per wake-up, so that painting and input are interleaved."""
        if self._open:
            self._inbox.get_nowait()()


def _run(work: Work[T], job: Job) -> T:
    job.control.check()
    return work(job.control)


def one_shot(parent: QObject, interval: int, slot: Callable[[], None]) -> QTimer:
    """Return a single-shot timer that calls ``slot`` ``interval`` ms after each start."""
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(interval)
    timer.timeout.connect(slot)
    return timer
