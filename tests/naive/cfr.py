"""Textbook CFR by recursion over histories, one dictionary entry for each information set.

Games with one hole card and boards of single cards, alternating updates, position 0 first.
"""

from __future__ import annotations

from collections import defaultdict

from engine.player import PublicState
from tests.naive.small_games import legal_actions, payoff

TIE = 1e-14


class PlainCfr:
    """CFR+ or PDCFR+, chosen by its discount exponent (None for CFR+).

    Regrets below ``TIE`` are what rounding leaves of a tie.
    """

    def __init__(self, game, alpha, gamma):
        self.game, self.alpha, self.gamma = game, alpha, gamma
        self.regret = defaultdict(lambda: defaultdict(float))
        self.sums = defaultdict(lambda: defaultdict(float))
        self.strategy = {}
        self.iteration = 0

    def current(self, spot, card):
        actions = legal_actions(spot)
        uniform = dict.fromkeys(actions, 1.0 / len(actions))
        return self.strategy.get((spot.actions, spot.board, card), uniform)

    def average(self, spot, card):
        sums = self.sums[spot.actions, spot.board, card]
        total = sum(sums.values())
        if not total:
            return dict.fromkeys(legal_actions(spot), 1.0 / len(legal_actions(spot)))
        return {action: sums[action] / total for action in legal_actions(spot)}

    def step(self):
        self.iteration += 1
        for seat in (0, 1):
            self.instant = defaultdict(lambda: defaultdict(float))
            self.added = {}
            deck = self.game.deck
            deals = [(a, b) for a in deck for b in deck if a != b]
            for deal in deals:
                self._walk(PublicState(self.game, (), ()), deal, seat, 1.0, 1.0 / len(deals))
            for key, instant in self.instant.items():
                self._update(key, instant)

    def _discount(self, t):
        return 1.0 if self.alpha is None else (t - 1) ** self.alpha / ((t - 1) ** self.alpha + 1)

    def _update(self, key, instant):
        t, regret = self.iteration, self.regret[key]
        for action, value in self.added[key].items():
            weight = ((t - 1) / t) ** self.gamma
            self.sums[key][action] = self.sums[key][action] * weight + value
        weights = {}
        for action, change in instant.items():
            summed = regret[action] * self._discount(t) + change
            regret[action] = summed if summed > TIE else 0.0
            predicted = 0.0 if self.alpha is None else change
            weight = regret[action] * self._discount(t + 1) + predicted
            weights[action] = weight if weight > TIE else 0.0
        total = sum(weights.values())
        self.strategy[key] = {
            action: weight / total if total else 1.0 / len(weights)
            for action, weight in weights.items()
        }

    def _walk(self, spot, cards, seat, own, others):
        """Value of a history for ``seat``; reach of the seat, and of the other and chance."""
        need = self.game.board_sizes[-1 if spot.finished else spot.street]
        if len(spot.board) < need and not (spot.folded(0) or spot.folded(1)):
            left = [c for c in self.game.deck if c not in cards and c not in spot.board]
            return sum(
                self._walk(
                    PublicState(self.game, spot.actions, (*spot.board, card)),
                    cards,
                    seat,
                    own,
                    others / len(left),
                )
                for card in left
            ) / len(left)
        if spot.finished:
            return payoff(spot, cards, spot.board) * (1 if seat == 0 else -1)
        card = cards[spot.to_act]
        strategy = self.current(spot, card)
        values = {}
        for action, probability in strategy.items():
            mine = probability if spot.to_act == seat else 1.0
            theirs = 1.0 if spot.to_act == seat else probability
            values[action] = self._walk(
                spot.after(action), cards, seat, own * mine, others * theirs
            )
        value = sum(strategy[action] * values[action] for action in strategy)
        if spot.to_act == seat:
            key = (spot.actions, spot.board, card)
            for action in strategy:
                self.instant[key][action] += others * (values[action] - value)
            self.added[key] = {action: own * p for action, p in strategy.items()}
        return value
