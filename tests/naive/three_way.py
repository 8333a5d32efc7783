"""A river for three players by enumeration: every deal of three hands, every end of the betting.

A profile is a function (node, player) -> (1326, actions): the strategy at a decision of the tree.
"""

from itertools import product

import numpy as np

from engine.combos import combo_cards
from engine.evaluator import strength
from engine.tree import DECISION
from tests.naive.multiway import taken


class NaiveRiver:
    """The deals of a spot, ``(hands, weight)``, and what its ends pay."""

    def __init__(self, spot):
        self.spot, self.tree = spot, spot.tree
        cards = [{int(card) for card in pair} for pair in combo_cards()]
        held = [np.flatnonzero(weights).tolist() for weights in spot.ranges]
        self.rank = {h: strength((*cards[h], *spot.board)) for h in {*held[0], *held[1], *held[2]}}
        self.deals = [
            (deal, float(np.prod([spot.ranges[p][h] for p, h in enumerate(deal)])))
            for deal in product(*held)
            if len(cards[deal[0]] | cards[deal[1]] | cards[deal[2]]) == 6
        ]
        self.total = sum(weight for _, weight in self.deals)
        self.paid = {}

    def payoffs(self, end, deal):
        """What each receives at an end less what it puts in on the river."""
        key = (end, deal)
        if key not in self.paid:
            put = self.tree.spent[end].tolist()
            ranks = [
                None if out else self.rank[h]
                for h, out in zip(deal, self.tree.folded[end], strict=True)
            ]
            dead, ante = self.spot.pot % 3, self.spot.pot // 3
            back = max(put) - sorted(put)[1]
            pot = sum(put) + dead - back
            kept = 1 - self.spot.rake.taken(pot) / pot
            self.paid[key] = tuple(
                kept * (taken(put, ranks, seat, dead) - (back if put[seat] == max(put) else 0))
                + (back if put[seat] == max(put) else 0)
                - (put[seat] - ante)
                for seat in range(3)
            )
        return self.paid[key]

    def children(self, node):
        first = int(self.tree.first_child[node])
        return range(first, first + int(self.tree.num_actions[node]))

    def _follow(self, node, deal, profile):
        """Expected payoffs of a deal from a node on."""
        if self.tree.kind[node] != DECISION:
            return np.array(self.payoffs(node, deal))
        actor = int(self.tree.actor[node])
        chances = profile(node, actor)[deal[actor]]
        return sum(
            chance * self._follow(child, deal, profile)
            for chance, child in zip(chances, self.children(node), strict=True)
            if chance
        )

    def values(self, profile):
        """Chips of each player, over all deals."""
        return sum(w * self._follow(0, deal, profile) for deal, w in self.deals) / self.total

    def best_response(self, player, profile):
        """Chips of a player's best response, decision by decision for each of its hands."""

        def best(node, reached):
            if self.tree.kind[node] != DECISION:
                return sum(reach * self.payoffs(node, deal)[player] for deal, reach in reached)
            actor = int(self.tree.actor[node])
            if actor == player:
                return max(best(child, reached) for child in self.children(node))
            table = profile(node, actor)
            return sum(
                best(child, [(deal, reach * table[deal[actor]][at]) for deal, reach in reached])
                for at, child in enumerate(self.children(node))
            )

        hands = {deal[player] for deal, _ in self.deals}
        return (
            sum(best(0, [each for each in self.deals if each[0][player] == h]) for h in hands)
            / self.total
        )

    def pure_responses(self, player, profile):
        """Chips of every pure strategy of a player."""
        nodes = [
            node
            for node in range(self.tree.num_nodes)
            if self.tree.kind[node] == DECISION and self.tree.actor[node] == player
        ]
        hands = sorted({deal[player] for deal, _ in self.deals})
        choices = [range(int(self.tree.num_actions[node])) for node in nodes for _ in hands]
        for chosen in product(*choices):
            plan = dict(zip(product(nodes, hands), chosen, strict=True))

            def table(node, actor, plan=plan):
                rows = profile(node, actor)
                if actor == player:
                    rows = np.zeros_like(rows)
                    for h in hands:
                        rows[h, plan[node, h]] = 1
                return rows

            yield self.values(table)[player]

    def at(self, line, profile):
        """What each hand of each player is worth at a decision, from there on.

        For each player: hand -> (reach of its deals, EV, equity).
        """
        node, reached = 0, dict(self.deals)
        for action in line:
            actor, taken_at = int(self.tree.actor[node]), self.tree.actions_at(node).index(action)
            table = profile(node, actor)
            reached = {deal: w * table[deal[actor]][taken_at] for deal, w in reached.items()}
            node = int(self.tree.first_child[node]) + taken_at
        spent = self.tree.spent[node] - self.spot.pot // 3
        live = [seat for seat in range(3) if not self.tree.folded[node, seat]]
        found = [{}, {}, {}]
        for deal, reach in reached.items():
            if not reach:
                continue
            worth = self._follow(node, deal, profile) + spent
            best = max(self.rank[deal[seat]] for seat in live)
            winners = [seat for seat in live if self.rank[deal[seat]] == best]
            for seat, hand in enumerate(deal):
                total, ev, equity = found[seat].get(hand, (0, 0, 0))
                share = (seat in winners) / len(winners)
                found[seat][hand] = (
                    total + reach,
                    ev + reach * worth[seat],
                    equity + reach * share,
                )
        return [
            {hand: (total, ev / total, equity / total) for hand, (total, ev, equity) in own.items()}
            for own in found
        ]
