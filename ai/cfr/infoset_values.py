"""Exact values of every information set of a small game under a strategy profile.

Plain sums over the whole betting tree with all boards and combos at once, without merging, so they
are valid for any strategies. Counterfactual values are those of Zinkevich et al., "Regret
minimization in games with incomplete information", 2007: weighted by chance and by the reach of the
others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.cfr.best_response import tree_of
from ai.small_games.classes import CardClasses
from ai.small_games.deals import Deals
from ai.small_games.joint import JointDeals, listed_deals, pots_at
from engine.agent import PolicyTable
from engine.cards import Card
from engine.policy import node_block
from engine.tree import DECISION, FOLD_END, BettingTree


@dataclass(frozen=True)
class NodeValues:
    """Values at a decision; the boards are ``InfosetValues.boards`` of the node's street.

    A combo blocked by the board has zeros everywhere.

    Attributes:
        strategy: (boards, combos, actions) float64: probabilities of the player to act.
        reach: (players, boards, combos) float64: each player's own reach.
        chance: (players, boards, combos) float64: probability of the combo's player being dealt it
            and of the board, times the reach of the others: the counterfactual reach.
        values: (players, boards, combos) float64: counterfactual value of each player's combos, in
            chips won over the whole hand.
        action_values: (boards, combos, actions) float64: the same for each action of the player
            to act.
    """

    strategy: NDArray[np.float64]
    reach: NDArray[np.float64]
    chance: NDArray[np.float64]
    values: NDArray[np.float64]
    action_values: NDArray[np.float64]


@dataclass(frozen=True)
class InfosetValues:
    """Values of all decisions of a game under a strategy profile.

    Attributes:
        tree: the betting tree.
        deals: all combos and boards, nothing merged.
        nodes: values by decision node.
    """

    tree: BettingTree
    deals: Deals | JointDeals
    nodes: Mapping[int, NodeValues]

    @property
    def boards(self) -> tuple[tuple[tuple[Card, ...], ...], ...]:
        """The boards of each street, in the order of the arrays."""
        return self.deals.boards

    @property
    def value(self) -> float:
        """Position 0's EV in chips per hand."""
        return float(self.nodes[0].values[0].sum())

    def ev(self, node: int, player: int) -> NDArray[np.float64]:
        """Return EV from here on of a player's combos at a decision: (boards, combos) chips.

        NaN where undefined: the combo is blocked or the opponent's reach is 0.
        """
        here = self.nodes[node]
        return self._from_here(node, player, here.values[player], here.chance[player])

    def action_ev(self, node: int) -> NDArray[np.float64]:
        """Return ``ev`` of each action of the player to act: (boards, combos, actions)."""
        here, actor = self.nodes[node], int(self.tree.actor[node])
        return self._from_here(node, actor, here.action_values, here.chance[actor][:, :, None])

    def _from_here(
        self, node: int, player: int, won: NDArray[np.float64], chance: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        ev = np.full(won.shape, np.nan)
        np.divide(won, chance, out=ev, where=chance > 0)
        ev += float(self.tree.spent[node, player])
        return ev


def infoset_values(*profile: PolicyTable) -> InfosetValues:
    """Return values under a strategy profile.

    Raises:
        EngineError: if there is not one strategy for each position, or they are for different games
            or trees.
        GameError: if the game is too large.
    """
    tree = tree_of(profile)
    deals = listed_deals(tree.game, merge_suits=False)
    strategies = _strategies(tree, deals, profile)
    reach = _node_reach(tree, deals, strategies)
    values: dict[int, NDArray[np.float64]] = {}
    nodes: dict[int, NodeValues] = {}
    for node in range(tree.num_nodes - 1, -1, -1):
        street = int(tree.street[node])
        if node not in strategies:
            values[node] = _won(tree, deals, node, reach[node])
            continue
        begin, actor = int(tree.first_child[node]), int(tree.actor[node])
        children = [
            _gathered(deals, street, int(tree.street[child]), values.pop(child))
            for child in range(begin, begin + int(tree.num_actions[node]))
        ]
        strategy = strategies[node]
        by_action = np.stack([child[actor] for child in children], axis=-1)
        every = np.sum(children, axis=0)
        every[actor] = (by_action * strategy).sum(axis=-1)
        values[node] = every
        chance = _met(deals, street, reach[node])
        nodes[node] = NodeValues(strategy, reach[node], chance, every, by_action)
    return InfosetValues(tree, deals, nodes)


def _strategies(
    tree: BettingTree, deals: CardClasses, tables: Sequence[PolicyTable]
) -> dict[int, NDArray[np.float64]]:
    """(boards, combos, actions) of each decision node, zeros where the board blocks."""
    rows = [
        [np.array([table.rows.rows_on(board) for board in boards]) for boards in deals.boards]
        for table in tables
    ]
    strategies = {}
    for node in np.flatnonzero(tree.kind == DECISION).tolist():
        actor, street = int(tree.actor[node]), int(tree.street[node])
        table, row = tables[actor], rows[actor][street]
        block = node_block(table.probabilities, tree, table.offsets, table.rows.num_rows, node)
        strategies[node] = np.where(row[:, :, None] >= 0, block[row], 0.0)
    return strategies


def _node_reach(
    tree: BettingTree, deals: CardClasses, strategies: dict[int, NDArray[np.float64]]
) -> dict[int, NDArray[np.float64]]:
    """(players, boards, combos) own reach of all players at every node."""
    root = np.ones((tree.game.num_players, len(deals.boards[0]), deals.num_classes))
    dealt = [deals.possible(street) for street in range(tree.game.num_rounds)]
    reach = {0: root}
    for node, strategy in strategies.items():
        begin, actor = int(tree.first_child[node]), int(tree.actor[node])
        for action in range(int(tree.num_actions[node])):
            after = reach[node].copy()
            after[actor] *= strategy[:, :, action]
            child = begin + action
            for street in range(int(tree.street[node]), int(tree.street[child])):
                after = after[:, deals.parent[street + 1]] * dealt[street + 1]
            reach[child] = after
    return reach


def _met(deals: Deals | JointDeals, street: int, reach: NDArray[np.float64]) -> NDArray[np.float64]:
    """(players, boards, combos): counterfactual reach of each combo."""
    if isinstance(deals, JointDeals):
        part = deals.streets[street]
        return part.met(np.repeat(part.weight[:, None], len(reach), axis=1), reach)
    return _matched(deals.fold[street], reach)


def _matched(matrices: NDArray[np.float64], reach: NDArray[np.float64]) -> NDArray[np.float64]:
    """Deal matrices times the other player's reach: (2, boards, combos), by player."""
    first = np.einsum("bij,bj->bi", matrices, reach[1])
    second = np.einsum("bij,bi->bj", matrices, reach[0])
    return np.stack([first, second])


def _won(
    tree: BettingTree, deals: Deals | JointDeals, node: int, reach: NDArray[np.float64]
) -> NDArray[np.float64]:
    """(players, boards, combos): counterfactual values at a terminal."""
    street = int(tree.street[node])
    if isinstance(deals, JointDeals):
        part = deals.streets[street]
        return part.met(part.payoffs(pots_at(tree, node)), reach)
    matched = float(tree.spent[node].min())
    if tree.kind[node] == FOLD_END:
        sign = -1.0 if tree.folded[node, 0] else 1.0
        met = _matched(deals.fold[street], reach)
    else:
        sign, met = 1.0, _matched(deals.showdown[street], reach)
    return met * (np.array([sign, -sign]) * matched)[:, None, None]


def _gathered(
    deals: CardClasses, street: int, later: int, values: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Sum values of a later street's boards onto the earlier boards that lead to them."""
    for step in range(later, street, -1):
        summed = np.zeros((len(values), len(deals.boards[step - 1]), values.shape[2]))
        for board, parent in enumerate(deals.parent[step].tolist()):
            summed[:, parent] += values[:, board]
        values = summed
    return values
