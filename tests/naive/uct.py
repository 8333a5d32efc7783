"""Information-set UCT and Smooth UCT by plain recursion, with dicts of nodes.

Games of one hole card and at most one card on the board, in which suits mean nothing. Random
numbers are those that the kernels name, so that a search is the same tree, bit for bit.
A prior and values are functions of a state that give a number for each action.
"""

from bisect import bisect_right
from functools import partial
from itertools import accumulate, product
from math import log, sqrt

import numpy as np

from engine.rng import named_float, next_u64, rng_state
from engine.tree import DECISION, build_tree


def selected(method, exploration, statistics, dropped, point, prior):
    """The action a method selects from the (count, sum, squares) of each; ``prior`` is queried."""
    left = [action for action in range(len(statistics)) if action not in dropped]
    visits = sum(statistics[action][0] for action in left)
    mix = max(method.least_mix, method.mix / (1.0 + method.decay * sqrt(visits)))
    if point >= mix:
        target = (point - mix) / (1.0 - mix) * visits
        return left[bisect_right(list(accumulate(statistics[a][0] for a in left)), target)]
    chances = prior() if method.by_prior else None
    mean = sum(statistics[action][1] for action in left) / visits
    bounds = []
    for action in left:
        count, total, _ = statistics[action]
        value = total / count if count else mean
        if chances is not None:
            bounds.append(value + exploration * sqrt(visits) * chances[action] / (1.0 + count))
        else:
            bounds.append(value + exploration * sqrt(log(visits) / count) if count else np.inf)
    return left[bounds.index(max(bounds))]


class PlainUct:
    """A search; ``states`` has (count, sum, squares) of each action by (node, board, own rank)."""

    def __init__(self, game, method, seed, root=0, weigh=lambda *deal: 1, prior=None, values=None):
        self.prior, self.values, self.dropped = prior, values, ()
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
            learners = {0, 1} if self.method.other_learns else {int(self.tree.actor[self.root])}
            self.learners, self.learning, self.worth = learners, set(learners), {}
            self.simulate(self.root, deal, key)

    def simulate(self, node, deal, key):
        tree = self.tree
        if tree.kind[node] != DECISION:
            return self.payoff(node, deal)
        if len(self.worth) == len(self.learners):
            return 0.0  # no longer queried
        player, actions, child = (
            int(column[node]) for column in (tree.actor, tree.num_actions, tree.first_child)
        )
        point = named_float(key, np.uint64(child))
        board = deal[0] if tree.street[node] else None
        state = node, board, deal[1 + player]
        if player not in self.learning:
            return self.simulate(child + self.beyond(state, player, point, actions), deal, key)
        if state in self.states:
            chosen = self.select(state, point)
        else:
            self.states[state] = [[0.0, 0.0, 0.0] for _ in range(actions)]
            self.learning.remove(player)
            chosen = self.beyond(state, player, point, actions)
            if self.method.beyond == "values":
                self.worth[player] = self.values(*state)[chosen]
        won = self.simulate(child + chosen, deal, key)
        own = self.worth.get(player, won if player == 0 else -won)
        for place, more in enumerate((1.0, own, own * own)):
            self.states[state][chosen][place] += more
        return won

    def beyond(self, state, player, point, actions):
        """Return the action where nothing is learned, or at a new state."""
        if player in self.learners and self.method.beyond == "random":
            return int(point * actions)
        return bisect_right(list(accumulate(self.prior(*state))), point)

    def select(self, state, point):
        dropped = self.dropped if state[0] == self.root else ()
        prior = partial(self.prior, *state) if self.prior else None
        return selected(self.method, self.exploration, self.states[state], dropped, point, prior)

    def payoff(self, node, deal):
        matched = float(self.tree.spent[node].min())
        if self.tree.folded[node].any():
            return matched if self.tree.folded[node, 1] else -matched
        board, *hands = deal
        first, second = ((hand == board, hand) for hand in hands)
        return matched * ((first > second) - (first < second))
