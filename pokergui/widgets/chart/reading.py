"""Chart readout at one point: of the selected line, and of those that share its points."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPen

from pokergui.language.joins import phrases
from pokergui.theme import look
from pokergui.theme.fonts import CAPTION, SMALL, font, metrics
from pokergui.viewmodel.chart import Chart
from pokergui.widgets.chart.layout import Layout
from pokergui.widgets.chart.paint import colour
from pokergui.widgets.chart.scale import Points, said
from pokergui.widgets.painting import rounded, stroke, text

STEP = 0.05
"""Part of the plot's width that an arrow key moves, or one point if they are wider apart."""
_DOT, _ROW, _PAD, _BESIDE = 4.0, 16.0, 10.0, 12.0


@dataclass(frozen=True)
class Row:
    """One line's part of a reading: its text, and its place; None for a band alone."""

    name: str
    value: str
    colour: str
    at: QPointF | None


@dataclass(frozen=True)
class Reading:
    """The place of a reading, in words and pixels, and a row for each line."""

    where: str
    x: float
    rows: tuple[Row, ...]

    @property
    def words(self) -> str:
        """The whole reading in a sentence."""
        return phrases((self.where, *(f"{row.name} {row.value}" for row in self.rows)))


def nearest(layout: Layout, at: QPointF) -> tuple[int, int] | None:
    """Return the line nearest to a place, and its point nearest to it along the axis."""
    found, least = None, np.inf
    for i, (xs, ys) in enumerate(layout.pixels):
        if len(xs):
            point = int(np.argmin(np.abs(xs - at.x())))
            far = float(np.hypot(xs[point] - at.x(), ys[point] - at.y()))
            if far < least:
                found, least = (i, point), far
    return found


def stepped(layout: Layout, line: int, point: int, direction: int) -> int:
    """Return the next point: ``STEP`` of the width further, or the next one if wider apart."""
    xs = layout.pixels[line][0]
    wanted = xs[point] + direction * STEP * layout.plane.box.width()
    found = int(np.argmin(np.abs(xs - wanted)))
    return min(max(0, point + direction), len(xs) - 1) if found == point else found


def read(chart: Chart, layout: Layout, line: int, point: int, interval: str) -> Reading:
    """Read a chart at one point.

    Args:
        chart: the chart.
        layout: its layout.
        line: the chosen line.
        point: index of one of its points that have a place.
        interval: pattern of a band: "{low} to {high}".
    """
    index, own = int(layout.kept[line][point]), chart.lines[line]
    unit = f" {chart.y.unit}" if chart.y.unit else ""
    rows = []
    for other, shown in enumerate(chart.lines):
        if other != line and shown.x != own.x:
            continue
        spot = np.flatnonzero(layout.kept[other] == index)
        at, parts = None, []
        if len(spot) and shown.style != "band":
            xs, ys = (values[spot[0]] for values in layout.pixels[other])
            at = QPointF(float(xs), float(ys))
            parts.append(said(chart.y, shown.y[index]) + unit)
        if index < min(len(shown.low), len(shown.high)):
            ends = (said(chart.y, end[index]) for end in (shown.low, shown.high))
            parts.append(interval.format(**dict(zip(("low", "high"), ends, strict=True))))
        if parts:
            rows.append(Row(shown.name, phrases(parts), shown.colour, at))
    where = chart.x.said.format(said(chart.x, own.x[index]))
    return Reading(where, float(layout.pixels[line][0][point]), tuple(rows))


def _free(layout: Layout, x: float, wide: float, high: float) -> QRectF:
    """Return the place where a panel covers the fewest points of the curves."""
    box, right = layout.plane.box, x + _BESIDE
    lefts = [right] if right + wide < layout.width else []
    if x - _BESIDE - wide > 2 or not lefts:
        lefts.append(max(2.0, x - _BESIDE - wide))
    tops = (box.top() + 4, box.bottom() - high - 4)
    panels = [QRectF(left, max(2.0, top), wide, high) for left in lefts for top in tops]
    return min(panels, key=lambda panel: sum(_inside(panel, points) for points in layout.pixels))


def _inside(panel: QRectF, points: Points) -> int:
    """Return the number of points in a panel."""
    xs, ys = points
    across = (xs > panel.left()) & (xs < panel.right())
    return int((across & (ys > panel.top()) & (ys < panel.bottom())).sum())


def paint_reading(painter: QPainter, layout: Layout, reading: Reading, ground: str) -> None:
    """Paint a line through the place, dots on the curves, and a small panel with the reading."""
    t, box = look.tokens(), layout.plane.box
    stroke(painter, QPointF(reading.x, box.top()), QPointF(reading.x, box.bottom()), t.t3)
    for row in reading.rows:
        if row.at is not None:
            painter.setPen(QPen(colour(ground), 2))
            painter.setBrush(colour(row.colour))
            painter.drawEllipse(row.at, _DOT, _DOT)
    bold, plain = metrics(SMALL, 600).horizontalAdvance, metrics(CAPTION).horizontalAdvance
    names = min(max(bold(row.name) for row in reading.rows) + 10, box.width() / 2)
    wide = max(names + max(plain(row.value) for row in reading.rows), plain(reading.where))
    wide = min(wide + 2 * _PAD + 2, layout.width - 4)
    high = _ROW * (len(reading.rows) + 1) + _PAD
    panel = _free(layout, reading.x, wide, high)
    rounded(painter, panel, t.bg3, t.line2)
    line = QRectF(panel.x() + _PAD, panel.y() + _PAD / 2, panel.width() - 2 * _PAD, _ROW)
    for row in reading.rows:
        ink = getattr(t, row.colour)
        text(painter, QRectF(line.x(), line.y(), names - 6, _ROW), row.name, font(SMALL, 600), ink)
        text(painter, line.adjusted(names, 0, 2, 0), row.value, font(CAPTION), t.t1)
        line.translate(0, _ROW)
    text(painter, line, reading.where, font(CAPTION), t.t2)
