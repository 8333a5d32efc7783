"""Layout of a chart's parts, in pixels; labels at the ends of curves without overlaps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF

from pokergui.theme.fonts import BODY, CAPTION, SMALL, metrics
from pokergui.viewmodel.chart import Chart
from pokergui.widgets.chart.ticks import Plane, Points, fit

_STEP = 3.0
_COST_OF_A_CURVE = 26.0
"""Pixels that a name moves rather than cover a curve."""
_FRONT_WEIGHT = 3.0
_TWO_LINES, _ONE_LINE = 32.0, 17.0
_GAP, _UNDER = 11.0, 10.0
_BESIDE = 7.0
"""Pixels at both sides of a dot that names keep clear of."""


@dataclass(frozen=True, slots=True)
class End:
    """A curve's end in pixels, and the width of the text there."""

    x: float
    y: float
    width: float
    front: bool


@dataclass(frozen=True, slots=True)
class Area:
    """The area for names, in pixels; the height of each and its distance from its end."""

    left: float
    top: float
    right: float
    bottom: float
    height: float
    gap: float

    @property
    def lines(self) -> int:
        """The number of lines of a name: its value is under it, or beside it."""
        return 2 if self.height == _TWO_LINES else 1

    def holds(self, count: int) -> bool:
        return count * self.height <= self.bottom - self.top + 1e-6


@dataclass(frozen=True, slots=True)
class Name:
    """Words at the end of a curve or guide.

    Attributes:
        words, value: the text, one under the other or side by side.
        lines: 2 if the value is under the text.
    """

    words: str
    value: str
    colour: str
    front: bool
    end: QPointF
    box: QRectF = field(default_factory=QRectF)
    lines: int = 2


def place_all(chart: Chart, pixels: Sequence[Points], plane: Plane, width: float) -> list[Name]:
    """Place every label: on two lines, or on one if there is little room."""
    box = plane.box
    names = [
        Name(c.name, c.end, c.colour, c.style == "front", QPointF(float(xs[-1]), float(ys[-1])))
        for c, (xs, ys) in zip(chart.lines, pixels, strict=True)
        if c.end and len(xs)
    ]
    levels = [(guide, float(plane.up(guide.at))) for guide in chart.levels]
    levels = [(guide, at) for guide, at in levels if np.isfinite(at)]
    names += [
        Name(guide.end, "", guide.colour, False, QPointF(box.right(), at))
        for guide, at in levels
        if guide.end
    ]
    names.sort(key=lambda name: not name.front)
    room = (box.x(), box.y(), width, box.bottom() + _UNDER)
    area = Area(*room, _TWO_LINES, _GAP)
    if not area.holds(len(names)) or not any(name.value for name in names):
        area = Area(*room, _ONE_LINE, _GAP)
    while names and not area.holds(len(names)):
        names.pop()
    column = max((name.end.x() for name in names), default=0.0)
    ends = [
        End(name.end.x(), name.end.y(), _width(name, area, box, column), name.front)
        for name in names
    ]
    obstacles = [points for points in pixels if len(points[0])]
    beside = np.array([-_BESIDE, _BESIDE])
    obstacles.extend((end.x + beside, np.array([end.y, end.y])) for end in ends)
    for guide, at in levels:
        words = box.x() + 8 + metrics(CAPTION).horizontalAdvance(guide.words)
        for right, up in ((box.right(), at), (words, at - 10)):
            obstacles.append((np.array([box.x(), right]), np.array([up, up])))
    spots = place_names(ends, obstacles, area)
    return [
        replace(name, box=QRectF(*spot, end.width, area.height), lines=area.lines)
        for name, end, spot in zip(names, ends, spots, strict=True)
    ]


def guide_width(words: str) -> float:
    return metrics(SMALL, 600).horizontalAdvance(words) + _GAP + 4


