"""Bias and variance of estimators in a small game, by enumeration of all hands."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from ai.cfr.matrix import Number
from ai.reading.line import Answers, PlayedLine, PlayerLine
from ai.reading.reach import Weights, met_by
from ai.values.payoffs import Chips
from engine.cards import Card
from engine.combos import combo_cards
from engine.game import Game
from engine.jobs import JobControl
from engine.player import PublicState
from engine.policy import blocked, boards
from engine.tree import DECISION, build_tree

Estimator: TypeAlias = Callable[[PlayerLine, PlayedLine, PlayedLine, tuple[Card, ...]], Weights]
"""A function of the observed hand, behaviour and target along it, and the other's cards; returns
the estimate (num_combos,) for every combo that may have been held."""


@dataclass(frozen=True)
class Moments:
    """Mean and variance of an estimator, in chips per hand; fractions if the strategies are.

    ``mean``: of the estimate over hands that the behaviour plays. ``truth``: the target's EV.
    """

    mean: Number
    variance: Number
    truth: Number

    @property
    def bias(self) -> Number:
        """Mean less truth."""
        bias: Number = self.mean - self.truth
        return bias

    @property
    def sd(self) -> float:
        """Standard deviation."""
        return math.sqrt(max(0.0, float(self.variance)))


@dataclass(frozen=True)
class Listing:
    """All finished hands of a small game, with each estimator's estimates.

    Attributes:
        lines: (rows,) each reachable line on each board.
        others: (rows,) the opponent's combo.
        chance: (rows, num_combos) probability of each hand under the behaviour, by own combo.
        estimates: of each estimator: (rows, num_combos) chips.
        truth: the target's EV.
    """

    lines: tuple[PlayerLine, ...]
    others: tuple[int, ...]
    chance: Weights
    estimates: Mapping[str, Weights]
    truth: Number

    def moments(self, name: str) -> Moments:
        """Mean and variance of an estimator."""
        guess, chance = self.estimates[name], self.chance
        mean: Number = (chance * guess).sum()
        return Moments(mean, (chance * guess**2).sum() - mean * mean, self.truth)


def list_hands(
    game: Game,
    behaviour: Answers,
    target: Answers,
    rival: Answers,
    estimators: Mapping[str, Estimator],
    seat: int,
    control: JobControl | None = None,
) -> Listing:
    """Enumerate all hands in one position with their estimates.

    ``game``: a small game of two. ``seat``: position of behaviour and target. Raises GameError if
    the game is too large to enumerate.
    """
    chips, cards = Chips(), combo_cards(game.deck, game.num_hole)
    lines, others, chances = [], [], []
    estimates: dict[str, list[Weights]] = {name: [] for name in estimators}
    truth: Number = 0
    all_ends = list(ends(game))
    for number, (end, deals) in enumerate(all_ends):
        if control is not None:
            control.check()
            control.progress(number / len(all_ends))
        line = PlayerLine.of(end, seat)
        plays, judged = line.played(behaviour), line.played(target)
        against = PlayerLine.of(end, 1 - seat).played(rival).reach[-1]
        for combo in np.flatnonzero(~blocked(game, end.board) & (against > 0)).tolist():
            other = tuple(cards[combo].tolist())
            dealt = np.where(blocked(game, (*end.board, *other)), 0, against[combo] / deals)
            for name, estimator in estimators.items():
                estimates[name].append(estimator(line, plays, judged, other))
            lines.append(line)
            others.append(combo)
            chances.append(dealt * plays.reach[-1])
            won = np.where(dealt > 0, chips.of(end, seat, other), 0).astype(dealt.dtype)
            truth += (dealt * judged.reach[-1] * won).sum()
    stacked = {name: np.stack(rows) for name, rows in estimates.items()}
    return Listing(tuple(lines), tuple(others), np.stack(chances), stacked, truth)


def ends(game: Game) -> Iterator[tuple[PublicState, int]]:
    """Yield finished lines on all boards, with the inverse probability of each deal.

    A deal is a board and a hand of each player, without repeated cards.
    """
    tree = build_tree(game)
    for node in np.flatnonzero(tree.kind != DECISION).tolist():
        actions = tree.line_to(node)
        spot = PublicState(game, actions, ())
        street = game.num_rounds - 1 if spot.showdown else spot.street
        listed = [board for _, board in boards(game, street)]
        free = np.where(blocked(game, listed[0]), 0.0, 1.0)
        pairs = int(free @ met_by(game, free))
        for board in listed:
            yield spot.on(board), len(listed) * pairs
