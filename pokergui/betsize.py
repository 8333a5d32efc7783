"""Bet sizes as they are typed: ``600``, ``3bb``, ``75%``, ``2/3 pot``, ``2.5x``, ``all-in``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from engine.typed_numbers import plain_number
from pokergui.language import in_english, tr

MOST_PRESETS = 5
BEFORE_FLOP = ("2x", "2.5x", "pot", "4x", "all-in")
AFTER_FLOP = ("33%", "50%", "67%", "pot", "all-in")
"""Presets until the user sets others: before the flop multiples of the bet faced, at first the big
blind, after the flop fractions of the pot."""

SizeKind = Literal["chips", "bb", "pot", "times", "all-in"]

_KINDS: dict[str, SizeKind] = {"bb": "bb", "%": "pot", "x": "times"}
_ALL_IN = ("all-in", "allin", "a")
_SIZE = re.compile(r"([0-9.,]+)(bb|[%x]?)", re.ASCII)
_PART = re.compile(r"([0-9]{1,3})/([1-9][0-9]{0,2})", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,11}(?:\.[0-9]{1,6})?", re.ASCII)
_BETWEEN = re.compile(r"(?<![0-9]),|,(?![0-9])|[;\s]+")
"""The separators of sizes in a list: a comma between digits belongs to a number."""


@dataclass(frozen=True)
class BetSize:
    """A parsed bet size, independent of the decision.

    Attributes:
        kind: what ``number`` counts: chips or big blinds to raise to, parts of the pot after
            calling, times the bet faced; or everything.
        number: how much of it; 0 for everything.
    """

    kind: SizeKind
    number: Fraction = Fraction(0)


def read_size(
    text: str, bare: Literal["chips", "bb"] = "chips", *, decimals: bool = False
) -> BetSize | None:
    """Parse a bet size; None if the text is not one.

    Args:
        bare: what a number alone counts.
        decimals: whether chips may have decimals.
    """
    words = re.sub(r"\s", "", _english(text)).lower()
    if words in _ALL_IN:
        return BetSize("all-in")
    if words == "pot":
        return BetSize("pot", Fraction(1))
    rest = words.removesuffix("pot")
    if rest != words:
        return _of_pot(rest)
    found = _SIZE.fullmatch(words)
    plain = plain_number(found[1]) if found else None
    if found is None or plain is None or not _NUMBER.fullmatch(plain):
        return None
    kind = _KINDS[found[2]] if found[2] else bare
    if kind == "chips" and "." in plain and not decimals:
        return None
    number = Fraction(plain)
    return BetSize(kind, number / 100 if kind == "pot" else number)


def _english(text: str) -> str:
    return in_english(text, {tr("Pot"): "pot", tr("All-in"): "all-in"})


def _of_pot(text: str) -> BetSize | None:
    """Parse a size of the pot as shown: ``75%``, ``2x``, ``2/3``."""
    if part := _PART.fullmatch(text):
        return BetSize("pot", Fraction(int(part[1]), int(part[2])))
    size = read_size(text) if text.endswith(("%", "x")) else None
    return BetSize("pot", size.number) if size else None


def preset_texts(text: str) -> tuple[str, ...]:
    """Return the sizes of a typed list, separated by commas or spaces, with decimal points.

    A comma between digits is a decimal comma; one that could mark thousands stays, and is a
    problem: it may be meant to separate sizes.
    """
    found = filter(None, _BETWEEN.split(_english(text).lower()))
    return tuple(_with_point(size) for size in found)


def _with_point(text: str) -> str:
    size = _SIZE.fullmatch(text)
    plain = plain_number(size[1]) if size else None
    pointed = f"{plain}{size[2]}" if size and plain and "." in plain else text
    return pointed if read_size(pointed) else text


def presets_problem(texts: Sequence[str]) -> str:
    """Return the first invalid size, ``many`` if there are too many, empty if all are valid.

    There is a button for each of ``MOST_PRESETS``.
    """
    wrong = next((text for text in texts if "," in text or read_size(text) is None), "")
    return wrong or ("many" if len(texts) > MOST_PRESETS else "")
