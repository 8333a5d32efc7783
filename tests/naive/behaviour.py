"""A model of an opponent's behaviour in plain loops and dictionaries, for games of one hole card.

It shares what classes there are with the engine (situations, groups, kinds), and nothing of how
they are counted: counts stay a list of observations, each with its hand's number.
"""

from __future__ import annotations

from math import exp, inf, log

from engine.player import PublicState


class NaiveModel:
    """``situations`` of the game, ``prior(spot, card) -> {action: probability}``, parameters."""

    def __init__(self, game, situations, prior, strength, memories, caution, least):
        self.game, self.situations, self.prior = game, situations, prior
        self.strength, self.memories = strength, memories
        self.caution, self.least = caution, least
        self.observations = []  # (hand, situation, class, kind, weight)
        self.foretold = []  # of each hand, by memory
        self.hands = 0

    def counts(self, memory, wanted):
        """Weight of observations that fit, by kind."""
        found = [0.0] * self.situations.num_kinds
        life = self.memories[memory]
        for hand, situation, class_, kind, weight in self.observations:
            if wanted(situation, class_):
                age = self.hands - hand
                found[kind] += weight * (1.0 if life == inf else 0.5 ** (age / life))
        return found

    def chances(self, memory, spot, card):
        """Chance of each kind at a spot."""
        known = self.situations
        here = known.situation(spot)
        class_ = int(known.classes_on(spot)[self.game.deck.index(card)])
        found = [0.0] * known.num_kinds
        for action, chance in self.prior(spot, card).items():
            found[known.kind(spot, action)] += chance
        widest = known.groups[here][0]
        levels = [lambda s, c: known.groups[s][0] == widest]
        for depth, group in enumerate(known.groups[here]):
            row = known.group_class[here][class_]
            levels.append(
                lambda s, c, depth=depth, group=group, row=row: (
                    known.groups[s][depth] == group and known.group_class[s][c] == row
                )
            )
        levels.append(lambda s, c: s == here and c == class_)
        for level in levels:
            counts = self.counts(memory, level)
            total = sum(counts)
            found = [
                (self.strength * chance + count) / (self.strength + total)
                for chance, count in zip(found, counts, strict=True)
            ]
        return found

    def trust(self):
        """Weight of each memory."""
        least = min(self.memories)
        order = sorted(self.memories, reverse=True)
        odds = []
        for memory, life in enumerate(self.memories):
            evidence = 0.0
            for hand, foretold in enumerate(self.foretold):
                age = len(self.foretold) - 1 - hand
                kept = 1.0 if least == inf else 0.5 ** (age / least)
                evidence += kept * log(max(foretold[memory], self.least))
            odds.append(evidence - self.caution * order.index(life))
        top = max(odds)
        weights = [exp(one - top) for one in odds]
        return [weight / sum(weights) for weight in weights]

    def mixed(self, spot, card):
        """Chance of each kind at a spot, by all memories."""
        by_memory = [self.chances(m, spot, card) for m in range(len(self.memories))]
        return [
            sum(weight * row[kind] for weight, row in zip(self.trust(), by_memory, strict=True))
            for kind in range(self.situations.num_kinds)
        ]

    def learn(self, record, seat):
        """One hand."""
        game, known = self.game, self.situations
        seen = {card for hole in record.holes if hole for card in hole} | set(record.spot.board)
        cards = record.holes[seat] or [card for card in game.deck if card not in seen]
        steps, here = [], PublicState(game, (), ())
        for action in record.spot.actions:
            board = record.spot.board[: game.board_sizes[here.street]]
            at = PublicState(game, here.actions, board)
            if here.to_act == seat:
                steps.append((at, known.kind(at, action)))
            here = here.after(action)
        posterior = {}
        foretold = [0.0] * len(self.memories)
        for card in cards:
            posterior[card] = 1.0
            for at, kind in steps:
                posterior[card] *= self.mixed(at, card)[kind]
            for memory in range(len(self.memories)):
                product = 1.0 / len(cards)
                for at, kind in steps:
                    product *= self.chances(memory, at, card)[kind]
                foretold[memory] += product
        self.hands += bool(steps)
        if steps:
            self.foretold.append(foretold)
        whole = sum(posterior.values())
        for card in cards:
            for at, kind in steps:
                class_ = int(known.classes_on(at)[game.deck.index(card)])
                weight = posterior[card] / whole
                self.observations.append((self.hands, known.situation(at), class_, kind, weight))
