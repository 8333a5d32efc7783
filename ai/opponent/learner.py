"""Base classes of engines that learn models of their opponents."""

from __future__ import annotations

from abc import abstractmethod
from threading import RLock
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from ai.agents.base import RangeAgent, RowAgent
from ai.opponent.model import BehaviourModel
from ai.opponent.parameters import DEFAULT, OpponentModelParameters
from engine.agent import Agent
from engine.combos import combo_index, num_combos
from engine.errors import EngineError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import PublicState, SeatRecord, SeatView, Strategy
from engine.policy import blocked


class LearningAgent(RangeAgent):
    """An engine with a model of each opponent, which learns from each finished hand.

    Opponents are identified by their seat clockwise from the engine's own, which is the same in
    every hand. ``models``: of the opponents, clockwise. ``lock``: held while the models are read.
    """

    learns = True

    def __init__(self, name: str, *models: BehaviourModel) -> None:
        self.name, self.models = name, models
        self.lock = RLock()

    @property
    def model(self) -> BehaviourModel:
        """The model of the first opponent, heads-up of the only one."""
        return self.models[0]

    def observe(self, record: SeatRecord) -> None:
        """Learn the other seats' actions from a finished hand."""
        players = record.spot.game.num_players
        with self.lock:
            for step, model in enumerate(self.models, 1):
                model.learn(record, (record.seat + step) % players)
            self._forget()

    def save_state(self) -> dict[str, Any]:
        """Return what was learned, as plain data and arrays; of several opponents by place."""
        with self.lock:
            states = [model.save_state() for model in self.models]
        if len(states) == 1:
            return states[0]
        places = enumerate(states)
        return {f"{place} {key}": part for place, one in places for key, part in one.items()}

    def load_state(self, state: dict[str, Any]) -> None:
        """Restore what ``save_state`` returned.

        Raises EngineError if it is damaged, of another family of games, or of other opponents; the
        models are unchanged then.
        """
        states = [state]
        if len(self.models) > 1:
            states = [{} for _ in self.models]
            for name, part in state.items():
                place, _, key = str(name).partition(" ")
                if not place.isdigit() or int(place) >= len(states):
                    raise EngineError("the model is for another number of opponents")
                states[int(place)][key] = part
        with self.lock:
            before = [model.save_state() for model in self.models[:-1]]
            try:
                for model, one in zip(self.models, states, strict=True):
                    model.load_state(one)
            except EngineError:
                for model, one in zip(self.models, before, strict=False):
                    model.load_state(one)
                raise
            self._forget()

    def _forget(self) -> None:
        """Drop what was computed from the models before they changed."""


class RowsAgent(LearningAgent, RowAgent):
    """An engine that responds to models of its opponents, some combos at a time.

    ``prior``: expectation of an opponent before any observation.
    """

    def __init__(
        self,
        name: str,
        game: Game,
        prior: Agent,
        parameters: OpponentModelParameters = DEFAULT,
        seed: int = 0,
    ) -> None:
        others = range(1, game.num_players)
        super().__init__(name, *(BehaviourModel(game, prior, parameters) for _ in others))
        self.game, self.prior, self.seed = game, prior, seed

    def copy(self) -> Self:
        """Return an independent copy with the same learned state."""
        parameters = self.model.parameters
        other = type(self)(self.name, self.game, self.prior, parameters, self.seed)
        other.load_state(self.save_state())
        return other

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """The best action of every combo, with EVs of all actions and standard errors.

        Raises EngineError if no player is to act, or the spot is of another family of games.
        """
        free = np.flatnonzero(~blocked(spot.game, spot.board))
        rows = self._rows(spot, free, control)
        size = num_combos(len(spot.game.deck), spot.game.num_hole)
        chances, values, error = np.zeros((3, size, len(rows.actions)))
        chances[free], values[free], error[free] = rows.probabilities, rows.values, rows.error
        return Strategy(rows.actions, chances, values, error, rows.note)

    def row(self, view: SeatView) -> Strategy:
        """The answer for one combo, as a single row; raises as ``strategy``."""
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
