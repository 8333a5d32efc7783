"""Reviewing stored hands by a judge, those reviewed before not again."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ai.process.agent import ProcessAgent
from ai.registry import build
from ai.review.decision import Reviewed
from ai.review.hands import HandReviewer
from ai.review.verdict import HandReview
from engine.agent import Agent
from engine.errors import CancelledError, EngineError, PokerError
from engine.game import Game
from engine.jobs import JobControl
from engine.records.record import HandRecord
from pokergui.judging import hands_of_match
from pokergui.reviews.identity import judge_identity
from pokergui.store.hands import IMPORTED, StoredHand
from pokergui.store.reader import HandReader
from pokergui.store.reviews import ReviewCache

REVIEWED = ("play", IMPORTED)
"""Modes of the hands that are reviewed unless others are named."""
_KEEP_EVERY = 50
"""Hands between two writes to the cache."""
NO_CARDS, NOT_PLAYED, NO_PLAYER = "cards not known", "more players than here", "nobody to review"
"""Why a hand is not reviewed."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class ReviewedHand:
    """A recorded hand and its review.

    Attributes:
        number: of the hand in the database or in its match.
        seat: whose decisions; -1 where there is nobody.
        record: the hand; None where it is not reviewed.
        review: what the judge says; None where it says nothing.
        reason: why not.
    """

    number: int
    seat: int
    record: HandRecord | None = None
    review: HandReview | None = None
    reason: str = ""


class HandsReview:
    """Reviews stored hands, of any games that the judge plays, by one judge.

    Args:
        judge: name of the engine.
        home: the folder of strategies.
        cache: of reviews; None keeps none.
        control: to stop.

    Attributes:
        judge: as given.
    """

    def __init__(
        self, judge: str, home: Path | None, cache: ReviewCache | None, control: JobControl
    ) -> None:
        self.judge = judge
        self._home, self._cache, self._control = home, cache, control
        self._judges: dict[Game, tuple[Agent, str]] = {}
        self._reviewers: dict[tuple[Game, str], HandReviewer] = {}
        self._agents: list[Agent] = []

    def close(self) -> None:
        """End the engines that run in processes of their own."""
        for agent in self._agents:
            if isinstance(agent, ProcessAgent):
                agent.close()

    def run(self, hands: Sequence[StoredHand], engine: str = "") -> Iterator[ReviewedHand]:
        """Review hands, in their order.

        Args:
            hands: stored hands.
            engine: name of the engine whose decisions are reviewed; empty for the person's.

        Raises:
            CancelledError: if stopped; what was reviewed is kept.
            PokerError: if the judge cannot be built for a game, or has no ranges.
        """
        fresh: dict[str, dict[str, HandReview]] = {}
        try:
            known: dict[str, HandReview] = {}
            for at, hand in enumerate(hands):
                self._control.check()
                if at % _KEEP_EVERY == 0:
                    self._keep(fresh)
                    known = self._known(hands[at : at + _KEEP_EVERY], engine)
                yield self._one(hand, engine, known, fresh)
        finally:
            self._keep(fresh)

    def run_match(
        self, reader: HandReader, number: int, engine: str = ""
    ) -> Iterator[ReviewedHand]:
        """Review the hands of a stored match of two; they are not kept.

        Args:
            reader: the database; it must stay open meanwhile.
            number: the match's.
            engine: name of the engine whose decisions are reviewed; empty for the first.

        Raises:
            CancelledError: if stopped.
            PokerError: if there is no such match or engine, or the judge cannot be built.
        """
        hands = hands_of_match(reader, number, engine)
        reviewer = self._reviewer_of(hands.game, hands.rival)
        for record, seat in hands.records:
            self._control.check()
            review = reviewer.review(record, seat, self._control)
            yield ReviewedHand(record.number, seat, record, review)

    def decisions(self, hand: StoredHand, engine: str = "") -> tuple[Reviewed, ...]:
        """Review one hand with all that the judge says of each decision.

        Raises:
            CancelledError: if stopped.
            PokerError: if it cannot be reviewed.
        """
        seat, reason = seat_of(hand, engine)
        if reason:
            raise PokerError(f"hand {hand.number} cannot be reviewed: {reason}")
        return self._reviewer(hand, seat).decisions(hand.record, seat, self._control)

    def _one(
        self,
        hand: StoredHand,
        engine: str,
        known: dict[str, HandReview],
        fresh: dict[str, dict[str, HandReview]],
    ) -> ReviewedHand:
        seat, reason = seat_of(hand, engine)
        if reason:
            return ReviewedHand(hand.number, seat, reason=reason)
        key, record = _key(hand, seat), hand.record
        review = known.get(key)
        if review is None:
            _, identity = self._judge(hand.game)
            review = self._reviewer(hand, seat).review(record, seat, self._control)
            fresh.setdefault(identity, {})[key] = review
        return ReviewedHand(hand.number, seat, record, review)

    def _known(self, hands: Sequence[StoredHand], engine: str) -> dict[str, HandReview]:
        if self._cache is None:
            return {}
        keys: dict[str, list[str]] = {}
        for hand in hands:
            seat, reason = seat_of(hand, engine)
            if not reason:
                keys.setdefault(self._judge(hand.game)[1], []).append(_key(hand, seat))
        found: dict[str, HandReview] = {}
        for identity, wanted in keys.items():
            found |= self._cache.find(identity, wanted)
        return found

    def _keep(self, fresh: dict[str, dict[str, HandReview]]) -> None:
        if self._cache is not None:
            for identity, reviews in fresh.items():
                try:
                    self._cache.keep(identity, reviews)
                except PokerError as error:
                    _log.warning("reviews cannot be kept: %s", error)
        fresh.clear()

    def _judge(self, game: Game) -> tuple[Agent, str]:
        found = self._judges.get(game)
        if found is None:
            agent = build(self.judge, game, home=self._home, control=self._control)
            self._agents.append(agent)
            if not agent.has_ranges:
                raise EngineError(f"'{self.judge}' can only act and has no answer for a range")
            identity = judge_identity(self.judge, agent, game, self._home, self._control)
            found = self._judges[game] = agent, identity
        return found

    def _reviewer(self, hand: StoredHand, seat: int) -> HandReviewer:
        rival = hand.engines[1 - seat] if len(hand.engines) == 2 else ""
        return self._reviewer_of(hand.game, rival)

    def _reviewer_of(self, game: Game, rival: str) -> HandReviewer:
        found = self._reviewers.get((game, rival))
        if found is None:
            judge, _ = self._judge(game)
            agent = judge if rival == self.judge else self._rival(rival, game)
            found = HandReviewer(game, judge, agent, self._control)
            self._reviewers[game, rival] = found
        return found

    def _rival(self, name: str, game: Game) -> Agent | None:
        if not name:
            return None
        try:
            agent = build(name, game, home=self._home, control=self._control)
        except CancelledError:
            raise
        except PokerError:
            return None  # it is gone, or plays this game no more
        self._agents.append(agent)
        return agent


def seat_of(hand: StoredHand, engine: str = "") -> tuple[int, str]:
    """Return the position of the person, or of an engine, and why there is nothing to review."""
    if hand.is_wide:
        return -1, NOT_PLAYED
    seat = hand.hero if not engine else -1
    if engine in hand.engines:
        seat = hand.engines.index(engine)
    if seat < 0:
        return -1, NO_PLAYER
    return (seat, "") if hand.holes[seat] is not None else (seat, NO_CARDS)


def _key(hand: StoredHand, seat: int) -> str:
    return f"{hand.salt}:{seat}"
