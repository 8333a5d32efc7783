"""Statistics of reviewed hands: totals, luck, trend, leaks, and the costliest decisions."""

from __future__ import annotations

import math
from array import array
from bisect import bisect_right, insort
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import accumulate

import numpy as np

from ai.review.classes import MISTAKES
from ai.review.multiway import why_unread
from ai.review.totals import DecisionTally, Luck, LuckTally, Totals
from ai.review.traits import Traits
from ai.review.verdict import HandReview, Verdict
from pokergui.reviews.work import ReviewedHand

GAP_MINUTES = 60
"""Minutes between two hands after which a new session begins."""
_GAP = timedelta(minutes=GAP_MINUTES)


@dataclass(frozen=True)
class Session:
    """Hands played without a long break.

    Attributes:
        start: the time when its first hand ended, with a time zone.
    """

    start: datetime
    totals: Totals
    luck: Luck


class SessionsTally:
    """Accumulates reviewed hands by session, in any order.

    Hands whose time is not known are left out.
    """

    def __init__(self) -> None:
        self._parts: list[_Part] = []

    def add(self, one: ReviewedHand) -> None:
        """Count one hand; it may join two sessions that were apart."""
        time = played_at(one)
        if time is None:
            return
        at = bisect_right(self._parts, time, key=lambda part: part.start)
        if not at or time - self._parts[at - 1].end > _GAP:
            self._parts.insert(at, _Part(time, time))
            at += 1
        part = self._parts[at - 1]
        part.add(one, time)
        if at < len(self._parts) and self._parts[at].start - part.end <= _GAP:
            part.take(self._parts.pop(at))

    @property
    def sessions(self) -> tuple[Session, ...]:
        sessions = (Session(part.start, part.tally.totals, part.luck.luck) for part in self._parts)
        return tuple(one for one in sessions if one.totals.decisions)


@dataclass
class _Part:
    """A session so far."""

    start: datetime
    end: datetime
    tally: DecisionTally = field(default_factory=DecisionTally)
    luck: LuckTally = field(default_factory=LuckTally)

    def add(self, one: ReviewedHand, time: datetime) -> None:
        self.end = max(self.end, time)
        assert one.review is not None and one.record is not None
        self.tally.add(one.review.verdicts)
        self.luck.add(one.review, one.record.game.big_blind)

    def take(self, other: _Part) -> None:
        self.end = max(self.end, other.end)
        self.tally.take(other.tally)
        self.luck.take(other.luck)


def play_order(one: ReviewedHand) -> tuple[float, int]:
    """Return the key by which hands are in the order of play: their time, then their number.

    Hands whose time is not known come first.
    """
    time = played_at(one)
    return (-math.inf if time is None else time.timestamp()), one.number


def played_at(one: ReviewedHand) -> datetime | None:
    """Return the time of a reviewed hand; None where it is not known."""
    if one.review is not None and one.record is not None:
        with suppress(ValueError):
            time = datetime.fromisoformat(one.record.time)
            return time if time.tzinfo else time.replace(tzinfo=UTC)
    return None


STREET, POSITION, LINE, HOLDING = "street", "position", "line", "holding"
GROUPS: dict[str, Callable[[Traits], tuple[object, ...]]] = {
    STREET: lambda one: (one.street,),
    POSITION: lambda one: (one.position,),
    LINE: lambda one: (one.street, one.deed, one.size),
    HOLDING: lambda one: (one.made,) if one.made else (),
}
"""Groupings of decisions into leaks, by their traits; () for none."""
MOST_WORST = 200
"""Most decisions that are listed."""
_TREND = 12
"""Most equal parts of the hands, in order of play, whose error rates make the trend."""
_LEAST_TREND = 20
"""Fewest hands of such a part."""


@dataclass(frozen=True, eq=False)
class Mistake:
    """A decision that lost more than the judge's noise floor; compared by identity."""

    hand: ReviewedHand
    verdict: Verdict

    @property
    def key(self) -> str:
        return f"{self.hand.number}:{self.verdict.place}"


@dataclass(frozen=True)
class Leak:
    """Decisions of one kind, which may be a leak.

    Attributes:
        group: the grouping, one of ``GROUPS``.
    """

    group: str
    kind: tuple[object, ...]
    totals: Totals
    worst: tuple[Mistake, ...]

    @property
    def key(self) -> str:
        return f"{self.group}:{'/'.join(map(str, self.kind))}"


@dataclass(frozen=True)
class ReviewFigures:
    """Figures of reviewed hands.

    Attributes:
        luck: of all results that could be split into parts.
        sessions: error rates and results by session, the oldest first.
        trend: error rates of even parts of the hands in the order of play, the oldest first, in
            mbb; empty for few hands.
        leaks: all kinds of decisions, by group; those that lost most first.
        worst: the costliest decisions, the worst first.
        results: of the hands with a ledger in the order of play: big blinds won so far, and these
            without the luck of cards, board and rival.
    """

    totals: Totals
    luck: Luck
    sessions: tuple[Session, ...]
    trend: tuple[float, ...]
    leaks: tuple[Leak, ...]
    worst: tuple[Mistake, ...]
    results: tuple[tuple[float, float], ...] = ()
    skipped: tuple[tuple[str, int], ...] = ()
    unread: tuple[tuple[str, int], ...] = ()