def _width(name: Name, area: Area, box: QRectF, column: float) -> float:
    """Return the width of a name and its value, over or beside each other.

    A value beside its name is left out if it would be shortened, or pushed into the ``column`` of
    the names at the right.
    """
    words = metrics(SMALL, 600).horizontalAdvance(name.words) + 2
    value = metrics(CAPTION).horizontalAdvance(name.value) + 2
    end = name.end.x()
    if area.lines == 2:
        return min(max(words, value), max(40.0, area.right - end - _GAP - 2))
    room = area.right - box.right() - _GAP - 2
    both = words + 6 + value if name.value else words
    inside = end + both + 4 < column or end + words + 4 >= column
    return both if both <= room and inside else min(words, max(40.0, room))


def place_names(ends: list[End], curves: Sequence[Points], area: Area) -> list[tuple[float, float]]:
    """Return top left corners of the labels, right of their ends and close to their height.

    Names that share columns of pixels keep the order of their ends and are moved apart; then each
    moves off the curves if it can.

    Args:
        ends: the curves' ends, no more than ``area`` holds.
        curves: x and y of the curves' points in pixels, x ascending.

    Returns:
        left and top of each name in the order of ``ends``.
    """
    lefts = [max(area.left, min(end.x + area.gap, area.right - end.width)) for end in ends]
    tops = [end.y - area.height / 2 for end in ends]
    for group in _columns(ends, lefts):
        group.sort(key=lambda i: (ends[i].y, ends[i].x))
        weights = [_FRONT_WEIGHT if ends[i].front else 1.0 for i in group]
        spaced = spread([tops[i] for i in group], weights, area)
        for n, i in enumerate(group):
            # Between its neighbours; the one above already has its place.
            low = spaced[n - 1] + area.height if n else area.top
            high = (spaced[n + 1] if n + 1 < len(group) else area.bottom) - area.height
            spaced[n] = tops[i] = _off_curves(
                ends[i], lefts[i], curves, (low, spaced[n], high), area
            )
    return list(zip(lefts, tops, strict=True))


def _columns(ends: list[End], lefts: list[float]) -> list[list[int]]:
    """Group labels so that no two groups share a column of pixels."""
    groups: list[list[int]] = []
    reach = 0.0
    for i in sorted(range(len(ends)), key=lambda i: lefts[i]):
        if groups and lefts[i] < reach:
            groups[-1].append(i)
        else:
            groups.append([i])
            reach = lefts[i]
        reach = max(reach, lefts[i] + ends[i].width)
    return groups


def spread(wanted: list[float], weights: list[float], area: Area) -> list[float]:
    """Return tops in the given order, at least a label's height apart, nearest to those wanted.

    Isotonic least squares. Source: Barlow, Bartholomew, Bremner and Brunk 1972, pool adjacent
    violators.
    """
    step = area.height
    blocks: list[list[float]] = []  # weighted mean of the first's wanted top, weight, count
    for i, (top, weight) in enumerate(zip(wanted, weights, strict=True)):
        blocks.append([top - i * step, weight, 1])
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            mean, heavy, count = blocks.pop()
            last = blocks[-1]
            last[0] = (last[0] * last[1] + mean * heavy) / (last[1] + heavy)
            last[1] += heavy
            last[2] += count
    flat = [mean for mean, _, count in blocks for _ in range(int(count))]
    low, high = area.top, area.bottom - len(wanted) * step
    return [min(max(mean, low), high) + i * step for i, mean in enumerate(flat)]


def _off_curves(
    end: End, left: float, curves: Sequence[Points], room: tuple[float, float, float], area: Area
) -> float:
    """Return the top of a name, close to its end and preferably not on a curve.

    Args:
        room: the least top, one that is possible in any case, and the greatest.
    """
    low, possible, high = room
    wanted = min(max(end.y - area.height / 2, low), high)
    tops = np.append(np.arange(low, high + 1e-6, _STEP), (possible, wanted))
    tops = tops[(tops >= low - 1e-6) & (tops <= high + 1e-6)]
    if not len(tops):
        return possible
    cost = np.abs(tops - wanted)
    at = np.linspace(left - 3, left + end.width, 7)
    for xs, ys in curves:
        inside = at[(at >= xs[0]) & (at <= xs[-1])]
        if len(inside):
            y = np.interp(inside, xs, ys)
            cost += _COST_OF_A_CURVE * ((y.min() < tops + area.height) & (y.max() > tops))
    return float(tops[int(np.argmin(cost))])


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
