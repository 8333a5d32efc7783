"""Localised dates and times of day."""

from __future__ import annotations

import datetime

from pokergui.language import tr

_WEEK = 6
"""Days after which a weekday would name two dates."""


def day_text(day: datetime.date) -> str:
    return tr("{year}-{month}-{day}").format(
        year=f"{day.year:04}", month=f"{day.month:02}", day=f"{day.day:02}"
    )


def stored_day(text: str) -> str:
    """Return a stored ISO 8601 date, localised; any other text unchanged."""
    try:
        return day_text(datetime.date.fromisoformat(text))
    except ValueError:
        return text


def short_day(day: datetime.date) -> str:
    return tr("{month}-{day}").format(month=f"{day.month:02}", day=f"{day.day:02}")


def time_of_day(moment: datetime.datetime) -> str:
    return tr("{hour}:{minute}").format(hour=f"{moment.hour:02}", minute=f"{moment.minute:02}")


def time_title(time: str, now: datetime.datetime) -> tuple[str, str]:
    """Return a stored time as in the list, and in full; in the time zone of ``now``."""
    moment = datetime.datetime.fromisoformat(time).astimezone(now.tzinfo)
    clock, words = time_of_day(moment), tr("{day} {time}")
    full = words.format(day=day_text(moment), time=clock)
    age = (now.date() - moment.date()).days
    if age == 0:
        return clock, full
    if 0 < age <= _WEEK:
        days = (tr("Mon"), tr("Tue"), tr("Wed"), tr("Thu"), tr("Fri"), tr("Sat"), tr("Sun"))
        return words.format(day=days[moment.weekday()], time=clock), full
    if moment.year == now.year:
        return words.format(day=short_day(moment), time=clock), full
    return day_text(moment), full
