"""Exact and decimal numbers as text."""

from __future__ import annotations

from fractions import Fraction

from ai.cfr.matrix import Number, bits_of
from pokergui.formatting.words import MINUS

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
