"""AIVAT: the result of a hand less the luck in it, for one player whose strategy is known.

What the player won is averaged over all cards that it could have held on the same betting, and for
the deal, every board and every own decision a correction is added: what a fixed value function
expected before, less what it says of what came, both averaged over those cards. Each correction
has mean 0 whatever the value function says, so the mean stays the player's result. What the other
decides gets none.

Source: Burch, Schmid, Moravcik, Morrill and Bowling, "AIVAT: a new variance reduction technique for
agent evaluation in imperfect information games", AAAI 2018 (arXiv 1612.06915).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from ai.cfr.matrix import Number
from ai.evaluation.line import Line, Played, boards_after, column, possible
from ai.evaluation.values import Chips
from ai.reach import Weights
from engine.cards import Card
from engine.player import PublicState


class Heuristic(Protocol):
    """What a place is worth to one player, fixed before the first hand; it may be wrong."""

    def start(self, seat: int) -> Number:
        """Chips that a hand is worth before the deal."""
        ...

    def of(self, spot: PublicState, seat: int, other: tuple[Card, ...]) -> Weights:
        """Chips (num_combos,) that each combo of a seat will win or lose in the whole hand.

        Args:
            spot: a place, finished or not; where a board is still to come it is short.
            seat: whose combos.
            other: the other's cards.
        """
        ...


def aivat(line: Line, plays: Played, heuristic: Heuristic, other: tuple[Card, ...]) -> Number:
    """The result of a hand of two with the luck taken out, in chips.

    Args:
        line: the hand seen, of a small game: all boards that can come are gone through.
        plays: how the known player's strategy plays the line.
        heuristic: of the value of places.
        other: the other's cards.

    Raises:
        CardError: if the other's cards are needed and not known.
    """
    end, seat = line.spot, line.seat

    def mean(spot: PublicState, weights: Weights, values: Weights) -> tuple[Number, Number]:
        """How likely all combos together come to a place, and what they have there."""
        held = np.where(possible(spot, other), weights, 0)
        whole: Number = held.sum()
        summed: Number = np.where(held > 0, held * values, 0).sum()
        return whole, summed / whole if whole > 0 else 0

    def worth(spot: PublicState, weights: Weights) -> tuple[Number, Number]:
        return mean(spot, weights, heuristic.of(spot, seat, other))

    chips = Chips().of(end, seat, other).astype(plays.reach[-1].dtype)
    total: Number = mean(end, plays.reach[-1], chips)[1]
    total += heuristic.start(seat) - worth(PublicState(end.game, (), ()), plays.reach[0])[1]
    for event in _events(line, plays, other):
        outcomes = [worth(spot, weights) for spot, weights in event.outcomes]
        total += _mean(outcomes) - outcomes[event.came][1]
    return total


def _mean(outcomes: list[tuple[Number, Number]]) -> Number:
    summed: Number = 0
    whole: Number = 0
    for how_likely, worth in outcomes:
        summed += how_likely * worth
        whole += how_likely
    return summed / whole


@dataclass(frozen=True)
class _Event:
    """A decision of the known player or a board: what could come, and which of it came.

    Attributes:
        outcomes: the places after it, and the reach (num_combos,) of each.
        came: which of them came.
    """

    outcomes: list[tuple[PublicState, Weights]]
    came: int


def _events(line: Line, plays: Played, other: tuple[Card, ...]) -> Iterator[_Event]:
    game, end = line.spot.game, line.spot
    decisions = {len(one.spot.actions): place for place, one in enumerate(line.decisions)}
    here, reach = PublicState(game, (), ()), plays.reach[0]
    for number in range(len(end.actions) + 1):
        street = game.num_rounds - 1 if here.showdown else here.street
        for size in game.board_sizes[: street + 1]:
            if len(here.board) < size <= len(end.board):
                yield _board(here, end.board[:size], reach, other)
                here = PublicState(game, here.actions, end.board[:size], here.betting)
        if number == len(end.actions):
            return
        action = end.actions[number]
        if number in decisions:
            place = decisions[number]
            answer = plays.answers[place]
            outcomes = [(here.after(one), reach * column(answer, one)) for one in answer.actions]
            yield _Event(outcomes, answer.actions.index(action))
            reach = plays.reach[place + 1]
        here = here.after(action)


def _board(
    here: PublicState, board: tuple[Card, ...], reach: Weights, other: tuple[Card, ...]
) -> _Event:
    """The next cards of the board: all that can come after those on the table."""
    found = boards_after(here, len(board), other)
    came = next(i for i, spot in enumerate(found) if set(spot.board) == set(board))
    return _Event([(spot, reach) for spot in found], came)
