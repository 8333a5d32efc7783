"""Information-set UCT and Smooth UCT by plain recursion, with dicts of nodes.

Games of one hole card and at most one card on the board, in which suits mean nothing. Random
numbers are those that the kernels name, so that a search is the same tree, bit for bit.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate, product
from math import log, sqrt

import numpy as np

from engine.rng import named_float, next_u64, rng_state
from engine.tree import DECISION, build_tree


class PlainUct:
    """A search; ``states`` has (count, sum, squares) of each action by (node, board, own rank)."""

    def __init__(self, game, method, seed, root=0, weigh=lambda board, first, second: 1):
        self.tree, self.method, self.root = build_tree(game), method, root
        self.exploration = float(self.tree.spent.max()) * method.exploration
        self.rng, self.states = rng_state(seed), {}
        ranks = sorted({card // 4 for card in game.deck})
        held = [card // 4 for card in game.deck]
        sides = (ranks, ranks, ranks) if game.board_sizes[-1] else ([None], ranks, ranks)
        self.deals, counts = [], []
        for board, first, second in product(*sides):
            number, left = 1, list(held)
            for rank in (first, second, board):
                if rank is not None:
                    number *= left.count(rank)
                    if number:
                        left.remove(rank)
            if number:
                self.deals.append((board, first, second))
                counts.append(float(number * weigh(board, first, second)))
        summed = list(accumulate(counts))
        self.cumulative = [number / summed[-1] for number in summed]

    def run(self, count):
        for _ in range(count):
            key = np.uint64(next_u64(self.rng))
            deal = self.deals[bisect_right(self.cumulative, named_float(key, np.uint64(0)))]
            self.simulate(self.root, deal, key, {0: False, 1: False})

    def simulate(self, node, deal, key, rolling):
        """What position 0 wins in the end."""
        tree = self.tree
        if tree.kind[node] != DECISION:
            return self.payoff(node, deal)
        player, actions, child = (
            int(column[node]) for column in (tree.actor, tree.num_actions, tree.first_child)
        )
        point = named_float(key, np.uint64(child))
        if rolling[player]:
            return self.simulate(child + int(point * actions), deal, key, rolling)
        board = deal[0] if tree.street[node] else None
        state = node, board, deal[1 + player]
        if state in self.states:
            chosen = self.select(self.states[state], point)
        else:
            self.states[state] = [[0.0, 0.0, 0.0] for _ in range(actions)]
            rolling[player] = True
            chosen = int(point * actions)
        won = self.simulate(child + chosen, deal, key, rolling)
        own = won if player == 0 else -won
        for place, more in enumerate((1.0, own, own * own)):
            self.states[state][chosen][place] += more
        return won

    def select(self, statistics, point):
        method, visits = self.method, sum(count for count, *_ in statistics)
        mix = max(method.least_mix, method.mix / (1.0 + method.decay * sqrt(visits)))
        if point < mix:
            bounds = [
                total / count + self.exploration * sqrt(log(visits) / count) if count else 1e99
                for count, total, _ in statistics
            ]
            return bounds.index(max(bounds))
        target = (point - mix) / (1.0 - mix) * visits
        return bisect_right(list(accumulate(count for count, *_ in statistics)), target)

    def payoff(self, node, deal):
        matched = float(self.tree.spent[node].min())
        if self.tree.folded[node].any():
            return matched if self.tree.folded[node, 1] else -matched
        board, *hands = deal
        first, second = ((hand == board, hand) for hand in hands)
        return matched * ((first > second) - (first < second))
