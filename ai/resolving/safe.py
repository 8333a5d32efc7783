"""Safe resolving: the opponent's gadget chooses, hand by hand, whether to enter the river.

An unsafe solution trusts the opponent's range. Here the opponent enters the street with the hands
whose value there exceeds their *alternative*: their EV against the blueprint. A solution against
such ranges keeps the opponent from winning more than the blueprint allows.

Sources: Burch, Johanson and Bowling, "Solving imperfect information games using decomposition",
AAAI 2014 (the gadget); Jackson's slumbot2019 (the mixture with a believed range).
"""

from __future__ import annotations

import numpy as np

from ai.reading.line import Answers
from ai.reading.reach import Weights, met_by
from ai.reports.last_street import LastStreet
from ai.solver.solver import SpotSolver
from engine.jobs import JobControl
from engine.player import PublicState

_ENTERING = 0.2
"""Largest fraction of the believed range made of hands that choose to enter."""
_EVEN = 0.1
"""Additional fraction of the reach, spread over all hands."""


class GadgetChoice:
    """The opponent's gadget: enter or take the alternative, by regret matching+.

    Args:
        alternatives: counterfactual values.
        met: reach of the hands that each hand meets; hands that meet none never enter.
        believed: the opponent's believed range, which always enters; None if all hands choose. With
            it the guarantee is weaker and play against that range better.
    """

    def __init__(self, alternatives: Weights, met: Weights, believed: Weights | None = None):
        self._alternatives, self._possible = alternatives, met > 0.0
        self._come, self._leave = np.zeros_like(alternatives), np.zeros_like(alternatives)
        self._believed: Weights | None = None
        if believed is not None:
            most = believed.max(axis=-1, keepdims=True)
            self._believed = np.where(self._possible, believed / np.where(most > 0.0, most, 1), 0.0)

    def reach(self) -> Weights:
        """Return each hand's current probability of entering, 0 to 1."""
        whole = self._come + self._leave
        share = np.where(whole > 0.0, self._come / np.where(whole > 0.0, whole, 1.0), 1.0)
        coming: Weights = np.where(self._possible, share, 0.0)
        if self._believed is None:
            return coming
        sure = self._believed.sum(axis=-1, keepdims=True)
        entering = (1.0 - self._believed) * coming
        many = entering.sum(axis=-1, keepdims=True)
        entering *= np.minimum(1.0, _ENTERING * sure / np.where(many > 0.0, many, 1.0))
        count = np.maximum(self._possible.sum(axis=-1, keepdims=True), 1)
        even = _EVEN * (sure + entering.sum(axis=-1, keepdims=True)) / count
        mixed: Weights = np.minimum(1.0, self._believed + entering + even) * self._possible
        return mixed

    def learn(self, values: Weights) -> None:
        """Learn the value of each hand against the latest strategy."""
        reach = self.reach()
        mean = reach * values + (1.0 - reach) * self._alternatives
        self._come = np.maximum(0.0, self._come + values - mean)
        self._leave = np.maximum(0.0, self._leave + self._alternatives - mean)


def guard(
    solver: SpotSolver, start: PublicState, seat: int, blueprint: Answers, control: JobControl
) -> None:
    """Make a river's resolving safe for a seat.

    The opponent's alternative is each hand's EV if both play the river by the blueprint; the range
    of the spot is its believed range.

    Args:
        solver: of the river, before its first iteration.
        start: the first decision of the river.
        blueprint: answers on every line of the river.
    """
    player = int(1 - seat != start.to_act)
    ranges = np.stack(solver.spot.ranges[:: 1 if start.to_act == 0 else -1])
    worth = LastStreet(start, ranges).worth(1 - seat, blueprint, blueprint, control)
    hands = solver.plan.combos[player]
    met = met_by(start.game, ranges[seat])
    believed = solver.spot.ranges[player][hands]
    solver.entry = player, GadgetChoice(worth[hands], met[hands], believed)
