"""Ticks of a linear axis, and their labels."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from PySide6.QtCore import QRectF

from pokergui.viewmodel.chart import Axis

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


Points = tuple[NDArray[np.float64], NDArray[np.float64]]

_TINY = 1e-9
_HAIRLINES = 70.0
"""Least pixels of a decade that is divided by hairlines."""


def places(figures: ArrayLike, *, log: bool) -> NDArray[np.float64]:
    """Return figures, or their logarithms to base 10; NaN for those without a place on the axis."""
    values = np.asarray(figures, np.float64)
    good = np.isfinite(values) & (np.abs(values) < 1e300)
    if not log:
        return np.where(good, values, np.nan)
    good &= values > 0
    return np.where(good, np.log10(np.where(good, values, 1.0)), np.nan)


def said(axis: Axis, figure: float) -> str:
    if axis.names:
        return axis.names[round(figure)]
    if axis.form == "count":
        words = f"{round(figure):,}"
    elif axis.form == "percent":
        words = f"{100 * figure:.0f}%"
    else:
        plus = "+" if axis.form == "signed" and figure > 0 else ""
        words = plus + written(figure)
    return words.replace("-", MINUS)


@dataclass(frozen=True)
class AxisScale:
    """The part of an axis that is shown.

    Attributes:
        low, high: its ends, as logarithms to base 10 if it is logarithmic.
        ticks: places of ticks along it, 0 to 1, and their text.
        minor: places of hairlines between them.
    """

    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]
    minor: tuple[float, ...]
    log: bool

    def share(self, figures: ArrayLike) -> NDArray[np.float64]:
        return (places(figures, log=self.log) - self.low) / (self.high - self.low)


@dataclass(frozen=True)
class Plane:
    """The plot: a box in pixels and the scales along its edges."""

    box: QRectF
    x: AxisScale
    y: AxisScale

    def across(self, figures: ArrayLike) -> NDArray[np.float64]:
        """Return pixels of figures of the horizontal axis; NaN for those without a place."""
        return self.box.x() + self.x.share(figures) * self.box.width()

    def up(self, figures: ArrayLike) -> NDArray[np.float64]:
        return self.box.bottom() - self.y.share(figures) * self.box.height()

    def pixels(self, x: Sequence[float], y: Sequence[float]) -> tuple[NDArray[np.int64], Points]:
        count = min(len(x), len(y))
        across, down = self.across(x[:count]), self.up(y[:count])
        good = np.flatnonzero(np.isfinite(across) & np.isfinite(down))
        return good, (across[good], down[good])


def fit(
    axis: Axis,
    figures: Sequence[Sequence[float]],
    pixels: float,
    apart: float,
    *,
    room: bool = False,
) -> AxisScale:
    """Return the scale for all figures; its ends are round, so that growing curves seldom move it.

    Args:
        apart: least distance of two ticks, in pixels.
        room: keep the least figure off the end of a logarithmic axis.
    """
    known = np.concatenate([np.empty(0), *(places(each, log=axis.log) for each in figures)])
    known = known[np.isfinite(known)]
    most = max(2, int(pixels / apart))
    if axis.log:
        low, high = _log_ends(axis, known, room=room)
        wide = pixels / (high - low) >= _HAIRLINES
        minor = minor_ticks(low, high) if wide else []
        named: Iterable[tuple[float, str]] = log_ticks(low, high, most)
    else:
        low, high = axis.ends or _linear_ends(axis, known, most)
        minor = []
        named = axis.ticks or ticks(low, high, most, sign=axis.form == "signed")
        if not len(known) and not axis.ticks:
            named = [(0.0, "0")]
    marks = tuple(((at - low) / (high - low), words) for at, words in named)
    return AxisScale(low, high, marks, tuple((at - low) / (high - low) for at in minor), axis.log)


def _log_ends(axis: Axis, known: NDArray[np.float64], *, room: bool) -> tuple[float, float]:
    if axis.ends is not None:
        low, high = (math.log10(end) for end in axis.ends)
    elif len(known):
        least = float(known.min())
        low = math.floor(2 * least - 0.3) / 2 if room else rounded_down(least)
        high = rounded_up(float(known.max()))
    else:
        low, high = 0.0, 1.0
    return low, max(high, low + 1.0)


def _linear_ends(axis: Axis, known: NDArray[np.float64], most: int) -> tuple[float, float]:
    low, high = float(known.min(initial=0.0)), float(known.max(initial=0.0))
    if high - low < _TINY:
        low, high = (-1.0 if axis.form == "signed" else 0.0), 1.0
    return rounded_range(low, high, most)
