"""Exact node values in a small game when two known strategies continue."""

from __future__ import annotations

import numpy as np

from ai.cfr.matrix import Number
from ai.evaluation.aivat import Heuristic
from ai.reading.line import Answers, boards_after, column
from ai.reading.reach import Weights
from ai.values.payoffs import Chips
from engine.cards import Card
from engine.combos import combo_cards, combo_index
from engine.game import Game
from engine.player import PublicState
from engine.policy import blocked


class Continued(Heuristic):
    """Value function of two known strategies: exact, in small games.

    ``kind``: of the strategies' numbers: ``object`` for fractions.
    """

    def __init__(self, game: Game, own: Answers, rival: Answers, kind: type = float) -> None:
        self._game, self._kind = game, kind
        self._own, self._rival = own, rival
        self._cards = combo_cards(game.deck, game.num_hole)
        self._known: dict[tuple[object, ...], Weights] = {}

    fair = False

    def start(self, seat: int) -> Number:
        """EV of a hand before the deal, in chips."""
        dealt = PublicState(self._game, (), ())
        total: Number = 0
        count = 0
        for cards in self._cards.tolist():
            free = ~blocked(self._game, cards)
            total += self.of(dealt, seat, tuple(cards))[free].sum()
            count += int(free.sum())
        return total / count

    def dealt(
        self, spot: PublicState, seat: int, other: tuple[Card, ...], weights: Weights
    ) -> tuple[Number, Number]:
        """Return a range's reach of a node, and its result over the whole hand."""
        whole: Number = weights.sum()
        summed: Number = np.where(weights > 0, weights * self.of(spot, seat, other), 0).sum()
        return whole, summed / whole if whole > 0 else 0

    def of(self, spot: PublicState, seat: int, other: tuple[Card, ...]) -> Weights:
        """Return chips (num_combos,) over the whole hand; undefined for blocked combos."""
        key = (spot.actions, spot.board, seat, other)
        if key not in self._known:
            self._known[key] = self._of(spot, seat, other)
        return self._known[key]

    def _of(self, spot: PublicState, seat: int, other: tuple[Card, ...]) -> Weights:
        total: Weights = np.zeros(len(self._cards), self._kind)
        last = self._game.num_rounds - 1 if spot.showdown else spot.street
        if (spot.showdown or not spot.finished) and len(spot.board) < self._game.board_sizes[last]:
            size = next(size for size in self._game.board_sizes if size > len(spot.board))
            count: Weights = np.zeros(len(self._cards), self._kind)
            for shown in boards_after(spot, size, other):
                free = ~blocked(self._game, (*shown.board, *other))
                total[free] += self.of(shown, seat, other)[free]
                count[free] += 1
            return np.divide(total, count, out=total, where=count > 0)
        if spot.finished:
            won: Weights = Chips().of(spot, seat, other).astype(self._kind)
            return won
        own = spot.to_act == seat
        answer = (self._own if own else self._rival).answer(spot)
        for action in answer.actions:
            chosen = column(answer, action)
            share = chosen if own else chosen[combo_index(other, self._game.deck)]
            total += share * self.of(spot.after(action), seat, other)
        return total
