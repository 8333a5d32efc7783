"""A series in the background: one judge, asked by one piece of work at a time."""

from __future__ import annotations

from threading import Lock

from engine.jobs import JobControl
from pokergui.drills.judge import Judge


class JudgedSeries:
    """What all series share: a judge that is built when it is first needed, and how they end.

    Attributes:
        lock: held by the piece of work that uses the judge.
        search: of the next spots; it outlives a piece of work and its control.
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
            CancelledError: if nothing more is asked.
        """
        self.search = JobControl()
        if self._halted:
            self.search.cancel()
        self.search.check()
        return self.search

    def stop(self) -> None:
        """Have the search for spots stop soon; another can begin."""
        self.search.cancel()

    def halt(self) -> None:
        """Have the search for spots stop soon; nothing more is asked."""
        self._halted = True
        self.stop()

    def close(self) -> None:
        """Ask nothing more, and end a judge that runs in a process of its own."""
        self.halt()
        with self.lock:
            if self.judge is not None:
                self.judge.close()
