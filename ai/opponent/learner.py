"""Base classes of engines that learn an opponent model."""

from __future__ import annotations

from abc import abstractmethod
from threading import RLock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.agents.base import RangeAgent, RowAgent
from ai.opponent.model import BehaviourModel
from engine.combos import combo_index, num_combos
from engine.jobs import JobControl
from engine.player import PublicState, SeatRecord, SeatView, Strategy
from engine.policy import blocked


class RowsAgent(RowAgent):
    """An engine that takes the best action of some combos at a time."""

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """The best action of every combo, with EVs of all actions and standard errors.

        Raises:
            EngineError: if no player is to act, or the spot is of another family of games.
        """
        free = np.flatnonzero(~blocked(spot.game, spot.board))
        rows = self._rows(spot, free, control)
        size = num_combos(len(spot.game.deck), spot.game.num_hole)
        chances, values, error = np.zeros((3, size, len(rows.actions)))
        chances[free], values[free], error[free] = rows.probabilities, rows.values, rows.error
        return Strategy(rows.actions, chances, values, error, rows.note)

    def row(self, view: SeatView) -> Strategy:
        """The answer for one combo, as a single row.

        Raises:
            EngineError: if no player is to act, or the spot is of another family of games.
        """
        combo = combo_index(view.hole, view.spot.game.deck)
        return self._rows(view.spot, np.array([combo]), None)

    @abstractmethod
    def _rows(
        self, spot: PublicState, combos: NDArray[np.int64], control: JobControl | None
    ) -> Strategy:
        """The answer for some combos, none blocked by the board, one row each."""


def best_rows(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return 1 for the action of highest EV in each row (hands, actions), else 0."""
    best = np.zeros_like(values)
    best[np.arange(len(values)), values.argmax(axis=1)] = 1.0
    return best


class LearningAgent(RangeAgent):
    """An engine with an opponent model that learns from each finished hand.

    Attributes:
        model: of the opponent.
        lock: held while the model is read.
    """

    learns = True

    def __init__(self, name: str, model: BehaviourModel) -> None:
        self.name, self.model = name, model
        self.lock = RLock()

    def observe(self, record: SeatRecord) -> None:
        """Learn from a finished hand how the other seat played."""
        with self.lock:
            self.model.learn(record, 1 - record.seat)
            self._forget()

    def save_state(self) -> dict[str, Any]:
        """Return what was learned."""
        with self.lock:
            return self.model.save_state()

    def load_state(self, state: dict[str, Any]) -> None:
        """Restore what ``save_state`` returned.

        Raises:
            EngineError: if it is damaged, or of another family of games.
        """
        with self.lock:
            self.model.load_state(state)
            self._forget()

    def _forget(self) -> None:
        """Drop what was computed from the model before it changed."""
