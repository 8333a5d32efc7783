"""What texts of all sites share: amounts, currencies, cards and times."""

from __future__ import annotations

import re
from datetime import datetime
from functools import lru_cache

from engine.cards import Card, parse_cards
from engine.errors import RecordError
from engine.records.source import CENTS, MOST_UNITS
from engine.records.times import knows, utc_text

_SIGN = r"(?:Rs\.|[A-Za-z]{0,3}[^\w\s.,()\[\]{}:;'\"|+#@/*<>=-]|[A-Z]{2,3} )"
_DIGITS = "[0-9]{1,12}(?:[.,' \u00a0\u202f][0-9]{3}){0,4}(?:[.,][0-9]{1,3})?|[.,][0-9]{1,2}"
CHIPS = rf"(?:{_SIGN} ?)?(?:{_DIGITS})[KkMm]?(?: {{0,2}}(?:{_SIGN}|[A-Z]{{3}}\b))?"
"""The pattern of an amount, with its currency before or after it."""
_PARTS = re.compile(rf"[^0-9]*?({_DIGITS})([KkMm]?)")
_BLANKS = str.maketrans("", "", "' \u00a0\u202f")
_LAST_PART = re.compile(r"(.*?)[.,]([0-9]{1,2}|[0-9]{3})$")
_THOUSANDS = {"": 1, "K": 1_000, "M": 1_000_000}
_SIGNS = re.compile(rf"{_SIGN}|[A-Z]{{3}}\b")
_CODES = {"USD": "$", "EUR": "€", "GBP": "£", "INR": "₹", "Rs.": "₹"}
_SUITS = str.maketrans(
    {"♠": "s", "♥": "h", "♦": "d", "♣": "c", "/": None, "|": None}
    | dict(zip("ВДКТÂÄÊÒ", "JQKA" * 2, strict=True))
)
_GERMAN = {"Pik": "s", "Herz": "h", "Karo": "d", "Kreuz": "c"}
_GERMAN_SUIT = re.compile("|".join(_GERMAN))


@lru_cache(maxsize=8192)
def hundredths(text: str) -> int:
    """Return an amount in hundredths: "$1,234.50", "0,05 €", "2K".

    Raises RecordError if it is not an amount, or too large.
    """
    match = _PARTS.match(text)
    if match is None:
        raise RecordError("{text!r} is not an amount", text=text[:40])
    digits, scale = match[1].translate(_BLANKS), CENTS * _THOUSANDS[match[2].upper()]
    last = _LAST_PART.match(digits)
    parted = last is not None and (len(last[2]) < 3 or last[1] in ("", "0"))
    places = len(last[2]) if last is not None and parted else 0
    whole = int(digits.replace(".", "").replace(",", ""))
    amount, rest = divmod(whole * scale, int(10**places))
    if rest or amount > MOST_UNITS * CENTS:
        raise RecordError(
            "{text} is not a whole number of cents up to {most:,}", text=text, most=MOST_UNITS
        )
    return amount


@lru_cache(maxsize=1024)
def currency(text: str) -> str:
    """Return the symbol of an amount's currency, as it is written; empty for chips."""
    found = [match.strip() for match in _SIGNS.findall(text)]
    signs = [sign for sign in found if sign not in _CODES and not sign.isalpha()]
    code = found[0] if found else ""
    return signs[0] if signs else _CODES.get(code, code)


def read_cards(text: str) -> tuple[Card, ...]:
    """Return cards in the ways that sites write them: "Ah Kd", "10♣, 5♠".

    Raises CardError if one is malformed or named twice.
    """
    if text.isascii() and "1" not in text:
        return parse_cards(_GERMAN_SUIT.sub(lambda suit: _GERMAN[suit[0]], text))
    return parse_cards(text.translate(_SUITS).replace("10", "T"))


_CLOCK = r"(?P<h>[0-9]{1,2}):(?P<mi>[0-9]{2})(?::(?P<s>[0-9]{2}))?(?:\.[0-9]+)?"
_ZONE = r"(?: ?\(?(?P<zone>Z\b|[A-Z]{2,5}\b))?"
_Y, _MO, _D = "(?P<y>[0-9]{4})", "(?P<mo>[0-9]{1,2})", "(?P<d>[0-9]{1,2})"
_TIMES = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_Y}[/-]{_MO}[/-]{_D}(?:T| - | {{1,2}}){_CLOCK}{_ZONE}",
        rf"{_CLOCK}(?: [AP]M)?{_ZONE} - {_Y}/{_MO}/{_D}",
        rf"{_D}[ /-]{_MO}[ /-]{_Y} {_CLOCK}{_ZONE}",
        rf"(?P<month>[A-Z][a-z]{{2}})[a-z]* {_D},? {_CLOCK}{_ZONE} {_Y}",
    )
)
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


@lru_cache(maxsize=256)
def moment(text: str) -> str:
    """Return the time in a text, UTC, ISO 8601; one without a zone counts as UTC.

    Of several, the first with a known zone. Empty where the text has none.
    """
    found = next((hits for time in _TIMES if (hits := [*time.finditer(text)])), [])
    parts = [one.groupdict() for one in found]
    for one in sorted(parts, key=lambda one: not knows(one["zone"] or "")):
        month = one.get("mo") or _month(one["month"])
        year, day, hour, minute = (int(one[part]) for part in ("y", "d", "h", "mi"))
        try:
            when = datetime(year, int(month), day, hour, minute, int(one["s"] or 0))
        except ValueError:
            continue
        return utc_text(when, one["zone"] or "")
    return ""


def lacks_zone(text: str) -> bool:
    """Return whether a text has times, and none with a zone that is known."""
    timed = False
    for found in (found for time in _TIMES for found in time.finditer(text)):
        zone = found["zone"] or ""
        if zone == "Z" or knows(zone):
            return False
        timed = True
    return timed


def _month(name: str) -> int:
    return _MONTHS.index(name) + 1 if name in _MONTHS else 0
