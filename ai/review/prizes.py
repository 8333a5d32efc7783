"""The judge of sit-and-gos: all-in and fold before the flop, by the prizes that they give away.

Its EVs are what stacks are worth by the Independent Chip Model, in chips at the average price of a
chip, so that all classes of decisions mean the same as with chips.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ai.preflop.icm import chip_price
from ai.reading.line import Decision, PlayerLine
from ai.reading.noise import NO_NOISE, Noise
from ai.review.decision import NOT_JAM_FOLD, Reviewed
from ai.review.verdict import HandReview, Verdict
from ai.sit_and_go.review import PrizeVerdict, prize_verdict
from engine.cards import Card
from engine.errors import EngineError, PokerError
from engine.jobs import JobControl
from engine.player import CALL, FOLD, PublicState, raise_to
from engine.records.record import HandRecord

_SAMPLED = 0.002
"""Error of showdowns of three hands, as a fraction of the pot."""


class PrizeReviewer:
    """Reviews decisions between all-in and fold with short stacks; others are not judged.

    Args:
        payouts: prizes of the tournament; there may be more than players in the hand.
        home: folder of strategies, which keeps showdowns of three hands.
    """

    def __init__(self, payouts: tuple[float, ...], home: Path | None = None) -> None:
        self._payouts, self._home = payouts, home

    def verdicts(
        self, record: HandRecord, seat: int, control: JobControl | None = None
    ) -> Iterator[tuple[Decision, PrizeVerdict | None]]:
        """Yield a seat's decisions; with None those that are not between all-in and fold.

        Raises:
            CancelledError: if cancelled.
            PokerError: if the seat's cards are not known.
        """
        hole = record.holes[seat]
        if hole is None:
            raise PokerError("the cards are not known")
        end = PublicState(record.game, record.actions, record.board)
        for one in PlayerLine.of(end, seat).decisions:
            yield one, self._verdict(one, hole, control)

    def decisions(
        self, record: HandRecord, seat: int, control: JobControl | None = None
    ) -> tuple[Reviewed, ...]:
        """Review a seat's decisions of a hand; raises as ``verdicts``."""
        found = self.verdicts(record, seat, control)
        return tuple(self._reviewed(one, verdict) for one, verdict in found)

    def review(
        self, record: HandRecord, seat: int, control: JobControl | None = None
    ) -> HandReview:
        """Review a hand; luck is not split. Raises as ``verdicts``."""
        hole = record.holes[seat] or ()
        reviewed = self.decisions(record, seat, control)
        return HandReview(tuple(Verdict.of(one, hole) for one in reviewed))

    def decide(
        self, one: Decision, hole: tuple[Card, ...], control: JobControl | None = None
    ) -> Reviewed:
        """Review one decision. Raises CancelledError."""
        return self._reviewed(one, self._verdict(one, hole, control))

    def earnings(
        self, record: HandRecord, place: int, control: JobControl | None = None
    ) -> NDArray[np.float64]:
        """Refuse: charts of the Preflop page show all hands."""
        raise EngineError("the Preflop page shows what every hand wins in prizes")

    def _verdict(
        self, one: Decision, hole: tuple[Card, ...], control: JobControl | None
    ) -> PrizeVerdict | None:
        payouts = self._payouts[: one.spot.game.num_players]
        return prize_verdict(payouts, one.spot, hole, one.action, self._home, control)

    def _reviewed(self, one: Decision, found: PrizeVerdict | None) -> Reviewed:
        spot = one.spot
        if found is None:
            return Reviewed.without(one, NOT_JAM_FOLD)
        most = spot.legal.max_raise
        evs = np.array([found.fold, found.jam]) / chip_price(spot.game.stacks, self._payouts)
        return Reviewed(
            spot,
            one.action,
            (FOLD, raise_to(most) if most else CALL),
            np.array([1.0 - found.frequency, found.frequency]),
            evs,
            np.array([not found.jammed, found.jammed], np.float64),
            NO_NOISE if spot.game.is_heads_up else Noise(estimate=_SAMPLED * spot.pot),
        )
