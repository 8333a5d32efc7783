"""Optional queries of an engine: translation, solutions, EVs and their error."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ai.reading.noise import OTHERS, Noise, measured_noise
from engine.cards import Card
from engine.jobs import JobControl
from engine.player import Action, PublicState, Strategy

if TYPE_CHECKING:  # not all engines need the solver
    from ai.files.strategy import StrategyInfo
    from ai.solver.solver import AnySolver
    from engine.agent import Agent

Weights = NDArray[np.float64]


class Capabilities:
    """Optional queries of an engine; a subclass answers those that it supports.

    Attributes:
        several: whether its values with more than two players are EVs, too; a network's differ
            from exact ones, where known, by a third of the stake.
    """

    several = False

    def taken_for(
        self, spot: PublicState, action: Action, answer: Strategy
    ) -> tuple[tuple[Action, float], ...]:
        """Return the actions of an answer to which another is mapped, with probabilities.

        Fast: nothing is solved for it.
        """
        return ()

    def solution(
        self, spot: PublicState, control: JobControl | None = None
    ) -> tuple[AnySolver, tuple[Action, ...]] | None:
        """Return the solution played at a decision, read-only, and the line from its root.

        None where no solved spot is played.
        """
        return None

    def arriving(self, spot: PublicState) -> Weights | None:
        """Return the ranges (players, num_combos) that the engine takes for granted at a decision.

        None where players come with those of the line, as they do unless a library has others.
        """
        return None

    def hand_evs(self, spot: PublicState, hole: tuple[Card, ...], rival: Weights) -> Weights | None:
        """Return the EV of each action of the answer for one hand, where it stores none, or None.

        ``rival``: (num_combos,) reach of the opponent's hands. Returns (actions,) chips from here
        on.
        """
        return None

    def noise(self, spot: PublicState, action: Action, control: JobControl | None = None) -> Noise:
        """Return the error of EVs at a decision in chips, if an action's EV loss is judged."""
        return measured_noise(OTHERS, spot, translated=False)

    def untrained(self, spot: PublicState, answer: Strategy, ranges: Weights) -> NDArray[np.bool_]:
        """Return a mask (actions,) of actions to which the opponent's replies had little training.

        ``ranges`` are (players, num_combos) reach.
        """
        return np.zeros(len(answer.actions), np.bool_)

    def record(self) -> StrategyInfo | None:
        """Return the record of the strategy file that it plays before the flop; None if none."""
        return None

    def further(self) -> Agent | None:
        """Return the engine with several times the effort; None if already at the maximum."""
        return None

    def considering(
        self, spot: PublicState, action: Action, control: JobControl | None = None
    ) -> Strategy | None:
        """Return the strategy at a decision with an action added; None if unsupported."""
        return None


def capabilities(agent: Agent) -> Capabilities | None:
    """Return an engine's optional queries; None if it supports none."""
    return agent if isinstance(agent, Capabilities) else None
