"""AIVAT for one hand and player, given one or more known strategies.

The result is averaged over all hole cards that the known player could have held. For the deal,
every board and every decision of a known player a correction term is added: the expectation of a
fixed value function before, less its value of the outcome, both averaged over those cards. Each
term has mean 0 for any value function, so the estimate is unbiased. Decisions of a player with an
unknown strategy get none.

Source: Burch, Schmid, Moravcik, Morrill and Bowling, "AIVAT: a new variance reduction technique for
agent evaluation in imperfect information games", AAAI 2018 (arXiv 1612.06915).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ai.cfr.matrix import Number
from ai.reading.line import BettingNode, HandEvent, PlayedLine, PlayerLine, boards_after, events_of
from ai.reading.reach import Weights
from ai.values.payoffs import Chips
from engine.cards import Card
from engine.player import Action, PublicState, Strategy
from engine.policy import blocked


class Heuristic(ABC):
    """A value function of nodes for one player, fixed beforehand; it need not be accurate.

    ``fair``: whether ``dealt`` is a martingale: at each node its mean over the next cards.
    """

    fair: bool

    @abstractmethod
    def start(self, seat: int) -> Number:
        """Return the EV of a hand before the deal: the mean of ``dealt`` over deals."""

    @abstractmethod
    def dealt(
        self, spot: PublicState, seat: int, other: tuple[Card, ...], weights: Weights
    ) -> tuple[Number, Number]:
        """Return a range's reach of a node, and its mean result over the whole hand.

        ``spot``: a node, finished or not, with or without the next cards. ``other``: the opponent's
        cards, or those of all opponents by seat. ``weights``: (num_combos,) of the range; 0 for
        blocked combos.
        """

    def decided(
        self,
        here: BettingNode,
        actions: tuple[Action, ...],
        places: Sequence[int],
        board: tuple[Card, ...],
        seat: int,
        other: tuple[Card, ...],
        weights: Weights,
    ) -> Sequence[tuple[Number, Number]]:
        """Do the same for the nodes after a decision, whose values a subclass may refine.

        ``places``: indices of the actions wanted. ``weights``: (places, num_combos) of the range
        after each of them, or one row for all.
        """
        rows = weights if len(weights) > 1 else [weights[0]] * len(places)
        return [
            self.dealt(here.after(actions[place]).on(board), seat, other, row)
            for place, row in zip(places, rows, strict=True)
        ]


@dataclass(frozen=True)
class Rival:
    """An opponent with a known strategy. ``combo``: the hand that it holds."""

    combo: int
    plays: PlayedLine


def aivat(
    line: PlayerLine,
    plays: PlayedLine,
    heuristic: Heuristic,
    other: tuple[Card, ...],
    against: Mapping[int, Rival] | None = None,
    events: tuple[HandEvent, ...] | None = None,
) -> Number:
    """Return a player's AIVAT estimate of a hand, in chips.

    ``line``: the hand seen; unless the heuristic is fair, all possible boards are enumerated.
    ``other``: the opponent's cards, or those of all opponents by seat. ``events``: of the line, if
    already known. Raises CardError if the opponent's cards are needed and unknown.
    """
    end, seat = line.spot, line.seat
    game, board = end.game, end.board
    hand = CorrectionTerms(heuristic, seat, other)
    own = iter(plays.answers)
    against = against or {}
    theirs = {one: iter(rival.plays.answers) for one, rival in against.items()}
    start = PublicState(game, (), ())
    reach = np.where(blocked(game, other), 0, plays.reach[0])
    total: Number = heuristic.start(seat) - hand.worth(start, reach)
    shown: tuple[Card, ...] = ()
    for event in events_of(BettingNode.start(game), end.actions) if events is None else events:
        if event.action is None:
            if event.cards > len(board):
                break
            before, shown = event.place.on(shown), board[: event.cards]
            total += hand.expected(before, event.cards, reach)
            reach = np.where(blocked(game, shown), 0, reach)
            total -= hand.worth(event.place.on(shown), reach)
        elif event.place.to_act == seat:
            played = next(own, None)
            if played is None:  # an unknown strategy
                continue
            after: Weights = np.multiply(played.probabilities.T, reach, order="C")
            total += hand.own_luck(event, played, shown, after)
            reach = after[played.actions.index(event.action)]
        elif event.place.to_act in theirs:
            answer, combo = next(theirs[event.place.to_act]), against[event.place.to_act].combo
            total += hand.their_luck(event, answer, combo, shown, reach)
    chips = Chips().of(end, seat, other).astype(reach.dtype)
    whole: Number = reach.sum()
    won: Number = np.where(reach > 0, reach * chips, 0).sum()
    return total + (won / whole if whole > 0 else 0)


@dataclass(frozen=True)
class CorrectionTerms:
    """The correction terms of a hand, by a value function: expectation less outcome."""

    heuristic: Heuristic
    seat: int
    other: tuple[Card, ...]

    def worth(self, spot: PublicState, reach: Weights) -> Number:
        """Return the mean result over the whole hand at a chance node, of a range."""
        return self.heuristic.dealt(spot, self.seat, self.other, reach)[1]

    def expected(self, here: PublicState, cards: int, reach: Weights) -> Number:
        """Return the expectation at a node before the board has a number of cards."""
        if self.heuristic.fair:
            return self.worth(here, reach)
        dealt = self.heuristic.dealt
        return _expectation(
            [
                dealt(one, self.seat, self.other, np.where(blocked(one.game, one.board), 0, reach))
                for one in boards_after(here, cards, self.other)
            ]
        )

    def own_luck(
        self, event: HandEvent, answer: Strategy, board: tuple[Card, ...], after: Weights
    ) -> Number:
        """Return the luck of a decision of the player: of the cards held and the action sampled.

        ``after``: (actions, num_combos) the range after each of its actions.
        """
        assert event.action is not None
        outcomes = self.heuristic.decided(
            event.place, answer.actions, range(len(after)), board, self.seat, self.other, after
        )
        return _expectation(outcomes) - outcomes[answer.actions.index(event.action)][1]

    def their_luck(
        self,
        event: HandEvent,
        answer: Strategy,
        combo: int,
        board: tuple[Card, ...],
        reach: Weights,
    ) -> Number:
        """Return the luck of a rival's decision: of its sampled action, as its cards are fixed."""
        assert event.action is not None
        chances = answer.probabilities[combo].tolist()
        places = [place for place, chance in enumerate(chances) if chance > 0]
        worths = self.heuristic.decided(
            event.place, answer.actions, places, board, self.seat, self.other, reach[None]
        )
        outcomes = {
            place: (chances[place], worth) for place, (_, worth) in zip(places, worths, strict=True)
        }
        return _expectation(outcomes.values()) - outcomes[answer.actions.index(event.action)][1]


def _expectation(outcomes: Iterable[tuple[Number, Number]]) -> Number:
    summed: Number = 0
    whole: Number = 0
    for how_likely, worth in outcomes:
        summed += how_likely * worth
        whole += how_likely
    return summed / whole
