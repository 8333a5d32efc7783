"""Axis scales: positions of figures, rounded ends, ticks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from PySide6.QtCore import QRectF

from pokergui.viewmodel.chart import Axis
from pokergui.widgets.chart.logticks import (
    log_ticks,
    minor_ticks,
    rounded_down,
    rounded_up,
    written,
)
from pokergui.widgets.chart.ticks import MINUS, rounded_range, ticks

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
    """Return a figure in the axis' form."""
    if axis.form == "count":
        words = f"{round(figure):,}"
    elif axis.form == "percent":
        words = f"{100 * figure:.0f}%"
    else:
        plus = "+" if axis.form == "signed" and figure > 0 else ""
        words = plus + written(figure)
    return words.replace("-", MINUS)


@dataclass(frozen=True)
class Scale:
    """The part of an axis that is shown.

    Attributes:
        low, high: its ends, as logarithms to base 10 if it is logarithmic.
        ticks: places of ticks along it, 0 to 1, and their text.
        minor: places of hairlines between them.
        log: whether it is logarithmic.
    """

    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]
    minor: tuple[float, ...]
    log: bool

    def share(self, figures: ArrayLike) -> NDArray[np.float64]:
        """Return how far along the axis figures are: 0 at its low end, 1 at its high end."""
        return (places(figures, log=self.log) - self.low) / (self.high - self.low)


@dataclass(frozen=True)
class Plane:
    """The plot: a box in pixels and the scales along its edges."""

    box: QRectF
    x: Scale
    y: Scale

    def across(self, figures: ArrayLike) -> NDArray[np.float64]:
        """Return pixels of figures of the horizontal axis; NaN for those without a place."""
        return self.box.x() + self.x.share(figures) * self.box.width()

    def up(self, figures: ArrayLike) -> NDArray[np.float64]:
        """Return pixels of figures of the vertical axis; NaN for those without a place."""
        return self.box.bottom() - self.y.share(figures) * self.box.height()

    def pixels(self, x: Sequence[float], y: Sequence[float]) -> tuple[NDArray[np.int64], Points]:
        """Return the indices of points that have a place, and their places."""
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
) -> Scale:
    """Return the scale for all figures; its ends are round, so that growing curves seldom move it.

    Args:
        axis: its description.
        figures: of all that it shows.
        pixels: its length.
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
    return Scale(low, high, marks, tuple((at - low) / (high - low) for at in minor), axis.log)


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
