"""Reviewed hands in chronological order and by session, separated by gaps in time."""

from __future__ import annotations

import math
from bisect import bisect_right
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from ai.review.totals import DecisionTally, Luck, LuckTally, Totals
from pokergui.reviews.work import ReviewedHand

GAP_MINUTES = 60
"""Minutes between two hands after which a new session begins."""
_GAP = timedelta(minutes=GAP_MINUTES)


@dataclass(frozen=True)
class Session:
    """Hands played without a long break.

    Attributes:
        start: the time when its first hand ended, with a time zone.
        totals: of its decisions.
        luck: of its results.
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
        """The sessions with a decision that was judged, the oldest first."""
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
