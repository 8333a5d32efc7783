"""Placement of labels at the ends of curves and guides without overlaps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from PySide6.QtCore import QPointF, QRectF

from pokergui.theme.fonts import CAPTION, SMALL, metrics
from pokergui.viewmodel.chart import Chart
from pokergui.widgets.chart.ticks import Plane, Points

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
