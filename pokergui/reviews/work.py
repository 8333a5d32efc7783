"""Reviewing stored hands by a judge, those reviewed before not again."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ai.process.agent import ProcessAgent
from ai.registry import build
from ai.review.classes import STANDARD, Thresholds
from ai.review.decision import UNREAD, Reviewed
from ai.review.hands import HandReviewer
from ai.review.verdict import HandReview
from engine.agent import Agent
from engine.errors import CancelledError, EngineError, PokerError
from engine.game import Game
from engine.jobs import JobControl
from engine.records.record import HandRecord
from pokergui.judging import hands_of_match
from pokergui.reviews.identity import judge_identity, rival_identity
from pokergui.store.derived.reviews import ReviewCache
from pokergui.store.hands import IMPORTED, StoredHand
from pokergui.store.reader import HandReader

REVIEWED = ("play", IMPORTED)
"""Modes of the hands that are reviewed unless others are named."""
_KEEP_EVERY = 50
"""Hands between two writes to the cache."""
_MOST_GAMES = 16
"""Games for which a judge stays ready: imported hands differ in stacks from one to the next."""
NO_CARDS, NOT_PLAYED, NO_PLAYER = "cards not known", "more players than here", "nobody to review"
NOT_JUDGED = "not a game of this judge"
"""Why a hand is not reviewed."""
_Reviews = dict[str, dict[str, HandReview]]
"""Reviews by the judge's identity and the hand's key."""

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
        limits: between the classes; what is kept does not depend on them.

    Attributes:
        judge: as given.
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
        self._benches: dict[Game, _Bench | PokerError] = {}

    def close(self) -> None:
        """End the engines that run in processes of their own."""
        for bench in self._benches.values():
            if isinstance(bench, _Bench):
                bench.close()
        self._benches.clear()

    def run(self, hands: Sequence[StoredHand], engine: str = "") -> Iterator[ReviewedHand]:
        """Review hands, in their order; those of games that the judge does not play are left out.

        Args:
            hands: stored hands.
            engine: name of the engine whose decisions are reviewed; empty for the person's.

        Raises:
            CancelledError: if stopped; what was reviewed is kept.
            PokerError: if the judge cannot be built for any of the hands, or has no ranges.
        """
        fresh: _Reviews = {}
        known: dict[str, HandReview] = {}
        refusal: PokerError | None = None
        reviewed = 0
        try:
            for at, hand in enumerate(hands):
                self._control.check()
                if at % _KEEP_EVERY == 0:
                    self._keep(fresh)
                    known = self._known(hands[at : at + _KEEP_EVERY], engine)
                seat, reason = seat_of(hand, engine)
                bench = None if reason else self._bench(hand.game)
                if isinstance(bench, _Bench):
                    reviewed += 1
                    yield self._one(hand, seat, bench, known, fresh)
                else:
                    refusal = bench or refusal
                    yield ReviewedHand(hand.number, seat, reason=reason or NOT_JUDGED)
        finally:
            self._keep(fresh)
        if refusal is not None and not reviewed:
            raise refusal

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
        reviewer, _ = self._ready(hands.game).reviewer(hands.rival)
        for record, seat in hands.records:
            self._control.check()
            review = reviewer.review(record, seat, self._control)
            yield ReviewedHand(record.number, seat, record, review.classed(self._limits))

    def decisions(self, hand: StoredHand, engine: str = "") -> tuple[Reviewed, ...]:
        """Review one hand with all that the judge says of each decision.

        Raises:
            CancelledError: if stopped.
            PokerError: if it cannot be reviewed.
        """
        seat, reason = seat_of(hand, engine)
        if reason:
            raise PokerError(f"hand {hand.number} cannot be reviewed: {reason}")
        reviewer, _ = self._ready(hand.game).reviewer(_rival_of(hand, seat))
        found = reviewer.decisions(hand.record, seat, self._control)
        return tuple(replace(one, limits=self._limits) for one in found)

    def earnings(self, hand: StoredHand, place: int, engine: str = "") -> NDArray[np.float64]:
        """Return what each hand that the player could have held earns with one decision.

        Args:
            hand: a stored hand.
            place: how many actions came before the decision.
            engine: as of ``run``.

        Raises:
            CancelledError: if stopped.
            PokerError: if the judge does not say.
        """
        seat, reason = seat_of(hand, engine)
        if reason:
            raise PokerError(f"hand {hand.number} cannot be reviewed: {reason}")
        reviewer, _ = self._ready(hand.game).reviewer(_rival_of(hand, seat))
        return reviewer.earnings(hand.record, place, self._control)

    def _one(
        self,
        hand: StoredHand,
        seat: int,
        bench: _Bench,
        known: dict[str, HandReview],
        fresh: _Reviews,
    ) -> ReviewedHand:
        key, record = bench.key(hand, seat), hand.record
        review = known.get(key)
        if review is None or not review.fits(record):
            reviewer, kept = bench.reviewer(_rival_of(hand, seat))
            review = reviewer.review(record, seat, self._control)
            if kept and all(one.unread != UNREAD for one in review.verdicts):
                fresh.setdefault(bench.identity, {})[key] = review
        return ReviewedHand(hand.number, seat, record, review.classed(self._limits))

    def _known(self, hands: Sequence[StoredHand], engine: str) -> dict[str, HandReview]:
        if self._cache is None:
            return {}
        keys: dict[str, list[str]] = {}
        for hand in hands:
            seat, reason = seat_of(hand, engine)
            bench = None if reason else self._bench(hand.game)
            if isinstance(bench, _Bench) and bench.identity:
                keys.setdefault(bench.identity, []).append(bench.key(hand, seat))
        found: dict[str, HandReview] = {}
        try:
            for identity, wanted in keys.items():
                found |= self._cache.find(identity, wanted)
        except PokerError as error:
            _log.warning("kept reviews cannot be read: %s", error)
        return found

    def _keep(self, fresh: _Reviews) -> None:
        if self._cache is not None:
            for identity, reviews in fresh.items():
                try:
                    self._cache.keep(identity, reviews)
                except PokerError as error:
                    _log.warning("reviews cannot be kept: %s", error)
        fresh.clear()

    def _bench(self, game: Game) -> _Bench | PokerError:
        """The judge ready for a game, or why it is not; only a few games are kept ready."""
        found = self._benches.pop(game, None)
        if found is None:
            try:
                found = _Bench(self.judge, game, self._home, self._control)
            except CancelledError:
                raise
            except PokerError as error:
                found = error
        self._benches[game] = found
        if len(self._benches) > _MOST_GAMES:
            oldest = self._benches.pop(next(iter(self._benches)))
            if isinstance(oldest, _Bench):
                oldest.close()
        return found

    def _ready(self, game: Game) -> _Bench:
        found = self._bench(game)
        if isinstance(found, PokerError):
            raise found
        return found


class _Bench:
    """A judge of one game, and its reviewers of hands against each rival.

    Args:
        name: the judge's.
        game: of the hands.
        home: the folder of strategies.
        control: to stop.

    Raises:
        CancelledError: if stopped.
        PokerError: if the judge cannot be built, or has no ranges.
    """

    def __init__(self, name: str, game: Game, home: Path | None, control: JobControl) -> None:
        self._name, self._game, self._home, self._control = name, game, home, control
        self._judge = build(name, game, home=home, control=control)
        self._agents = [self._judge]
        self._reviewers: dict[str, tuple[HandReviewer, bool]] = {}
        self._rivals: dict[str, str] = {}
        if not self._judge.has_ranges:
            self.close()
            raise EngineError(f"'{name}' can only act and has no answer for a range")

    @cached_property
    def identity(self) -> str:
        """The judge's; empty where it is a program of others, which may change unseen."""
        if isinstance(self._judge, ProcessAgent):
            return ""
        return judge_identity(self._name, self._judge, self._game, self._home, self._control)

    def close(self) -> None:
        """End the engines that run in processes of their own."""
        for agent in self._agents:
            if isinstance(agent, ProcessAgent):
                agent.close()

    def key(self, hand: StoredHand, seat: int) -> str:
        """Return the key of a hand's review: the parts of its result depend on the rival, too."""
        rival = _rival_of(hand, seat)
        if rival not in self._rivals:
            self._rivals[rival] = rival_identity(rival, self._game, self._home)
        return f"{hand.salt}:{seat}:{self._rivals[rival]}"

    def reviewer(self, rival: str) -> tuple[HandReviewer, bool]:
        """Return the reviewer of hands against a rival, and whether its reviews may be kept."""
        found = self._reviewers.get(rival)
        if found is None:
            agent = self._judge if rival == self._name else self._rival(rival)
            reviewer = HandReviewer(self._game, self._judge, agent)
            kept = not any(isinstance(one, ProcessAgent) for one in (self._judge, agent))
            found = self._reviewers[rival] = reviewer, kept
        return found

    def _rival(self, name: str) -> Agent | None:
        if not name:
            return None
        try:
            agent = build(name, self._game, home=self._home, control=self._control)
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
    seat = hand.hero
    if engine:
        seat = hand.engines.index(engine) if engine in hand.engines else -1
    if seat < 0:
        return -1, NO_PLAYER
    return (seat, "") if hand.holes[seat] is not None else (seat, NO_CARDS)


def _rival_of(hand: StoredHand, seat: int) -> str:
    """Name of the engine on the other side of two; empty for a person, or of more players."""
    return hand.engines[1 - seat] if len(hand.engines) == 2 else ""
