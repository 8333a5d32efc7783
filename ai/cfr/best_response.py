"""Exact values, best responses and exploitability of whole strategies in small two-player games.

Everything here works on all combos, without merging suits, so it holds for any strategy.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.cfr import _kernels as k
from ai.cfr.deals import deals_of
from ai.cfr.layout import Layout, lay_out
from ai.cfr.vector import layout_of
from engine.agent import Agent, PolicyTable
from engine.errors import EngineError, GameError
from engine.game import Game
from engine.policy import policy_table
from engine.tree import BettingTree


@dataclass(frozen=True)
class Evaluation:
    """How a full profile, a strategy for both positions, does; all in chips per hand.

    Attributes:
        best_response: what a best response wins in position 0 and in position 1.
        value: what position 0 wins when both play the profile.
        response: the best responses of both positions as a strategy, on the profile's tree.
    """

    best_response: tuple[float, float]
    value: float
    response: PolicyTable

    @property
    def exploitability(self) -> float:
        """NashConv / 2."""
        return max(0.0, sum(self.best_response) / 2)  # rounding may leave less


def agent_table(game: Game, agent: Agent) -> PolicyTable:
    """An engine's whole strategy, by asking it at every public state of a small game.

    Raises:
        EngineError: if the engine can only act.
        GameError: if the game is too large to list.
    """
    if not agent.has_ranges:
        raise EngineError(f"'{agent.name}' can only act; its whole strategy is not known")
    if game.is_heads_up:
        deals_of(game, merge_suits=False)  # refuses a large game before the engine is asked
    return policy_table(game, agent.strategy)


def evaluate(profile: PolicyTable) -> Evaluation:
    """Exact value, best responses and exploitability of a full profile on its tree.

    Raises:
        GameError: if the game has other than two players, or is too large.
    """
    layout = _layout(profile.tree)
    strategy, reach = _reach(layout, (profile, profile))
    value = np.zeros(layout.size)
    self_play = float(k.expected_value(layout.arrays, 0, reach, value))
    first, second = (
        float(k.best_response(layout.arrays, position, reach, strategy, value))
        for position in (0, 1)
    )
    return Evaluation((first, second), self_play, layout.table_of(strategy))


def exploitability(profile: PolicyTable) -> float:
    """NashConv / 2 of a full profile on its tree, in chips per hand.

    Raises:
        GameError: if the game has other than two players, or is too large.
    """
    return evaluate(profile).exploitability


def expected_value(first: PolicyTable, second: PolicyTable) -> float:
    """Chips a hand that ``first`` wins in position 0 against ``second`` in position 1.

    Raises:
        EngineError: if the strategies are for different games or trees.
        GameError: if the game has other than two players, or is too large.
    """
    if not first.tree.same_as(second.tree):
        raise EngineError("the two strategies are not on the same betting tree")
    layout = _layout(first.tree)
    _, reach = _reach(layout, (first, second))
    return float(k.expected_value(layout.arrays, 0, reach, np.zeros(layout.size)))


def _layout(tree: BettingTree) -> Layout:
    """The kept layout where the tree is the game's whole one, else one of its own."""
    deals = deals_of(tree.game, merge_suits=False)
    try:
        whole = layout_of(tree.game, merge_suits=False)
    except GameError:  # the whole tree is too large, but this one may be a small part of it
        return lay_out(tree, deals)
    return whole if whole.tree.same_as(tree) else lay_out(tree, deals)


def _reach(
    layout: Layout, profile: tuple[PolicyTable, PolicyTable]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Strategy and own reach of both positions, each from its table, in solver order."""
    state = layout.blank()
    strategies = [layout.strategy_of(table) for table in profile]
    boundary = layout.boundary
    strategy = state[k.STRATEGY]
    strategy[:boundary] = strategies[0][:boundary]
    strategy[boundary:] = strategies[1][boundary:]
    for position in (0, 1):
        k.spread_reach(layout.arrays, position, strategy, state[k.REACH])
    return strategy, state[k.REACH]