def figures_of(hands: Iterable[ReviewedHand]) -> ReviewFigures:
    tally = FiguresTally()
    for one in hands:
        tally.add(one)
    return tally.figures


class FiguresTally:
    """Accumulates reviewed hands of one game, in any order.

    Figures so far cost about as much after many hands as after few.

    Args:
        by_players: whether positions also differ by the number of players, as in sit-and-gos.
    """

    def __init__(self, by_players: bool = False) -> None:
        self.hands, self._by_players = 0, by_players
        self._tally, self._luck, self._sessions = DecisionTally(), LuckTally(), SessionsTally()
        self._skipped: dict[str, int] = {}
        self._unread: Counter[str] = Counter()
        self._lost, self._counts = array("d"), array("d")
        self._order: list[tuple[float, int]] = []
        self._results: list[tuple[tuple[float, int], float, float]] = []
        self._kinds: dict[_Kind, DecisionTally] = {}
        self._worst: list[Mistake] = []
        self._worst_of: dict[_Kind, list[Mistake]] = {}

    def add(self, one: ReviewedHand) -> None:
        """Count one hand."""
        self.hands += 1
        if one.review is None or one.record is None:
            self._skipped[one.reason] = self._skipped.get(one.reason, 0) + 1
            return
        lost, count = self._tally.add(one.review.verdicts)
        self._lost.append(lost)
        self._counts.append(count)
        self._order.append(play_order(one))
        self._luck.add(one.review, one.record.game.big_blind)
        if (parts := one.review.parts) is not None:
            blind = one.record.game.big_blind
            self._results.append((play_order(one), parts.result / blind, parts.adjusted / blind))
        self._sessions.add(one)
        kinds: dict[_Kind, list[Verdict]] = {}
        for verdict in one.review.verdicts:
            if verdict.unread:
                spot, _ = verdict.decision(one.record)
                self._unread[why_unread(verdict.unread, spot)] += 1
                continue
            mistake = None
            if verdict.unforced and verdict.quality in MISTAKES:
                mistake = Mistake(one, verdict)
                _insert(self._worst, mistake)
            for kind in self._kinds_of(verdict.traits, one.record.game.num_players):
                kinds.setdefault(kind, []).append(verdict)
                if mistake is not None:
                    _insert(self._worst_of.setdefault(kind, []), mistake)
        for kind, verdicts in kinds.items():
            self._kinds.setdefault(kind, DecisionTally()).add(verdicts)

    def _kinds_of(self, traits: Traits, players: int) -> Iterator[_Kind]:
        for group, kind_of in GROUPS.items():
            kind = kind_of(traits)
            if group == POSITION and self._by_players:
                kind = (*kind, players)
            if kind:
                yield group, kind

    @property
    def figures(self) -> ReviewFigures:
        return ReviewFigures(
            self._tally.totals,
            self._luck.luck,
            self._sessions.sessions,
            self._trend(),
            self._leaks(),
            tuple(self._worst),
            self._results_so_far(),
            tuple(sorted(self._skipped.items())),
            tuple(sorted(self._unread.items())),
        )

    def _results_so_far(self) -> tuple[tuple[float, float], ...]:
        ordered = sorted(self._results)
        won = accumulate(won for _, won, _ in ordered)
        return tuple(zip(won, accumulate(one for *_, one in ordered), strict=True))

    def _trend(self) -> tuple[float, ...]:
        reviewed = len(self._lost)
        parts = min(_TREND, reviewed // _LEAST_TREND)
        if parts < 2:
            return ()
        starts = [part * reviewed // parts for part in range(parts)]
        order = sorted(range(reviewed), key=self._order.__getitem__)
        lost = np.add.reduceat(np.array(self._lost)[order], starts)
        counts = np.add.reduceat(np.array(self._counts)[order], starts)
        return tuple((lost[counts > 0] / counts[counts > 0]).tolist())

    def _leaks(self) -> tuple[Leak, ...]:
        leaks = [
            Leak(*kind, tally.totals, tuple(self._worst_of.get(kind, ())))
            for kind, tally in self._kinds.items()
        ]
        order = list(GROUPS)
        leaks.sort(key=lambda one: (order.index(one.group), -one.totals.lost_bb, str(one.kind)))
        return tuple(leaks)


_Kind = tuple[str, tuple[object, ...]]
"""A group, and what its decisions have in common."""


def lost_by_mistakes(review: HandReview) -> float:
    """Return the mbb lost by a hand's mistakes, as in the list of mistakes."""
    return sum(one.counted_mbb for one in review.verdicts if one.unforced and not one.unread)


def _insert(worst: list[Mistake], mistake: Mistake) -> None:
    insort(worst, mistake, key=_rank)
    del worst[MOST_WORST:]


def _rank(one: Mistake) -> tuple[float, int, int]:
    return -one.verdict.counted_mbb, one.hand.number, one.verdict.place
