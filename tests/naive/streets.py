"""Regret matching+ on parts of a small game of one hole card, all cards in parallel.

Slow and plain: arrays (roots, boards, hands), a recursion over the betting. ``roots`` are nodes of
one street below which the betting is alike, so that several subgames are solved at a time. The
other's reach at the roots may come from a gadget of ``ai/resolving/safe.py``.
"""

import numpy as np

from ai.small_games.deals import deals_of
from engine.player import Strategy
from engine.policy import policy_table
from engine.tree import DECISION, FOLD_END


class Part:
    """A part of a game from some roots on, and a run on it."""

    def __init__(self, tree, roots, groups=None):
        self.tree, self.roots = tree, tuple(roots)
        self.deals = deals_of(tree.game, merge_suits=False)
        self.groups = groups
        self.regrets, self.sums, self.iteration = {}, {}, 0

    def shape(self):
        boards = len(self.deals.boards[int(self.tree.street[self.roots[0]])])
        return len(self.roots), boards, self.deals.num_classes

    def current(self, nodes, boards):
        if nodes not in self.regrets:
            size = (len(nodes), boards, self.deals.num_classes, self.tree.num_actions[nodes[0]])
            self.regrets[nodes], self.sums[nodes] = np.zeros(size), np.zeros(size)
        return _normal(np.maximum(self.regrets[nodes], 0.0))

    def solve(self, iterations, reach, entry=None, other=0):
        """Iterations from ranges ``reach[player]``; a gadget gives those of ``other``."""
        for _ in range(iterations):
            self.iteration += 1
            for player in (1 - other, other):
                met = reach[1 - player]
                if entry is not None and player != other:
                    met = entry.reach()
                values = self.values(self.roots, player, met, self._update)
                if entry is not None and player == other:
                    entry.learn(values)

    def _update(self, nodes, player, children, reach, after):
        """Values at a decision: the player's regrets are updated, the other's average is summed."""
        strategy = self.current(nodes, reach.shape[1])
        if self.tree.actor[nodes[0]] != player:
            self.sums[nodes] += self.iteration**2 * reach[..., None] * strategy
            return sum(after(a, reach * strategy[..., a]) for a in range(children))
        columns = np.stack([after(a, reach) for a in range(children)], axis=-1)
        value = (columns * strategy).sum(axis=-1)
        gained = self._merged(columns - value[..., None])
        self.regrets[nodes] = np.maximum(0.0, self.regrets[nodes] + gained)
        return value

    def _merged(self, regrets):
        if self.groups is None:
            return regrets
        same = self.groups[:, None] == self.groups
        return np.einsum("rbha,gh->rbga", regrets, same.astype(float))

    def average(self):
        """{node: (boards, hands, actions)} of all decisions."""
        return {
            node: _normal(self.sums[nodes][place])
            for nodes in self.sums
            for place, node in enumerate(nodes)
        }

    def values(self, nodes, player, reach, rule):
        """Counterfactual values (roots, boards, hands) of a player; ``rule`` acts at decisions."""
        tree, node = self.tree, nodes[0]
        street = int(tree.street[node])
        if tree.kind[node] != DECISION:
            matched = tree.spent[list(nodes)].min(axis=1).astype(float)
            folded = tree.kind[node] == FOLD_END
            matrices = (self.deals.fold if folded else self.deals.showdown)[street]
            sign = (-1.0 if tree.folded[node, player] else 1.0) if folded else 1.0 - 2.0 * player
            matrices = matrices if player == 0 else matrices.transpose(0, 2, 1)
            return sign * matched[:, None, None] * np.einsum("bij,rbj->rbi", matrices, reach)

        def after(action, reach):
            below = tuple(int(tree.first_child[n]) + action for n in nodes)
            later = int(tree.street[below[0]])
            if later == street:
                return self.values(below, player, reach, rule)
            parent = self.deals.parent[later]
            dealt = self.deals.fold[later].any(axis=2)
            found = self.values(below, player, reach[:, parent] * dealt, rule)
            total = np.zeros((len(nodes), len(self.deals.boards[street]), found.shape[2]))
            for board, above in enumerate(parent.tolist()):
                total[:, above] += found[:, board]
            return total

        return rule(nodes, player, int(tree.num_actions[node]), reach, after)


def playing(tree, strategy, best=False):
    """A rule of ``Part.values``: follow {node: rows}; ``best`` for the player's best response."""

    def rule(nodes, player, children, reach, after):
        rows = np.stack([strategy[node] for node in nodes])
        if tree.actor[nodes[0]] != player:
            return sum(after(a, reach * rows[..., a]) for a in range(children))
        columns = np.stack([after(a, reach) for a in range(children)], axis=-1)
        return columns.max(axis=-1) if best else (columns * rows).sum(axis=-1)

    return rule


def table_of(game, tree, strategy):
    """A strategy {node: (boards, hands, actions)} as a table."""
    deals = deals_of(game, merge_suits=False)

    def answer(spot):
        node = tree.find(spot.actions)
        board = deals.boards[spot.street].index(spot.board)
        return Strategy(tree.actions_at(node), strategy[node][board])

    return policy_table(game, answer)


def _normal(rows):
    whole = rows.sum(axis=-1, keepdims=True)
    even = 1.0 / rows.shape[-1]
    return np.where(whole > 0.0, rows / np.where(whole > 0.0, whole, 1.0), even)
