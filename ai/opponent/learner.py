"""Base class of engines that learn an opponent model."""

from __future__ import annotations

from threading import RLock
from typing import Any

from ai.agents.base import RangeAgent
from ai.opponent.model import BehaviourModel
from engine.player import SeatRecord


class LearningAgent(RangeAgent):
    """An engine with an opponent model that learns from each finished hand.

    Args:
        name: identifier in commands.
        model: of the opponent.

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
