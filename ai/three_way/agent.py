"""An engine that plays the solution of a river for three players."""

from __future__ import annotations

from ai.agents.base import RangeAgent
from ai.solver.view import NodeView
from ai.three_way.solver import ThreeWaySolver
from engine.jobs import JobControl
from engine.player import PublicState, Strategy


class ThreeWayAgent(RangeAgent):
    """An engine that plays a solver's current averages; a ``RangeReader`` starts with its ranges.

    Args:
        solver: of the spot; it may continue concurrently.
        note: the note of its answers.
    """

    def __init__(self, solver: ThreeWaySolver, note: str = "") -> None:
        self.name = "spot"
        self._solver, self._note = solver, note

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """The average strategy at a decision. Raises EngineError if the spot has none."""
        if control is not None:
            control.check()
        return Strategy(*self._solver.answer(spot.actions), note=self._note)

    def view(self, spot: PublicState) -> NodeView:
        """Return all values of the averages at a decision."""
        return self._solver.view(spot.actions)
