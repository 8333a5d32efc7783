"""The result of a hand for one player with the luck taken out, where some strategies are known.

The result itself is averaged over all cards that the known player could have held. For the deal,
for every board and for every decision of a known player a correction is added: the expectation of
a fixed value function before, less its value of the outcome, both averaged over those cards. Each
correction has mean 0 for any value function, so the mean stays the player's result. Decisions of a
player with an unknown strategy get none.

Source: Burch, Schmid, Moravcik, Morrill and Bowling, "AIVAT: a new variance reduction technique for
agent evaluation in imperfect information games", AAAI 2018 (arXiv 1612.06915).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from ai.cfr.matrix import Number
from ai.evaluation.events import Event, Place, events_of
from ai.evaluation.line import Line, Played, boards_after, possible
from ai.evaluation.values import Chips
from ai.reach import Weights
from engine.cards import Card
from engine.player import Action, PublicState, Strategy


class Heuristic(Protocol):
    """The value of a place to one player, fixed before the first hand; it may be wrong.

    Attributes:
        fair: whether ``dealt`` of a place is the mean of ``dealt`` over the cards that come next.
    """

    fair: bool

    def start(self, seat: int) -> Number:
        """Return chips that a hand is worth before the deal: the mean of ``dealt`` over deals."""
        ...

    def dealt(
        self, spot: PublicState, seat: int, other: tuple[Card, ...], weights: Weights
    ) -> tuple[Number, Number]:
        """Return how likely a range comes to a place, and its mean chips won in the whole hand.

        Args:
            spot: a place, finished or not, with or without the next cards.
            seat: of the range.
            other: the other's cards, or those of all others by seat.
            weights: (num_combos,) of the range; 0 where cards are taken.
        """
        ...

    def decided(
        self,
        here: Place,
        actions: tuple[Action, ...],
        places: Sequence[int],
        board: tuple[Card, ...],
        seat: int,
        other: tuple[Card, ...],
        weights: Weights,
    ) -> Sequence[tuple[Number, Number]]:
        """Do the same for places after a decision; the numbers may differ.

        Args:
            here: the decision.
            actions: that could be taken there.
            places: of the actions wanted.
            board: the cards on the board.
            seat: whose range.
            other: the other's cards.
            weights: (places, num_combos) of the range after each of them, or one row for all.
        """
        ...


@dataclass(frozen=True)
class Rival:
    """Another player with a known strategy.

    Attributes:
        combo: the hand that it holds.
        plays: its strategy along the line.
    """

    combo: int
    plays: Played


@dataclass(frozen=True)
class _Theirs:
    """A rival's answers along a line, which are taken one by one."""

    combo: int
    answers: Iterator[Strategy]


def aivat(
    line: Line,
    plays: Played,
    heuristic: Heuristic,
    other: tuple[Card, ...],
    against: Mapping[int, Rival] | None = None,
    events: tuple[Event, ...] | None = None,
) -> Number:
    """Return a player's result of a hand with the luck taken out, in chips.

    Args:
        line: the hand seen; unless the heuristic is fair, all boards that can come are
            enumerated.
        plays: the player's strategy along the line.
        heuristic: of the value of places.
        other: the other's cards, or those of all others by seat.
        against: others whose strategies are known, too, by seat.
        events: of the line, if already known.

    Raises:
        CardError: if the other's cards are needed and not known.
    """
    end, seat = line.spot, line.seat
    game, board = end.game, end.board
    hand = _Hand(heuristic, seat, other)
    own = iter(plays.answers)
    theirs = {
        one: _Theirs(rival.combo, iter(rival.plays.answers))
        for one, rival in (against or {}).items()
    }
    start = PublicState(game, (), ())
    reach = np.where(possible(start, other), plays.reach[0], 0)
    total: Number = heuristic.start(seat) - heuristic.dealt(start, seat, other, reach)[1]
    shown: tuple[Card, ...] = ()
    for event in events_of(Place.start(game), end.actions) if events is None else events:
        if event.action is None:
            if event.cards > len(board):
                break
            before, shown = event.place.on(shown), board[: event.cards]
            total += hand.expected(before, event.cards, reach)
            reach = np.where(possible(event.place.on(shown), ()), reach, 0)
            total -= heuristic.dealt(event.place.on(shown), seat, other, reach)[1]
        elif event.place.seat == seat:
            answer = next(own, None)
            if answer is None:  # an unknown strategy
                continue
            after: Weights = np.multiply(answer.probabilities.T, reach, order="C")
            total += hand.own_luck(event, answer, shown, after)
            reach = after[answer.actions.index(event.action)]
        elif event.place.seat in theirs:
            total += hand.their_luck(event, theirs[event.place.seat], shown, reach)
    chips = Chips().of(end, seat, other).astype(reach.dtype)
    whole: Number = reach.sum()
    won: Number = np.where(reach > 0, reach * chips, 0).sum()
    return total + (won / whole if whole > 0 else 0)


@dataclass(frozen=True)
class _Hand:
    """The luck in a hand, by a heuristic: the expectation less the outcome."""

    heuristic: Heuristic
    seat: int
    other: tuple[Card, ...]

    def expected(self, here: PublicState, cards: int, reach: Weights) -> Number:
        """Return the expectation at a place before the board has a number of cards."""
        dealt = self.heuristic.dealt
        if self.heuristic.fair:
            return dealt(here, self.seat, self.other, reach)[1]
        return _mean(
            [
                dealt(one, self.seat, self.other, np.where(possible(one, ()), reach, 0))
                for one in boards_after(here, cards, self.other)
            ]
        )

    def own_luck(
        self, event: Event, answer: Strategy, board: tuple[Card, ...], after: Weights
    ) -> Number:
        """Return the luck of an own decision: of the cards held and the draw of the action.

        Args:
            event: the decision.
            answer: the strategy's.
            board: the cards on the board.
            after: (actions, num_combos) the range after each of its actions.
        """
        assert event.action is not None
        outcomes = self.heuristic.decided(
            event.place, answer.actions, range(len(after)), board, self.seat, self.other, after
        )
        return _mean(outcomes) - outcomes[answer.actions.index(event.action)][1]

    def their_luck(
        self, event: Event, theirs: _Theirs, board: tuple[Card, ...], reach: Weights
    ) -> Number:
        """Return the luck of a rival's decision: of its draw alone, as its cards are fixed."""
        assert event.action is not None
        answer = next(theirs.answers)
        chances = answer.probabilities[theirs.combo].tolist()
        places = [place for place, chance in enumerate(chances) if chance > 0]
        found = self.heuristic.decided(
            event.place, answer.actions, places, board, self.seat, self.other, reach[None]
        )
        outcomes = {
            place: (chances[place], worth) for place, (_, worth) in zip(places, found, strict=True)
        }
        return _mean(outcomes.values()) - outcomes[answer.actions.index(event.action)][1]


def _mean(outcomes: Iterable[tuple[Number, Number]]) -> Number:
    summed: Number = 0
    whole: Number = 0
    for how_likely, worth in outcomes:
        summed += how_likely * worth
        whole += how_likely
    return summed / whole
