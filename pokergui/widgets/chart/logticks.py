"""Major and minor ticks of a logarithmic axis, and their labels."""

from __future__ import annotations

import math

_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def power_of_ten(exponent: int) -> str:
    """Return 10 to a whole power, in the most readable form: 0.001, 10⁻⁴, 10,000, 10 M, 10⁹."""
    return multiple(1, exponent)


def multiple(factor: int, exponent: int) -> str:
    """Return ``factor`` (1 to 9) times a power of ten."""
    if -3 <= exponent < 0:
        return f"{factor * 10.0**exponent:.{-exponent}f}"
    if 0 <= exponent < 6:
        return f"{factor * 10**exponent:,}"
    if 6 <= exponent < 9:
        return f"{factor * 10 ** (exponent - 6)} M"
    ten = "10" + str(exponent).translate(_SUPERSCRIPT)
    return ten if factor == 1 else f"{factor}·{ten}"


def written(value: float) -> str:
    """Return a figure with three digits: "0.0431", "-4.31·10⁻⁵", "6,400", "0"."""
    if value <= 0:
        return "-" + written(-value) if value else "0"
    exponent = math.floor(math.log10(value))
    if -3 <= exponent < 9:
        return f"{value:,.{max(0, 2 - exponent)}f}"
    mantissa = value / 10.0**exponent
    return f"{mantissa:.2f}·10" + str(exponent).translate(_SUPERSCRIPT)


def log_ticks(low: float, high: float, most: int) -> list[tuple[float, str]]:
    """Return places and text of the ticks that are named.

    Args:
        low: lower end of the axis, as a logarithm to base 10.
        high: its upper end.
        most: the number of names for which there is room.

    Returns:
        pairs of logarithm and text: decades, every n-th if they are too close, and 2 and 5 times a
        decade if there are fewer than three decades and room.
    """
    first, last = math.ceil(low - 1e-9), math.floor(high + 1e-9)
    most = max(1, most)
    decades = max(0, last - first + 1)
    step = max(1, math.ceil(decades / most))
    if decades >= 3 or 3 * (high - low) + 1 > most:
        start = math.ceil(first / step) * step
        named = [(float(e), power_of_ten(e)) for e in range(start, last + 1, step)]
        if named:
            return named
    factors = (1, 2, 5) if 3 * (high - low) + 1 <= most or decades == 0 else (1,)
    return _between(low, high, factors)


def _between(low: float, high: float, factors: tuple[int, ...]) -> list[tuple[float, str]]:
    """Return ticks at these multiples of every decade."""
    places = [
        (exponent + math.log10(factor), multiple(factor, exponent))
        for exponent in range(math.floor(low), math.floor(high) + 1)
        for factor in factors
    ]
    return [(at, words) for at, words in places if low - 1e-9 <= at <= high + 1e-9]


def minor_ticks(low: float, high: float) -> list[float]:
    """Return logarithms of 2 to 9 times every decade between ``low`` and ``high``."""
    places = [
        exponent + math.log10(factor)
        for exponent in range(math.floor(low), math.floor(high) + 1)
        for factor in range(2, 10)
    ]
    return [at for at in places if low < at < high]


def rounded_up(value: float) -> float:
    """Return the least logarithm of 1, 2 or 5 times a decade not below ``value``, a logarithm."""
    decade = math.floor(value + 1e-9)
    for factor in (1, 2, 5):
        at = decade + math.log10(factor)
        if value <= at + 1e-9:
            return at
    return decade + 1.0


def rounded_down(value: float) -> float:
    """Return the greatest logarithm of 1, 2 or 5 times a decade not above ``value``."""
    decade = math.floor(value + 1e-9)
    for factor in (5, 2):
        at = decade + math.log10(factor)
        if value >= at - 1e-9:
            return at
    return float(decade)
