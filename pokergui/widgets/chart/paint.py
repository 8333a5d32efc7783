"""Paints a laid-out chart: axes, bands, curves, guides, dots, labels, readout."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from pokergui.theme import look
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font, metrics
from pokergui.theme.tokens import mix
from pokergui.viewmodel.chart import Chart, Guide, Line
from pokergui.widgets.chart.layout import ROW, Layout, Name, dashes
from pokergui.widgets.painting import CENTRE, RIGHT, stroke, text

_WIDTHS = {"plain": 2.0, "front": 2.6, "quiet": 1.4}
_DOT = 4.0
_FAR = 12.0
"""Pixels between an end and its name from which a leader joins them."""
_BAND, _QUIET_BAND = 0.2, 0.1


def colour(name: str) -> QColor:
    return QColor(getattr(look.tokens(), name))


def _points(xs: NDArray[np.float64], ys: NDArray[np.float64]) -> list[QPointF]:
    return [QPointF(x, y) for x, y in zip(xs.tolist(), ys.tolist(), strict=True)]


class ChartPainter:
    """A painter of one chart."""

    def __init__(self, painter: QPainter, chart: Chart, layout: Layout, ground: str) -> None:
        self._painter = painter
        self._chart = chart
        self._at = layout
        self._plane = layout.plane
        self._ground = ground

    def paint(self) -> None:
        self._heading()
        self._axes()
        order = sorted(range(len(self._chart.lines)), key=self._is_front)
        self._painter.save()
        self._painter.setClipRect(self._plane.box.adjusted(-2, -2, 2, 2))
        for i in order:
            self._band(self._chart.lines[i])
        for level in self._chart.levels:
            self._guide(level, self._level(float(self._plane.up(level.at))))
        for moment in self._chart.moments:
            self._guide(moment, self._upright(float(self._plane.across(moment.at))))
        for i in order:
            self._curve(i)
        self._painter.restore()
        self._words()
        for name in self._at.names:
            self._leader(name)
        for i in order:
            self._end(i)
        for name in self._at.names:
            self._name(name)
        for dot in self._chart.dots if self._chart.lines else ():
            place = QPointF(float(self._plane.across(dot.x)), float(self._plane.up(dot.y)))
            self._ring(place, dot.colour)

    def _is_front(self, i: int) -> bool:
        return self._chart.lines[i].style == "front"

    def _heading(self) -> None:
        painter, t, head = self._painter, look.tokens(), self._at.head
        right = head.right()
        for entry in self._at.legend:
            if entry.box.y() <= head.y():
                right = min(right, entry.box.x() - 8)
            box = entry.box
            if entry.colour:
                y, ink = box.center().y(), colour(entry.colour)
                stroke(painter, QPointF(box.x(), y), QPointF(box.x() + 10, y), ink, 2)
                box = box.adjusted(16, 0, 0, 0)
            text(painter, box, entry.words, font(SMALL), t.t2)
        head = QRectF(head.x(), head.y(), right - head.x(), head.height())
        text(painter, head, self._chart.title, font(BODY, 600), t.t1)

    def _axes(self) -> None:
        painter, t, plane, box = self._painter, look.tokens(), self._plane, self._plane.box
        minor = QColor(t.line)
        minor.setAlphaF(0.4)
        columns = [(box.x() + at * box.width(), words) for at, words in plane.x.ticks]
        rows = [(box.bottom() - at * box.height(), words) for at, words in plane.y.ticks]
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(QPen(minor, 1))
        painter.drawLines([self._upright(box.x() + at * box.width()) for at in plane.x.minor])
        painter.drawLines([self._level(box.bottom() - at * box.height()) for at in plane.y.minor])
        painter.setPen(QPen(QColor(t.line), 1))
        painter.drawLines([self._upright(x) for x, _ in columns if plane.x.log])
        painter.drawLines([self._level(y) for y, _ in rows])
        painter.setPen(QPen(QColor(t.line2), 1))
        painter.drawLine(self._level(box.bottom()))
        if plane.y.low < 0 < plane.y.high and not plane.y.log:
            painter.drawLine(self._level(float(plane.up(0.0))))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for x, words in columns:
            place = QRectF(x - 50, box.bottom() + 5, 100, 16)
            text(painter, place, words, font(CAPTION), t.t3, CENTRE)
        for y, words in rows:
            text(painter, QRectF(0, y - 8, box.x() - 9, 16), words, font(CAPTION), t.t3, RIGHT)
        foot = QRectF(box.x(), box.bottom() + 21, box.width(), 16)
        text(painter, foot, self._chart.x.unit, font(CAPTION), t.t3, CENTRE)
        if not any(len(index) for index in self._at.kept):
            text(painter, box, self._chart.empty, font(BODY), t.t3, CENTRE)

    def _upright(self, x: float) -> QLineF:
        return QLineF(x, self._plane.box.top(), x, self._plane.box.bottom())

    def _level(self, y: float) -> QLineF:
        return QLineF(self._plane.box.left(), y, self._plane.box.right(), y)

    def _band(self, line: Line) -> None:
        """Paint a line's band; that of a quiet line has dashed edges."""
        painter, plane = self._painter, self._plane
        (_, (xs, lows)), (_, (back, highs)) = (
            plane.pixels(line.x, end) for end in (line.low, line.high)
        )
        if len(xs) < 2 or len(back) < 2:
            return
        quiet = line.style in ("quiet", "band")
        fill = colour(line.colour)
        fill.setAlphaF(_QUIET_BAND if quiet else _BAND)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fill)
        painter.drawPolygon(QPolygonF([*_points(xs, lows), *reversed(_points(back, highs))]))
        if quiet:
            painter.setPen(QPen(colour(line.colour), 1))
            painter.drawLines(dashes((xs, lows)))
            painter.drawLines(dashes((back, highs)))

    def _guide(self, guide: Guide, line: QLineF) -> None:
        pen = QPen(colour(guide.colour), 1.2)
        pen.setDashPattern([4, 3])
        self._painter.setPen(pen)
        self._painter.drawLine(line)

    def _curve(self, i: int) -> None:
        line, (xs, ys), painter = self._chart.lines[i], self._at.pixels[i], self._painter
        if line.style == "band" or not len(xs):
            return
        painter.setPen(QPen(colour(line.colour), _WIDTHS[line.style]))
        if len(xs) == 1 and not line.dot:
            painter.drawPoint(QPointF(float(xs[0]), float(ys[0])))
        else:
            painter.drawLines(self._at.strokes[i])

    def _words(self) -> None:
        painter, t, chart, box = self._painter, look.tokens(), self._chart, self._plane.box
        caption, advance = font(CAPTION), metrics(CAPTION).horizontalAdvance
        row = QRectF(box.x(), box.y() - ROW, box.width(), 16)
        first = box.x() + text(painter, row, chart.y.unit, caption, t.t3) + 16
        for moment in chart.moments:
            wide = advance(moment.words) + 1
            x = float(self._plane.across(moment.at)) - wide / 2
            x = max(first, min(x, self._at.width - wide - 8))
            text(painter, QRectF(x, row.y(), wide, 16), moment.words, caption, t.t2)
        for level in chart.levels:
            y = float(self._plane.up(level.at))
            if level.words and np.isfinite(y):
                above = y - 18 >= box.y()
                place = QRectF(box.x() + 8, y - 18 if above else y + 2, box.width() - 16, 16)
                text(painter, place, level.words, caption, getattr(t, level.colour))

    def _leader(self, name: Name) -> None:
        middle = name.box.center().y()
        if abs(middle - name.end.y()) > _FAR:
            t = look.tokens()
            ink = mix(getattr(t, name.colour), 0.6, getattr(t, self._ground))
            stroke(self._painter, name.end, QPointF(name.box.x() - 3, middle), ink)

    def _end(self, i: int) -> None:
        """Paint a dot at a curve's end, open while it grows."""
        line, (xs, ys) = self._chart.lines[i], self._at.pixels[i]
        if not line.dot or not len(xs):
            return
        at, painter = QPointF(float(xs[-1]), float(ys[-1])), self._painter
        if line.dot == "open":
            painter.setPen(QPen(colour(line.colour), 2))
            painter.setBrush(colour(self._ground))
            painter.drawEllipse(at, _DOT + 1, _DOT + 1)
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour(line.colour))
            painter.drawEllipse(at, _DOT, _DOT)

    def _name(self, name: Name) -> None:
        t, box = look.tokens(), name.box
        row = QRectF(box.x(), box.y(), box.width(), 16)
        used = text(self._painter, row, name.words, font(SMALL, 600), getattr(t, name.colour))
        value = row.translated(0, 15) if name.lines == 2 else row.adjusted(used + 6, 0, 0, 0)
        fits = metrics(CAPTION).horizontalAdvance(name.value) <= value.width() + 0.5
        if name.lines == 2 or fits:
            text(self._painter, value, name.value, font(CAPTION), t.t2)

    def _ring(self, at: QPointF, ink: str) -> None:
        painter = self._painter
        painter.setBrush(colour(ink))
        for pen in (QPen(colour(self._ground), 4), QPen(colour("t1"), 2)):
            painter.setPen(pen)
            painter.drawEllipse(at, 5, 5)
