"""Review whole hands: all decisions, and the luck ledger."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ai.reading.line import PlayerLine
from ai.reading.reach import RangeReader
from ai.review.decision import UNREAD, Reviewed
from ai.review.ledger import LuckLedger
from ai.review.multiway import by_frequency, can_judge, is_solved, with_known_evs
from ai.review.reviewer import Reviewer
from ai.review.verdict import HandReview, Verdict, decision_at
from engine.agent import Agent
from engine.errors import CancelledError, GameError, PokerError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import PublicState
from engine.records.record import HandRecord


class HandReviewer:
    """Reviews hands of one game against one rival.

    ``rival``: the engine they were played against; None if unknown. Raises EngineError if the judge
    has no answer for a whole range.
    """

    def __init__(self, game: Game, judge: Agent, rival: Agent | None) -> None:
        self._reviewer = Reviewer(game, judge)
        self._reader = RangeReader(judge) if by_frequency(game) else None
        self._sides = game, judge, rival

    @cached_property
    def _ledger(self) -> LuckLedger | None:
        try:
            return LuckLedger(*self._sides)
        except GameError:
            return None  # such as a game of more than two

    def decisions(
        self, record: HandRecord, seat: int, control: JobControl | None = None
    ) -> tuple[Reviewed, ...]:
        """Review a seat's decisions of a hand, with the judge's full strategies.

        Raises PokerError if the seat's cards are not known.
        """
        hole = record.holes[seat]
        if hole is None:
            raise PokerError("the cards are not known")
        end = PublicState(record.game, record.actions, record.board)
        if self._reader is None:
            return self._reviewer.review(end, seat, hole, control)
        reviewed = []
        for one in PlayerLine.of(end, seat).decisions:
            if can_judge(one.spot) or is_solved(one.spot, self._reader, control):
                stated = self._reviewer.decide(one, hole, control)
                reviewed.append(with_known_evs(stated, self._reader, hole, control))
            else:
                reviewed.append(Reviewed.without(one, UNREAD))
        return tuple(reviewed)

    def earnings(
        self, record: HandRecord, place: int, control: JobControl | None = None
    ) -> NDArray[np.float64]:
        """Return each hand's earnings with a decision of a hand, as ``Reviewer.earnings``.

        Raises PokerError if the judge has no answer.
        """
        return self._reviewer.earnings(*decision_at(record, place), control)

    def verdicts(
        self, record: HandRecord, seat: int, control: JobControl | None = None
    ) -> tuple[Verdict, ...]:
        """Review a seat's decisions of a hand in short form.

        Raises PokerError if the seat's cards are not known.
        """
        hole = record.holes[seat] or ()
        return tuple(Verdict.of(one, hole) for one in self.decisions(record, seat, control))

    def review(
        self, record: HandRecord, seat: int, control: JobControl | None = None
    ) -> HandReview:
        """Review a seat's decisions of a hand, with the ledger if both hands were shown.

        Raises PokerError if the seat's cards are not known.
        """
        reviewed = self.decisions(record, seat, control)
        verdicts = tuple(Verdict.of(one, record.holes[seat] or ()) for one in reviewed)
        holes = [one for one in record.holes if one is not None]
        if self._ledger is None or len(holes) < len(record.holes) or record.boards:
            return HandReview(verdicts)
        end = PublicState(record.game, record.actions, record.board)
        try:
            parts = self._ledger.parts(end, seat, holes, record.payoffs[seat], reviewed, control)
        except CancelledError:
            raise
        except PokerError:
            return HandReview(verdicts)  # the rival's engine failed
        return HandReview(verdicts, parts, self._ledger.knows_rival)
