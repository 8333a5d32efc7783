"""The judge ``solver``: the streets of a hand solved exactly, each from the solution before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ai.reading.line import Decision, PlayerLine
from ai.reading.noise import Noise
from ai.reading.reach import RangeReader, given_folds, visible
from ai.review.decision import NOT_SOLVED, PREFLOP, RARE, UNREAD, UNSOUND, Reviewed
from ai.review.hands import HandReviewer
from ai.solver.whole_hand import LEAST_SHARE, SolvedStreet, WholeHand, no_whole_hand
from engine.agent import Agent
from engine.cards import Card
from engine.combos import combo_index
from engine.errors import CancelledError, EngineError, PokerError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import Action, PublicState
from engine.policy import blocked
from engine.ranges import Weights
from engine.records.record import HandRecord

TARGET = 0.3
"""Exploitability in percent of the pot to which streets are solved."""
FLOOR = 3.0
"""Noise floor in exploitabilities: an average over ranges, which single hands exceed. Of the losses
beyond it some 2% are none, of those beyond one exploitability 9% (``scripts/solver_noise.py``)."""


def judged(
    spot: PublicState, action: Action, hole: Sequence[Card], solved: SolvedStreet
) -> Reviewed:
    """Judge a decision of a hand by the solution of its street.

    The noise is the distance of the solution from equilibrium: ``FLOOR`` times its exploitability
    or, if it is more, what the hand would gain by another action here.
    """
    at = len(spot.actions) - solved.street.first
    view, taken, combo = solved.views[at], solved.street.line[at], combo_index(hole)
    # A bet of more than the other has left is the spot's all-in.
    actions = tuple(action if one == taken else one for one in view.actions)
    row, evs = view.strategy[combo], view.action_ev[combo]
    shares = np.array([float(one == taken) for one in view.actions])
    known = bool(row.any()) and not np.isnan(evs).any()
    gain = float(evs.max() - row @ evs) if known else 0.0
    noise = Noise(distance=max(FLOOR * solved.exploitability, gain))
    rival, start = view.reach[1 - view.to_act], solved.street.spot.ranges[1 - view.to_act]
    rare = solved.street.rare or rival.sum() < LEAST_SHARE * start.sum()
    unread = "" if known and not rare else RARE
    one = Reviewed(spot, action, actions, row, evs, shares, noise, unread)
    return one if one.unread or one.sound else replace(one, unread=UNSOUND)


def ranges_on_flop(
    reader: RangeReader, hand: WholeHand, control: JobControl | None = None
) -> tuple[Weights, Weights]:
    """Return an engine's ranges on the flop, out of position first.

    Raises any error of the engine.
    """
    (reach,) = visible([reader.reach(hand.flop, control)])
    reach = given_folds(hand.flop, reach)
    oop, ip = hand.seats
    return reach[oop], reach[ip]


_latest: list[tuple[tuple[HandRecord, float, bytes], tuple[SolvedStreet, ...]]] = []
"""The hand solved last: each decision that is looked at is reviewed by a judge of its own."""


class SolvedHandReviewer(HandReviewer):
    """Reviews hands of two players from the flop on by their solutions.

    ``ranges``: the engine whose ranges come to the flop; its luck ledger counts, too.
    """

    def __init__(
        self, game: Game, ranges: Agent, rival: Agent | None, target: float = TARGET
    ) -> None:
        super().__init__(game, ranges, rival)
        self._before = RangeReader(ranges)
        self._target = target

    def decisions(
        self, record: HandRecord, seat: int, control: JobControl | None = None
    ) -> tuple[Reviewed, ...]:
        """Review a seat's decisions of a hand; those before the flop are not judged.

        Raises PokerError if the seat's cards are not known.
        """
        hole = record.holes[seat]
        if hole is None:
            raise PokerError("the cards are not known")
        end = PublicState(record.game, record.actions, record.board)
        every = PlayerLine.of(end, seat).decisions
        if no_whole_hand(end):
            return tuple(Reviewed.without(one, _why(one, NOT_SOLVED)) for one in every)
        streets = self._streets(record, control)
        return tuple(self._judged(one, hole, streets) for one in every)

    def earnings(
        self, record: HandRecord, place: int, control: JobControl | None = None
    ) -> NDArray[np.float64]:
        """Return each hand's earnings with a decision of a hand, as ``Reviewer.earnings``.

        Raises PokerError if the decision is not solved.
        """
        end = PublicState(record.game, record.actions, record.board)
        if no_whole_hand(end) is None:
            spot = WholeHand(end).decision(place)
            for solved in self._streets(record, control):
                if place in solved.street.places:
                    at = place - solved.street.first
                    view, taken = solved.views[at], solved.street.line[at]
                    evs = view.action_ev[:, view.actions.index(taken)]
                    possible = ~blocked(record.game, spot.board)
                    return np.where(possible, evs - spot.spent(spot.to_act), np.nan)
        raise EngineError("this decision is not solved")

    def _judged(
        self, one: Decision, hole: Sequence[Card], streets: Sequence[SolvedStreet]
    ) -> Reviewed:
        place = len(one.spot.actions)
        for solved in streets:
            if place in solved.street.places:
                return judged(one.spot, one.action, hole, solved)
        return Reviewed.without(one, _why(one, UNREAD))

    def _streets(self, record: HandRecord, control: JobControl | None) -> tuple[SolvedStreet, ...]:
        """Return the streets that can be solved; the hand solved last is kept."""
        end = PublicState(record.game, record.actions, record.board)
        hand = WholeHand(end, record.holes)
        streets: list[SolvedStreet] = []
        try:
            ranges = ranges_on_flop(self._before, hand, control)
            key = record, self._target, np.stack(ranges).tobytes()
            for known, solved in _latest:
                if known == key:
                    return solved
            streets.extend(hand.solve(ranges, self._target, control))
            _latest[:] = [(key, tuple(streets))]
        except CancelledError:
            raise
        except (PokerError, MemoryError):
            pass  # what follows is not judged
        return tuple(streets)


def _why(one: Decision, reason: str) -> str:
    return reason if one.spot.street else PREFLOP
