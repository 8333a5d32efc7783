"""A player's own decisions along a finished hand, and their reach under a strategy.

Everything is stored for all own combos: the opponent's actions and the cards dealt do not depend on
the combo.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ai.reading.reach import Weights
from engine.cards import NUM_CARDS, Card
from engine.combos import combo_cards, num_combos
from engine.jobs import JobControl
from engine.player import Action, PublicState, Strategy


class Answers(Protocol):
    """A strategy that can be queried, such as a ``RangeReader``."""

    def answer(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """The strategy of every combo of the player to act."""
        ...


@dataclass(frozen=True)
class Decision:
    """One decision of a player in a hand.

    Attributes:
        spot: the decision, with the board as it was.
        action: the action taken.
    """

    spot: PublicState
    action: Action


def decisions_of(spot: PublicState, seat: int) -> Iterator[Decision]:
    """Yield a seat's decisions on the way to a spot."""
    here = PublicState(spot.game, (), ())
    for action in spot.actions:
        if here.to_act == seat:
            board = spot.board[: spot.game.board_sizes[here.street]]
            yield Decision(PublicState(spot.game, here.actions, board, here.betting), action)
        here = here.after(action)


@dataclass(frozen=True)
class PlayerLine:
    """A finished hand as one player played it, with any cards.

    Attributes:
        spot: the end, with the board as dealt.
        seat: the player's position.
        decisions: its own, in order.
    """

    spot: PublicState
    seat: int
    decisions: tuple[Decision, ...]

    @classmethod
    def of(cls, spot: PublicState, seat: int) -> PlayerLine:
        """Return the line of a finished spot."""
        return cls(spot, seat, tuple(decisions_of(spot, seat)))

    def played(self, strategy: Answers, control: JobControl | None = None) -> PlayedLine:
        """Return a strategy's reach of the line with every combo.

        Raises:
            CancelledError: if cancelled.
            PokerError: any error of the strategy.
        """
        answers = tuple(strategy.answer(one.spot, control) for one in self.decisions)
        size = num_combos(len(self.spot.game.deck), self.spot.game.num_hole)
        kind = answers[0].probabilities.dtype if answers else np.dtype(np.float64)
        # Dividing plain integers would give floats instead of fractions.
        reach = [np.full(size, Fraction(1) if kind.kind == "O" else 1, kind)]
        for one, answer in zip(self.decisions, answers, strict=True):
            reach.append(reach[-1] * column(answer, one.action))
        return PlayedLine(answers, tuple(reach))


@dataclass(frozen=True)
class PlayedLine:
    """A line as played by a strategy.

    Attributes:
        answers: at each decision.
        reach: (num_combos,) float64 before each decision, and at the end: the player's own reach.
    """

    answers: tuple[Strategy, ...]
    reach: tuple[Weights, ...]


def column(answer: Strategy, action: Action) -> Weights:
    """Return the probability of an action for each combo (num_combos,); 0 if not on the menu."""
    if action not in answer.actions:
        return np.zeros_like(answer.probabilities[:, 0])
    chosen: Weights = answer.probabilities[:, answer.actions.index(action)]
    return chosen


def possible(spot: PublicState, other: tuple[Card, ...]) -> NDArray[np.bool_]:
    """Return a mask of combos (num_combos,) left by card removal."""
    holders = _holders(spot.game.deck, spot.game.num_hole)
    taken = np.zeros(holders.shape[1], np.bool_)
    for card in (*spot.board, *other):
        taken |= holders[card]
    return ~taken


@cache
def _holders(deck: tuple[Card, ...], num_hole: int) -> NDArray[np.bool_]:
    """Return masks of the combos that hold each card: (52, num_combos)."""
    cards = combo_cards(deck, num_hole)
    holders = np.zeros((NUM_CARDS, len(cards)), np.bool_)
    for held in cards.T:
        holders[held, np.arange(len(cards))] = True
    return holders


def boards_after(spot: PublicState, size: int, other: tuple[Card, ...]) -> list[PublicState]:
    """Yield a node with every possible board of a size, given the opponent's cards."""
    game, board = spot.game, spot.board
    free = [card for card in game.deck if card not in board and card not in other]
    return [
        PublicState(game, spot.actions, (*board, *cards), spot.betting)
        for cards in combinations(free, size - len(board))
    ]
