"""Metadata of a hand besides cards and betting, as stored in its row."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache

from engine.errors import PokerError, RecordError
from engine.records.formats import read_wide_text
from engine.records.record import CHIPS, Money
from engine.records.wide import WideHand

MOST_TEXT = 200_000
"""Most letters of a hand that is kept as text."""
_AMOUNTS = ("taken", "stated", "cashed")
"""Facts by position."""


@dataclass(frozen=True)
class Facts:
    """Metadata of a hand; of hands played here only the rake.

    Attributes:
        taken: the same by position; empty if nothing was taken or the file does not say of whom.
        stated: net chips by position as the file states them, if they cannot be; else empty.
        cashed: chips for which each position cashed out; empty if none did.
        text: the hand as in its file, if the rulebook does not play it; else empty.
    """

    money: Money = CHIPS
    rake: int = 0
    taken: tuple[int, ...] = ()
    stated: tuple[int, ...] = ()
    cashed: tuple[int, ...] = ()
    text: str = ""

    def packed(self) -> str:
        """Return the text in the row's column; empty if there are no facts."""
        values = {
            "symbol": self.money.symbol,
            "unit": 0 if self.money.unit == 1 else self.money.unit,
            "rake": self.rake,
            **{key: list(getattr(self, key)) for key in _AMOUNTS},
            "text": self.text,
        }
        said = {key: value for key, value in values.items() if value}
        return json.dumps(said, separators=(",", ":"), ensure_ascii=False) if said else ""

    @classmethod
    def of(cls, text: str) -> Facts:
        """Return the facts in a text; the inverse of ``packed``.

        Raises:
            ValueError: if they are invalid, or TypeError.
            RecursionError: if they are nested without end.
        """
        return _unpacked(text) if text else NOTHING


@lru_cache(maxsize=256)
def _unpacked(text: str) -> Facts:
    said = {"symbol": "", "unit": 1, "rake": 0, "text": ""} | {key: [] for key in _AMOUNTS}
    symbol, unit, rake, kept, *amounts = (said | json.loads(text)).values()
    kinds = [type(value) for value in (symbol, unit, rake, kept, *amounts)]
    if kinds != [str, int, int, str, list, list, list] or unit < 1:
        raise ValueError("values of other kinds")
    if any(type(chips) is not int for each in amounts for chips in each):
        raise ValueError("amounts of other kinds")
    taken, stated, cashed = map(tuple, amounts)
    return Facts(Money(symbol, unit), rake, taken, stated, cashed, kept)


NOTHING = Facts()


def read_text(text: str) -> WideHand:
    """Return the hand in a text that was kept.

    Raises:
        RecordError: if it cannot be read.
    """
    try:
        return read_wide_text(text)
    except PokerError as error:
        raise RecordError("{error}", error=error) from None
