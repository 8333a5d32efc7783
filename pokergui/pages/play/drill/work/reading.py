"""A series of ranges to read, as the background works on it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np

from engine.jobs import JobControl
from pokergui.drills.reading import Reading, readings
from pokergui.pages.play.drill.work.drilling import Plan, make_judge
from pokergui.pages.play.drill.work.judged import JudgedSeries


class RangeDrill(JudgedSeries):
    """A series that asks the spots of a plan; each call is one background job.

    Args:
        plan: what to ask.
        home: the folder of strategies.
        seed: seed of the deals.
    """

    def __init__(self, plan: Plan, home: Path, seed: int) -> None:
        super().__init__()
        self.plan = plan
        self._home, self._seed = home, seed
        self._asking: Iterator[Reading] | None = None

    def next(self, control: JobControl) -> Reading | None:
        """Return the next spot; None if there is none.

        Raises:
            CancelledError: if stopped.
            PokerError: if the judge cannot be built, or the game has more than two players.
        """
        with self.lock:
            control.check()
            plan = self.plan
            if self.judge is None:
                self.judge = make_judge(plan, self._home, control)
            if self._asking is None:
                # The spots outlive this job and its control.
                spots = readings(self.judge, np.random.default_rng(self._seed), self.search)
                self._asking = islice(spots, plan.count)
            return next(self._asking, None)
