"""Exact and decimal numbers as text."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, log10

from ai.cfr.matrix import Number, bits_of
from engine.game import Game
from pokergui.formatting.words import MINUS, chips, signed
from pokergui.language import tr
from pokergui.language.joins import enumerated
from pokergui.units import amount_unit, per_hand, unit_of

LONGEST = 6
"""Digits of a numerator or denominator that still fit into a column."""


_BITS = 64


def number_text(
    value: Number, fractions: bool, *, sign: bool = False, digits: int = LONGEST
) -> str:
    """Return a fraction if it is wanted and short, else three decimals, more for small numbers."""
    plus = "+" if sign and value > 0 else ""
    if fractions and isinstance(value, Fraction) and bits_of(value) <= _BITS:
        text = str(value)
        if max(len(part) for part in text.lstrip("-").split("/")) <= digits:
            return plus + text.replace("-", MINUS)
    return plus + decimal_text(float(value))


def decimal_text(value: float) -> str:
    """Return three decimals; four digits after the zeros of smaller numbers."""
    if value == int(value) and abs(value) < 10**6:
        return str(int(value)).replace("-", MINUS)
    if abs(value) >= 0.01:
        text = f"{value:,.3f}"
    elif abs(value) >= 0.0001:
        text = f"{value:.4f}"
    else:
        text = f"{value:.1e}"
    return text.replace("-", MINUS)


_SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


def thousandths(value: float) -> str:
    """Return a number of mA or mbb with two or three significant digits: 725, 0.043, 5.1·10⁻⁵."""
    if value <= 0.0:
        return "0"
    if value < 1e-3:
        power = floor(log10(value))
        lead = f"{value / 10.0**power:.1f}"
        if lead == "10.0":
            lead, power = "1.0", power + 1
        return f"{lead}·10{str(power).translate(_SUPERSCRIPTS)}"
    if value < 0.1:
        return f"{value:.{1 - floor(log10(value))}f}"
    digits = 3 if value < 1 else 2 if value < 10 else 1 if value < 100 else 0
    return f"{value:,.{digits}f}"


def exploitability(game: Game, value: float) -> str:
    return f"{thousandths(1000 * value / game.big_blind)} {unit_of(game)}"


def aim(game: Game, value: float) -> str:
    """Return an exploitability to reach, in chips per hand, as it would be typed: "0.01 mA"."""
    figure = 1000 * value / game.big_blind
    if 0.0 < figure < 1e-3:
        power = floor(log10(figure) + 1e-9)
        lead = f"{figure / 10.0**power:.3g}"
        words = f"10{str(power).translate(_SUPERSCRIPTS)}"
        words = words if lead == "1" else f"{lead}·{words}"
    else:
        words = f"{figure:,.6g}"
    return f"{words} {unit_of(game)}"


def shares_by_card(raises: Sequence[tuple[str, int, int]]) -> str:
    """Return the raise frequency of each card held: "J 0%, Q 12%, K 100%"."""
    return enumerated(f"{rank} {did / could:.0%}" for rank, could, did in raises if could)


def short_count(count: float) -> str:
    for size, letter in ((1e12, "T"), (1e9, "G"), (1e6, "M")):
        if count >= size:
            return f"{count / size:,.1f} {letter}"
    return chips(round(count))


def memory(size: int) -> str:
    for unit, letters in ((1e9, "GB"), (1e6, "MB")):
        if size >= unit:
            return f"{size / unit:,.1f} {letters}"
    return f"{size / 1e3:,.0f} KB"


def rate(per_second: float) -> str:
    return short_count(per_second) if per_second >= 10 else f"{per_second:.1f}"


def clock(seconds: float) -> str:
    """Return a remaining time: 0:11, 12:05, 3 h 12 min, 4 days."""
    whole = round(seconds)
    if whole < 3600:
        return f"{whole // 60}:{whole % 60:02d}"
    if whole < 48 * 3600:
        hours, minutes = whole // 3600, whole % 3600 // 60
        return tr("{hours} h {minutes} min").format(hours=hours, minutes=minutes)
    days = seconds / 86400
    return tr("{days} days").format(days=chips(round(days))) if days < 1000 else tr("years")


def took(seconds: float) -> str:
    """Return an elapsed time: 0.2 s, 17 s, 4 min, 3 h 12 min."""
    if seconds < 0.095:
        return tr("{seconds} s").format(seconds=f"{seconds:.2f}")
    if seconds < 9.95:
        return tr("{seconds} s").format(seconds=f"{seconds:.1f}")
    if seconds < 119.5:
        return tr("{seconds} s").format(seconds=round(seconds))
    if seconds < 3570:
        return tr("{minutes} min").format(minutes=round(seconds / 60))
    return clock(seconds)


def ago(seconds: float) -> str:
    if seconds < 100:
        return tr("{seconds} s ago").format(seconds=round(seconds))
    return tr("{minutes} min ago").format(minutes=round(seconds / 60))


def duration_text(seconds: float) -> str:
    """Return a time limit as it is chosen: "90 s", "10 min", "1 h"."""
    for unit, words in ((3600, tr("{n} h")), (60, tr("{n} min"))):
        if seconds >= unit and seconds % unit == 0:
            return words.format(n=chips(round(seconds / unit)))
    return tr("{n} s").format(n=f"{seconds:,.6g}")


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


@dataclass(frozen=True)
class ResultUnit:
    """A unit of results: thousandths of the big blind (ante) for each hand."""

    name: str
    chart: str

    @classmethod
    def of(cls, game: Game) -> ResultUnit:
        return cls(per_hand(game), amount_unit(game))

    def text(self, value: float) -> str:
        return signed(value, 0)

    def half(self, value: float) -> str:
        return f"{value:,.0f}"
