"""Curves over iterations, painted small: a strategy settling, a distance falling."""

from __future__ import annotations

import math
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.pages.lab.viewmodel.lab import ChartLine, IterationChart
from pokergui.pages.lab.views.layer import Layer
from pokergui.pages.lab.views.numbers import draw_polyline, mark_colour
from pokergui.theme import look
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font, metrics
from pokergui.widgets.chart.logticks import power_of_ten
from pokergui.widgets.chart.ticks import nice_step, ticks
from pokergui.widgets.guard import Painted, guarded_or
from pokergui.widgets.painting import CENTRE, RIGHT, text

_HEAD, _FOOT, _LEFT, _PAD = 38.0, 26.0, 46.0, 16.0
_LEAST_DISTANCE = 1e-12
_BAND = 0.2
_APART = 13.0
"""Least distance in pixels of the words at the ends of curves."""


class IterationChartView(Painted, QWidget):
    """Shows an ``IterationChart``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = IterationChart("", (), 1, 10)
        self._low, self._high = 0.0, 1.0
        self._layer = Layer(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_scene(self, scene: IterationChart) -> None:
        """Show curves."""
        if scene == self._scene:
            return
        if scene.lines != self._scene.lines or scene.log != self._scene.log:
            self._low, self._high = self._range(scene)
        if replace(self._scene, now=scene.now) != scene:
            self._layer.forget()
        self._scene = scene
        self.setAccessibleName(scene.title)
        ends = [f"{line.name} {line.points[-1][1]:.4g}" for line in scene.lines if line.points]
        self.setAccessibleDescription(self.tr("at the end {ends}").format(ends=", ".join(ends)))
        self.update()

    @staticmethod
    def _range(scene: IterationChart) -> tuple[float, float]:
        values = [value for line in scene.lines for _, value in line.points]
        values += [line.level for line in scene.lines if line.level is not None]
        if not values:
            return (-2.0, 0.0) if scene.log else (0.0, 1.0)
        if scene.log:
            low = math.floor(math.log10(max(min(values), _LEAST_DISTANCE)))
            high = math.ceil(math.log10(max(max(values), _LEAST_DISTANCE)))
            return float(low), float(max(high, low + 1))
        step = nice_step(max(values) or 1.0, 4)
        return 0.0, math.ceil(max(values) / step - 1e-9) * step

    @guarded_or(QSize(460, 300))
    def sizeHint(self) -> QSize:
        """Wider than high."""
        return QSize(460, 300)

    @guarded_or(QSize(260, 160))
    def minimumSizeHint(self) -> QSize:
        """The least that can be read."""
        return QSize(260, 160)

    def _area(self) -> QRectF:
        ends = [metrics(CAPTION).horizontalAdvance(line.end) for line in self._scene.lines]
        right = max([0.0, *ends])
        return QRectF(self.rect()).adjusted(
            _PAD + _LEFT - 16, _HEAD + 6, -_PAD - (right and right + 8), -_FOOT - 6
        )

    def _at(self, area: QRectF, iteration: float, value: float) -> QPointF:
        first = math.log10(self._scene.first)
        last = math.log10(max(2, self._scene.last))
        along = (math.log10(max(self._scene.first, iteration)) - first) / (last - first)
        x = area.x() + area.width() * along
        if self._scene.log:
            value = math.log10(max(value, _LEAST_DISTANCE))
        share = (value - self._low) / (self._high - self._low)
        return QPointF(x, area.bottom() - area.height() * share)

    def paint(self, painter: QPainter) -> None:
        """The layer and the present iteration."""
        self._layer.draw(painter, self._paint_layer)
        area = self._area()
        if self._scene.now and self._has_room(area):
            now = self._at(area, self._scene.now, 1.0).x()
            painter.setPen(QPen(QColor(look.tokens().t2), 1, Qt.PenStyle.DashLine))
            painter.drawLine(QPointF(now, area.y()), QPointF(now, area.bottom()))

    @staticmethod
    def _has_room(area: QRectF) -> bool:
        return area.width() >= 40 and area.height() >= 30

    def _paint_layer(self, painter: QPainter) -> None:
        """Panel, axes, levels, curves."""
        t, box, scene = look.tokens(), QRectF(self.rect()), self._scene
        painter.setPen(QPen(QColor(t.line), 1))
        painter.setBrush(QColor(t.bg2))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        head = QRectF(_PAD, 2, box.width() - 2 * _PAD, _HEAD - 2)
        used = self._legend(painter, head, scene)
        text(painter, head.adjusted(0, 0, -used, 0), scene.title, font(BODY, 600), t.t1)
        area = self._area()
        if self._has_room(area):
            self._axes(painter, area)
            for line in scene.lines:
                self._band(painter, area, line)
            for line in scene.lines:
                self._curve(painter, area, line)
            self._ends(painter, area)

    def _legend(self, painter: QPainter, head: QRectF, scene: IterationChart) -> float:
        """Names of the curves at the right of the heading, if there are several; their width."""
        if len(scene.lines) < 2:
            return 0.0
        measure, x = metrics(SMALL), head.right()
        title = metrics(BODY, 600).horizontalAdvance(scene.title)
        need = sum(measure.horizontalAdvance(line.name) + 30 for line in scene.lines)
        if title + need > head.width():
            return 0.0
        for line in reversed(scene.lines):
            wide = measure.horizontalAdvance(line.name)
            place = QRectF(x - wide, head.y(), wide + 1, head.height())
            text(painter, place, line.name, font(SMALL), look.tokens().t1)
            painter.setPen(QPen(QColor(mark_colour(line.mark)), 2))
            y = head.center().y()
            painter.drawLine(QPointF(x - wide - 16, y), QPointF(x - wide - 6, y))
            x -= wide + 30
        return need

    def _axes(self, painter: QPainter, area: QRectF) -> None:
        t, scene = look.tokens(), self._scene
        if scene.log:
            span = range(round(self._low), round(self._high) + 1)
            every = max(1, math.ceil(len(span) * 16 / area.height()))
            marks = [(10.0**power, power_of_ten(power)) for power in span[::every]]
        else:
            marks = ticks(self._low, self._high, 4, sign=False)
        for value, words in marks:
            y = round(self._at(area, 1, value).y()) + 0.5
            painter.setPen(QPen(QColor(t.line), 1))
            painter.drawLine(QPointF(area.x(), y), QPointF(area.right(), y))
            place = QRectF(area.x() - 60, y - 8, 52, 16)
            text(painter, place, words, font(CAPTION), t.t3, RIGHT)
        power = math.ceil(math.log10(scene.first))
        while 10**power <= scene.last:
            x = self._at(area, 10**power, 1.0).x()
            painter.setPen(QPen(QColor(t.line2), 1))
            painter.drawLine(QPointF(x, area.bottom()), QPointF(x, area.bottom() + 4))
            place = QRectF(x - 40, area.bottom() + 6, 80, 16)
            text(painter, place, power_of_ten(power), font(CAPTION), t.t3, CENTRE)
            power += 1
        painter.setPen(QPen(QColor(t.line2), 1))
        painter.drawLine(area.bottomLeft(), area.bottomRight())

    def _band(self, painter: QPainter, area: QRectF, line: ChartLine) -> None:
        """What lies between the lowest and the highest run."""
        if not line.band:
            return
        spots = [(x, *ends) for (x, _), ends in zip(line.points, line.band, strict=True)]
        edge = [self._at(area, x, low) for x, low, _ in spots]
        edge += [self._at(area, x, high) for x, _, high in reversed(spots)]
        colour = QColor(mark_colour(line.mark))
        colour.setAlphaF(_BAND)
        painter.save()
        painter.setClipRect(area)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawPolygon(QPolygonF(edge))
        painter.restore()

    def _curve(self, painter: QPainter, area: QRectF, line: ChartLine) -> None:
        colour = QColor(mark_colour(line.mark))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if line.level is not None:
            painter.setPen(QPen(colour, 1, Qt.PenStyle.DotLine))
            y = self._at(area, 1, line.level).y()
            painter.drawLine(QPointF(area.x(), y), QPointF(area.right(), y))
        places = [self._at(area, *point) for point in line.points]
        painter.setPen(QPen(colour, 2))
        if len(places) == 1:
            painter.setBrush(colour)
            painter.drawEllipse(places[0], 2, 2)
        else:
            draw_polyline(painter, places)

    def _ends(self, painter: QPainter, area: QRectF) -> None:
        """Words at the right, pushed apart where levels are close."""
        lines = [line for line in self._scene.lines if line.end and line.level is not None]
        lines.sort(key=lambda line: -(line.level or 0.0))
        y = -math.inf
        for line in lines:
            y = max(y + _APART, self._at(area, 1, line.level or 0.0).y())
            place = QRectF(area.right() + 8, y - 8, self.width() - area.right() - 8, 16)
            text(painter, place, line.end, font(CAPTION), mark_colour(line.mark))
