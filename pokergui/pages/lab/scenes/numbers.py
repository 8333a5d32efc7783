"""Numbers of the Lab page as text."""

from __future__ import annotations

from ai.cfr.matrix import Number
from pokergui.formatting.numbers import LONGEST, number_text
from pokergui.pages.lab.viewmodel.lab import LabNumber, Tone


def plain(value: Number, fractions: bool, label: str = "", digits: int = LONGEST) -> LabNumber:
    """A number without a colour of its own; 0 is quiet."""
    tone: Tone = "plain" if value else "quiet"
    return LabNumber(number_text(value, fractions, digits=digits), float(value), tone, label)


def signed(value: Number, fractions: bool, digits: int = LONGEST) -> LabNumber:
    """A number with its sign and the sign's colour; 0 is quiet."""
    tone: Tone = "positive" if value > 0 else "negative" if value < 0 else "quiet"
    text = number_text(value, fractions, sign=True, digits=digits)
    return LabNumber(text, float(value), tone)
