"""Searches that believe what a model of the opponent says, which grows hand by hand."""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from typing import Any

import numpy as np

from ai.base import RangeAgent
from ai.opponent.belief import belief
from ai.opponent.model import BehaviourModel
from ai.opponent.parameters import DEFAULT
from ai.reach import Weights
from ai.search.answers import Decision, SearchingAgent
from ai.search.belief import Ranges
from engine.agent import Agent
from engine.game import Game
from engine.jobs import JobControl
from engine.player import Action, PublicState, SeatRecord, SeatView, Strategy

Searcher = Callable[[Ranges], SearchingAgent]
"""Builds an engine that searches and believes those ranges."""


class LearningSearcher(RangeAgent):
    """Searches at each decision, and believes of the other what it has learned of its play.

    What the opponent did in a hand becomes a belief about its cards, by a model of what it does
    with which hands (``ai/opponent/model.py``). Safe across threads.

    Args:
        name: what commands call it.
        game: a game that can be modelled.
        prior: what is expected of the opponent before anything is known.
        searcher: the search.

    Attributes:
        model: of the opponent.
        effort: how long each decision is searched.
    """

    def __init__(self, name: str, game: Game, prior: Agent, searcher: Searcher) -> None:
        self.name = name
        self.model = BehaviourModel(game, prior, DEFAULT)
        self._game, self._prior, self._searcher = game, prior, searcher
        self._lock = RLock()
        self._search = searcher(self._ranges)
        self.effort = self._search.effort

    def _ranges(self, spot: PublicState, control: JobControl | None = None) -> Weights:
        """The other's hands by the model, every own hand alike."""
        with self._lock:
            other = belief(self.model, spot, 1 - spot.to_act).weights
        ranges = np.ones((2, len(other)))
        ranges[1 - spot.to_act] = other
        return ranges

    def decision(self, spot: PublicState, control: JobControl | None = None) -> Decision[Any]:
        """The searches of a decision, with what is believed there now; none has begun.

        Raises:
            EngineError: if the spot is no decision of the game it was built for.
            CancelledError: if stopped.
        """
        return self._search.decision(spot, control)

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """The answer for every combo of the player to act.

        Raises:
            EngineError: if the spot is no decision of the game it was built for.
            CancelledError: if stopped.
        """
        return self._search.strategy(spot, control)

    def act(
        self, view: SeatView, rng: np.random.Generator, control: JobControl | None = None
    ) -> Action:
        """Draw from the row of the own combo, which alone is searched.

        Raises:
            EngineError: if the spot is no decision of the game it was built for.
            CancelledError: if stopped.
        """
        return self._search.act(view, rng, control)

    def observe(self, record: SeatRecord) -> None:
        """Learn from a finished hand what the other seat did."""
        with self._lock:
            self.model.learn(record, 1 - record.seat)

    def save_state(self) -> dict[str, Any]:
        """What was learned."""
        with self._lock:
            return self.model.save_state()

    def load_state(self, state: dict[str, Any]) -> None:
        """Take up what ``save_state`` gave.

        Raises:
            EngineError: if it is damaged, or of another family of games.
        """
        with self._lock:
            self.model.load_state(state)

    def copy(self) -> LearningSearcher:
        """Another engine that has learned the same; neither learns from the other's hands."""
        other = LearningSearcher(self.name, self._game, self._prior, self._searcher)
        other.load_state(self.save_state())
        return other
