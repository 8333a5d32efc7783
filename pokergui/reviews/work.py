"""Reviews stored hands by a judge, with a cache of earlier reviews."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ai.preflop.icm import chip_percent
from ai.registry import APART
from ai.review.classes import STANDARD, Thresholds
from ai.review.decision import UNREAD, Reviewed
from ai.review.judges import PRIZES, SOLVER, judged_payouts, prize_judge
from ai.review.verdict import HandReview
from engine.errors import CancelledError, PokerError
from engine.game import Game
from engine.jobs import JobControl
from engine.records.record import HandRecord
from engine.wording import Wording
from pokergui.judging.hands import hands_of_match
from pokergui.processes import in_order
from pokergui.store.hands import IMPORTED, StoredHand
from pokergui.store.reader import HandReader
from pokergui.store.reviews import ReviewCache

if TYPE_CHECKING:
    from ai.review.hands import HandReviewer
    from ai.review.prizes import PrizeReviewer
    from pokergui.reviews.judge_pool import JudgePool, PrizePool

    Pool = JudgePool | PrizePool

REVIEWED = ("play", IMPORTED)
"""Modes of the hands that are reviewed unless others are named."""
MOST_GAMES = 16
"""Games for which a judge stays ready: imported hands differ in stacks from one to the next."""
_KEEP_EVERY = 50
"""Hands between two writes to the cache."""
SHARED, _AT_ONCE = 200, 8
"""Hands of hold'em to review from which other processes help, and how many each takes at a time: a
process needs some seconds to be ready."""
NO_CARDS, NOT_PLAYED, NO_PLAYER = (
    "cards not known",
    "the rulebook does not play it",
    "no player to review",
)
NOT_JUDGED = "not a game of this judge"
NO_PRIZES = "not a hand of a sit-and-go"
"""Reason why a hand is not reviewed."""
_Reviews = dict[str, dict[str, HandReview]]
"""Cached reviews by the judge's identity and the hand's key."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class ReviewedHand:
    """A recorded hand and its review.

    Attributes:
        number: of the hand in the database or in its match.
        seat: the player whose decisions are reviewed; -1 if there is none.
        judge: the engine that judges; of a hand that is judged in prizes it names these.
        worth: of a big blind in the unit of the review's losses: 1, or with a judge of prizes the
            percent of a tournament's prizes.
    """

    number: int
    seat: int
    record: HandRecord | None = None
    review: HandReview | None = None
    reason: str = ""
    judge: str = ""
    worth: float = 1.0


@dataclass(frozen=True)
class ReviewJob:
    """A review job: a hand with everything a process needs to review it."""

    number: int
    seat: int
    judge: str
    home: Path | None
    reason: str
    record: HandRecord | None = None
    rival: str = ""
    identity: str = ""
    key: str = ""
    known: HandReview | None = None
    worth: float = 1.0


@dataclass(frozen=True)
class ReviewAnswer:
    """The result of a review job: the review, if any, and whether to cache it."""

    review: HandReview | None
    kept: bool = False

    @classmethod
    def of(cls, pool: Pool, asked: ReviewJob, control: JobControl) -> ReviewAnswer:
        """Review a hand.

        Raises:
            PokerError: if the judge fails.
        """
        assert asked.record is not None
        reviewer, kept = pool.reviewer(asked.rival)
        review = reviewer.review(asked.record, asked.seat, control)
        return cls(review, kept and all(one.unread != UNREAD for one in review.verdicts))


def _new_pool(judge: str, game: Game, home: Path | None, control: JobControl) -> Pool:
    from pokergui.reviews import judge_pool  # imports solvers: not before the work begins

    payouts = judged_payouts(judge)
    if payouts:
        return judge_pool.PrizePool(payouts, home)
    return judge_pool.JudgePool(judge, game, home, control)


@lru_cache(MOST_GAMES)
def _pool_elsewhere(judge: str, game: Game, home: Path | None) -> Pool:
    return _new_pool(judge, game, home, JobControl())


def answered_elsewhere(asked: ReviewJob) -> ReviewAnswer | PokerError:
    """Review a hand in a worker process."""
    if asked.record is None or asked.known is not None:
        return ReviewAnswer(asked.known)
    try:
        pool = _pool_elsewhere(asked.judge, asked.record.game, asked.home)
        return ReviewAnswer.of(pool, asked, JobControl())
    except PokerError as error:
        return PokerError("{error}", error=error)


def rival_of(hand: StoredHand, seat: int) -> str:
    """Return the opposing engine's name; empty for a human, or with more than two players."""
    return hand.engines[1 - seat] if len(hand.engines) == 2 else ""


def blind_percent(game: Game, payouts: Sequence[float]) -> float:
    """Return the percent of a tournament's prizes that a big blind is worth on average."""
    return chip_percent(game.stacks, payouts) * game.big_blind


