"""Scripted engines that see only their hand strength, for tests of learners.

``ai/equity/handrank.py`` defines the rank q of a hand. Raises are minimum raises.
"""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ai.agents.base import RangeAgent
from ai.cfr.best_response import agent_table
from ai.equity.handrank import hand_ranks
from engine.agent import Agent, PolicyTable
from engine.errors import EngineError, GameError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import CALL, FOLD, Action, Legal, PublicState, Strategy, raise_to

WEAK, STRONG = 1 / 3, 2 / 3
"""Ranks below which hands are weak, and above which they are strong."""
WEAK_RAISES, STRONG_RAISES = 0.75, 0.5
"""Probabilities with which `bluffer` raises weak and strong hands."""

Weights = NDArray[np.float64]


class RankedAgent(RangeAgent):
    """An engine that needs hand ranks."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def table(self) -> PolicyTable | None:
        """The whole strategy, in small games."""
        return self._whole

    @cached_property
    def _whole(self) -> PolicyTable | None:
        try:
            return agent_table(self._game, self)
        except GameError:
            return None


class ScriptedAgent(RankedAgent):
    """An engine whose strategy depends only on hand rank."""

    @abstractmethod
    def row(self, ranks: Weights, legal: Legal) -> tuple[tuple[Action, ...], Weights]:
        """Actions and their probabilities (hands, actions) by hand rank."""

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """The strategy of every combo of the player to act.

        Raises EngineError if no player is to act.
        """
        if spot.finished:
            raise EngineError("'{name}' has no answer where the betting is over", name=self.name)
        ranks = hand_ranks(spot.game, spot.board)
        free = ~np.isnan(ranks)
        actions, rows = self.row(ranks[free], spot.legal)
        probabilities = np.zeros((len(ranks), len(actions)))
        probabilities[free] = rows
        return Strategy(actions, probabilities)


class PassiveAgent(ScriptedAgent):
    """An engine that never raises, and folds weak hands to a bet."""

    name = "passive"

    def row(self, ranks: Weights, legal: Legal) -> tuple[tuple[Action, ...], Weights]:
        """Fold or call; check when free."""
        if not legal.fold:
            return (CALL,), np.ones((len(ranks), 1))
        folds = (ranks < WEAK).astype(np.float64)
        return (FOLD, CALL), np.stack([folds, 1.0 - folds], axis=1)


class BluffingAgent(ScriptedAgent):
    """An engine that raises weak hands more often than strong ones, and never folds."""

    name = "bluffer"

    def row(self, ranks: Weights, legal: Legal) -> tuple[tuple[Action, ...], Weights]:
        """Call or min-raise."""
        if not legal.max_raise:
            return (CALL,), np.ones((len(ranks), 1))
        raises = np.where(ranks < WEAK, WEAK_RAISES, 0.0) + np.where(
            ranks > STRONG, STRONG_RAISES, 0.0
        )
        return (CALL, raise_to(legal.min_raise)), np.stack([1.0 - raises, raises], axis=1)


class InverseAgent(RankedAgent):
    """An engine that plays each hand as another engine plays the hand of rank 1 - q.

    If there are several such hands, or none of exactly that rank since ties share theirs, the row
    is the mean of those at the mirrored ranks.
    """

    name = "inverse"

    def __init__(self, game: Game, model: Agent) -> None:
        super().__init__(game)
        self._model = model

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """The other engine's strategy with weak and strong hands exchanged.

        Raises EngineError if the other engine has no answer.
        """
        answer = self._model.strategy(spot, control)
        probabilities = mirrored(answer.probabilities, hand_ranks(spot.game, spot.board))
        return Strategy(answer.actions, probabilities, note=answer.note)


def mirrored(rows: Weights, ranks: Weights) -> Weights:
    """Replace each hand's row by those of the hands of rank 1 - q.

    ``rows``: (num_combos, num_actions) probabilities. ``ranks``: (num_combos,) rank of each combo,
    NaN where it is blocked. Returns (num_combos, num_actions); rows of blocked combos are 0.
    """
    order = np.argsort(ranks, kind="stable")[: int((~np.isnan(ranks)).sum())]
    _, starts, counts = np.unique(ranks[order], return_index=True, return_counts=True)

    def shared(listed: Weights) -> Weights:
        """The mean over equal hands, repeated for each of them."""
        sums = np.add.reduceat(listed, starts, axis=0)
        means: Weights = np.repeat(sums / counts[:, None], counts, axis=0)
        return means

    mirror = np.zeros_like(rows)
    mirror[order] = shared(shared(rows[order])[::-1])
    return mirror
