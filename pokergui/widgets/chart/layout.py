"""Layout of a chart's parts, in pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QRectF

from pokergui.theme.fonts import BODY, CAPTION, SMALL, metrics
from pokergui.viewmodel.chart import Chart
from pokergui.widgets.chart.names import Name, guide_width, place_all
from pokergui.widgets.chart.ticks import Plane, Points, fit

_DASH = 5.0
_SAME = 0.7
"""Pixels between two curves below which one hides the other."""


def strokes(curves: Sequence[Points]) -> tuple[list[QLineF], ...]:
    """Return each curve as segments; one that covers an earlier curve is dashed."""
    return tuple(
        dashes(curve) if any(_hides(other, curve) for other in curves[:i]) else _solid(curve)
        for i, curve in enumerate(curves)
    )


def dashes(curve: Points) -> list[QLineF]:
    """Return dashes and gaps of five pixels along a curve."""
    xs, ys = curve
    if not len(xs):
        return []
    along = np.cumsum(np.hypot(np.diff(xs, prepend=xs[0]), np.diff(ys, prepend=ys[0])))
    cuts = np.arange(0.0, along[-1], _DASH)
    return _solid((np.interp(cuts, along, xs), np.interp(cuts, along, ys)))[::2]


def _solid(curve: Points) -> list[QLineF]:
    x, y = curve[0].tolist(), curve[1].tolist()
    return [QLineF(*ends) for ends in zip(x, y, x[1:], y[1:], strict=False)]


def _hides(other: Points, curve: Points) -> bool:
    """Return whether most of a curve covers another that has the same points along the axis."""
    if len(curve[0]) < 2 or not np.array_equal(curve[0], other[0]):
        return False
    return bool(np.mean(np.abs(curve[1] - other[1]) < _SAME) > 0.5)


PAD = 16.0
ROW = 20.0
_HEAD = 34.0
_TICKS = 24.0
_NAMES = 140.0
_LEFT, _LABEL_GAP = 24.0, 9.0
_APART_X, _APART_Y = 80.0, 34.0
_LOG_APART_X, _LOG_APART_Y = 70.0, 24.0
_KEY, _BETWEEN = 16.0, 16.0
"""Width of a line in the legend with its gap; distance of two entries."""


@dataclass(frozen=True)
class LegendItem:
    """One entry of the legend, from the left end of its line."""

    words: str
    colour: str
    box: QRectF


@dataclass(frozen=True)
class Layout:
    """A chart laid out.

    Attributes:
        head: place of the heading; empty without one.
        kept: for each line the indices of its points that have a place.
        pixels: places of these points.
    """

    head: QRectF
    legend: tuple[LegendItem, ...]
    plane: Plane
    width: float
    kept: tuple[NDArray[np.int64], ...]
    pixels: tuple[Points, ...]
    strokes: tuple[list[QLineF], ...]
    names: tuple[Name, ...]


def in_legend(chart: Chart) -> list[tuple[str, str]]:
    """Return text and colours of the legend, the most important first; none for a single line."""
    lines = [line for line in chart.lines if not line.end]
    entries = [(line.name, line.colour) for line in lines if line.name]
    if not entries or (len(entries) < 2 and not chart.note):
        return []
    return [*entries, *([(chart.note, "")] if chart.note else [])]


def legend_widths(entries: list[tuple[str, str]]) -> list[float]:
    advance = metrics(SMALL).horizontalAdvance
    return [advance(words) + 1 + (_KEY if colour else 0) for words, colour in entries]


def over_plot(chart: Chart, width: float, *, headed: bool) -> float:
    words = ROW if chart.y.unit or any(guide.words for guide in chart.moments) else 6.0
    if not headed:
        return words
    return _HEAD + (ROW if _below(chart, width) else 0) + words


def under_plot(chart: Chart) -> float:
    return _TICKS + (ROW - 4 if chart.x.unit else 0)


def _below(chart: Chart, width: float) -> bool:
    widths = legend_widths(in_legend(chart))
    title = metrics(BODY, 600).horizontalAdvance(chart.title)
    need = title + sum(widths) + _BETWEEN * len(widths)
    return bool(widths) and need > width - 2 * PAD


def _legend(chart: Chart, width: float) -> tuple[LegendItem, ...]:
    """Return entries right of the heading, or under it; the last are left out if there is no room.

    The order is that of the lines.
    """
    entries, below = in_legend(chart), _below(chart, width)
    widths = legend_widths(entries)
    while widths and sum(widths) + _BETWEEN * (len(widths) - 1) > width - 2 * PAD:
        del entries[-1], widths[-1]
    need = sum(widths) + _BETWEEN * (len(widths) - 1)
    x, placed = PAD if below else width - PAD - need, []
    for (words, colour), wide in zip(entries, widths, strict=True):
        placed.append(LegendItem(words, colour, QRectF(x, _HEAD - 2 if below else 8, wide, 24)))
        x += wide + _BETWEEN
    return tuple(placed)


def lay_out(chart: Chart, area: QRectF, *, headed: bool, foot: float = 0.0) -> Layout:
    """Lay a chart out.

    Args:
        area: all the room available; its left top corner is 0, 0.
        headed: with heading and legend.
        foot: pixels to keep free at the bottom.
    """
    top = over_plot(chart, area.width(), headed=headed)
    high = max(20.0, area.height() - top - under_plot(chart) - foot)
    figures: list[Sequence[float]] = [line.y for line in chart.lines if line.style != "band"]
    # Intervals of a run's first evaluations may be huge, so they do not widen an axis.
    figures += [end[len(end) // 2 :] for line in chart.lines for end in (line.low, line.high)]
    figures.append([level.at for level in chart.levels])
    rows = _LOG_APART_Y if chart.y.log else _APART_Y
    y = fit(chart.y, figures, high, rows, room=True)
    advance = metrics(CAPTION).horizontalAdvance
    left = max(_LEFT, *(advance(words) for _, words in y.ticks), 0.0) + _LABEL_GAP
    left += PAD if headed else 4.0
    named = any(line.end for line in chart.lines) or any(level.end for level in chart.levels)
    words = max((guide_width(level.end) for level in chart.levels), default=0.0)
    beside = min(_NAMES, max(area.width() / 5, min(words, area.width() / 3)))
    right = beside if named else PAD + 12.0
    box = QRectF(left, top, max(20.0, area.width() - left - right), high)
    columns = _LOG_APART_X if chart.x.log else _APART_X
    x = fit(chart.x, [line.x for line in chart.lines], box.width(), columns)
    plane = Plane(box, x, y)
    pixels = [plane.pixels(line.x, line.y) for line in chart.lines]
    head = QRectF(PAD, 8, area.width() - 2 * PAD, 24) if headed else QRectF()
    legend = _legend(chart, area.width()) if headed else ()
    points = tuple(points for _, points in pixels)
    kept = tuple(index for index, _ in pixels)
    placed = place_all(chart, points, plane, area.width())
    return Layout(head, legend, plane, area.width(), kept, points, strokes(points), tuple(placed))
