"""`opponent-model` for three or more players: one model per opponent, one response to all."""

from __future__ import annotations

from threading import RLock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.agents.base import RowAgent
from ai.opponent.belief import belief
from ai.opponent.model import BehaviourModel, learned_note
from ai.opponent.multiway import (
    all_deals,
    choices,
    drawn_deals,
    folding,
    samplers_of,
    worth,
)
from ai.opponent.parameters import DEFAULT, OpponentModelParameters
from ai.reading.reach import Weights
from engine.agent import Agent
from engine.combos import combo_index, num_combos
from engine.errors import EngineError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import PublicState, SeatRecord, SeatView, Strategy
from engine.policy import blocked
from engine.wording import Wording


class SeveralModelAgent(RowAgent):
    """An engine that models each opponent by hand class, and best-responds to all.

    Opponents are identified by their seat clockwise from the engine's own, which is the same in
    every hand. Each one's actions in a hand yield a belief about its cards, and actions are
    evaluated as in ``multiway.py``; the best one is always chosen. Thread-safe.

    Args:
        name: identifier in commands.
        game: the game it plays.
        prior: expectation of an opponent before any observation.
        parameters: of models and decisions.
        seed: of the samples.

    Attributes:
        has_ranges: whether its full-range strategy may be queried: in hold'em that takes half a
            minute.
        models: of the opponents, clockwise.
        lock: held while the models are read.
    """

    learns = True

    def __init__(
        self,
        name: str,
        game: Game,
        prior: Agent,
        parameters: OpponentModelParameters = DEFAULT,
        seed: int = 0,
    ) -> None:
        self.name = name
        self._game, self._prior, self._seed = game, prior, seed
        self.has_ranges = not game.is_holdem
        players = range(1, game.num_players)
        self.models = tuple(BehaviourModel(game, prior, parameters) for _ in players)
        self.lock = RLock()

    @property
    def _parameters(self) -> OpponentModelParameters:
        return self.models[0].parameters

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """The best action of every combo, with EVs of all actions and standard errors.

        Raises:
            EngineError: if no player is to act, or the spot is of another family of games.
            CancelledError: if cancelled.
        """
        free = np.flatnonzero(~blocked(spot.game, spot.board))
        rows = self._rows(spot, free, control or JobControl())
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
        return self._rows(view.spot, np.array([combo]), JobControl())

    def observe(self, record: SeatRecord) -> None:
        """Learn the other seats' actions from a finished hand."""
        players = self._game.num_players
        with self.lock:
            for step, model in enumerate(self.models, 1):
                model.learn(record, (record.seat + step) % players)

    def copy(self) -> SeveralModelAgent:
        """Return an independent copy with the same learned state."""
        other = SeveralModelAgent(self.name, self._game, self._prior, self._parameters, self._seed)
        other.load_state(self.save_state())
        return other

    def save_state(self) -> dict[str, Any]:
        """Return what was learned of each opponent, as plain data and arrays."""
        with self.lock:
            states = [model.save_state() for model in self.models]
        return {
            f"{place} {key}": part
            for place, state in enumerate(states)
            for key, part in state.items()
        }

    def load_state(self, state: dict[str, Any]) -> None:
        """Restore what ``save_state`` returned.

        Raises:
            EngineError: if it is damaged, of another family of games, or of other opponents;
                the model is unchanged then.
        """
        fresh = [BehaviourModel(self._game, self._prior, self._parameters) for _ in self.models]
        known: list[dict[str, Any]] = [{} for _ in fresh]
        for name, part in state.items():
            place, _, key = str(name).partition(" ")
            if not place.isdigit() or int(place) >= len(known):
                raise EngineError("the model is for another number of opponents")
            known[int(place)][key] = part
        for model, one in zip(fresh, known, strict=True):
            model.load_state(one)
        with self.lock:
            self.models = tuple(fresh)

    def _rows(self, spot: PublicState, combos: NDArray[np.int64], control: JobControl) -> Strategy:
        """The answer for some combos, none blocked by the board, one row each."""
        if spot.finished:
            raise EngineError("'{name}' has no answer where the betting is over", name=self.name)
        asked, players = choices(spot), spot.game.num_players
        with self.lock:
            steps = [(seat - spot.to_act) % players for seat in asked.others]
            models = [self.models[step - 1] for step in steps]
            beliefs: list[Weights] = [
                belief(model, spot, seat).weights
                for seat, model in zip(asked.others, models, strict=True)
            ]
            folds = folding(spot, asked, models)
            hands = self.models[0].hands
        values, error = np.zeros((2, len(combos), len(asked.actions)))
        samples = self._parameters.samples if spot.game.is_holdem else 0
        samplers = samplers_of(spot, beliefs) if samples else None
        for row, combo in enumerate(combos.tolist()):
            control.check()
            control.progress(row / len(combos))
            if samplers is None:
                deals = all_deals(spot, combo, beliefs)
            else:
                deals = drawn_deals(spot, combo, samplers, samples, self._seed)
            values[row], error[row] = worth(asked, folds, deals)
        best = np.zeros_like(values)
        best[np.arange(len(values)), values.argmax(axis=1)] = 1.0
        counted = Wording("every hand counted")
        if samples:
            counted = Wording("{count:,} samples", count=samples)
        note = str(learned_note(counted, hands))
        return Strategy(asked.actions, best, values, error, note)
