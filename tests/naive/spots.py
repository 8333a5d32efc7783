"""Spots by enumeration: every pair of hands on every river card is a matrix entry.

Chips count from the spot on: what a player receives at the end minus what it puts in. A profile is
a function (line, board) -> (1326, actions) of the player to act.
"""

from fractions import Fraction
from functools import cached_property

import numpy as np

from engine.combos import combo_cards
from engine.evaluator import strength
from tests.naive.linear import saddle_value
from tests.naive.spot_tree import spot_tree

COMBOS = 1326


class NaiveSpot:
    """A spot with its locks: board, ranges, pot, stack and menus are read, nothing else.

    Arrays over hands hold those of positive weight only: ``hands[p]`` are their combos. A card is
    the river card of a turn spot, None before it is dealt and on river spots.
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
        self.on_turn = len(spot.board) == 4
        left = [card for card in range(52) if card not in spot.board]
        self.rivers = left if self.on_turn else [None]
        self.total = self.weights[0] @ self.meet @ self.weights[1]

    def free(self, player, card):
        """(hands,) 1 where a hand does not hold the card."""
        return np.array([card not in cards for cards in self.cards[player]], float)

    def meets(self, card):
        """(hands of 0, hands of 1) 1 where neither holds the card nor a card of the other."""
        return self.meet * self.free(0, card)[:, None] * self.free(1, card)

    @cached_property
    def wins(self):
        """Share of the pot that 0 wins on each river card: (hands of 0, hands of 1)."""
        found = {}
        for card in self.rivers:
            worth = [
                np.array([0 if card in h else strength((*h, *self.board(card))) for h in hands])
                for hands in self.cards
            ]
            one, two = worth[0][:, None], worth[1]
            found[card] = (one > two) + 0.5 * (one == two)
        return found

    def board(self, card):
        return tuple(self.spot.board) + (() if card is None else (card,))

    def after_betting(self, node, card):
        """Return whether the river is still to be dealt at this node."""
        return self.on_turn and card is None and (node.street == 1 or self.is_showdown(node))

    @staticmethod
    def is_showdown(node):
        return node.to_act is None and node.folded is None

    def deal(self, value_of):
        """Average over river cards of (hands of 0, hands of 1) matrices, each pair over its own."""
        cards = len(self.rivers) - 4
        return sum(value_of(card) * self.meets(card) for card in self.rivers) / cards

    def lock_at(self, line, card):
        """A mask of locked hands of the player to act, and their rows (hands, actions)."""
        node = self.tree.find(line)
        hands = self.hands[node.to_act]
        locked, rows = np.zeros(len(hands), bool), np.zeros((len(hands), len(node.children)))
        for lock in self.locks:
            if lock.line == line and lock.card in (None, card):
                here = lock.combos[hands]
                locked |= here
                rows[here] = lock.probabilities[hands][here]
        return locked, rows

    def table(self, profile):
        """{(line, card): (hands, actions)} of a profile."""
        found = {}
        for node in self.tree.walk():
            if node.to_act is None:
                continue
            for card in self.rivers if node.street == 1 else [None]:
                rows = profile(node.line, self.board(card))
                found[node.line, card] = rows[self.hands[node.to_act]]
        return found

    def uniform(self, line, board):
        count = len(self.tree.find(line).children)
        return np.full((COMBOS, count), 1.0 / count)

    def reach(self, table, line, card=None):
        """[(hands,), (hands,)]: weight times own probabilities along a line, 0 if blocked."""
        found = [self.weights[p] * self.free(p, card) for p in (0, 1)]
        node = self.tree
        for action in line:
            rows = table[node.line, card if node.street == 1 else None]
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

    def pair_values(self, table, node, card=None):
        """(2, hands of 0, hands of 1): both players' values for every pair of hands."""
        if self.after_betting(node, card):
            values = {c: self.pair_values(table, node, c) for c in self.rivers}
            return np.array([self.deal(lambda c, p=p: values[c][p]) for p in (0, 1)])
        if node.to_act is None:
            return self.end_values(node, self.wins.get(card))
        rows = table[node.line, card if node.street == 1 else None]
        total = np.zeros((2, *self.meet.shape))
        for action, child in enumerate(node.children.values()):
            one = rows[:, action]
            part = one[:, None] if node.to_act == 0 else one[None, :]
            total += part * self.pair_values(table, child, card)
        return total

    def pair_equity(self, card=None):
        if self.on_turn and card is None:
            return self.deal(lambda c: self.wins[c])
        return self.wins[card]

    def averages(self, reach, card, values):
        """Average of two matrices over the pairs that are possible.

        Returns:
            [(hands,), (hands,)] for each hand against the other's range, NaN where it meets none,
            and (2,) over the joint distribution.
        """
        pairs = self.meets(card)
        found = []
        with np.errstate(invalid="ignore"):
            found.append((pairs * values[0]) @ reach[1] / (pairs @ reach[1]))
            found.append(reach[0] @ (pairs * values[1]) / (reach[0] @ pairs))
        whole = reach[0] @ pairs @ reach[1]
        return found, np.array([reach[0] @ (pairs * v) @ reach[1] / whole for v in values])

    def evs(self, table, line=(), card=None):
        """EVs of each hand and of both ranges at a node, chips from that node on."""
        node = self.tree.find(line)
        values = self.pair_values(table, node, card)
        values = values + np.array(node.put, float)[:, None, None]
        return self.averages(self.reach(table, line, card), card, values)

    def equities(self, table, line=(), card=None):
        share = self.pair_equity(card)
        return self.averages(self.reach(table, line, card), card, [share, 1.0 - share])

    def action_evs(self, table, line=(), card=None):
        """(hands of the player to act, actions) chips from the node on."""
        node = self.tree.find(line)
        reach, player = self.reach(table, line, card), node.to_act
        columns = []
        for child in node.children.values():
            values = self.pair_values(table, child, card) + node.put[player]
            columns.append(self.averages(reach, card, values)[0][player])
        return np.array(columns).T

    def best_response(self, table, player):
        """Value of the best response of a player, its locked hands playing their rows.

        Returns:
            (hands,) chips of each hand times the weight of what it meets, and their average.
        """

        def end(node, reach, card):
            pairs = self.meets(card) * self.end_values(node, self.wins.get(card))[player]
            return pairs @ reach if player == 0 else reach @ pairs

        def walk(node, reach, card):
            if self.after_betting(node, card):
                total = np.zeros(len(self.hands[player]))
                for river in self.rivers:
                    value = walk(node, reach * self.free(1 - player, river), river)
                    total += value * self.free(player, river)
                return total / (len(self.rivers) - 4)
            if node.to_act is None:
                return end(node, reach, card)
            if node.to_act != player:
                rows = table[node.line, card if node.street == 1 else None]
                return sum(
                    walk(child, reach * rows[:, action], card)
                    for action, child in enumerate(node.children.values())
                )
            values = np.array([walk(child, reach, card) for child in node.children.values()]).T
            locked, probabilities = self.lock_at(node.line, card)
            return np.where(locked, (probabilities * values).sum(axis=1), values.max(axis=1))

        values = walk(self.tree, self.weights[1 - player], None)
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

        def decide(node, card, held, sequences, weight, share):
            """Add the payoff of one pair of hands below a node, reached by these two sequences."""
            if self.after_betting(node, card):
                rivers = [r for r in self.rivers if r not in self.cards[0][held[0]]]
                rivers = [r for r in rivers if r not in self.cards[1][held[1]]]
                for river in rivers:
                    share = self.wins[river][held]
                    decide(node, river, held, sequences, weight / len(rivers), share)
                return
            if node.to_act is None:
                win = self.end_values(node, np.full_like(self.meet, share))[0][held]
                (x, by_x), (y, by_y) = sequences
                payoff[x, y] = payoff.get((x, y), 0.0) + weight * by_x * by_y * win
                return
            player = node.to_act
            locked, rows = self.lock_at(node.line, card)
            hand = held[player]
            if locked[hand]:
                x, by = sequences[player]
                found = [(x, by * p) for p in rows[hand]]
            else:
                found = plans[player].choices(
                    (hand, node.line, card), sequences[player], len(node.children)
                )
            for sequence, child in zip(found, node.children.values(), strict=True):
                if sequence[1] > 0.0:
                    after = list(sequences)
                    after[player] = sequence
                    decide(child, card, held, after, weight, share)

        for one, two in zip(*np.nonzero(self.meet), strict=True):
            weight = self.weights[0][one] * self.weights[1][two] / self.total
            share = None if self.on_turn else self.wins[None][one, two]
            decide(self.tree, None, (one, two), [(0, 1.0), (0, 1.0)], weight, share)
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