class HandsReview:
    """Reviews stored hands of any game that one judge plays.

    With the judge ``PRIZES``, hands of sit-and-gos, in thousandths of a percent of the prizes.

    Args:
        cache: of reviews; None keeps none.
        limits: between the classes; kept reviews do not depend on them.
    """

    def __init__(
        self,
        judge: str,
        home: Path | None,
        cache: ReviewCache | None,
        control: JobControl,
        limits: Thresholds = STANDARD,
    ) -> None:
        self.judge, self._limits = judge, limits
        self._home, self._cache, self._control = home, cache, control
        self._pools: dict[tuple[str, Game], Pool | PokerError] = {}
        self._refusal: PokerError | None = None

    def close(self) -> None:
        for pool in self._pools.values():
            if not isinstance(pool, PokerError):
                pool.close()
        self._pools.clear()

    def run(self, hands: Sequence[StoredHand], engine: str = "") -> Iterator[ReviewedHand]:
        """Review hands, in their order; those of games that the judge does not play are left out.

        Args:
            engine: name of the engine whose decisions are reviewed; empty for the user's.

        Raises:
            CancelledError: if stopped; what was reviewed is kept.
            PokerError: if the judge cannot be built for any of the hands, or has no ranges.
        """
        fresh: _Reviews = {}
        reviewed = 0
        known = self._known(hands, engine)
        shown = (hand for hand in hands if not self._seat_of(hand, engine)[1])
        shared = self._shared(sum(hand.game.has_holdem_cards for hand in shown) - len(known))
        work = answered_elsewhere if shared else self._answered
        self._refusal = None
        try:
            asked = self._asked(hands, engine, known)
            for at, (one, answer) in enumerate(in_order(work, asked, shared, _AT_ONCE), 1):
                self._control.check()
                if isinstance(answer, PokerError):
                    raise answer
                if answer.review is not None and answer.kept:
                    fresh.setdefault(one.identity, {})[one.key] = answer.review
                if at % _KEEP_EVERY == 0:
                    self._keep(fresh)
                reviewed += one.record is not None
                review = None if answer.review is None else answer.review.classed(self._limits)
                if review is not None and one.worth != 1.0:
                    review = review.times(one.worth)
                known_as = one.number, one.seat, one.record
                yield ReviewedHand(*known_as, review, one.reason, one.judge, one.worth)
        finally:
            self._keep(fresh)
        if self._refusal is not None and not reviewed:
            raise self._refusal

    def run_match(
        self, reader: HandReader, number: int, engine: str = ""
    ) -> Iterator[ReviewedHand]:
        """Review the hands of a stored match of two; they are not kept.

        Args:
            reader: the database; it must stay open meanwhile.
            engine: name of the engine whose decisions are reviewed; empty for the first.

        Raises:
            PokerError: if there is no such match or engine, or the judge cannot be built.
        """
        hands = hands_of_match(reader, number, engine)
        self._ready(self.judge, hands.game)  # raises before the work begins
        asked = (
            ReviewJob(record.number, seat, self.judge, self._home, "", record, hands.rival)
            for record, seat in hands.records
        )
        shared = self._shared(hands.count if hands.game.has_holdem_cards else 0)
        work = answered_elsewhere if shared else self._answered
        for one, answer in in_order(work, asked, shared, _AT_ONCE):
            self._control.check()
            if isinstance(answer, PokerError):
                raise answer
            assert one.record is not None and answer.review is not None
            review = answer.review.classed(self._limits)
            yield ReviewedHand(one.number, one.seat, one.record, review)

    def decisions(self, hand: StoredHand, engine: str = "") -> tuple[Reviewed, ...]:
        """Review one hand with the judge's full verdict on each decision.

        Raises:
            PokerError: if it cannot be reviewed.
        """
        reviewer, seat = self._reviewer(hand, engine)
        decisions = reviewer.decisions(hand.record, seat, self._control)
        return tuple(replace(one, limits=self._limits) for one in decisions)

    def earnings(self, hand: StoredHand, place: int, engine: str = "") -> NDArray[np.float64]:
        """Return what each hand the player could have held would have won with one decision.

        Raises:
            PokerError: if the judge gives no answer.
        """
        reviewer, _ = self._reviewer(hand, engine)
        return reviewer.earnings(hand.record, place, self._control)

    def _seat_of(self, hand: StoredHand, engine: str) -> tuple[int, str]:
        """Return a hand's seat as ``seat_of``, and why this judge has nothing to review."""
        seat, reason = seat_of(hand, engine)
        if self.judge == PRIZES and not reason and hand.entry is None:
            reason = NO_PRIZES
        return seat, reason

    def _judge_of(self, hand: StoredHand) -> str:
        if self.judge != PRIZES:
            return self.judge
        assert hand.entry is not None, "others have a reason"
        return prize_judge(hand.entry.stage.plan.payouts)

    def _reviewer(self, hand: StoredHand, engine: str) -> tuple[HandReviewer | PrizeReviewer, int]:
        """Return what reviews a hand, and the seat of the player reviewed; raises as above."""
        seat, reason = self._seat_of(hand, engine)
        if reason:
            raise PokerError(
                "hand {number} cannot be reviewed: {reason}",
                number=hand.number,
                reason=Wording(reason),
            )
        reviewer, _ = self._ready(self._judge_of(hand), hand.game).reviewer(rival_of(hand, seat))
        return reviewer, seat

    def _asked(
        self, hands: Sequence[StoredHand], engine: str, known: dict[str, HandReview]
    ) -> Iterator[ReviewJob]:
        """Yield a review job for each hand."""
        for hand in hands:
            self._control.check()
            seat, reason = self._seat_of(hand, engine)
            judge = self.judge if reason else self._judge_of(hand)
            pool = None if reason else self._pool(judge, hand.game)
            if pool is None or isinstance(pool, PokerError):
                self._refusal = pool or self._refusal
                yield ReviewJob(hand.number, seat, self.judge, self._home, reason or NOT_JUDGED)
                continue
            record, rival = hand.record, rival_of(hand, seat)
            key = pool.key(hand, seat, rival)
            review = known.get(key)
            if review is not None and not review.fits(record):
                review = None
            yield ReviewJob(
                hand.number,
                seat,
                judge,
                self._home,
                "",
                record,
                rival,
                pool.identity,
                key,
                review,
                blind_percent(hand.game, judged_payouts(judge)) if self.judge == PRIZES else 1.0,
            )

    def _answered(self, asked: ReviewJob) -> ReviewAnswer | PokerError:
        if asked.record is None or asked.known is not None:
            return ReviewAnswer(asked.known)
        return ReviewAnswer.of(self._ready(asked.judge, asked.record.game), asked, self._control)

    def _shared(self, new: int) -> bool:
        """Return whether other processes help with this many new hands of hold'em.

        External programs are not started several times, a flop takes the memory of several, and
        hands of one tournament share solutions.
        """
        apart = self.judge.startswith(APART) or self.judge in (SOLVER, PRIZES)
        return new >= SHARED and not apart

    def _known(self, hands: Sequence[StoredHand], engine: str) -> dict[str, HandReview]:
        if self._cache is None:
            return {}
        keys: dict[str, list[str]] = {}
        for hand in hands:
            seat, reason = self._seat_of(hand, engine)
            pool = None if reason else self._pool(self._judge_of(hand), hand.game)
            if pool is not None and not isinstance(pool, PokerError) and pool.identity:
                key = pool.key(hand, seat, rival_of(hand, seat))
                keys.setdefault(pool.identity, []).append(key)
        reviews: dict[str, HandReview] = {}
        try:
            for identity, wanted in keys.items():
                reviews |= self._cache.find(identity, wanted)
        except PokerError as error:
            _log.warning("kept reviews cannot be read: %s", error)
        return reviews

    def _keep(self, fresh: _Reviews) -> None:
        if self._cache is not None:
            for identity, reviews in fresh.items():
                try:
                    self._cache.keep(identity, reviews)
                except PokerError as error:
                    _log.warning("reviews cannot be kept: %s", error)
        fresh.clear()

    def _pool(self, judge: str, game: Game) -> Pool | PokerError:
        """Return the judge for a game, or why it cannot review; only a few games are kept ready."""
        pool = self._pools.pop((judge, game), None)
        if pool is None:
            try:
                pool = _new_pool(judge, game, self._home, self._control)
            except CancelledError:
                raise
            except PokerError as error:
                pool = error
        self._pools[judge, game] = pool
        if len(self._pools) > MOST_GAMES:
            oldest = self._pools.pop(next(iter(self._pools)))
            if not isinstance(oldest, PokerError):
                oldest.close()
        return pool

    def _ready(self, judge: str, game: Game) -> Pool:
        pool = self._pool(judge, game)
        if isinstance(pool, PokerError):
            raise pool
        return pool


def seat_of(hand: StoredHand, engine: str = "") -> tuple[int, str]:
    """Return the position of the user, or of an engine, and why there is nothing to review."""
    if hand.is_wide:
        return -1, NOT_PLAYED
    seat = hand.hero
    if engine:
        seat = hand.engines.index(engine) if engine in hand.engines else -1
    if seat < 0:
        return -1, NO_PLAYER
    return (seat, "") if hand.holes[seat] is not None else (seat, NO_CARDS)
