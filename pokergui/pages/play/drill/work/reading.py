"""A series of ranges to read, as the background works on it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from threading import Lock

import numpy as np

from engine.jobs import JobControl
from pokergui.drills.judge import DrillJudge
from pokergui.drills.reading import Reading, readings
from pokergui.pages.play.drill.work.drilling import Plan


class RangeDrill:
    """Asks the spots of a plan; each call is one piece of background work.

    Args:
        plan: what to ask.
        home: the folder of strategies.
        seed: of the deals.
    """

    def __init__(self, plan: Plan, home: Path, seed: int) -> None:
        self.plan = plan
        self._home, self._seed = home, seed
        self._lock = Lock()
        self._stop = JobControl()
        self._judge: DrillJudge | None = None
        self._asking: Iterator[Reading] | None = None

    def next(self, control: JobControl) -> Reading | None:
        """Return the next spot; None where there is none.

        Raises:
            CancelledError: if stopped.
            PokerError: if the judge cannot be built, or the game has more than two players.
        """
        with self._lock:
            control.check()
            plan = self.plan
            if self._judge is None:
                self._judge = DrillJudge(plan.judge, plan.game, self._home, control)
            if self._asking is None:
                # The spots outlive this piece of work and its control.
                found = readings(self._judge, np.random.default_rng(self._seed), self._stop)
                self._asking = islice(found, plan.count)
            return next(self._asking, None)

    def halt(self) -> None:
        """Have what is being looked for stop soon; nothing more is asked."""
        self._stop.cancel()

    def close(self) -> None:
        """Ask nothing more, and end a judge that runs in a process of its own."""
        self.halt()
        with self._lock:
            if self._judge is not None:
                self._judge.close()
