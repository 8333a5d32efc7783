"""Times of the clock on the wall: the database has UTC, people have theirs."""

from __future__ import annotations

import time
from datetime import MAXYEAR, MINYEAR, UTC, datetime, timedelta, tzinfo

_EPOCH = datetime(1970, 1, 1)


class _Local(tzinfo):
    """The time zone of this computer, with summer time where and when it has one."""

    def fromutc(self, moment: datetime) -> datetime:
        """A moment of UTC that carries this zone, in local time."""
        seconds = (moment.replace(tzinfo=None) - _EPOCH) // timedelta(seconds=1)
        local = time.localtime(seconds)
        shifted = moment + timedelta(seconds=local.tm_gmtoff)
        # The hour that happens twice in autumn: the second time it is folded.
        earlier = time.localtime(seconds - 3600)
        return shifted.replace(fold=int(earlier.tm_gmtoff > local.tm_gmtoff))

    def utcoffset(self, moment: datetime | None) -> timedelta | None:
        """How far local time is ahead of UTC at a local moment."""
        if moment is None:
            return None
        offset = moment.replace(tzinfo=None).astimezone().utcoffset()  # heeds the fold
        return timedelta(0) if offset is None else offset

    def dst(self, moment: datetime | None) -> timedelta | None:
        """How much of that is summer time; it is not known apart."""
        del moment
        return None

    def tzname(self, moment: datetime | None) -> str | None:
        """Its name at a local moment."""
        return None if moment is None else moment.replace(tzinfo=None).astimezone().tzname()


LOCAL: tzinfo = _Local()
"""The time zone of this computer."""


def local_now() -> datetime:
    """The present moment."""
    return datetime.now(UTC).astimezone(LOCAL)


def now() -> str:
    """The present moment as the database has it: UTC, ISO 8601 with milliseconds."""
    return time_text(datetime.now(UTC))


def time_text(moment: datetime) -> str:
    """A moment as the database has it; without a zone it is taken as UTC."""
    utc = moment.astimezone(UTC) if moment.tzinfo else moment
    return utc.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


def local_text(stored: str) -> str:
    """A stored time in local time with its offset, ISO 8601: "2026-05-01T20:30:05+02:00"."""
    moment = datetime.fromisoformat(stored)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return moment.astimezone(LOCAL).isoformat(timespec="milliseconds")


def check_stored(text: str) -> None:
    """Refuse what ``local_text`` cannot show.

    Raises:
        ValueError: if it is no time.
        OverflowError: if it is too far away.
    """
    moment = datetime.fromisoformat(text)
    utc = moment.astimezone(UTC) if moment.tzinfo else moment
    if not MINYEAR < utc.year < MAXYEAR:
        raise OverflowError("a time too far away")


def read_time(text: str) -> datetime:
    """A time as a person writes it; one without a zone is local.

    Raises:
        ValueError: if it is no time.
        OverflowError: if it is too far away.
    """
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=LOCAL).astimezone(UTC)
