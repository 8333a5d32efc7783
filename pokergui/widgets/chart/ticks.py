"""Ticks of a linear axis, and their labels."""

from __future__ import annotations

import math

MINUS = "\u2212"


def nice_step(span: float, most: int) -> float:
    """Return the least 1, 2 or 5 times a power of ten for at most ``most`` parts of ``span``."""
    raw = span / max(1, most)
    if raw <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(raw))
    for factor in (1.0, 2.0, 5.0):
        if raw <= factor * power * (1 + 1e-9):
            return factor * power
    return 10.0 * power


def ticks(low: float, high: float, most: int, *, sign: bool) -> list[tuple[float, str]]:
    """Return positions and text of the ticks from ``low`` to ``high``."""
    step = nice_step(high - low, most)
    digits = max(0, -math.floor(math.log10(step) + 1e-9))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [(i * step, _written(i * step, digits, sign=sign)) for i in range(first, last + 1)]


def _written(value: float, digits: int, *, sign: bool) -> str:
    text = f"{value:+,.{digits}f}" if sign and round(value, digits) else f"{value:,.{digits}f}"
    return text.replace("-", MINUS)


def rounded_range(low: float, high: float, most: int) -> tuple[float, float]:
    """Return the range widened to whole steps, so that a growing curve seldom moves its axis."""
    step = nice_step(high - low, most)
    return math.floor(low / step + 1e-9) * step, math.ceil(high / step - 1e-9) * step
