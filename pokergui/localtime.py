"""Conversion between the database's UTC timestamps and local time."""

from __future__ import annotations

import time
from datetime import MAXYEAR, MINYEAR, UTC, datetime, timedelta, tzinfo

from engine import timing

_EPOCH = datetime(1970, 1, 1)


class _Local(tzinfo):
    """The time zone of this computer, with daylight saving time."""

    def fromutc(self, moment: datetime) -> datetime:
        """Convert a UTC time that carries this zone to local time."""
        seconds = (moment.replace(tzinfo=None) - _EPOCH) // timedelta(seconds=1)
        local = time.localtime(seconds)
        shifted = moment + timedelta(seconds=local.tm_gmtoff)
        # The second occurrence of the repeated hour in autumn has ``fold`` set.
        earlier = time.localtime(seconds - 3600)
        return shifted.replace(fold=int(earlier.tm_gmtoff > local.tm_gmtoff))

    def utcoffset(self, moment: datetime | None) -> timedelta | None:
        if moment is None:
            return None
        offset = moment.replace(tzinfo=None).astimezone().utcoffset()  # respects the fold
        return timedelta(0) if offset is None else offset

    def dst(self, moment: datetime | None) -> timedelta | None:
        """Return None: the DST offset is not known separately."""
        del moment
        return None

    def tzname(self, moment: datetime | None) -> str | None:
        return None if moment is None else moment.replace(tzinfo=None).astimezone().tzname()


LOCAL: tzinfo = _Local()


def local_now() -> datetime:
    return timing.now().astimezone(LOCAL)


def now() -> str:
    """Return the present moment in the database's form: UTC, ISO 8601 with milliseconds."""
    return time_text(timing.now())


def time_text(moment: datetime) -> str:
    """Return a moment in the database's form; without a zone it is taken as UTC."""
    utc = moment.astimezone(UTC) if moment.tzinfo else moment
    return utc.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


def local_text(stored: str) -> str:
    """Return a stored time in local time with offset, ISO 8601: "2026-05-01T20:30:05+02:00"."""
    moment = datetime.fromisoformat(stored)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return moment.astimezone(LOCAL).isoformat(timespec="milliseconds")


def check_stored(text: str) -> None:
    """Refuse a time that ``local_text`` cannot show.

    Raises:
        ValueError: if it is not a time.
        OverflowError: if it is too far away.
    """
    moment = datetime.fromisoformat(text)
    utc = moment.astimezone(UTC) if moment.tzinfo else moment
    if not MINYEAR < utc.year < MAXYEAR:
        raise OverflowError("a time too far away")


def read_time(text: str) -> datetime:
    """Return a time as the user writes it; one without a zone is local.

    Raises:
        ValueError: if it is not a time.
        OverflowError: if it is too far away.
    """
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=LOCAL).astimezone(UTC)
