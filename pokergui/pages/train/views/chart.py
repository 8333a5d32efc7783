"""Exploitability against effort on pyqtgraph, with its intervals; names at the curves' ends."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QMargins, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPainterPath, QPen, QResizeEvent
from PySide6.QtWidgets import QGraphicsPathItem, QWidget

from pokergui.pages.train.viewmodel.train import CurveScene, TrainChartScene
from pokergui.pages.train.views.marks import NAME_WIDTH, Marks
from pokergui.pages.train.views.series import series_colour
from pokergui.pages.train.views.view import View, levels
from pokergui.theme import look
from pokergui.theme.fonts import CAPTION, font
from pokergui.widgets.chart.logticks import log_ticks, minor_ticks, rounded_down, rounded_up
from pokergui.widgets.chart.plot import line_pen, make_plot
from pokergui.widgets.chart.ticks import rounded_range, ticks
from pokergui.widgets.guard import Painted, guarded
from pokergui.widgets.painting import CENTRE, RIGHT, text

_LEFT, _TOP, _FOOT = 54, 4, 36
_HEAD = 26.0
"""Pixels above the highest curve, for the words of the axis and of the live line."""
_X_WORDS, _Y_WORDS = 70, 24
_NEAR = 28.0
_WIDE, _FRONT = 2.0, 2.6
_BAND = 0.2

_Points = tuple[NDArray[np.float64], NDArray[np.float64]]


def _placed(curve: CurveScene, figures: tuple[float, ...], *, linear: bool) -> _Points:
    """Places of a curve's points on the axes; what has none is left out."""
    count = min(len(curve.x), len(figures))
    x = levels(curve.x[:count], linear=False)
    y = levels(figures[:count], linear=linear)
    good = np.isfinite(x) & np.isfinite(y)
    return x[good], y[good]


