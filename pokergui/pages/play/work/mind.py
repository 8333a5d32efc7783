"""The model of the user in the game at the table; only workers touch it."""

from __future__ import annotations

from pathlib import Path
from threading import Lock

from ai.opponent.belief import Belief, belief
from ai.opponent.model import BehaviourModel
from ai.opponent.prior import prior_of
from ai.opponent.record import ModelState
from ai.opponent.situations import situations_of
from engine.game import Game
from engine.jobs import JobControl
from engine.player import PublicState, SeatRecord


class Person:
    """What the model knows about the user in one game.

    Safe across threads: one call at a time.
    """

    def __init__(self, model: BehaviourModel) -> None:
        self._model = model
        self._lock = Lock()

    @property
    def family(self) -> str:
        return self._model.situations.key

    @property
    def hands(self) -> int:
        return self._model.hands

    def believe(self, spot: PublicState, seat: int) -> Belief:
        """Return the belief about the user's hand, given only the board and the actions.

        Raises:
            PokerError: if the spot is not of this family of games.
        """
        with self._lock:
            return belief(self._model, spot, seat)

    def learn(self, record: SeatRecord, seat: int) -> ModelState:
        """Learn from a finished hand, as the other seat saw it; return the new state.

        Raises:
            PokerError: if the record contradicts the rules.
        """
        with self._lock:
            self._model.learn(record, seat)
            return self._model.save_state()

    def state(self) -> ModelState:
        with self._lock:
            return self._model.save_state()


def family_of(game: Game) -> str:
    return situations_of(game).key


def new_person(game: Game, home: Path, state: ModelState | None, control: JobControl) -> Person:
    """Build the user's model in a game.

    Raises:
        EngineError: if the state is of other games.
    """
    model = BehaviourModel(game, prior_of(game, home, control))
    if state is not None:
        model.load_state(state)
    return Person(model)
