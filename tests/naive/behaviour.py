"""A model of an opponent's behaviour in plain loops and dictionaries, for games of one hole card.

It shares the engine's classes (situations, groups, kinds) and none of its counting: counts are a
list of observations, each with its hand's number, weight and expectation of the prior.
"""

from math import exp, inf, log, prod
from typing import Any

from tests.naive.small_games import steps


class NaiveModel:
    """``situations`` of the game, ``prior(spot, card) -> {action: probability}``, parameters."""

    def __init__(self, game, situations, prior, strength, memories, caution, least):
        self.game, self.situations, self.prior = game, situations, prior
        self.strength, self.memories = strength, memories
        self.caution, self.least = caution, least
        self.observations = []  # (hand, situation, class, kind, weight, prior)
        self.foretold = []  # of each hand, by account and memory
        self.hands = 0

    def counts(self, memory, wanted):
        """Weight of matching observations by kind, and what the prior expected instead."""
        found = [0.0] * self.situations.num_kinds
        expected, life = list(found), self.memories[memory]
        for hand, situation, class_, kind, weight, row in self.observations:
            if wanted(situation, class_):
                kept = 1.0 if life == inf else 0.5 ** ((self.hands - hand) / life)
                found[kind] += weight * kept
                for other, chance in enumerate(row):
                    expected[other] += weight * chance * kept
        return found, expected

    def prior_row(self, spot, card):
        found = [0.0] * self.situations.num_kinds
        for action, chance in self.prior(spot, card).items():
            found[self.situations.kind(spot, action)] += chance
        return found

    def tilted(self, memory, spot, card):
        """The prior's row, each kind scaled by how much more often than expected it was seen."""
        known, here = self.situations, self.situations.situation(spot)
        kinds = known.num_kinds
        tilt = [1.0] * kinds
        levels = [
            lambda s, c, depth=depth, group=group: known.groups[s][depth] == group
            for depth, group in enumerate(known.groups[here])
        ]
        for level in [*levels, lambda s, c: s == here]:
            seen, expected = self.counts(memory, level)
            for kind in range(kinds):
                usual = self.strength * (expected[kind] + 1 / kinds) / (sum(expected) + 1)
                tilt[kind] = (seen[kind] + usual * tilt[kind]) / (expected[kind] + usual)
        row = [p * t for p, t in zip(self.prior_row(spot, card), tilt, strict=True)]
        return [chance / sum(row) for chance in row]

    def chances(self, place, spot, card):
        """Probability of each kind at a spot, by one account of one memory."""
        known = self.situations
        account, memory = divmod(place, len(self.memories))
        here = known.situation(spot)
        class_ = int(known.classes_on(spot)[self.game.deck.index(card)])
        found = self.tilted(memory, spot, card)
        if account == 0:
            return found
        widest = known.groups[here][0]
        levels: list[Any] = [lambda s, c: known.groups[s][0] == widest]
        for depth, group in enumerate(known.groups[here]):
            row = known.group_class[here][class_]
            levels.append(
                lambda s, c, depth=depth, group=group, row=row: (
                    known.groups[s][depth] == group and known.group_class[s][c] == row
                )
            )
        levels.append(lambda s, c: s == here and c == class_)
        for level in levels:
            counts, _ = self.counts(memory, level)
            total = sum(counts)
            found = [
                (self.strength * chance + count) / (self.strength + total)
                for chance, count in zip(found, counts, strict=True)
            ]
        return found

    def trust(self):
        """Weight of each account of each memory."""
        least = min(self.memories)
        order = sorted(self.memories, reverse=True)
        odds = []
        for place in range(2 * len(self.memories)):
            life = self.memories[place % len(self.memories)]
            evidence = 0.0
            for hand, foretold in enumerate(self.foretold):
                age = len(self.foretold) - 1 - hand
                kept = 1.0 if least == inf else 0.5 ** (age / least)
                evidence += kept * log(max(foretold[place], self.least))
            odds.append(evidence - self.caution * order.index(life))
        top = max(odds)
        weights = [exp(one - top) for one in odds]
        return [weight / sum(weights) for weight in weights]

    def mixed(self, spot, card):
        rows = [self.chances(place, spot, card) for place in range(2 * len(self.memories))]
        return [
            sum(weight * row[kind] for weight, row in zip(self.trust(), rows, strict=True))
            for kind in range(self.situations.num_kinds)
        ]

    def learn(self, record, seat):
        game, known = self.game, self.situations
        seen = {card for hole in record.holes if hole for card in hole} | set(record.spot.board)
        cards = record.holes[seat] or [card for card in game.deck if card not in seen]
        own = [(at, known.kind(at, act)) for at, act in steps(record.spot) if at.to_act == seat]
        posterior = {}
        foretold = [0.0] * (2 * len(self.memories))
        for card in cards:
            posterior[card] = prod(self.mixed(at, card)[kind] for at, kind in own)
            for place in range(len(foretold)):
                chances = (self.chances(place, at, card)[kind] for at, kind in own)
                foretold[place] += prod(chances) / len(cards)
        self.hands += bool(own)
        if own:
            self.foretold.append(foretold)
        whole = sum(posterior.values())
        for card in cards:
            for at, kind in own:
                class_ = int(known.classes_on(at)[game.deck.index(card)])
                weight = posterior[card] / whole
                row = self.prior_row(at, card)
                self.observations.append(
                    (self.hands, known.situation(at), class_, kind, weight, row)
                )
