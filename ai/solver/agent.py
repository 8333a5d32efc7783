"""An engine that plays the solution of a spot."""

from __future__ import annotations

from typing import Protocol

from ai.agents.base import RangeAgent
from ai.solver.spot import AnySpot
from ai.solver.view import Floats, NodeView
from engine.cards import Card
from engine.errors import EngineError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import Action, PublicState, Strategy
from engine.wording import Wording


class SpotSolution(Protocol):
    """A solver whose averages are read, for two players or three."""

    @property
    def spot(self) -> AnySpot:
        """The spot."""
        ...

    @property
    def game(self) -> Game:
        """The spot as a game."""
        ...

    @property
    def iteration(self) -> int:
        """Iterations done."""
        ...

    def answer(
        self, line: tuple[Action, ...], board: tuple[Card, ...]
    ) -> tuple[tuple[Action, ...], Floats]:
        """Return a decision's actions and averages (1326, actions)."""
        ...

    def view(self, line: tuple[Action, ...], board: tuple[Card, ...]) -> NodeView:
        """Return all values of a decision."""
        ...


class SpotAgent(RangeAgent):
    """An engine that plays a solver's current averages.

    Rows of hands outside the player's range are 0, like those of hands on the board. Players start
    the spot with ranges: a ``RangeReader`` of it starts with ``Spot.ranges``.

    Args:
        solver: of the spot; it may continue concurrently.
        note: the note of its answers; if empty, the number of iterations.
        values: whether its answers have action values; on a turn that takes as long as an
            iteration.
    """

    def __init__(self, solver: SpotSolution, note: str = "", *, values: bool = True) -> None:
        self.name = "spot"
        self._solver = solver
        self._note = note
        self._values = values

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """The average strategy at a decision, with EVs in chips from there on.

        A value is NaN for a hand that meets none of the other's range there. Raises EngineError
        if the spot has no such decision.
        """
        if control is not None:
            control.check()
        note = self._note or str(Wording("{count:,} iterations", count=self._solver.iteration))
        if not self._values:
            self._check(spot)
            return Strategy(*self._solver.answer(spot.actions, spot.board), note=note)
        view = self.view(spot)
        return Strategy(view.actions, view.strategy, view.action_ev, note=note)

    def view(self, spot: PublicState) -> NodeView:
        """Return all values of the averages at a decision."""
        self._check(spot)
        return self._solver.view(spot.actions, spot.board)

    def _check(self, spot: PublicState) -> None:
        own = self._solver.spot
        if spot.game != self._solver.game:
            raise EngineError(
                "the spot's chips or streets differ from those of {title}",
                title=Wording(spot.game.title),
            )
        if set(spot.board[: len(own.board)]) != set(own.board):
            raise EngineError("the spot was solved on another board")
        if spot.finished or own.tree.find(spot.actions) < 0:
            raise EngineError("the spot was solved without this betting")
