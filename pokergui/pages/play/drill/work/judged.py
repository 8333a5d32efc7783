"""A series in the background: one judge, asked by one piece of work at a time."""

from __future__ import annotations

from threading import Lock

from engine.jobs import JobControl
from pokergui.drills.judge import DrillJudge


class JudgedSeries:
    """What all series share: a judge that is built when it is first needed, and how they end.

    Attributes:
        lock: held by the piece of work that uses the judge.
        ending: cancelled once the series ends.
        judge: None until it is first needed.
    """

    def __init__(self) -> None:
        self.lock = Lock()
        self.ending = JobControl()
        self.judge: DrillJudge | None = None

    def halt(self) -> None:
        """Have what is being looked for stop soon; nothing more is asked."""
        self.ending.cancel()

    def close(self) -> None:
        """Ask nothing more, and end a judge that runs in a process of its own."""
        self.halt()
        with self.lock:
            if self.judge is not None:
                self.judge.close()
