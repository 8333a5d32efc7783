"""The opponent's entry to a safely resolved river, by its EV against the blueprint."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ai.reading.line import Answers
from ai.reading.reach import Weights, met_by
from ai.reports.last_street import LastStreet
from ai.resolving.gadget import Choice
from ai.solver.solver import SpotSolver
from engine.jobs import JobControl
from engine.player import PublicState


@dataclass(frozen=True)
class RiverEntry:
    """A player's gadget entry to a river.

    Attributes:
        player: of the spot.
        choice: for its hands in the layout of the spot.
    """

    player: int
    choice: Choice

    def reach(self) -> Weights:
        """Return each hand's current probability of entering."""
        return self.choice.reach()

    def learn(self, values: Weights) -> None:
        """Learn the value of each hand on the river."""
        self.choice.learn(values)


def guard(
    solver: SpotSolver, start: PublicState, seat: int, blueprint: Answers, control: JobControl
) -> None:
    """Make a river's resolving safe for a seat.

    The opponent's alternative is each hand's EV if both play the river by the blueprint; the range
    of the spot is its believed range.

    Args:
        solver: of the river, before its first iteration.
        start: the first decision of the river.
        seat: the seat whose strategy is wanted.
        blueprint: answers on every line of the river.
        control: to cancel.

    Raises:
        CancelledError: if cancelled.
        PokerError: any error of the blueprint.
    """
    player = int(1 - seat != start.to_act)
    ranges = np.stack(solver.spot.ranges[:: 1 if start.to_act == 0 else -1])
    worth = LastStreet(start, ranges).worth(1 - seat, blueprint, blueprint, control)
    hands = solver.plan.combos[player]
    met = met_by(start.game, ranges[seat])
    believed = solver.spot.ranges[player][hands]
    solver.entry = RiverEntry(player, Choice(worth[hands], met[hands], believed))
