"""Timestamps of hand histories, whose zone is an abbreviation, a zone name, or missing."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

_EAST, _CENTRAL = ("America/New_York", -5), ("America/Chicago", -6)
_MOUNTAIN, _PACIFIC = ("America/Denver", -7), ("America/Los_Angeles", -8)
_ATLANTIC, _WEST_EUROPE = ("America/Halifax", -4), ("Europe/Lisbon", 0)
_MIDDLE_EUROPE, _EAST_EUROPE = ("Europe/Berlin", 1), ("Europe/Helsinki", 2)
_ZONES: dict[str, tuple[str, float]] = {
    **dict.fromkeys(("ET", "EST", "EDT"), _EAST),
    **dict.fromkeys(("CT", "CDT"), _CENTRAL),
    **dict.fromkeys(("MT", "MST", "MDT"), _MOUNTAIN),
    **dict.fromkeys(("PT", "PST", "PDT"), _PACIFIC),
    **dict.fromkeys(("AT", "ADT"), _ATLANTIC),
    **dict.fromkeys(("WET", "WEST"), _WEST_EUROPE),
    **dict.fromkeys(("CET", "CEST"), _MIDDLE_EUROPE),
    **dict.fromkeys(("EET", "EEST"), _EAST_EUROPE),
    "MSK": ("Europe/Moscow", 3),
    "BRT": ("America/Sao_Paulo", -3),
    "ART": ("America/Argentina/Buenos_Aires", -3),
    "IST": ("Asia/Kolkata", 5.5),
    "CCT": ("Asia/Shanghai", 8),
    "JST": ("Asia/Tokyo", 9),
    "AWST": ("Australia/Perth", 8),
    "ACST": ("Australia/Adelaide", 9.5),
    **dict.fromkeys(("AET", "AEST", "AEDT"), ("Australia/Sydney", 10)),
    "NZT": ("Pacific/Auckland", 12),
}
"""Time zone meant by each abbreviation, in summer too, and its winter offset from UTC in hours, for
systems without a time-zone database."""
_PLACE = re.compile(r"[A-Za-z]{2,20}(?:/[A-Za-z0-9_+-]{1,30}){1,2}")


def utc_text(moment: datetime, zone: str = "") -> str:
    """Return a local time as a record's timestamp: UTC, ISO 8601, milliseconds.

    Args:
        moment: local time in the zone.
        zone: an abbreviation such as ``ET``, or a zone name such as ``Europe/Paris``. Unknown ones
            count as UTC, at most a day off.

    Returns:
        The text; empty where the time is outside the calendar's range.
    """
    try:
        utc = moment.replace(tzinfo=_zone(zone)).astimezone(UTC).replace(tzinfo=None)
    except (ValueError, OverflowError):
        return ""
    return f"{utc.isoformat(timespec='milliseconds')}Z"


def knows(zone: str) -> bool:
    """Return whether a time-zone abbreviation is known."""
    return zone in _ZONES or zone in ("UTC", "GMT")


def _zone(name: str) -> tzinfo:
    place, hours = _ZONES.get(name, (name, 0.0))
    if _PLACE.fullmatch(place):
        try:
            return ZoneInfo(place)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            pass
    return timezone(timedelta(hours=hours))
