"""Reviewed hands by session: a gap in their times begins a new one."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from ai.review.totals import Luck, LuckTally, Tally, Totals
from pokergui.reviews.work import ReviewedHand

GAP_MINUTES = 60
"""Minutes between two hands after which a new session begins."""


@dataclass(frozen=True)
class Session:
    """Hands that were played without a long gap.

    Attributes:
        start: the time when its first hand ended, with a time zone.
        totals: of its decisions.
        luck: of its results.
    """

    start: datetime
    totals: Totals
    luck: Luck


def sessions_of(hands: Iterable[ReviewedHand]) -> tuple[Session, ...]:
    """Return the sessions of reviewed hands, the oldest first.

    Hands at unknown times are left out, and sessions without a decision that was judged.
    """
    timed = sorted(
        ((time, one) for one in hands if (time := _time(one)) is not None), key=lambda at: at[0]
    )
    parts: list[list[tuple[datetime, ReviewedHand]]] = []
    for time, one in timed:
        if not parts or time - parts[-1][-1][0] > timedelta(minutes=GAP_MINUTES):
            parts.append([])
        parts[-1].append((time, one))
    found = [_session(part[0][0], [one for _, one in part]) for part in parts]
    return tuple(one for one in found if one.totals.decisions)


def _time(one: ReviewedHand) -> datetime | None:
    if one.review is not None and one.record is not None:
        with suppress(ValueError):
            time = datetime.fromisoformat(one.record.time)
            return time if time.tzinfo else time.replace(tzinfo=UTC)
    return None


def _session(start: datetime, hands: Iterable[ReviewedHand]) -> Session:
    tally, luck = Tally(), LuckTally()
    for one in hands:
        assert one.review is not None and one.record is not None
        tally.add(one.review.verdicts)
        luck.add(one.review, one.record.game.big_blind)
    return Session(start, tally.totals, luck.luck)
