"""Optional engine capabilities: translation, solutions, EVs and their error."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from ai.noise import Noise
from engine.cards import Card
from engine.jobs import JobControl
from engine.player import Action, PublicState, Strategy

if TYPE_CHECKING:  # engines of few streets need no solver
    from ai.spot.solver import SpotSolver
    from engine.agent import Agent

Weights = NDArray[np.float64]


@runtime_checkable
class Translates(Protocol):
    """An engine that takes actions it never considers for others that it does consider."""

    def taken_for(
        self, spot: PublicState, action: Action, answer: Strategy
    ) -> tuple[tuple[Action, float], ...]:
        """Return the actions of its answer that another is taken for, and how likely each is.

        Prompt: nothing is solved for it.

        Args:
            spot: the decision.
            action: an action that the answer lacks.
            answer: its answer at the decision.
        """
        ...


@runtime_checkable
class SolvesSpots(Protocol):
    """An engine that solves a street when asked there, and plays the solution."""

    def solution(
        self, spot: PublicState, control: JobControl | None = None
    ) -> tuple[SpotSolver, tuple[Action, ...]] | None:
        """Return the solution that it plays at a decision, and the betting from its root to there.

        The solver may be read, but not run further. None where it plays no solution of a spot.
        """
        ...


@runtime_checkable
class CountsOn(Protocol):
    """An engine that computes the EV of single hands where it keeps no values."""

    def hand_evs(self, spot: PublicState, hole: tuple[Card, ...], rival: Weights) -> Weights | None:
        """Return chips from here on after each action of its answer: (actions,), or None.

        Args:
            spot: the decision.
            hole: the hand to act.
            rival: (num_combos,) reach of the other's hands.
        """
        ...


@runtime_checkable
class Errs(Protocol):
    """An engine that knows how far its EVs may be off."""

    def noise(self, spot: PublicState, action: Action, control: JobControl | None = None) -> Noise:
        """Return the error of its EVs at a decision in chips, part by part.

        Args:
            spot: the decision.
            action: an action whose loss is asked about.
            control: to stop.
        """
        ...

    def untrained(self, spot: PublicState, answer: Strategy, ranges: Weights) -> NDArray[np.bool_]:
        """Return a mask (actions,) of actions to which the other's answers were hardly trained.

        Args:
            spot: the decision.
            answer: its answer there.
            ranges: (2, num_combos) reach of both players.
        """
        ...


@runtime_checkable
class SolvesFurther(Protocol):
    """An engine that can make more effort where its answer contradicts itself."""

    def further(self) -> Agent | None:
        """Return the engine with several times the effort; None if this is the most."""
        ...


@runtime_checkable
class Considers(Protocol):
    """An engine that can solve a decision with an action that its answer lacks."""

    def considering(
        self, spot: PublicState, action: Action, control: JobControl | None = None
    ) -> Strategy | None:
        """Return the answer at a decision with an action among its own; None if it cannot."""
        ...
