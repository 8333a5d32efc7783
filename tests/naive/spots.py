"""Spots by enumeration: every pair of hands on every board is a matrix entry.

Chips count from the spot on: what a player receives at the end minus what it puts in. A profile is
a function (line, board) -> (1326, actions) of the player to act.
"""

from fractions import Fraction

import numpy as np

from engine.combos import combo_cards
from engine.evaluator import strength
from tests.naive.linear import saddle_value
from tests.naive.spot_tree import spot_tree

COMBOS = 1326


class NaiveSpot:
    """A spot with its locks: board, ranges, pot, stack and menus are read, nothing else.

    Arrays over hands hold those of positive weight only: ``hands[p]`` are their combos. ``dealt``
    are the cards that have come since the root, a tuple.
    """

    def __init__(self, spot, locks=()):
        self.spot, self.locks, self.tree = spot, locks, spot_tree(spot)
        cards = [{int(card) for card in pair} for pair in combo_cards()]
        self.hands = [
            [h for h in np.flatnonzero(weights) if not cards[h] & set(spot.board)]
            for weights in spot.ranges
        ]
        self.cards = [[cards[h] for h in hands] for hands in self.hands]
        self.weights = [spot.ranges[p][self.hands[p]] for p in (0, 1)]
        self.meet = np.array([[not a & b for b in self.cards[1]] for a in self.cards[0]], float)
        self.streets = 6 - len(spot.board)
        self.total = self.weights[0] @ self.meet @ self.weights[1]
        self.worths = {}

    def next_cards(self, dealt=()):
        return [card for card in range(52) if card not in self.board(dealt)]

    def runouts(self, street):
        """All cards that may have come by a street of the spot."""
        found: list[tuple[int, ...]] = [()]
        for _ in range(street):
            found = [(*dealt, card) for dealt in found for card in self.next_cards(dealt)]
        return found

    def free(self, player, dealt):
        """(hands,) 1 where a hand holds none of the cards."""
        return np.array([not cards & set(dealt) for cards in self.cards[player]], float)

    def meets(self, dealt):
        """(hands of 0, hands of 1) 1 where neither holds a card dealt nor a card of the other."""
        return self.meet * self.free(0, dealt)[:, None] * self.free(1, dealt)

    def wins(self, dealt):
        """Share of the pot that 0 wins on a river: (hands of 0, hands of 1)."""
        key = tuple(sorted(dealt))
        if key not in self.worths:
            worth = [
                np.array([0 if h & set(key) else strength((*h, *self.board(key))) for h in hands])
                for hands in self.cards
            ]
            one, two = worth[0][:, None], worth[1]
            self.worths[key] = (one > two) + 0.5 * (one == two)
        return self.worths[key]

    def board(self, dealt):
        return (*self.spot.board, *dealt)

    def to_be_dealt(self, node, dealt):
        """Return whether a card comes at this node."""
        return len(dealt) < (self.streets - 1 if self.is_showdown(node) else node.street)

    @staticmethod
    def is_showdown(node):
        return node.to_act is None and node.folded is None

    def deal(self, dealt, value_of):
        """Average over the next card of matrices over pairs of hands, each pair over its own."""
        cards = self.next_cards(dealt)
        boards = [(*dealt, card) for card in cards]
        return sum(value_of(board) * self.meets(board) for board in boards) / (len(cards) - 4)

    def lock_at(self, line, dealt):
        """A mask of locked hands of the player to act, and their rows (hands, actions)."""
        node = self.tree.find(line)
        hands = self.hands[node.to_act]
        locked, rows = np.zeros(len(hands), bool), np.zeros((len(hands), len(node.children)))
        for lock in self.locks:
            if lock.line == line and lock.cards == dealt[: len(lock.cards)]:
                here = lock.combos[hands]
                locked |= here
                rows[here] = lock.probabilities[hands][here]
        return locked, rows

    def table(self, profile):
        """{(line, dealt): (hands, actions)} of a profile."""
        found = {}
        for node in self.tree.walk():
            if node.to_act is None:
                continue
            for dealt in self.runouts(node.street):
                rows = profile(node.line, self.board(dealt))
                found[node.line, dealt] = rows[self.hands[node.to_act]]
        return found

    def uniform(self, line, board):
        count = len(self.tree.find(line).children)
        return np.full((COMBOS, count), 1.0 / count)

    def reach(self, table, line, dealt=()):
        """[(hands,), (hands,)]: weight times own probabilities along a line, 0 if blocked."""
        found = [self.weights[p] * self.free(p, dealt) for p in (0, 1)]
        node = self.tree
        for action in line:
            rows = table[node.line, dealt[: node.street]]
            found[node.to_act] = found[node.to_act] * rows[:, node.actions.index(action)]
            node = node.children[action]
        return found

    def end_values(self, node, share):
        """Return both players' payoffs at a terminal as matrices: ``share`` is 0's pot share."""
        pot = self.spot.pot + sum(node.put)
        if node.folded is not None:
            share = np.full_like(self.meet, float(node.folded == 1))
        if self.spot.rake:
            # What was not matched is returned to whoever bet it.
            back = np.array(node.put) - min(node.put)
            left = pot - sum(back)
            rake = Fraction(self.spot.rake, 100) * left
            cap = self.spot.rake_cap
            left = float(left - (rake if cap is None else min(rake, cap)))
            shares = np.array([left * share, left * (1.0 - share)])
            return shares + (back - node.put)[:, None, None]
        return np.array([pot * share - node.put[0], pot * (1.0 - share) - node.put[1]])

    def pair_values(self, table, node, dealt=()):
        """(2, hands of 0, hands of 1): both players' values for every pair of hands."""
        if self.to_be_dealt(node, dealt):
            values = {c: self.pair_values(table, node, (*dealt, c)) for c in self.next_cards(dealt)}
            return np.array([self.deal(dealt, lambda d, p=p: values[d[-1]][p]) for p in (0, 1)])
        if node.to_act is None:
            return self.end_values(node, self.wins(dealt) if self.is_showdown(node) else None)
        rows = table[node.line, dealt[: node.street]]
        total = np.zeros((2, *self.meet.shape))
        for action, child in enumerate(node.children.values()):
            one = rows[:, action]
            part = one[:, None] if node.to_act == 0 else one[None, :]
            total += part * self.pair_values(table, child, dealt)
        return total

    def pair_equity(self, dealt=()):
        if len(dealt) < self.streets - 1:
            return self.deal(dealt, self.pair_equity)
        return self.wins(dealt)

    def averages(self, reach, dealt, values):
        """Average of two matrices over the pairs that are possible.

        Returns:
            [(hands,), (hands,)] for each hand against the other's range, NaN where it meets none,
            and (2,) over the joint distribution.
        """
        pairs = self.meets(dealt)
        found = []
        with np.errstate(invalid="ignore"):
            found.append((pairs * values[0]) @ reach[1] / (pairs @ reach[1]))
            found.append(reach[0] @ (pairs * values[1]) / (reach[0] @ pairs))
        whole = reach[0] @ pairs @ reach[1]
        return found, np.array([reach[0] @ (pairs * v) @ reach[1] / whole for v in values])

    def evs(self, table, line=(), dealt=()):
        """EVs of each hand and of both ranges at a node, chips from that node on."""
        node = self.tree.find(line)
        values = self.pair_values(table, node, dealt)
        values = values + np.array(node.put, float)[:, None, None]
        return self.averages(self.reach(table, line, dealt), dealt, values)

    def equities(self, table, line=(), dealt=()):
        share = self.pair_equity(dealt)
        return self.averages(self.reach(table, line, dealt), dealt, [share, 1.0 - share])

    def action_evs(self, table, line=(), dealt=()):
        """(hands of the player to act, actions) chips from the node on."""
        node = self.tree.find(line)
        reach, player = self.reach(table, line, dealt), node.to_act
        columns = []
        for child in node.children.values():
            values = self.pair_values(table, child, dealt) + node.put[player]
            columns.append(self.averages(reach, dealt, values)[0][player])
        return np.array(columns).T

    def best_response(self, table, player):
        """Value of the best response of a player, its locked hands playing their rows.

        Returns:
            (hands,) chips of each hand times the weight of what it meets, and their average.
        """

        def end(node, reach, dealt):
            share = self.wins(dealt) if self.is_showdown(node) else None
            pairs = self.meets(dealt) * self.end_values(node, share)[player]
            return pairs @ reach if player == 0 else reach @ pairs

        def walk(node, reach, dealt):
            if self.to_be_dealt(node, dealt):
                total, cards = np.zeros(len(self.hands[player])), self.next_cards(dealt)
                for card in cards:
                    after = (*dealt, card)
                    value = walk(node, reach * self.free(1 - player, after), after)
                    total += value * self.free(player, after)
                return total / (len(cards) - 4)
            if node.to_act is None:
                return end(node, reach, dealt)
            if node.to_act != player:
                rows = table[node.line, dealt[: node.street]]
                return sum(
                    walk(child, reach * rows[:, action], dealt)
                    for action, child in enumerate(node.children.values())
                )
            values = np.array([walk(child, reach, dealt) for child in node.children.values()]).T
            locked, probabilities = self.lock_at(node.line, dealt)
            return np.where(locked, (probabilities * values).sum(axis=1), values.max(axis=1))

        values = walk(self.tree, self.weights[1 - player], ())
        return values, values @ self.weights[player] / self.total

    def exploitability(self, table):
        """NashConv / 2 in chips."""
        best = [self.best_response(table, player)[1] for player in (0, 1)]
        _, (ev0, ev1) = self.evs(table)
        return (best[0] - ev0 + best[1] - ev1) / 2

    def value(self):
        """EV of player 0 under perfect play: a linear program over realization plans.

        A sequence is a variable and a factor: a locked row is a fixed share of the plan that
        leads to it, and no variable of its own.
        """
        plans = [_Plan(), _Plan()]
        payoff = {}

        def decide(node, dealt, held, sequences, weight):
            """Add the payoff of one pair of hands below a node, reached by these two sequences."""
            if self.to_be_dealt(node, dealt):
                taken = self.cards[0][held[0]] | self.cards[1][held[1]]
                cards = [card for card in self.next_cards(dealt) if card not in taken]
                for card in cards:
                    decide(node, (*dealt, card), held, sequences, weight / len(cards))
                return
            if node.to_act is None:
                share = self.wins(dealt) if self.is_showdown(node) else None
                win = self.end_values(node, share)[0][held]
                (x, by_x), (y, by_y) = sequences
                payoff[x, y] = payoff.get((x, y), 0.0) + weight * by_x * by_y * win
                return
            player = node.to_act
            locked, rows = self.lock_at(node.line, dealt)
            hand = held[player]
            if locked[hand]:
                x, by = sequences[player]
                found = [(x, by * p) for p in rows[hand]]
            else:
                found = plans[player].choices(
                    (hand, node.line, dealt), sequences[player], len(node.children)
                )
            for sequence, child in zip(found, node.children.values(), strict=True):
                if sequence[1] > 0.0:
                    after = list(sequences)
                    after[player] = sequence
                    decide(child, dealt, held, after, weight)

        for one, two in zip(*np.nonzero(self.meet), strict=True):
            weight = self.weights[0][one] * self.weights[1][two] / self.total
            decide(self.tree, (), (one, two), [(0, 1.0), (0, 1.0)], weight)
        matrix = np.zeros((plans[0].size, plans[1].size))
        for (x, y), win in payoff.items():
            matrix[x, y] = win
        low, high = saddle_value(
            matrix / self.spot.pot, *plans[0].equations(), *plans[1].equations()
        )
        assert abs(high - low) < 1e-9
        return low * self.spot.pot


class _Plan:
    """Realization plan of one player: variable 0 is the empty sequence."""

    def __init__(self):
        self.size, self.known = 1, {}

    def choices(self, information_set, before, count):
        if information_set not in self.known:
            self.known[information_set] = (before, range(self.size, self.size + count))
            self.size += count
        return [(variable, 1.0) for variable in self.known[information_set][1]]

    def equations(self):
        left = np.zeros((1 + len(self.known), self.size))
        right = np.zeros(1 + len(self.known))
        left[0, 0] = right[0] = 1.0
        for row, ((variable, factor), variables) in enumerate(self.known.values(), start=1):
            left[row, variables.start : variables.stop] = 1.0
            left[row, variable] -= factor
        return left, right