class ConvergenceChart(Painted, QWidget):
    """Shows a ``TrainChartScene``: grid, axes and curves; ``Marks`` lies above with all words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = TrainChartScene("", "", "", "")
        self._points: dict[CurveScene, _Points] = {}
        self._theme: tuple[str, float] | None = None
        self.view = View()
        self._plot, self._item, left, bottom = make_plot(self)
        for axis in (left, bottom):
            axis.setVisible(False)
        self._item.layout.setContentsMargins(0, 0, 0, 0)
        self._item.layout.setSpacing(0)
        # Plain items of Qt: built once a change, painted without Python.
        self._minor, self._major = QGraphicsPathItem(), QGraphicsPathItem()
        self._target, self._now = QGraphicsPathItem(), QGraphicsPathItem()
        self._curves: list[QGraphicsPathItem] = []
        self._bands: list[QGraphicsPathItem] = []
        for depth, piece in enumerate((self._minor, self._major, self._target, self._now)):
            self._add(piece, depth)
        self.marks = Marks(self)
        self.setMouseTracking(True)

    def _add(self, piece: QGraphicsPathItem, depth: int) -> None:
        piece.setZValue(depth)
        self._item.addItem(piece, ignoreBounds=True)

    def set_scene(self, scene: TrainChartScene) -> None:
        """Show curves."""
        if scene == self._scene:
            return
        self._scene = scene
        self.setAccessibleName(scene.title)
        self.setAccessibleDescription(scene.words)
        self._draw()

    def _draw(self) -> None:
        """Places of what is new, then axes, curves and words."""
        scene = self._scene
        known = self._points if scene.linear == self.view.linear else {}
        self._points = {
            c: known[c] if c in known else _placed(c, c.y, linear=scene.linear)
            for c in scene.curves
        }
        points = [self._points[curve] for curve in scene.curves]
        self._fit([p for p in points if len(p[0])])
        self._draw_curves(points)
        self.marks.set_scene(scene, points, self.view)

    def _fit(self, points: list[_Points]) -> None:
        """Move the axes only in whole steps, so that growing curves seldom do."""
        box = self._box()
        x_low = rounded_down(min((float(x.min()) for x, _ in points), default=0.0))
        x_high = rounded_up(max((float(x.max()) for x, _ in points), default=1.0))
        y_low, y_high = self._y_range(points)
        x_high = max(x_high, x_low + 1.0)
        share = min(0.5, _HEAD / max(60, box.height()))
        y_top = y_high + (y_high - y_low) * share / (1 - share)
        linear = self._scene.linear
        view = View(QRectF(box), x_low, x_high, y_low, float(y_top), y_high, linear)
        if view == self.view:
            return
        self.view = view
        self._plot.setGeometry(box)
        self._item.setRange(xRange=(x_low, x_high), yRange=(y_low, y_top), padding=0.0)
        self._draw_grid()
        self.update()

    def _y_range(self, points: list[_Points]) -> tuple[float, float]:
        """Ends of the vertical axis; a linear one begins at 0 and leaves room for intervals."""
        scene = self._scene
        aim = [] if scene.target is None else [float(levels(scene.target[0], linear=scene.linear))]
        aim = [level for level in aim if np.isfinite(level)]
        if scene.linear:
            ends = [float(y.max()) for _, y in points] or [1.0]
            least = [float(y.min()) for _, y in points]
            for curve in scene.curves:
                # The first looks of a run may be anything: their intervals widen no axis.
                ends += curve.high[len(curve.high) // 2 :]
                least += curve.low[len(curve.low) // 2 :]
            most = max(1, int(self._box().height() / _Y_WORDS))
            low, high = rounded_range(min(0.0, *least, *ends), max(*ends, *aim, 1e-3), most)
            return low, high
        y_low = min((float(y.min()) for _, y in points), default=-1.0)
        y_high = max((float(y.max()) for _, y in points), default=0.0)
        y_low = min(y_low, *(level - 0.2 for level in aim)) if aim else y_low
        return float(np.floor(y_low * 2 - 0.3) / 2), rounded_up(y_high)

    def _ticks(self) -> tuple[list[tuple[float, str]], list[tuple[float, str]]]:
        """Named ticks of both axes."""
        v = self.view
        columns, rows = int(v.box.width() / _X_WORDS), int(v.box.height() / _Y_WORDS)
        if v.linear:
            return log_ticks(v.x_low, v.x_high, columns), ticks(v.y_low, v.y_high, rows, sign=False)
        return log_ticks(v.x_low, v.x_high, columns), log_ticks(v.y_low, v.y_top, rows)

    def _draw_grid(self) -> None:
        """Hairlines at the ticks; lighter ones between them where decades are wide enough."""
        v = self.view
        columns, rows = self._ticks()
        major, minor = QPainterPath(), QPainterPath()
        _verticals(major, [x for x, _ in columns], v)
        _horizontals(major, [y for y, _ in rows], v)
        if v.box.width() / max(1e-9, v.x_high - v.x_low) >= 60:
            _verticals(minor, minor_ticks(v.x_low, v.x_high), v)
        if not v.linear and v.box.height() / max(1e-9, v.y_high - v.y_low) >= 90:
            _horizontals(minor, minor_ticks(v.y_low, v.y_top), v)
        self._major.setPath(major)
        self._minor.setPath(minor)
        target = QPainterPath()
        if self._scene.target is not None and np.isfinite(at := v.level(self._scene.target[0])):
            _horizontals(target, [at], v)
        self._target.setPath(target)

    def _draw_curves(self, points: list[_Points]) -> None:
        """One item a curve; the run in front above all others."""
        while len(self._curves) < len(points):
            self._curves.append(QGraphicsPathItem())
            self._bands.append(QGraphicsPathItem())
            self._add(self._curves[-1], 10)
            self._add(self._bands[-1], 5)
        now = QPainterPath()
        for i, piece in enumerate(self._curves):
            piece.setVisible(i < len(points))
            self._bands[i].setVisible(i < len(points))
            if i >= len(points):
                continue
            curve, (x, y) = self._scene.curves[i], points[i]
            self._draw_band(self._bands[i], curve)
            path = pg.arrayToQPath(x, y) if len(x) > 1 else QPainterPath()
            piece.setPath(path)
            piece.setZValue(20 if curve.front else 10)
            wide = _FRONT if curve.front else _WIDE
            piece.setPen(line_pen(self, series_colour(curve.series), wide))
            if curve.live and len(x) and (curve.front or now.isEmpty()):
                now = QPainterPath()
                _verticals(now, [float(x[-1])], self.view)
                line = line_pen(self, series_colour(curve.series), 1.4)
                line.setDashPattern([1.4, 2.6])
                self._now.setPen(line)
        self._now.setPath(now)

    def _draw_band(self, piece: QGraphicsPathItem, curve: CurveScene) -> None:
        """The intervals of a curve that has them, as a band under it."""
        path = QPainterPath()
        if curve.low and curve.high:
            linear = self._scene.linear
            ends = (_placed(curve, part, linear=linear) for part in (curve.low, curve.high))
            (x, low), (back, high) = ends
            path = pg.arrayToQPath(np.append(x, back[::-1]), np.append(low, high[::-1]))
        colour = QColor(series_colour(curve.series))
        colour.setAlphaF(_BAND)
        piece.setPath(path)
        piece.setPen(QPen(Qt.PenStyle.NoPen))
        piece.setBrush(colour)

    def _style(self) -> tuple[str, float]:
        """What the pens depend on: the theme, and how sharp the screen is."""
        return look.tokens().name, self.devicePixelRatioF()

    def _restyle(self) -> None:
        """Take the colours from the theme in force."""
        t = look.tokens()
        self._theme = self._style()
        self._plot.setBackground(QColor(t.bg2))
        minor = QColor(t.line)
        minor.setAlphaF(0.4)
        self._major.setPen(line_pen(self, t.line, 1))
        self._minor.setPen(line_pen(self, minor, 1))
        dashes = line_pen(self, t.unc, 1.2)
        dashes.setDashPattern([4, 3])
        self._target.setPen(dashes)
        self._draw_curves([self._points[curve] for curve in self._scene.curves])

    def _box(self) -> QRect:
        """The plot's place: the axes' words and the names at the ends have theirs around it."""
        names = min(NAME_WIDTH, self.width() // 5)
        return self.rect().marginsRemoved(QMargins(_LEFT, _TOP, names, _FOOT))

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit axes and names to the new size."""
        super().resizeEvent(event)
        self.marks.setGeometry(self.rect())
        self.view = View()
        self._draw()

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Read out the point nearest to the mouse."""
        self.marks.read_out(event.position(), _NEAR)

    @guarded
    def leaveEvent(self, event: QEvent) -> None:
        """Read out nothing."""
        super().leaveEvent(event)
        self.marks.read_out(None, _NEAR)

    def paint(self, painter: QPainter) -> None:
        """The axes' words and the line under the plot."""
        t, v = look.tokens(), self.view
        if self._theme != self._style():
            self._restyle()
        columns, rows = self._ticks()
        for at, words in columns:
            place = QRectF(v.x(at) - 50, v.box.bottom() + 5, 100, 16)
            text(painter, place, words, font(CAPTION), t.t3, CENTRE)
        for at, words in rows:
            place = QRectF(0, v.y(at) - 8, v.box.x() - 9, 16)
            text(painter, place, words, font(CAPTION), t.t3, RIGHT)
        foot = QRectF(v.box.x(), v.box.bottom() + 21, v.box.width(), 16)
        text(painter, foot, self._scene.axis_title, font(CAPTION), t.t3, CENTRE)
        painter.setPen(QPen(QColor(t.line2), 1))
        line = v.box.bottom() + 0.5
        painter.drawLine(QPointF(v.box.x(), line), QPointF(v.box.right(), line))


def _verticals(path: QPainterPath, places: list[float], v: View) -> None:
    """Lines over the whole height."""
    for x in places:
        path.moveTo(x, v.y_low)
        path.lineTo(x, v.y_high)


def _horizontals(path: QPainterPath, places: list[float], v: View) -> None:
    """Lines over the whole width."""
    for y in places:
        path.moveTo(v.x_low, y)
        path.lineTo(v.x_high, y)
