"""The chart widget: shows a ``Chart``; pointer and keys read its lines."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr
from pokergui.language.joins import clauses, labelled, phrases
from pokergui.theme import look
from pokergui.theme.fonts import CAPTION, SMALL, font, metrics
from pokergui.viewmodel.chart import Chart, Line
from pokergui.widgets.chart.layout import Layout, lay_out, over_plot, under_plot
from pokergui.widgets.chart.paint import ChartPainter, colour
from pokergui.widgets.chart.ticks import Points, said
from pokergui.widgets.guard import Fitted, Painted, TakesKeys, guarded, guarded_or
from pokergui.widgets.painting import focus_ring, rounded, stroke, text
from pokergui.widgets.spoken import Role, say, set_description, set_name, set_role

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
class Readout:
    """The place of a reading, in words and pixels, and a row for each line."""

    where: str
    x: float
    rows: tuple[Row, ...]

    @property
    def words(self) -> str:
        return phrases((self.where, *(f"{row.name} {row.value}" for row in self.rows)))


def nearest(layout: Layout, at: QPointF) -> tuple[int, int] | None:
    """Return the line nearest to a place, and its point nearest to it along the axis."""
    closest, least = None, np.inf
    for i, (xs, ys) in enumerate(layout.pixels):
        if len(xs):
            point = int(np.argmin(np.abs(xs - at.x())))
            far = float(np.hypot(xs[point] - at.x(), ys[point] - at.y()))
            if far < least:
                closest, least = (i, point), far
    return closest


def stepped(layout: Layout, line: int, point: int, direction: int) -> int:
    """Return the next point: ``STEP`` of the width further, or the next one if wider apart."""
    xs = layout.pixels[line][0]
    wanted = xs[point] + direction * STEP * layout.plane.box.width()
    index = int(np.argmin(np.abs(xs - wanted)))
    return min(max(0, point + direction), len(xs) - 1) if index == point else index


def read(chart: Chart, layout: Layout, line: int, point: int, interval: str) -> Readout:
    """Read a chart at one point.

    Args:
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
    return Readout(where, float(layout.pixels[line][0][point]), tuple(rows))


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
    xs, ys = points
    across = (xs > panel.left()) & (xs < panel.right())
    return int((across & (ys > panel.top()) & (ys < panel.bottom())).sum())


def paint_reading(painter: QPainter, layout: Layout, reading: Readout, ground: str) -> None:
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


_BY_KEY = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)
_ALONG = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_LINES = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
_KEYS = {*_ALONG, *_LINES, Qt.Key.Key_Home, Qt.Key.Key_End}


