"""Exact values, best responses and exploitability of whole strategies in small games.

Works on all combos without merging suits, so it is valid for any strategy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.cfr import _kernels as k
from ai.cfr.layout import Layout, lay_out
from ai.cfr.vector import layout_of
from ai.small_games.joint import listed_deals
from engine.agent import Agent, PolicyTable
from engine.errors import EngineError, GameError
from engine.game import Game
from engine.policy import policy_table
from engine.tree import BettingTree
from engine.wording import Wording


@dataclass(frozen=True)
class Evaluation:
    """Evaluation of a strategy profile, in chips per hand.

    Attributes:
        best_response: best-response EV of each position against the profile.
        values: EV of each position under the profile; they sum to 0.
        response: the best responses of all positions as a strategy, on the profile's tree.
    """

    best_response: tuple[float, ...]
    values: tuple[float, ...]
    response: PolicyTable

    @property
    def value(self) -> float:
        """Position 0's EV under the profile."""
        return self.values[0]

    @property
    def nash_conv(self) -> float:
        """The sum over positions of the gain from deviating alone; 0 at an equilibrium."""
        return max(0.0, sum(self.best_response))  # values sum to 0 up to rounding

    @property
    def exploitability(self) -> float:
        """NashConv divided by the number of players."""
        return self.nash_conv / len(self.best_response)


def agent_table(game: Game, agent: Agent) -> PolicyTable:
    """Tabulate an engine's strategy by querying it at every public state of a small game.

    Raises:
        EngineError: if the engine can only act.
        GameError: if the game is too large to enumerate.
    """
    if not agent.has_ranges:
        raise EngineError("'{name}' can only act; its whole strategy is not known", name=agent.name)
    listed_deals(game, merge_suits=False)  # rejects a large game before querying
    return policy_table(game, agent.strategy)


def evaluate(profile: PolicyTable) -> Evaluation:
    """Exact values, best responses and exploitability of a full profile on its tree.

    Raises:
        GameError: if the game is too large.
    """
    layout = _layout(profile.tree)
    positions = range(layout.players)
    strategy, reach = _profile_reach(layout, [profile] * layout.players)
    value = np.zeros(layout.size)
    values = [float(k.expected_value(layout.arrays, p, reach, value)) for p in positions]
    best = [float(k.best_response(layout.arrays, p, reach, strategy, value)) for p in positions]
    return Evaluation(tuple(best), tuple(values), layout.table_of(strategy))


def exploitability(profile: PolicyTable) -> float:
    """Return NashConv of a full profile divided by the number of players, in chips per hand.

    Raises:
        GameError: if the game is too large.
    """
    return evaluate(profile).exploitability


def expected_value(*profile: PolicyTable) -> float:
    """Return position 0's EV in chips per hand under a strategy profile.

    Raises:
        EngineError: if there is not one strategy for each position, or they are for different games
            or trees.
        GameError: if the game is too large.
    """
    layout = _layout(tree_of(profile))
    _, reach = _profile_reach(layout, profile)
    return float(k.expected_value(layout.arrays, 0, reach, np.zeros(layout.size)))


def tree_of(profile: Sequence[PolicyTable]) -> BettingTree:
    """The betting tree of a profile.

    Raises:
        EngineError: if there is not one strategy for each position, or they are for different games
            or trees.
    """
    tree = profile[0].tree
    if len(profile) != tree.game.num_players:
        raise EngineError(
            "{title} needs {players} strategies",
            title=Wording(tree.game.title),
            players=tree.game.num_players,
        )
    if not all(tree.same_as(table.tree) for table in profile):
        raise EngineError("the strategies are not on the same betting tree")
    return tree


def _layout(tree: BettingTree) -> Layout:
    """Return the cached layout if the tree is the game's whole one, else a new one."""
    deals = listed_deals(tree.game, merge_suits=False)
    try:
        whole = layout_of(tree.game, merge_suits=False)
    except GameError:  # the whole tree is too large, but this one may be small
        return lay_out(tree, deals)
    return whole if whole.tree.same_as(tree) else lay_out(tree, deals)


def _profile_reach(
    layout: Layout, profile: Sequence[PolicyTable]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Strategy and own reach of all positions, each from its table, in solver order."""
    state = layout.blank()
    strategy = state[k.STRATEGY]
    for position, table in enumerate(profile):
        block = layout.block_of(position)
        strategy[block] = layout.strategy_of(table)[block]
        k.spread_reach(layout.arrays, position, strategy, state[k.REACH])
    return strategy, state[k.REACH]
