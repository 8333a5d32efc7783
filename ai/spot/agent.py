"""The solution of a spot as an engine that plays it."""

from __future__ import annotations

from ai.base import RangeAgent
from ai.spot.solver import SpotSolver
from ai.spot.view import NodeView
from engine.errors import EngineError
from engine.jobs import JobControl
from engine.player import PublicState, Strategy


class SpotAgent(RangeAgent):
    """Answers with the averages of a solver as they are when it is asked.

    Rows of hands that are not in the player's range are 0, like those of hands on the board.
    Players come to the spot with ranges: a ``RangeReader`` of it starts with ``Spot.ranges``.

    Args:
        solver: of the spot; it may go on meanwhile.
        note: what its answers say of themselves; how many iterations were done if empty.
    """

    def __init__(self, solver: SpotSolver, note: str = "") -> None:
        self.name = "spot"
        self._solver = solver
        self._note = note

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """The average strategy at a decision, values in chips from there on.

        A value is NaN for a hand that meets nobody of the other's range there.

        Raises:
            CancelledError: if stopped before it was asked.
            EngineError: if the spot has no such decision.
        """
        if control is not None:
            control.check()
        view = self.view(spot)
        note = self._note or f"{self._solver.iteration:,} iterations"
        return Strategy(view.actions, view.strategy, view.action_ev, note=note)

    def view(self, spot: PublicState) -> NodeView:
        """Everything that the averages say of a decision.

        Raises:
            EngineError: if the spot has no such decision.
        """
        solver = self._solver
        own = solver.spot
        if spot.game != solver.game:
            raise EngineError(f"the spot has other chips or streets than {spot.game.title}")
        if spot.board[: len(own.board)] != own.board:
            raise EngineError("the spot was solved on another board")
        if spot.finished or own.tree.find(spot.actions) < 0:
            raise EngineError("the spot has no answer to this betting")
        return solver.view(spot.actions, spot.board)
