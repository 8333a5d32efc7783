"""Profiles of small games as strategies, and strategies in exact fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from ai.cfr.exact_game import ExactGame, ExactProfile
from ai.cfr.profiles import near_fraction
from ai.reading.line import Answers
from ai.small_games.deals import deals_of
from engine.jobs import JobControl
from engine.player import PublicState, Strategy
from engine.policy import blocked, board_index


class Written:
    """A profile of a small game as a full-range strategy; numbers keep their type.

    ``profile``: probabilities at every information set. ``kind``: of the numbers: ``object`` keeps
    fractions.
    """

    def __init__(self, game: ExactGame, profile: ExactProfile, kind: type = object) -> None:
        self._game, self._kind = game, kind
        self._deals = deals_of(game.game, merge_suits=True)
        self._rows = {(one.node, one.board, one.hand): row for one, row in profile.items()}

    def answer(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """The row of every combo; zeros where the board blocks it."""
        tree, deals = self._game.tree, self._deals
        node = tree.find(spot.actions)
        actions = tree.actions_at(node)
        board = int(deals.board_class[spot.street][board_index(spot.game, spot.board)])
        rows: Any = np.zeros((len(deals.class_of_combo), len(actions)), self._kind)
        for combo in np.flatnonzero(~blocked(spot.game, spot.board)).tolist():
            rows[combo] = self._rows[node, board, int(deals.class_of_combo[combo])]
        return Strategy(actions, rows)


class InFractions:
    """A strategy with each probability as an exact or nearby simple fraction."""

    def __init__(self, strategy: Answers) -> None:
        self._strategy = strategy

    def answer(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """The same strategy; its rows sum to 1 exactly."""
        strategy = self._strategy.answer(spot, control)
        rows: Any = np.zeros(strategy.probabilities.shape, object)
        for combo, row in enumerate(strategy.probabilities.tolist()):
            exact = [near_fraction(number) for number in row]
            whole = sum(exact, Fraction(0))
            rows[combo] = [number / whole if whole else number for number in exact]
        return Strategy(strategy.actions, rows)
