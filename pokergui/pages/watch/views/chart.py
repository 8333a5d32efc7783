"""The curve of the cumulative result with its bands, on pyqtgraph."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QMargins, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QResizeEvent
from PySide6.QtWidgets import QGraphicsEllipseItem, QGraphicsPathItem, QWidget

from pokergui.pages.watch.viewmodel.watch import ChartScene
from pokergui.theme import look
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font, metrics
from pokergui.widgets.chart.plot import line_pen, make_plot
from pokergui.widgets.chart.ticks import rounded_range, ticks
from pokergui.widgets.guard import Painted, guarded
from pokergui.widgets.painting import RIGHT, text

_HEAD = 40
_UNIT = 18
_LEFT_AXIS, _BOTTOM_AXIS, _RIGHT = 62, 24, 46
_END = 22  # room for half of the last word under the axis
_DOT = 4.0


def _array(values: tuple[float, ...]) -> NDArray[np.float64]:
    """For pyqtgraph; what is not finite would only confuse it."""
    return np.nan_to_num(np.array(values, np.float64), nan=0.0, posinf=0.0, neginf=0.0)


def _line(x: NDArray[np.float64], y: NDArray[np.float64]) -> QPainterPath:
    """A curve; empty below two points."""
    if len(y) < 2:
        return QPainterPath()
    path: QPainterPath = pg.arrayToQPath(x, y)
    return path


def _between(
    x: NDArray[np.float64], low: NDArray[np.float64], high: NDArray[np.float64]
) -> QPainterPath:
    """The area between two curves; empty where they are."""
    if len(low) < 2:
        return QPainterPath()
    return _line(np.concatenate([x, x[::-1]]), np.concatenate([high, low[::-1]]))


class ResultChart(Painted, QWidget):
    """Shows a ``ChartScene``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = ChartScene("", "")
        self._theme: tuple[str, bool, float] | None = None
        self._view = (0.0, 0.0, 0.0, 0.0)
        self._plot, self._item, self._left, self._bottom = make_plot(self)
        self._left.setWidth(_LEFT_AXIS)
        self._bottom.setHeight(_BOTTOM_AXIS)
        for axis in (self._left, self._bottom):
            axis.setStyle(
                tickLength=0,
                tickTextOffset=6,
                tickFont=font(CAPTION),
                hideOverlappingLabels=False,
            )
            axis.setZValue(-1)
        self._left.setGrid(255)
        self._item.layout.setContentsMargins(0, 8, _END, 0)
        # Plain items of Qt: built once a change, painted without Python.
        self._zero, self._middle = QGraphicsPathItem(), QGraphicsPathItem()
        self._band, self._outer = QGraphicsPathItem(), QGraphicsPathItem()
        self._edge = QGraphicsPathItem()
        self._dot = QGraphicsEllipseItem(-_DOT, -_DOT, 2 * _DOT, 2 * _DOT)
        self._dot.setFlag(QGraphicsEllipseItem.GraphicsItemFlag.ItemIgnoresTransformations)
        order = (self._outer, self._band, self._edge, self._zero, self._middle, self._dot)
        for depth, piece in enumerate(order):
            piece.setZValue(depth)
            self._item.addItem(piece, ignoreBounds=True)
        self.setMinimumHeight(160)
        self._restyle()

    def set_scene(self, scene: ChartScene) -> None:
        """Show a curve."""
        if scene == self._scene:
            return
        if (scene.title, scene.unit) != (self._scene.title, self._scene.unit):
            self.update()
        self._scene = scene
        self.setAccessibleName(scene.title)
        self.setAccessibleDescription(scene.words)
        x, y = _array(scene.hands), _array(scene.middle)
        lower, upper = _array(scene.lower), _array(scene.upper)
        low, high = (_array(scene.outer_lower), _array(scene.outer_upper))
        self._middle.setPath(_line(x, y))
        self._band.setPath(_between(x, lower, upper))
        self._outer.setPath(_between(x, low, high))
        # Dashed edges belong to the raw band: the outer one, or else the only one.
        edges = (low, high) if len(low) else (lower, upper)
        path = QPainterPath()
        for values in () if scene.own and not len(low) else edges:
            path.addPath(_line(x, values))
        self._edge.setPath(path)
        self._dot.setVisible(len(x) > 1)
        if len(x) > 1:
            self._dot.setPos(QPointF(float(x[-1]), float(y[-1])))
        self._fit(x, [values for values in (y, lower, upper, low, high) if len(values)])

    def _fit(self, x: NDArray[np.float64], series: list[NDArray[np.float64]]) -> None:
        """Move the axes only in whole steps."""
        bottom = min((float(values.min()) for values in series), default=0.0)
        top = max((float(values.max()) for values in series), default=0.0)
        if top - bottom < 1e-9:
            bottom, top = bottom - 1.0, top + 1.0
        rows = max(3, int(self._plot.height() / 70))
        low, high = rounded_range(min(0.0, bottom), max(0.0, top), rows)
        last = float(x[-1]) if len(x) and x[-1] > 0 else 10.0
        columns = max(2, int(self._plot.width() / 95))
        _, end = rounded_range(0.0, last, columns)
        nothing = len(x) < 2
        view = (end, low, high, float(rows + 100 * columns + 10_000 * nothing))
        if view == self._view:
            return
        self._view = view
        self._item.setRange(xRange=(0.0, 1.008 * end), yRange=(low, high), padding=0.0)
        self._left.setTicks([[(0.0, "0")] if nothing else ticks(low, high, rows, sign=True)])
        self._bottom.setTicks([[] if nothing else ticks(0.0, end, columns, sign=False)])
        self._zero.setPath(_line(np.array([0.0, end]), np.zeros(2)))

    def _style(self) -> tuple[str, bool, float]:
        """What pens and brushes depend on."""
        return look.tokens().name, self._scene.own, self.devicePixelRatioF()

    def _restyle(self) -> None:
        """Take the colours from the theme in force."""
        t = look.tokens()
        self._theme = self._style()
        self._plot.setBackground(QColor(t.bg2))
        for axis in (self._left, self._bottom):
            axis.setTextPen(QColor(t.t3))
        self._left.setPen(QPen(Qt.PenStyle.NoPen))
        self._left.setTickPen(line_pen(self, t.line, 1))
        self._bottom.setPen(line_pen(self, t.line2, 1))
        self._zero.setPen(line_pen(self, t.line2, 1))
        own = self._scene.own
        colour = QColor(t.ser_a if own else t.raw)
        self._middle.setPen(line_pen(self, colour, 2 if own else 1.4))
        self._dot.setBrush(QBrush(colour))
        self._dot.setPen(QPen(Qt.PenStyle.NoPen))
        fill, raw = QColor(colour), QColor(t.raw)
        fill.setAlphaF(0.2 if own else 0.1)
        self._band.setBrush(QBrush(fill))
        raw.setAlphaF(0.1)
        self._outer.setBrush(QBrush(raw))
        for band in (self._band, self._outer):
            band.setPen(QPen(Qt.PenStyle.NoPen))
        edge = line_pen(self, t.raw, 1)
        edge.setStyle(Qt.PenStyle.DashLine)
        self._edge.setPen(edge)

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        """The plot fills the panel under its heading."""
        super().resizeEvent(event)
        box = self.rect().marginsRemoved(QMargins(8, _HEAD + _UNIT - 8, _RIGHT, 8))
        self._plot.setGeometry(box)
        scene, self._scene = self._scene, ChartScene("", "")
        self._view = (0.0, 0.0, 0.0, 0.0)
        self.set_scene(scene)

    def _legend(self, room: float) -> list[tuple[str, str]]:
        """Words and line colour from right to left; the curve's name is the last to give way."""
        t, scene = look.tokens(), self._scene
        entries = [(scene.band, ""), (scene.name, t.ser_a if scene.own else t.raw)]
        if scene.outer_lower:
            entries.insert(1, (scene.outer_name, t.raw))
        entries = [entry for entry in entries if entry[0]]
        advance = metrics(SMALL).horizontalAdvance
        widths = [advance(words) + (32 if colour else 16) for words, colour in entries]
        while sum(widths) > max(0.0, room):
            del entries[0], widths[0]
        return entries

    def paint(self, painter: QPainter) -> None:
        """Panel, heading, legend, units."""
        t, scene = look.tokens(), self._scene
        if self._theme != self._style():
            self._restyle()
        box = QRectF(self.rect())
        painter.setPen(QPen(QColor(t.line), 1))
        painter.setBrush(QColor(t.bg2))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        row = QRectF(16, 8, box.width() - 32, 24)
        used = text(painter, row, scene.title, font(BODY, 600), t.t1)
        right = row.right()
        for words, colour in self._legend(row.width() - used):
            width = metrics(SMALL).horizontalAdvance(words)
            place = QRectF(right - width - 1, row.y(), width + 1, row.height())
            text(painter, place, words, font(SMALL), t.t2, RIGHT)
            right -= width
            if colour:
                painter.setPen(QPen(QColor(colour), 2))
                middle = row.center().y()
                painter.drawLine(QPointF(right - 16, middle), QPointF(right - 6, middle))
                right -= 16
            right -= 16
        unit = QRectF(8, _HEAD - 9, _LEFT_AXIS - 6, _UNIT)
        text(painter, unit, scene.unit, font(CAPTION), t.t3, RIGHT)
        foot = QRectF(box.right() - _RIGHT, box.bottom() - 27, _RIGHT - 12, _UNIT)
        text(painter, foot, self.tr("hands"), font(CAPTION), t.t3, RIGHT)
