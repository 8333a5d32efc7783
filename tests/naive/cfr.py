"""Textbook CFR by recursion over histories, one dictionary entry for each information set.

Games with one hole card and boards of single cards, alternating updates, position 0 first.
"""

from collections import defaultdict
from math import prod

from engine.player import PublicState
from tests.naive.small_games import deals, dealt, legal_actions, missing, payoffs

TIE = 1e-14


def ratio(t, exponent):
    return t**exponent / (t**exponent + 1)


class Variant:
    """A member of the family as in its paper: its sums of regrets, its play, its weights.

    ``summed`` and ``played`` map (iteration, sum before or after, instant regret) to the new sum
    and to what is played in proportion to; ``weight`` is that of an iteration in the average.
    """

    def __init__(self, summed, played, weight):
        self.summed, self.played, self.weight = summed, played, weight


def positive(t, total, instant):
    return max(0.0, total)


def plus(t, total, instant):
    return max(0.0, total + instant)


def half_then_plus(t, total, instant):
    """DCFR as in its paper: add, then discount by the iteration number."""
    total += instant
    return total * (ratio(t, 1.5) if total > 0 else ratio(t, 0.0))


def hyperparameters(t, total, instant, planned):
    """Scheduled exponents, applied to the sums of earlier iterations."""
    alpha, beta = 1 + 3 * t / planned, -1 - 2 * t / planned
    if t == 1:
        return instant
    return total * ratio(t - 1, alpha if total > 0 else beta) + instant


def running_weight(t, planned):
    """Weights with scheduled exponents: each iteration scales earlier ones by ((t-1)/t)^gamma."""
    return prod((i / (i - 1)) ** (30 - 5 * i / planned) for i in range(2, t + 1))


PLANNED = 20
VARIANTS = {
    "cfr": Variant(lambda t, q, r: q + r, positive, lambda t: 1),
    "cfr+": Variant(plus, positive, lambda t: t),
    "lcfr": Variant(lambda t, q, r: q + t * r, positive, lambda t: t),
    "dcfr": Variant(half_then_plus, positive, lambda t: t**2),
    "pcfr+": Variant(plus, plus, lambda t: t**2),
    "pdcfr+": Variant(
        lambda t, q, r: max(0.0, (q * ratio(t - 1, 2.3) if t > 1 else 0.0) + r),
        lambda t, q, r: max(0.0, q * ratio(t, 2.3) + r),
        lambda t: t**5,
    ),
    "hs-dcfr": Variant(
        lambda t, q, r: hyperparameters(t, q, r, PLANNED),
        positive,
        lambda t: running_weight(t, PLANNED),
    ),
    "hs-pcfr+": Variant(plus, plus, lambda t: running_weight(t, PLANNED)),
}


class PlainCfr:
    """One variant by name; updates alternate unless ``simultaneous``.

    Sums that rounding leaves of a tie, below ``TIE`` times the iteration, count as 0.
    """

    def __init__(self, game, variant, simultaneous=False):
        self.game, self.variant = game, VARIANTS[variant]
        self.simultaneous = simultaneous
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
        found = []
        for seat in range(self.game.num_players):
            self.instant = defaultdict(lambda: defaultdict(float))
            self.added = {}
            every = deals(self.game)
            for deal in every:
                self._walk(PublicState(self.game, (), ()), deal, seat, 1.0, 1.0 / len(every))
            found += [(key, instant, self.added[key]) for key, instant in self.instant.items()]
            if not self.simultaneous:
                self._update(found)
                found = []
        self._update(found)

    def _update(self, found):
        t = self.iteration
        for key, instant, added in found:
            regret, weights = self.regret[key], {}
            for action, value in added.items():
                self.sums[key][action] += self.variant.weight(t) * value
            for action, change in instant.items():
                summed = self.variant.summed(t, regret[action], change)
                regret[action] = summed if abs(summed) > t * TIE else 0.0
                weight = self.variant.played(t, regret[action], change)
                weights[action] = weight if weight > t * TIE else 0.0
            total = sum(weights.values())
            self.strategy[key] = {
                action: weight / total if total else 1.0 / len(weights)
                for action, weight in weights.items()
            }

    def _walk(self, spot, cards, seat, own, others):
        """Value of a history for ``seat``; reach of the seat, and of the others and chance."""
        if missing(spot) > 0:
            later = dealt(spot, cards)
            worth = [self._walk(here, cards, seat, own, others / len(later)) for here in later]
            return sum(worth) / len(later)
        if spot.finished:
            return payoffs(spot, cards, spot.board)[seat]
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
