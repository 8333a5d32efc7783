"""Optional engine capabilities: translation, solutions, EVs and their error."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from ai.reading.noise import Noise
from engine.cards import Card
from engine.jobs import JobControl
from engine.player import Action, PublicState, Strategy

if TYPE_CHECKING:  # not all engines need the solver
    from ai.solver.solver import SpotSolver
    from engine.agent import Agent

Weights = NDArray[np.float64]


@runtime_checkable
class Translates(Protocol):
    """An engine that maps actions outside its abstraction to actions inside it."""

    def taken_for(
        self, spot: PublicState, action: Action, answer: Strategy
    ) -> tuple[tuple[Action, float], ...]:
        """Return the actions of its answer to which another is mapped, with probabilities.

        Fast: nothing is solved for it.

        Args:
            spot: the decision.
            action: an action that the answer lacks.
            answer: its answer at the decision.
        """
        ...


@runtime_checkable
class SolvesSpots(Protocol):
    """An engine that solves a street on demand and plays the solution."""

    def solution(
        self, spot: PublicState, control: JobControl | None = None
    ) -> tuple[SpotSolver, tuple[Action, ...]] | None:
        """Return the solution played at a decision, and the line from its root.

        The solver is read-only. None where no solved spot is played.
        """
        ...


@runtime_checkable
class CountsOn(Protocol):
    """An engine that computes EVs of single hands where it stores none."""

    def hand_evs(self, spot: PublicState, hole: tuple[Card, ...], rival: Weights) -> Weights | None:
        """Return the EV of each action of its answer: (actions,) chips from here on, or None.

        Args:
            spot: the decision.
            hole: the hand to act.
            rival: (num_combos,) reach of the opponent's hands.
        """
        ...


@runtime_checkable
class Errs(Protocol):
    """An engine with error estimates of its EVs."""

    def noise(self, spot: PublicState, action: Action, control: JobControl | None = None) -> Noise:
        """Return the error of its EVs at a decision in chips, by component.

        Args:
            spot: the decision.
            action: the action whose EV loss is judged.
            control: to cancel.
        """
        ...

    def untrained(self, spot: PublicState, answer: Strategy, ranges: Weights) -> NDArray[np.bool_]:
        """Return a mask (actions,) of actions to which the opponent's replies had little training.

        Args: spot: the decision.
        """
        ...


@runtime_checkable
class SolvesFurther(Protocol):
    """An engine that can increase its effort where its answer is inconsistent."""

    def further(self) -> Agent | None:
        """Return the engine with several times the effort; None if already at the maximum."""
        ...


@runtime_checkable
class Considers(Protocol):
    """An engine that can re-solve a decision with an action that its answer lacks."""

    def considering(
        self, spot: PublicState, action: Action, control: JobControl | None = None
    ) -> Strategy | None:
        """Return the strategy at a decision with an action added; None if unsupported."""
        ...
