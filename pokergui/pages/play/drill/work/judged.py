"""A series in the background: one judge, used by one job at a time."""

from __future__ import annotations

from threading import Lock

from engine.jobs import JobControl
from pokergui.drills.judge import Judge


class JudgedSeries:
    """The base of all series: a judge that is built when it is first needed, and the end.

    Attributes:
        lock: held by the job that uses the judge.
        search: control of the search for spots; it outlives a job and its control.
        judge: None until it is first needed.
    """

    def __init__(self) -> None:
        self.lock = Lock()
        self.search = JobControl()
        self.judge: Judge | None = None
        self._halted = False

    def begin_search(self) -> JobControl:
        """Return the control of a new search.

        Raises:
            CancelledError: if the series was halted.
        """
        self.search = JobControl()
        if self._halted:
            self.search.cancel()
        self.search.check()
        return self.search

    def stop(self) -> None:
        """Stop the search for spots soon; another can begin."""
        self.search.cancel()

    def halt(self) -> None:
        """Stop the search for spots soon and for good."""
        self._halted = True
        self.stop()

    def close(self) -> None:
        """End the series, and a judge that runs in a separate process."""
        self.halt()
        with self.lock:
            if self.judge is not None:
                self.judge.close()
