"""The equity distribution of both sides: how good which part of a range is."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.pages.study.reading.viewmodel.reading import EquityLine
from pokergui.theme import look
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font, metrics
from pokergui.viewmodel.grid import CellMark
from pokergui.widgets.guard import Painted, guarded, guarded_or
from pokergui.widgets.painting import CENTRE, RIGHT, focus_ring, text

_PAD = 16
_HEAD, _LEGEND = 32, 20
_PLOT, _FOOT = 136, 24
_AXIS = 30
"""Room for the figures left of the plot."""
_STEP = 0.05
_SAME = 0.005
_BY_KEY = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)
_KEYS = {Qt.Key.Key_Left: -_STEP, Qt.Key.Key_Right: _STEP, Qt.Key.Key_Home: -1, Qt.Key.Key_End: 1}


def _advance(words: str, size: int, weight: int = 400) -> float:
    return metrics(size, weight).horizontalAdvance(words)


def _percent(part: float) -> str:
    return f"{100 * part:.0f}%"


class EquityCurve(Painted, QWidget):
    """Shows two ``EquityLine``s; pointing at it, or the arrow keys, read them off."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines: tuple[EquityLine, ...] = ()
        self._mark: CellMark | None = None
        self._share: float | None = None
        self._whole = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._name = self.tr("Equity distribution")
        self._tell()
        self._fit()

    def set_lines(self, lines: tuple[EquityLine, ...], *, whole: bool = False) -> None:
        """Show distributions; none while they are not known.

        Args:
            lines: of both sides.
            whole: the grid is narrowed, these are not: the heading says so.
        """
        if whole != self._whole:
            self._whole = whole
            plain = self.tr("Equity distribution")
            self._name = self.tr("Equity distribution, whole range") if whole else plain
            self._tell()
            self._fit()
        if lines != self._lines:
            self._lines = lines
            self._tell()
            self._fit()

    def set_mark(self, mark: CellMark | None) -> None:
        """Show where the cell at hand stands."""
        if mark != self._mark:
            self._mark = mark
            self.update()

    @property
    def share(self) -> float | None:
        """The share of the range at which it is read off; None for nowhere."""
        return self._share

    def _read(self, share: float | None) -> None:
        share = share if self._lines else None
        if share != self._share:
            self._share = share
            self._tell()
            self.update()

    def _tell(self) -> None:
        """The same in words."""
        self.setAccessibleName(self._name)
        words = [f"{line.name}: {line.spoken}" for line in self._lines]
        if self._share is not None:
            at = self.tr("at {share} of the range").format(share=_percent(self._share))
            figures = [f"{line.name} {_percent(line.at(self._share))}" for line in self._lines]
            words.insert(0, ", ".join((at, *figures)))
            if self.hasFocus() and QAccessible.isActive():
                event = QAccessibleAnnouncementEvent(self, words[0])
                QAccessible.updateAccessibility(event)
        self.setAccessibleDescription("; ".join(words))

    def _fit(self) -> None:
        """As high as heading, plot and axis are."""
        self.setFixedHeight(round(self._plot_top()) + _PLOT + _FOOT)
        self.update()

    @guarded_or(QSize(300, 200))
    def sizeHint(self) -> QSize:
        """Wide enough for five figures under the axis."""
        return QSize(300, self.height())

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        """The legend stands beside the heading where there is room."""
        super().resizeEvent(event)
        self._fit()

    # What a person points at

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Read the lines off under the pointer."""
        plot, at = self._plot(), event.position()
        share = (at.x() - plot.left()) / max(1.0, plot.width())
        self._read(round(min(1.0, max(0.0, share)), 2) if at.y() >= plot.top() else None)

    @guarded
    def leaveEvent(self, event: QEvent) -> None:
        """Nothing is read off any more."""
        super().leaveEvent(event)
        self._read(None)

    @guarded
    def focusInEvent(self, event: QFocusEvent) -> None:
        """Who comes by key begins in the middle."""
        super().focusInEvent(event)
        if event.reason() in _BY_KEY:
            self._read(0.5)

    @guarded
    def focusOutEvent(self, event: QFocusEvent) -> None:
        """As when the pointer leaves."""
        super().focusOutEvent(event)
        self._read(None)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move along the range, Home and End to its ends."""
        step = _KEYS.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
            return
        share = 0.5 - step if self._share is None else self._share
        self._read(round(min(1.0, max(0.0, share + step)), 2))

    # Painting

    def _legend_width(self) -> float:
        names = [_advance(line.name, SMALL) for line in self._lines]
        return sum(names) + len(names) * (18 + 6 + _advance("100%", SMALL, 600)) + 12

    def _plot_top(self) -> float:
        title = _advance(self._name, BODY, 600)
        beside = 2 * _PAD + title + 16 + self._legend_width() <= self.width()
        return _HEAD + (6 if beside else _LEGEND + 6)

    def _plot(self) -> QRectF:
        left, top = _PAD + _AXIS, self._plot_top()
        return QRectF(left, top, self.width() - left - _PAD - 8, _PLOT - 8)

    def paint(self, painter: QPainter) -> None:
        """Heading, legend, axes, lines, what is read off, the cell at hand."""
        t, plot = look.tokens(), self._plot()
        head = QRectF(_PAD, 8, self.width() - 2 * _PAD, 24)
        text(painter, head, self._name, font(BODY, 600), t.t1)
        self._paint_axes(painter, plot)
        if not self._lines:
            text(painter, plot, "…", font(BODY), t.t3, CENTRE)
        self._paint_legend(painter, plot)
        for line in self._lines:
            self._paint_line(painter, plot, line, self._lines[0])
        if self._share is not None:
            self._paint_reading(painter, plot, self._share)
        mark = self._mark
        if mark is not None and self._lines:
            at = _place(plot, mark.share, mark.equity)
            painter.setBrush(QColor(_colour(mark.series)))
            painter.setPen(QPen(QColor(t.bg1), 4))
            painter.drawEllipse(at, 5, 5)
            painter.setPen(QPen(QColor(t.t1), 2))
            painter.drawEllipse(at, 5, 5)
        if self.hasFocus():
            focus_ring(painter, QRectF(self.rect()).adjusted(8, 4, -8, -2), 4)

    def _paint_axes(self, painter: QPainter, plot: QRectF) -> None:
        t = look.tokens()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for part in (0.0, 0.5, 1.0):
            painter.setPen(QPen(QColor(t.line2 if part == 0.0 else t.line), 1))
            y = _place(plot, 0, part).y()
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            box = QRectF(0, y - 8, plot.left() - 8, 16)
            text(painter, box, f"{100 * part:.0f}", font(CAPTION), t.t3, RIGHT)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for part in (0.0, 0.25, 0.5, 0.75, 1.0):
            box = QRectF(_place(plot, part, 0).x() - 24, plot.bottom() + 4, 48, 16)
            if self._share is None or abs(part - self._share) > 0.12:
                text(painter, box, _percent(part), font(CAPTION), t.t3, CENTRE)

    def _paint_legend(self, painter: QPainter, plot: QRectF) -> None:
        """Names of the lines, with what is read off; their places stay as they are."""
        t, figure = look.tokens(), _advance("100%", SMALL, 600)
        below = plot.top() > _HEAD + 6
        x = _PAD if below else self.width() - _PAD - self._legend_width()
        x += 0 if below or self._share is not None else len(self._lines) * (figure + 6)
        top = _HEAD if below else 10.0
        for line in self._lines:
            painter.setPen(QPen(QColor(_colour(line.series)), 2))
            painter.drawLine(QPointF(x, top + 10), QPointF(x + 12, top + 10))
            box = QRectF(x + 18, top, self.width(), 20)
            x = box.x() + text(painter, box, line.name, font(SMALL), t.t2)
            if self._share is not None:
                box = QRectF(x + 6, top, figure, 20)
                words = _percent(line.at(self._share))
                text(painter, box, words, font(SMALL, 600), t.t1, RIGHT)
            if self._share is not None or below:
                x += 6 + figure
            x += 12

    def _paint_line(
        self, painter: QPainter, plot: QRectF, line: EquityLine, first: EquityLine
    ) -> None:
        last = len(line.equities) - 1
        points = [_place(plot, i / last, equity) for i, equity in enumerate(line.equities)]
        pen = QPen(QColor(_colour(line.series)), 2)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        if line is not first and _lies_on(line, first):
            pen.setDashPattern([5, 5])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(QPolygonF(points))

    def _paint_reading(self, painter: QPainter, plot: QRectF, share: float) -> None:
        t, x = look.tokens(), _place(plot, share, 0).x()
        painter.setPen(QPen(QColor(t.t3), 1))
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
        for line in self._lines:
            painter.setPen(QPen(QColor(t.bg1), 2))
            painter.setBrush(QColor(_colour(line.series)))
            painter.drawEllipse(_place(plot, share, line.at(share)), 4, 4)
        box = QRectF(x - 24, plot.bottom() + 4, 48, 16)
        text(painter, box, _percent(share), font(CAPTION, 600), t.t1, CENTRE)


def _lies_on(line: EquityLine, other: EquityLine) -> bool:
    """Whether a line would hide another."""
    pairs = zip(line.equities, other.equities, strict=True)
    return sum(abs(one - two) < _SAME for one, two in pairs) > len(line.equities) / 2


def _place(plot: QRectF, share: float, equity: float) -> QPointF:
    return QPointF(plot.left() + share * plot.width(), plot.bottom() - equity * plot.height())


def _colour(series: int) -> str:
    t = look.tokens()
    return t.ser_b if series else t.ser_a
