"""A solution as Study reads it: strategies for the walk, EV and equity of the decision shown."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np

from ai.reading.reach import RangeReader
from ai.solver.agent import SpotAgent
from ai.solver.run import SpotRun
from ai.solver.spot import Spot
from pokergui.language import tr_study as tr
from pokergui.pages.study.solving.scenes.locks import Locks, PaintedAgent
from pokergui.pages.study.solving.scenes.saved import of_pot
from pokergui.ranges.reading import Subject

_MOST = 64
"""Maximum number of cached decisions."""


def subject_of(run: SpotRun) -> Subject:
    """Return the solution of a spot as a subject, which caches its answers."""
    words = tr("Solved to {percent} of the pot so far")
    if run.percent <= run.target:
        words = tr("Solved to {percent} of the pot")
    note = words.format(percent=of_pot(run.percent))
    # EVs are computed once, for the decision shown, and not on the way there.
    agent = SpotAgent(run.trainer, note, values=False)
    reader = RangeReader(agent, np.stack(run.spot.ranges))
    look = lru_cache(maxsize=_MOST)(agent.view)
    return Subject(tr("The solution"), reader, closed=True, look=look)


def painted(subject: Subject, spot: Spot, locks: Locks) -> Subject:
    """Return a solution with locks over it, as it will be before it is solved again."""
    agent = PaintedAgent(subject.reader, locks)
    return replace(subject, reader=RangeReader(agent, np.stack(spot.ranges)))
