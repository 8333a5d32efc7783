"""The header line of PokerStars hands, and detection of hands of other sites."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from engine.errors import RecordError
from engine.records.record import Money
from engine.records.times import knows, utc_text

Lines = Sequence[tuple[int, str]]

_SIGN = "(?:[A-Z]{0,2}[$€£¥₹₽₩₺₴₸₫฿₪₱₦₿])"
_AMOUNT = r"[0-9]{1,12}(?:,[0-9]{3}){0,4}(?:\.[0-9]{1,2})?"
MONEY = rf"{_SIGN}?({_AMOUNT})"
"""The pattern of an amount, its digits a group."""
HEAD = re.compile(r"PokerStars .{0,40}#[0-9]")
_NUMBER = re.compile(r"PokerStars .{0,30}?(?:Hand|Game) #([0-9]{1,15})\b:? *")
_BUY_IN = rf"(?:{_SIGN}?{_AMOUNT}(?:\+{_SIGN}?{_AMOUNT})*(?: ?[A-Z]{{2,4}})?|Freeroll) +"
_EVENT = rf"(?:[A-Z][a-z]+ )?Tournament #[0-9]+, *(?:{_BUY_IN})?"
_BEFORE_GAME = re.compile(rf"(?:\{{[^}}]{{0,80}}\}} *)?(?:{_EVENT})?")
_GAME = re.compile(r"([^(]{0,80}?) *\(([^()]{0,60})\)")
_STAKES = re.compile(rf"{MONEY}/{MONEY}(?: +[A-Z]{{3}})?")
_TIME = re.compile(r"([0-9]{4}/[0-9]{2}/[0-9]{2} [0-9]{1,2}:[0-9]{2}:[0-9]{2})(?: ([A-Z]{2,4})\b)?")
_OTHER_SITE = re.compile(
    r"[#*<\s-]{0,8}(?:[\w.&'-]{1,20} {1,4}){0,5}"
    r"(?:(?:Hand|Game|Stage|HAND|GAME|hand)(?: No ?:| ?#) ?[A-Z]{0,4}[0-9]"
    r"|Hand History for|HandId)"
)
_IN_A_HAND = re.compile(r"Seat [0-9]{1,2}: (.{1,100}) \(|(?:Table|Dealt to) ")
_MOST_CHIPS = 10**12


def begins_other(text: str, hand: Lines) -> bool:
    """Return whether a later line is the header of a hand of another site."""
    if not _OTHER_SITE.match(text) or _IN_A_HAND.match(text):
        return False
    seats = (_IN_A_HAND.match(line) for _, line in hand)
    return not any(seat and seat[1] and text.startswith(seat[1]) for seat in seats)


@dataclass(frozen=True)
class Head:
    """A parsed header line; ``money`` has 100 chips per unit where the file counts cents."""

    number: int
    small: int
    big: int
    money: Money
    time: str

    @classmethod
    def of(cls, line: str) -> Head:
        """Parse a header line.

        Raises:
            RecordError: if it is not that of no-limit hold'em with two blinds.
        """
        number = _NUMBER.match(line)
        if number is None:
            raise RecordError("{line!r} does not begin a hand of PokerStars", line=line[:60])
        before = _BEFORE_GAME.match(line, number.end())
        start = before.end() if before else number.end()
        game = _GAME.match(line, start)
        name = (game[1] if game else line[start:]).partition(" - ")[0].strip()
        if game is None or name != "Hold'em No Limit":
            raise RecordError(
                "the header is of {game!r}; hands of Hold'em No Limit are read", game=name[:60]
            )
        stakes = _STAKES.fullmatch(game[2])
        if stakes is None:
            raise RecordError(
                "the header's {stakes!r} is not a small and a big blind alone", stakes=game[2]
            )
        symbol = re.match(_SIGN, game[2])
        money = Money(symbol[0] if symbol else "", 100 if symbol or "." in game[2] else 1)
        small, big = (_parse_amount(text, money.unit) for text in stakes.groups())
        return cls(int(number[1]), small, big, money, _time(line))

    def chips(self, text: str) -> int:
        """An amount of the hand in chips."""
        return _parse_amount(text, self.money.unit)


def _parse_amount(text: str, unit: int) -> int:
    amount = Decimal(text.replace(",", "")) * unit
    if amount != int(amount) or amount > _MOST_CHIPS:
        raise RecordError(
            "{text} is not a whole number of chips up to {most:,}",
            text=text,
            most=_MOST_CHIPS,
        )
    return int(amount)


def _time(line: str) -> str:
    """The time in a header, UTC, ISO 8601; empty where it names none."""
    times: list[tuple[str, str]] = _TIME.findall(line)
    for text, zone in sorted(times, key=lambda one: not knows(one[1])):
        try:
            return utc_text(datetime.strptime(text, "%Y/%m/%d %H:%M:%S"), zone)
        except ValueError:
            continue
    return ""
