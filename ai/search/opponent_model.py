"""Searches with beliefs from an opponent model, updated hand by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ai.opponent.belief import belief
from ai.opponent.learner import LearningAgent
from ai.opponent.model import BehaviourModel
from ai.opponent.parameters import DEFAULT
from ai.reading.reach import Weights
from ai.search.adaptive import SearchableDecision
from ai.search.belief import Ranges
from ai.search.range_strategy import SearchingAgent
from engine.agent import Agent
from engine.game import Game
from engine.jobs import JobControl
from engine.player import Action, PublicState, SeatView, Strategy

Searcher = Callable[[Ranges], SearchingAgent]
"""Builds an engine that searches with the given ranges."""


class LearningSearcher(LearningAgent):
    """An engine that searches at each decision, with beliefs from a learned opponent model.

    The opponent's actions in a hand yield a belief about its cards, by a model of its actions with
    each hand (``ai/opponent/model.py``). Thread-safe.

    Args:
        game: a game that can be modelled.
        prior: expectation of the opponent before any observation.
    """

    def __init__(self, name: str, game: Game, prior: Agent, searcher: Searcher) -> None:
        super().__init__(name, BehaviourModel(game, prior, DEFAULT))
        self._game, self._prior, self._searcher = game, prior, searcher
        self._search = searcher(self._ranges)
        self.effort = self._search.effort

    def _ranges(self, spot: PublicState, control: JobControl | None = None) -> Weights:
        """Return the opponent's range by the model, and a uniform own range."""
        with self.lock:
            other = belief(self.model, spot, 1 - spot.to_act).weights
        ranges = np.ones((2, len(other)))
        ranges[1 - spot.to_act] = other
        return ranges

    def decision(
        self, spot: PublicState, control: JobControl | None = None
    ) -> SearchableDecision[Any]:
        """Return the searches of a decision, with current beliefs, not yet started."""
        return self._search.decision(spot, control)

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """The strategy of every combo of the player to act."""
        return self._search.strategy(spot, control)

    def act(
        self, view: SeatView, rng: np.random.Generator, control: JobControl | None = None
    ) -> Action:
        """Sample from the row of the seat's own combo, the only one searched."""
        return self._search.act(view, rng, control)

    def copy(self) -> LearningSearcher:
        """Return an independent copy with the same learned state."""
        other = LearningSearcher(self.name, self._game, self._prior, self._searcher)
        other.load_state(self.save_state())
        return other
