"""What lies above the curves: dots and names at their ends, words of the lines, a read-out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from pokergui.pages.train.viewmodel.train import CurveScene, TrainChartScene
from pokergui.pages.train.views.ends import Area, End, place_names
from pokergui.pages.train.views.series import series_colour
from pokergui.pages.train.views.view import View
from pokergui.theme import look
from pokergui.theme.fonts import CAPTION, SMALL, font, metrics
from pokergui.theme.tokens import mix
from pokergui.widgets.chart.logticks import written
from pokergui.widgets.guard import Painted
from pokergui.widgets.painting import LEFT, text

NAME_WIDTH = 140
"""Room right of the plot for a name at a curve's end."""
_TWO_LINES, _ONE_LINE = 32.0, 17.0
_GAP, _UNDER = 11.0, 10.0
_WORDS = 19.0
"""Height at the top that belongs to the axis' and the live line's words."""
_DOT = 4.0
_BESIDE = 7.0
"""Pixels at both sides of a dot that names keep clear of."""
_FAR = 12.0
"""Pixels between an end and its name from which on a leader joins them."""

_Points = tuple[NDArray[np.float64], NDArray[np.float64]]


class Marks(Painted, QWidget):
    """A layer above the plot that takes no mouse; it repaints with the curves under it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._scene = TrainChartScene("", "", "", "")
        self._view = View()
        self._points: list[_Points] = []
        self._pixels: list[tuple[CurveScene, _Points]] = []
        self.names: list[tuple[CurveScene, QPointF, QRectF]] = []
        """Each curve that is named, its end, and its name's box."""
        self.lines = 2
        self._near: tuple[int, int] | None = None
        self._mouse: QPointF | None = None

    def set_scene(self, scene: TrainChartScene, points: list[_Points], view: View) -> None:
        """Show names and words for these curves, whose points are places on the axes."""
        self._scene, self._view = scene, view
        self._points = [p for p in points if len(p[0])]
        box = view.box
        across = box.width() / (view.x_high - view.x_low)
        down = box.height() / (view.y_high - view.y_low)
        self._pixels = [
            (curve, (box.x() + (x - view.x_low) * across, box.bottom() - (y - view.y_low) * down))
            for curve, (x, y) in zip(scene.curves, points, strict=True)
            if len(x)
        ]
        self._place()
        self._near = None
        self.update()

    def _place(self) -> None:
        """Find every name its place: two lines each, or one where there are many in little room."""
        v = self._view
        room = (v.box.x(), v.box.y() + _WORDS, float(self.width()), v.box.bottom() + _UNDER)
        count = len(self._pixels)
        area = Area(*room, _TWO_LINES, _GAP)
        self.lines = 2 if area.holds(count) else 1
        if self.lines == 1:
            area = Area(*room, _ONE_LINE, _GAP)
        named = sorted(self._pixels, key=lambda pair: not pair[0].front)
        while named and not area.holds(len(named)):
            named.pop()
        column = max((float(x[-1]) for _, (x, _) in named), default=0.0)
        ends = [
            End(float(x[-1]), float(y[-1]), self._width(curve, float(x[-1]), column), curve.front)
            for curve, (x, y) in named
        ]
        obstacles = [points for _, points in self._pixels]
        beside = np.array([-_BESIDE, _BESIDE])
        obstacles.extend((end.x + beside, np.array([end.y, end.y])) for end in ends)
        target = self._scene.target
        if target is not None and np.isfinite(y := v.y(v.level(target[0]))):
            words = v.box.x() + 8 + metrics(CAPTION).horizontalAdvance(target[1])
            for right, at in ((v.box.right(), y), (words, y - 10)):
                obstacles.append((np.array([v.box.x(), right]), np.array([at, at])))
        places = place_names(ends, obstacles, area)
        self.names = [
            (curve, QPointF(end.x, end.y), QRectF(x, y, end.width, area.height))
            for (curve, _), end, (x, y) in zip(named, ends, places, strict=True)
        ]

    def _width(self, curve: CurveScene, end: float, column: float) -> float:
        """Width of a name and its value, over or beside each other.

        A value beside its name is left out rather than shortened, or pushed into the ``column`` of
        the names at the right.
        """
        name = metrics(SMALL, 600).horizontalAdvance(curve.name) + 2
        value = metrics(CAPTION).horizontalAdvance(curve.value) + 2
        if self.lines == 2:
            room = self.width() - end - _GAP - 2
            return min(max(name, value), max(40.0, room))
        room = self.width() - self._view.box.right() - _GAP - 2
        both = name + 6 + value
        inside = end + both + 4 < column or end + name + 4 >= column
        return both if both <= room and inside else min(name, max(40.0, room))

    def read_out(self, mouse: QPointF | None, near: float) -> None:
        """Tell the point nearest to the mouse, if one is within ``near`` pixels."""
        found, least = None, near
        if mouse is not None:
            for i, (_, (x, y)) in enumerate(self._pixels):
                far = np.hypot(x - mouse.x(), y - mouse.y())
                nearest = int(np.argmin(far))
                if far[nearest] < least:
                    found, least = (i, nearest), float(far[nearest])
        if found != self._near:
            self._near = found
            self.update()

    def paint(self, painter: QPainter) -> None:
        """Words of the lines, dots, names, and the read-out above all."""
        v = self._view
        if v.box.width() < 40 or not self._pixels:
            return
        self._line_words(painter)
        for curve, end, box in self.names:
            self._leader(painter, curve, end, box)
        for curve, (x, y) in sorted(self._pixels, key=lambda pair: pair[0].front):
            self._dot(painter, curve, QPointF(float(x[-1]), float(y[-1])))
        for curve, _, box in self.names:
            self._name(painter, curve, box)
        if self._near is not None:
            self._read(painter, *self._near)

    def _line_words(self, painter: QPainter) -> None:
        """The unit at the top left, the live line's words beside it, the target's on it."""
        t, v, scene = look.tokens(), self._view, self._scene
        top = QRectF(v.box.x() + 8, v.box.y() + 2, v.box.width() - 16, 16)
        unit = metrics(CAPTION).horizontalAdvance(scene.unit)
        live = [(c, p) for c, p in self._pixels if c.live]
        live.sort(key=lambda pair: not pair[0].front)
        start = top.x()
        if live and scene.now:
            x = float(live[0][1][0][-1])
            width = metrics(CAPTION).horizontalAdvance(scene.now) + 1
            if x - 8 - width >= top.x() + unit + 16:
                place = QRectF(x - 8 - width, top.y(), width, 16)
            else:
                place = QRectF(x + 8, top.y(), min(width, self.width() - x - 8), 16)
            if x < top.x() + unit + 12:
                start = max(place.right() + 20, start)
            text(painter, place, scene.now, font(CAPTION), t.t2, LEFT)
        place = QRectF(start, top.y(), top.right() - start, 16)
        if place.width() > unit:
            text(painter, place, scene.unit, font(CAPTION), t.t2)
        if scene.target is not None and np.isfinite(y := v.y(v.level(scene.target[0]))):
            above = y - 18 >= top.bottom()  # below the line where the unit is in its way
            place = QRectF(top.x(), y - 18 if above else y + 2, top.width(), 16)
            text(painter, place, scene.target[1], font(CAPTION), t.unc)

    def _leader(self, painter: QPainter, curve: CurveScene, end: QPointF, box: QRectF) -> None:
        """A line to a name that stands far from its end."""
        middle = box.center().y()
        if abs(middle - end.y()) > _FAR:
            colour = mix(series_colour(curve.series), 0.6, look.tokens().bg2)
            painter.setPen(QPen(QColor(colour), 1))
            painter.drawLine(end, QPointF(box.x() - 3, middle))

    def _dot(self, painter: QPainter, curve: CurveScene, at: QPointF) -> None:
        """Open while the curve grows."""
        t, colour = look.tokens(), series_colour(curve.series)
        if curve.live:
            painter.setPen(QPen(QColor(colour), 2))
            painter.setBrush(QColor(t.bg2))
            painter.drawEllipse(at, _DOT + 1, _DOT + 1)
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colour))
            painter.drawEllipse(at, _DOT, _DOT)

    def _name(self, painter: QPainter, curve: CurveScene, box: QRectF) -> None:
        """Name over value, or beside it."""
        t = look.tokens()
        name = QRectF(box.x(), box.y(), box.width(), 16)
        used = text(painter, name, curve.name, font(SMALL, 600), series_colour(curve.series))
        value = name.translated(0, 15) if self.lines == 2 else name.adjusted(used + 6, 0, 0, 0)
        fits = metrics(CAPTION).horizontalAdvance(curve.value) <= value.width() + 0.5
        if self.lines == 2 or fits:
            text(painter, value, curve.value, font(CAPTION), t.t2)

    def _read(self, painter: QPainter, index: int, point: int) -> None:
        """A ring round a point, and a small panel with what it says."""
        t, v = look.tokens(), self._view
        curve, (xs, ys) = self._pixels[index]
        at = QPointF(float(xs[point]), float(ys[point]))
        colour = series_colour(curve.series)
        painter.setPen(QPen(QColor(colour), 2))
        painter.setBrush(QColor(t.bg2))
        painter.drawEllipse(at, _DOT, _DOT)
        x_log, level = (float(values[point]) for values in self._points[index])
        whole = self._scene.axis != "seconds"
        effort = f"{round(10**x_log):,}" if whole else written(10**x_log)
        where = f"{effort} {self._scene.axis_title}"
        figure = f"{level:,.0f}" if v.linear else written(v.figure(level))
        value = f"{figure} {self._scene.unit}"
        width = max(
            metrics(SMALL, 600).horizontalAdvance(curve.name),
            *(metrics(CAPTION).horizontalAdvance(words) for words in (value, where)),
        )
        width = min(width + 22, v.box.width())
        x = at.x() + 12 if at.x() + 12 + width < self.width() else at.x() - 12 - width
        y = min(max(2.0, at.y() - 66), self.height() - 62.0)
        box = QRectF(max(2.0, x), y, width, 58)
        painter.setPen(QPen(QColor(t.line2), 1))
        painter.setBrush(QColor(t.bg3))
        painter.drawRoundedRect(box, 6, 6)
        row = QRectF(box.x() + 10, box.y() + 5, box.width() - 16, 16)
        text(painter, row, curve.name, font(SMALL, 600), colour)
        text(painter, row.translated(0, 16), value, font(CAPTION), t.t1)
        text(painter, row.translated(0, 32), where, font(CAPTION), t.t2)
