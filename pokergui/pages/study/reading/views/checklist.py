"""A drop-down list that stays open: several columns of entries to select and deselect."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_study as tr
from pokergui.language.joins import phrases
from pokergui.pages.study.reading.viewmodel.filter import FilterColumn, FilterEntry
from pokergui.theme import look
from pokergui.theme.actions import paint_swatch
from pokergui.theme.fonts import CAPTION, SMALL, font, metrics
from pokergui.widgets.guard import Painted, guarded, guarded_or
from pokergui.widgets.keys import CHOOSES, STEPS, say
from pokergui.widgets.painting import RIGHT, rounded, text
from pokergui.widgets.spoken import set_description, set_name

_ROW, _HEAD, _PAD, _GAP = 26, 24, 8, 16
_BOX, _SWATCH = 14.0, 13.0


class CheckList(Painted, QWidget):
    """Shows ``FilterColumn``s over the window; a click, Space or Enter chooses, Escape closes.

    Signals:
        chosen: key of the entry that was selected or deselected.
        closed: the list was closed.
    """

    chosen = Signal(str)
    closed = Signal()

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self._columns: tuple[FilterColumn, ...] = ()
        self._at = (0, 0)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        set_name(self, name)

    def set_columns(self, columns: tuple[FilterColumn, ...]) -> None:
        """Show entries; the current one stays."""
        if columns == self._columns:
            return
        keys = [[entry.key for entry in column.entries] for column in self._columns]
        column, row = self._at
        at_hand = keys[column][row] if keys and row < len(keys[column]) else None
        self._columns, self._at = columns, (0, 0)
        for place, one in enumerate(columns):
            for index, entry in enumerate(one.entries):
                if entry.key == at_hand:
                    self._at = (place, index)
        self.resize(self.sizeHint())
        self._describe()
        self.update()

    def open_under(self, widget: QWidget) -> None:
        """Drop down from a widget, or up if there is no space below it."""
        self.resize(self.sizeHint())
        place = widget.mapToGlobal(QPoint(0, widget.height() + 2))
        room = widget.screen().availableGeometry()
        if place.y() + self.height() > room.bottom():
            place.setY(widget.mapToGlobal(QPoint(0, 0)).y() - self.height() - 2)
        place.setX(max(room.left(), min(place.x(), room.right() - self.width())))
        place.setY(max(room.top(), place.y()))
        self.move(place)
        self.show()
        self.setFocus(Qt.FocusReason.PopupFocusReason)
        self._describe()

    def _widths(self) -> list[float]:
        """Return the widths of the columns."""
        widths = []
        for column in self._columns:
            need = metrics(CAPTION).horizontalAdvance(column.title)
            for entry in column.entries:
                words = metrics(SMALL, 500).horizontalAdvance(entry.title) + _BOX + 8
                words += _SWATCH + 6 if entry.tone is not None else 0.0
                figure = metrics(SMALL).horizontalAdvance(entry.figure)
                need = max(need, words + (figure + 20 if entry.figure else 0.0))
            widths.append(need + 2 * _PAD + 2)
        return widths

    @guarded_or(QSize(200, 200))
    def sizeHint(self) -> QSize:
        """Return the size of all columns side by side."""
        rows = max((len(column.entries) for column in self._columns), default=0)
        width = sum(self._widths()) + _GAP * max(0, len(self._columns) - 1)
        return QSize(round(width) + 2 * _PAD, _HEAD + rows * _ROW + 2 * _PAD)

    def entry_rect(self, column: int, row: int) -> QRect:
        """Return the rectangle of an entry."""
        widths = self._widths()
        left = _PAD + sum(widths[:column]) + _GAP * column
        return QRect(round(left), _PAD + _HEAD + row * _ROW, round(widths[column]), _ROW)

    def _find(self, point: QPoint) -> tuple[int, int] | None:
        for place, column in enumerate(self._columns):
            for row in range(len(column.entries)):
                if self.entry_rect(place, row).contains(point):
                    return place, row
        return None

    @property
    def entry(self) -> FilterEntry | None:
        """The current entry."""
        column, row = self._at
        if column < len(self._columns) and row < len(self._columns[column].entries):
            return self._columns[column].entries[row]
        return None

    def _describe(self) -> None:
        entry = self.entry
        if entry is None:
            return
        state = tr("chosen") if entry.chosen else tr("not chosen")
        words = phrases((entry.title, entry.figure, state))
        set_description(self, words)
        if self.isVisible():
            say(self, words)

    def _go(self, at: tuple[int, int]) -> None:
        if at != self._at:
            self._at = at
            self._describe()
            self.update()

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Make the entry under the pointer the current one."""
        entry = self._find(event.position().toPoint())
        if entry is not None:
            self._go(entry)

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose an entry, or close on a click outside."""
        entry = self._find(event.position().toPoint())
        if entry is not None:
            self._go(entry)
            self._choose()
        elif not self.rect().contains(event.position().toPoint()):
            self.close()

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move with arrows, choose with Space and Enter, close with Escape."""
        key = Qt.Key(event.key())
        if key in STEPS and self._columns:
            (down, right), (column, row) = STEPS[key], self._at
            column = min(len(self._columns) - 1, max(0, column + right))
            last = len(self._columns[column].entries) - 1
            self._go((column, min(last, max(0, row + down))))
        elif key in CHOOSES:
            self._choose()
        elif key in (Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            self.close()
        else:
            event.ignore()

    def _choose(self) -> None:
        if self.entry is not None:
            self.chosen.emit(self.entry.key)

    @guarded
    def hideEvent(self, event: QHideEvent) -> None:
        """Report that it is closed."""
        super().hideEvent(event)
        self.closed.emit()

    def paint(self, painter: QPainter) -> None:
        """Paint the frame, headings, boxes with ticks, titles and figures."""
        t = look.tokens()
        painter.fillRect(self.rect(), QColor(t.bg2))
        painter.setPen(QPen(QColor(t.line2), 1))
        painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))
        for place, column in enumerate(self._columns):
            head = QRectF(self.entry_rect(place, 0)).translated(0, -_HEAD)
            head.setHeight(_HEAD)
            text(painter, head.adjusted(_PAD, 0, -_PAD, 0), column.title, font(CAPTION), t.t2)
            for row, entry in enumerate(column.entries):
                box = QRectF(self.entry_rect(place, row))
                self._paint_entry(painter, box, entry, (place, row) == self._at)

    def _paint_entry(
        self, painter: QPainter, box: QRectF, entry: FilterEntry, at_hand: bool
    ) -> None:
        t = look.tokens()
        if at_hand:
            rounded(painter, box.adjusted(0, 1, 0, -1), t.accbg, radius=4)
        x, middle = box.x() + _PAD, box.center().y()
        tick = QRectF(x + 0.5, middle - _BOX / 2 + 0.5, _BOX - 1, _BOX - 1)
        painter.setPen(QPen(QColor(t.accf if entry.chosen else t.t3), 1))
        painter.setBrush(QColor(t.accf) if entry.chosen else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(tick, 3, 3)
        if entry.chosen:
            painter.setPen(QPen(QColor("#FFFFFF"), 1.6))
            points = ((3, 7), (6, 10), (11, 4))
            painter.drawPolyline(
                QPolygonF([QPointF(x + dx, tick.y() - 0.5 + dy) for dx, dy in points])
            )
        x += _BOX + 8
        if entry.tone is not None:
            swatch = QRectF(x, middle - _SWATCH / 2, _SWATCH, _SWATCH)
            paint_swatch(painter, swatch, entry.tone, entry.rank)
            x += _SWATCH + 6
        line = QRectF(x, box.y(), box.right() - _PAD - x, box.height())
        used = text(painter, line, entry.figure, font(SMALL), t.t2, RIGHT)
        text(painter, line.adjusted(0, 0, -used - 4, 0), entry.title, font(SMALL, 500), t.t1)