class ChartView(TakesKeys, Fitted, Painted, QWidget):
    """A widget that shows a ``Chart``.

    Pointing at the plot reads the line nearest to the pointer, and those that share its points.
    With the focus, Left and Right move along a line, Up and Down to another, Home and End to its
    ends; the reading is also the accessible description.

    Args:
        panel: on a panel with its own frame.
        headed: with heading and legend; else the surrounding widget has them.
        plot_height: height of the plot; 0 takes the available room.
    """

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        panel: bool = True,
        headed: bool = True,
        plot_height: int = 0,
    ) -> None:
        super().__init__(parent)
        self._panel, self._headed, self._plot_height = panel, headed, plot_height
        self._ground = "bg2" if panel or not headed else "bg1"
        self._chart = Chart()
        self._layout: Layout | None = None
        self._at: tuple[int, float] | None = None
        """The line that is read, and the figure of the horizontal axis."""
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_role(self, Role.Chart)
        set_name(self, tr("Chart"))
        self.setMouseTracking(True)
        vertical = QSizePolicy.Policy.Fixed if plot_height else QSizePolicy.Policy.Expanding
        self.setSizePolicy(QSizePolicy.Policy.Expanding, vertical)
        self.fit()

    @property
    def chart(self) -> Chart:
        return self._chart

    def set_chart(self, chart: Chart) -> None:
        if chart == self._chart:
            return
        self._chart = chart
        self.fit()
        self._tell()

    def layout_of(self) -> Layout:
        if self._layout is None:
            foot = 8.0 if self._panel else 0.0
            area = QRectF(self.rect())
            self._layout = lay_out(self._chart, area, headed=self._headed, foot=foot)
        return self._layout

    def fit(self) -> None:
        """Lay out again; one with a plot of fixed height is as high as all its parts."""
        self._layout = None
        if self._plot_height:
            over = over_plot(self._chart, self.width(), headed=self._headed)
            self.setFixedHeight(round(over + self._plot_height + under_plot(self._chart)))
        self.update()

    @guarded_or(QSize(460, 300))
    def sizeHint(self) -> QSize:
        return QSize(300 if self._plot_height else 460, self.height() if self._plot_height else 300)

    @guarded_or(QSize(260, 160))
    def minimumSizeHint(self) -> QSize:
        return QSize(0 if self._plot_height else 260, 0 if self._plot_height else 160)

    # The reading

    @property
    def reading(self) -> Readout | None:
        spot = self._spot()
        if spot is None:
            return None
        return read(self._chart, self.layout_of(), *spot, tr("{low} to {high}"))

    def _spot(self) -> tuple[int, int] | None:
        layout = self.layout_of()
        if self._at is None or self._at[0] >= len(layout.pixels):
            return None
        line, figure = self._at
        xs = layout.pixels[line][0]
        if not len(xs):
            return None
        return line, int(np.argmin(np.abs(xs - layout.plane.across(figure))))

    def _go(self, spot: tuple[int, int] | None) -> None:
        at = None
        if spot is not None:
            line, point = spot
            at = line, self._chart.lines[line].x[int(self.layout_of().kept[line][point])]
        if at != self._at:
            self._at = at
            self._tell()
            self.update()

    def _tell(self) -> None:
        chart, reading = self._chart, self.reading
        if chart.title:  # else it keeps the name given by its page
            set_name(self, chart.title)
        words = [chart.words] if chart.words else [*map(self._spoken, chart.lines)]
        if reading is not None:
            words.insert(0, reading.words)
            if self.hasFocus():
                say(self, reading.words)
        set_description(self, clauses(words))

    def _spoken(self, line: Line) -> str:
        known = [y for y in line.y if isfinite(y)]
        last = said(self._chart.y, known[-1]) if known else ""
        words = line.spoken or (tr("{figure} at the end").format(figure=last) if last else "")
        return labelled(line.name, words)

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        layout, at = self.layout_of(), event.position()
        box = layout.plane.box
        inside = box.adjusted(-4, 0, 4, 0).contains(at)
        self._go(nearest(layout, at) if inside else None)

    @guarded
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._go(None)

    @guarded
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()
        if event.reason() in _BY_KEY:
            self._begin()

    def take_keys(self) -> None:
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _begin(self) -> None:
        layout, lines = self.layout_of(), self._chart.lines
        order = sorted(range(len(lines)), key=lambda i: lines[i].style != "front")
        first = next((i for i in order if len(layout.kept[i])), None)
        if first is not None:
            xs, box = layout.pixels[first][0], layout.plane.box
            self._go((first, int(np.argmin(np.abs(xs - box.center().x())))))

    @guarded
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()
        self._go(None)

    def takes(self, event: QKeyEvent) -> bool:
        return Qt.Key(event.key()) in _KEYS

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, spot = Qt.Key(event.key()), self._spot()
        if key not in _KEYS:
            super().keyPressEvent(event)
        elif spot is None:
            self._begin()
        elif key in _LINES:
            self._go(self._beside(spot, _LINES[key]))
        elif key in _ALONG:
            self._go((spot[0], stepped(self.layout_of(), *spot, _ALONG[key])))
        else:
            last = len(self.layout_of().pixels[spot[0]][0]) - 1
            self._go((spot[0], 0 if key == Qt.Key.Key_Home else last))

    def _beside(self, spot: tuple[int, int], step: int) -> tuple[int, int]:
        pixels, lines = self.layout_of().pixels, self._chart.lines
        here = pixels[spot[0]][0][spot[1]]
        for i in range(1, len(lines)):
            line = (spot[0] + step * i) % len(lines)
            if len(pixels[line][0]) and lines[line].x != lines[spot[0]].x:
                return line, int(np.argmin(np.abs(pixels[line][0] - here)))
        return spot

    # Painting

    def paint(self, painter: QPainter) -> None:
        box, layout = QRectF(self.rect()), self.layout_of()
        if self._panel:
            rounded(painter, box, look.tokens().bg2, look.tokens().line)
        ChartPainter(painter, self._chart, layout, self._ground).paint()
        reading = self.reading
        if reading is not None:
            paint_reading(painter, layout, reading, self._ground)
        if self.hasFocus():
            focus_ring(painter, box.adjusted(2, 2, -2, -2), 4)
