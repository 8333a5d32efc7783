"""Bias and spread of an estimator in a small game, by going through all hands that can be dealt."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from ai.cfr.matrix import Number
from ai.evaluation.line import Answers, Line, Played, possible
from ai.evaluation.values import Chips
from ai.reach import Weights
from engine.cards import Card
from engine.combos import combo_cards
from engine.game import Game
from engine.jobs import JobControl
from engine.player import PublicState
from engine.policy import boards
from engine.tree import DECISION, build_tree

Estimator: TypeAlias = Callable[[Line, Played, Played, tuple[Card, ...]], Weights]
"""Takes a hand seen, how behaviour and target play it, and the other's cards; gives the estimate
(num_combos,) for every combo that may have been held."""


@dataclass(frozen=True)
class Moments:
    """What an estimator gives on average, in chips a hand; fractions if the strategies are.

    Attributes:
        mean: of the estimate over hands that the behaviour plays.
        variance: of it.
        truth: what the target wins.
    """

    mean: Number
    variance: Number
    truth: Number

    @property
    def bias(self) -> Number:
        """Mean less truth."""
        found: Number = self.mean - self.truth
        return found

    @property
    def sd(self) -> float:
        """Standard deviation."""
        return math.sqrt(max(0.0, float(self.variance)))


def moments(
    game: Game,
    behaviour: Answers,
    target: Answers,
    rival: Answers,
    estimator: Estimator,
    seat: int,
    control: JobControl | None = None,
) -> Moments:
    """Mean and spread of an estimator in one position, over all deals and lines.

    Args:
        game: a small game of two.
        behaviour: plays the hands.
        target: is judged by them.
        rival: plays against the behaviour.
        estimator: of what the target wins.
        seat: position of behaviour and target.
        control: is checked line by line.

    Raises:
        GameError: if the game is too large to list.
        CancelledError: if stopped.
    """
    chips, cards = Chips(), combo_cards(game.deck, game.num_hole)
    total: Number = 0
    square: Number = 0
    truth: Number = 0
    for end, deals in ends(game):
        if control is not None:
            control.check()
        line = Line.of(end, seat)
        plays, judged = line.played(behaviour), line.played(target)
        against = Line.of(end, 1 - seat).played(rival).reach[-1]
        for combo in np.flatnonzero(possible(end, ()) & (against > 0)).tolist():
            other = tuple(cards[combo].tolist())
            dealt = np.where(possible(end, other), against[combo] / deals, 0)
            guess = estimator(line, plays, judged, other)
            held = dealt * plays.reach[-1]
            total += _sum(held * guess)
            square += _sum(held * guess**2)
            won = np.where(dealt > 0, chips.of(end, seat, other), 0).astype(guess.dtype)
            truth += _sum(dealt * judged.reach[-1] * won)
    return Moments(total, square - total * total, truth)


def _sum(parts: Weights) -> Number:
    found: Number = parts.sum()
    return found


def ends(game: Game) -> Iterator[tuple[PublicState, int]]:
    """All finished lines on all boards that they see, and one in how many deals each deal there is.

    A deal is a board and a hand of each player, none sharing a card.
    """
    tree = build_tree(game)
    for node in np.flatnonzero(tree.kind != DECISION).tolist():
        actions = tree.line_to(node)
        spot = PublicState(game, actions, ())
        street = game.num_rounds - 1 if spot.showdown else spot.street
        listed = [board for _, board in boards(game, street)]
        deals = len(listed) * _num_pairs(game, listed[0])
        for board in listed:
            yield PublicState(game, actions, board, spot.betting), deals


def _num_pairs(game: Game, board: tuple[Card, ...]) -> int:
    """How many ways two hands can be dealt beside a board."""
    cards = combo_cards(game.deck, game.num_hole)
    free = cards[~np.isin(cards, np.array(board, np.uint8)).any(axis=1)]
    return int((free[:, None, :, None] != free[None, :, None, :]).all(axis=(2, 3)).sum())
