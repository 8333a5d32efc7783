"""Answers of some engines besides rows: sizes taken for others, solutions, EVs of single hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from engine.jobs import JobControl
from engine.player import Action, PublicState, Strategy

if TYPE_CHECKING:  # engines of few streets need no solver
    from ai.spot.solver import SpotSolver

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
