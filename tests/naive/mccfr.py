"""Sampled CFR by plain recursion, with every random choice made by the caller.

Games with one hole card and boards of at most one card. What decides is a chooser with
``pick(node, probabilities)`` and ``subset(node, size, count)``: the kernels' own random numbers in
``Drawn``, or one after the other of all there are in ``every_choice``.
"""

from collections import defaultdict
from itertools import combinations

from engine.rng import next_u64
from engine.tree import DECISION

EXPLORATION = 0.6
RATE = 0.3


class PlainSampling:
    """External and robust sampling for ``picks`` at each node, or outcome sampling without."""

    def __init__(self, tree, picks, linear=True, baselines=False):
        self.tree, self.picks, self.linear, self.baselines = tree, picks, linear, baselines
        self.actions, self.child = tree.num_actions.tolist(), tree.first_child.tolist()
        self.actor, self.street = tree.actor.tolist(), tree.street.tolist()
        self.regret, self.sums = defaultdict(dict), defaultdict(dict)
        self.guess = defaultdict(float)
        self.iteration = self.nodes = 0

    def deals(self):
        """All deals, equally likely, in the order in which the kernels number them."""
        deck: tuple[int, ...] = self.tree.game.deck
        boards: list[tuple[int, ...]] = [()]
        if self.tree.game.board_sizes[-1]:
            boards = [(card,) for card in deck]
        return [
            (board, a, b)
            for board in boards
            for a in deck
            for b in deck
            if len({a, b, *board}) == 2 + len(board)
        ]

    def key(self, node, deal):
        board = deal[0] if self.tree.game.board_sizes[self.street[node]] else ()
        return node, board, deal[1 + self.actor[node]]

    def strategy(self, key):
        size = self.actions[key[0]]
        positive = [max(self.regret[key].get(action, 0.0), 0.0) for action in range(size)]
        total = sum(positive)
        return [part / total if total else 1.0 / size for part in positive]

    def payoff(self, node, deal, player):
        tree, (board, *cards) = self.tree, deal
        matched = int(tree.spent[node].min())
        strength = [(card // 4 in [c // 4 for c in board], card // 4) for card in cards]
        won = (strength[0] > strength[1]) - (strength[0] < strength[1])
        if tree.folded[node].any():
            won = 1 if tree.folded[node, 1] else -1
        return matched * won * (1 if player == 0 else -1)

    def walk(self, deal, player, choose):
        """Do one walk; return its additions to regrets and sums, and new values of histories.

        Returns:
            Three lists of (key, numbers of each action) and (history, value for position 0).
        """
        sign = 1 if player == 0 else -1
        regrets, sums, values = [], [], []

        def guess(node):
            return sign * self.guess[node, deal] if self.baselines else 0.0

        def visit(node, importance):
            self.nodes += 1
            if self.tree.kind[node] != DECISION:
                return self.payoff(node, deal, player)
            key = self.key(node, deal)
            size, child, strategy = self.actions[node], self.child[node], self.strategy(key)
            worth = [guess(child + action) for action in range(size)]
            own = self.actor[node] == player
            if not own:
                outcome = self.picks is None
                sums.append((key, [p * (importance if outcome else 1.0) for p in strategy]))
                chances = strategy
                taken = (choose.pick(node, chances),)
            elif self.picks is None:
                chances = [EXPLORATION / size + (1 - EXPLORATION) * p for p in strategy]
                taken = (choose.pick(node, chances),)
            else:
                count = int(self.picks[node])
                chances = [count / size] * size
                taken = choose.subset(node, size, count)
            for action in taken:
                factor = importance / chances[action] if own else importance
                value = visit(child + action, factor)
                values.append(((child + action, deal), sign * value))
                worth[action] += (value - worth[action]) / chances[action]
            value = sum(p * w for p, w in zip(strategy, worth, strict=True))
            if own:
                regrets.append((key, [importance * (w - value) for w in worth]))
            return value

        visit(0, 1.0)
        return regrets, sums, values

    def step(self, rng):
        self.iteration += 1
        weight = self.iteration if self.linear else 1
        for player in (0, 1):
            choose = Drawn(self.tree, int(next_u64(rng)))
            deals = self.deals()
            deal = deals[int(choose.number(0) * len(deals))]
            regrets, sums, values = self.walk(deal, player, choose)
            for totals, added in ((self.regret, regrets), (self.sums, sums)):
                for key, numbers in added:
                    for action, number in enumerate(numbers):
                        totals[key][action] = totals[key].get(action, 0.0) + weight * number
            for history, value in values:
                self.guess[history] += RATE * (value - self.guess[history])


class Drawn:
    def __init__(self, tree, key):
        self.tree, self.walk_key = tree, key

    def number(self, name):
        """The walk's random number called ``name``, in plain arithmetic."""
        mask = 2**64 - 1
        x = (self.walk_key + name * 0x9E3779B97F4A7C15) & mask
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & mask
        x = (x ^ (x >> 27)) * 0x94D049BB133111EB & mask
        return ((x ^ (x >> 31)) >> 11) / 2**53

    def pick(self, node, probabilities):
        point, summed = self.number(int(self.tree.first_child[node])), 0.0
        for action, probability in enumerate(probabilities[:-1]):
            summed += probability
            if point < summed:
                return action
        return len(probabilities) - 1

    def subset(self, node, size, count):
        if count == size:
            return tuple(range(size))
        taken = []
        for action in range(size):
            point = self.number(int(self.tree.first_child[node]) + action)
            if point * (size - action) < count - len(taken):
                taken.append(action)
        return tuple(taken)


class _Trail:
    """Choices that follow a trail and take the first option beyond its end."""

    def __init__(self, trail):
        self.trail, self.place = trail, 0

    def _take(self, options):
        if self.place == len(self.trail):
            self.trail.append([0, options])
        index, listed = self.trail[self.place]
        self.place += 1
        return listed[index][0]

    def pick(self, node, probabilities):
        return self._take([(a, p) for a, p in enumerate(probabilities) if p])

    def subset(self, node, size, count):
        every = list(combinations(range(size), count))
        return self._take([(taken, 1.0 / len(every)) for taken in every])


def every_choice(run):
    """Call ``run(chooser)`` for every sequence of choices; yields (probability, result)."""
    trail = []
    while True:
        result = run(_Trail(trail))
        probability = 1.0
        for index, options in trail:
            probability *= options[index][1]
        yield probability, result
        while trail and trail[-1][0] + 1 == len(trail[-1][1]):
            trail.pop()
        if not trail:
            return
        trail[-1][0] += 1
