"""Exact numbers as the commands of ``lab`` print them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ai.cfr.matrix import Number, bits_of

SHOWN = 20
"""Steps of a long run that are printed in full, besides its last."""
_LONGEST_BITS = 4_000
"""Longest fractions in JSON; Python refuses to write numbers a few times as long."""
_LONGEST_CELL = 15


def both(key: str, value: Any) -> dict[str, Any]:
    """Return a number, or lists of them, as exact text (null if it is not exact) and as floats."""
    return {key: _texts(value), f"{key}_float": _floats(value)}


def _texts(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_texts(item) for item in value]
    exact = isinstance(value, Fraction) and bits_of(value) <= _LONGEST_BITS
    return str(value) if exact else None


def _floats(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_floats(item) for item in value]
    return None if value is None else float(value)


def short(value: Number) -> str:
    """Return a number for a table: as a fraction if that is short, else with six digits."""
    exact = isinstance(value, Fraction) and bits_of(value) <= _LONGEST_BITS
    text = str(value) if exact else ""
    if text and len(text) <= _LONGEST_CELL:
        return text
    return f"{float(value):.6f}".replace("-0.000000", "0.000000")
