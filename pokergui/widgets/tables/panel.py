"""Framed read-only tables, as high as their rows."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QSizePolicy, QWidget

from pokergui.language.joins import clauses
from pokergui.theme import look
from pokergui.widgets.guard import Painted, guarded
from pokergui.widgets.painting import focus_ring
from pokergui.widgets.spoken import set_description
from pokergui.widgets.tables.columns import Column, Row
from pokergui.widgets.tables.table import RowTable


class _Border(Painted, QWidget):
    """A line round a table, with the page showing at its round corners."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paint(self, painter: QPainter) -> None:
        t, box = look.tokens(), QRectF(self.rect())
        corners = QPainterPath()
        corners.addRect(box)
        inside = QPainterPath()
        inside.addRoundedRect(box, 6, 6)
        painter.fillPath(corners.subtracted(inside), QColor(t.bg1))
        painter.setPen(QPen(QColor(t.line), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        if (table := self.parentWidget()) is not None and table.hasFocus():
            focus_ring(painter, box, 6)


class PanelTable(RowTable[Row]):
    """A table of all rows at once; its description has them in words."""

    def __init__(self, parent: QWidget | None, least_rows: int = 1) -> None:
        super().__init__(parent, ground="bg2")
        self._least = least_rows
        self._frame = _Border(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def washed(self, row: Row) -> bool:
        del row
        return False

    def ruled(self, row: Row) -> bool:
        return row is not self.rows[-1]

    def ground(
        self, painter: QPainter, box: QRectF, row: Row, selected: bool, hovered: bool
    ) -> None:
        t = look.tokens()
        if selected or hovered or self.washed(row):
            painter.fillRect(box, QColor(t.bg3 if hovered and not selected else t.accbg))
        if self.ruled(row):
            painter.fillRect(QRectF(box.x(), box.bottom() - 1, box.width(), 1), QColor(t.line))

    def set_row_height(self, height: int) -> None:
        super().set_row_height(height)
        self._settle()

    def set_columns(self, columns: Sequence[Column[Row]]) -> None:
        super().set_columns(columns)
        self._settle()

    def set_rows(self, rows: Sequence[Row]) -> None:
        super().set_rows(rows)
        set_description(self, clauses(self.tip_of(row, 0) for row in rows))
        self._settle()

    def _settle(self) -> None:
        rows = max(self._least, len(self.rows))
        high = self.verticalHeader().defaultSectionSize() * rows
        self.setFixedHeight(self.horizontalHeader().height() + high)
        self.viewport().update()

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._frame.setGeometry(self.rect())
        self._frame.raise_()
