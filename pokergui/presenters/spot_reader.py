"""A solution as Study reads it: strategies for its walk, EV and equity of the decision shown."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace

import numpy as np

from ai.reach import RangeReader
from ai.spot.agent import SpotAgent
from ai.spot.run import SpotRun
from ai.spot.spot import Spot
from ai.spot.view import NodeView
from engine.player import PublicState
from pokergui.presenters.spot_locks import Locks, PaintedAgent
from pokergui.presenters.spots_saved import of_pot
from pokergui.presenters.study_read import Subject
from pokergui.presenters.words import tr

_MOST = 64
"""Decisions that are kept."""


class Solution(SpotAgent):
    """The averages of a run, each decision as it was when it was asked for first.

    Args:
        run: it may go on meanwhile.
        note: what its answers say of themselves.
    """

    def __init__(self, run: SpotRun, note: str) -> None:
        super().__init__(run.trainer, note)
        self._views: OrderedDict[PublicState, NodeView] = OrderedDict()

    def view(self, spot: PublicState) -> NodeView:
        """Everything that the averages say of a decision.

        Raises:
            EngineError: if the spot has no such decision.
        """
        if spot not in self._views:
            self._views[spot] = super().view(spot)
        if len(self._views) > _MOST:
            self._views.popitem(last=False)
        return self._views[spot]


def subject_of(run: SpotRun) -> Subject:
    """The solution of a spot, to be asked."""
    words = tr("Solved to {percent} of the pot") if run.percent <= run.target else ""
    words = words or tr("Solved to {percent} of the pot so far")
    solution = Solution(run, words.format(percent=of_pot(run.percent)))
    reader = RangeReader(solution, np.stack(run.spot.ranges))
    return Subject(tr("The solution"), reader, closed=True, look=solution.view)


def painted(subject: Subject, spot: Spot, locks: Locks) -> Subject:
    """A solution with locks over it, as it will be before it is solved again."""
    agent = PaintedAgent(subject.reader, locks)
    return replace(subject, reader=RangeReader(agent, np.stack(spot.ranges)))
