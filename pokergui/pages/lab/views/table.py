"""The painted tables of the Lab page: fractions, bars, one row for each action or decision."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from pokergui.pages.lab.viewmodel.lab import LabColumn, LabNumber, LabRow, LabTable
from pokergui.pages.lab.views.numbers import label_width, mark_colour, number_width, paint_number
from pokergui.theme import look
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font, metrics
from pokergui.widgets.guard import Painted, guarded, guarded_or
from pokergui.widgets.painting import LEFT, RIGHT, focus_ring, text

_HEAD = 28
_PAD = 12.0
_BAR = 9.0
_LEAST_ROW, _ROW, _MOST_ROW = 30, 38, 48


def align_names(tables: Sequence[LabTableView]) -> None:
    """Let the columns of tables that lie over each other begin at the same place."""
    room = max(table.name_room() for table in tables)
    for table in tables:
        table.set_name_room(room)


class LabTableView(Painted, QWidget):
    """Shows a ``LabTable``.

    Signals:
        chosen: index of a row, where rows can be chosen.

    Args:
        parent: the widget it lies on.
        selectable: whether rows can be chosen by click, Up and Down.
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None, *, selectable: bool = False) -> None:
        super().__init__(parent)
        self._table = LabTable("", (), ())
        self._selectable = selectable
        self._current = -1
        self._hover = -1
        self._row_height = _ROW
        self._name_room = 0.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        if selectable:
            self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            self.setMouseTracking(True)

    @property
    def table(self) -> LabTable:
        """What is shown."""
        return self._table

    def set_row_height(self, height: int) -> None:
        """Make rows higher or lower, within what a fraction needs and the eye can join."""
        height = max(_LEAST_ROW, min(_MOST_ROW, height))
        if height != self._row_height:
            self._row_height = height
            self.updateGeometry()
            self.update()

    def set_table(self, table: LabTable, current: int = -1) -> None:
        """Show a table, and which row is chosen."""
        if table == self._table and current == self._current:
            return
        rows = len(self._table.rows)
        self._table, self._current = table, current
        self.setAccessibleName(table.title)
        self.setAccessibleDescription("; ".join(self._spoken(row) for row in table.rows))
        if rows != len(table.rows):
            self.updateGeometry()
        self.update()

    def _spoken(self, row: LabRow) -> str:
        parts = []
        for column, cell in zip(self._table.columns, row.cells, strict=True):
            words = ", ".join(f"{number.label} {number.text}".strip() for number in cell)
            parts.append(f"{column.title} {words}")
        return f"{row.name} {row.note}".strip() + ": " + ", ".join(parts)

    @guarded_or(QSize(640, 140))
    def sizeHint(self) -> QSize:
        """As high as its rows."""
        return QSize(640, _HEAD + self._row_height * max(1, len(self._table.rows)) + 1)

    @guarded_or(QSize(480, 140))
    def minimumSizeHint(self) -> QSize:
        """No row may be cut off."""
        return QSize(480, self.sizeHint().height())

    def row_rect(self, index: int) -> QRectF:
        """Where a row lies."""
        return QRectF(0, _HEAD + index * self._row_height, self.width(), self._row_height)

    def name_room(self) -> float:
        """Room that names and notes need."""
        names = [self._title_width()]
        for row in self._table.rows:
            note = metrics(SMALL).horizontalAdvance(row.note)
            names.append(metrics(SMALL, 500).horizontalAdvance(row.name) + (note and note + 6))
        return max(names)

    def set_name_room(self, room: float) -> None:
        """Give names the room that those of a table above or below need."""
        if room != self._name_room:
            self._name_room = room
            self.update()

    def _title_width(self) -> float:
        return metrics(BODY, 600).horizontalAdvance(self._table.title)

    def _name_width(self) -> float:
        """Names may be cut, the title may not."""
        names = min(max(self._name_room, self.name_room()), 0.24 * self.width())
        return max(names, self._title_width()) + _PAD + 14

    def column_rects(self) -> list[QRectF]:
        """Left and right end of each column, as high as the heading."""
        left = self._name_width()
        total = sum(column.width for column in self._table.columns) or 1.0
        room = self.width() - left - _PAD
        places = []
        for column in self._table.columns:
            wide = room * column.width / total
            places.append(QRectF(left, 0, wide - 10, _HEAD))
            left += wide
        return places

    def paint(self, painter: QPainter) -> None:
        """Panel, heading, rows."""
        t, box, table = look.tokens(), QRectF(self.rect()), self._table
        painter.setPen(QPen(QColor(t.line), 1))
        painter.setBrush(QColor(t.bg2))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        if not table.columns:
            return
        name = QRectF(_PAD, 0, self._name_width() - _PAD, _HEAD)
        text(painter, name, table.title, font(BODY, 600), t.t1)
        columns = self.column_rects()
        for column, place in zip(table.columns, columns, strict=True):
            x = place.x() + text(painter, place, column.number, font(CAPTION, 600), t.t1)
            head = QRectF(x + (6 if column.number else 0), 0, place.right() - x + 6, _HEAD)
            text(painter, head, column.title, font(CAPTION), t.t2)
        for i, row in enumerate(table.rows):
            self._row(painter, i, row, columns)
        if self.hasFocus():
            focus_ring(painter, box, 6)

    def _row(self, painter: QPainter, index: int, row: LabRow, columns: list[QRectF]) -> None:
        t, place = look.tokens(), self.row_rect(index)
        if index == self._current or index == self._hover:
            colour = t.accbg if index == self._current else t.bg3
            painter.fillRect(place.adjusted(1, 1, -1, -1), QColor(colour))
        if row.first:
            painter.setPen(QPen(QColor(t.line), 1))
            y = place.y() + 0.5
            painter.drawLine(QPointF(1, y), QPointF(place.right() - 1, y))
        room = QRectF(_PAD, place.y(), columns[0].x() - _PAD - 6, place.height())
        used = text(painter, room, row.name, font(SMALL, 500), t.t1)
        note = room.adjusted(used + (6 if used else 0), 0, 0, 0)
        grouped = not all(other.name for other in self._table.rows)
        text(painter, note, row.note, font(SMALL), t.t2, RIGHT if grouped else LEFT)
        cells = zip(self._table.columns, columns, row.cells, strict=True)
        for column, box, cell in cells:
            area = QRectF(box.x(), place.y(), box.width(), place.height())
            if column.bar == "split":
                self._split(painter, area, column, cell)
            elif column.bar == "none":
                self._side_by_side(painter, area, column, cell)
            else:
                self._with_bar(painter, area, column, cell[0], row)

    @staticmethod
    def _weight(column: LabColumn) -> int:
        return 600 if column.strong else 400

    def _side_by_side(
        self, painter: QPainter, area: QRectF, column: LabColumn, cell: tuple[LabNumber, ...]
    ) -> None:
        """Numbers in equal parts of the cell."""
        wide = area.width() / max(2, len(cell))
        for i, number in enumerate(cell):
            part = QRectF(area.x() + i * wide, area.y(), wide, area.height())
            paint_number(painter, part, number, weight=self._weight(column))

    def _split(
        self, painter: QPainter, area: QRectF, column: LabColumn, cell: tuple[LabNumber, ...]
    ) -> None:
        """Numbers in equal parts, and under them one bar parted by their sizes."""
        t, wide = look.tokens(), area.width() / max(2, len(cell))
        numbers = area.adjusted(0, 0, 0, -4)
        labels = max(map(label_width, cell))
        for i, number in enumerate(cell):
            part = QRectF(area.x() + i * wide, numbers.y(), wide - 2, numbers.height())
            needed = label_width(number) + number_width(number, SMALL, self._weight(column))
            if needed > part.width() + 8 and labels:
                number = LabNumber(number.text, number.value, number.tone)
            paint_number(painter, part, number, weight=self._weight(column))
        x, room = area.x(), area.width() - 12
        for i, number in enumerate(cell):
            length = room * number.value
            colour = t.line2 if i == 0 else t.acc
            painter.fillRect(QRectF(x, area.bottom() - 6, length, 3), QColor(colour))
            x += length

    def _with_bar(
        self,
        painter: QPainter,
        area: QRectF,
        column: LabColumn,
        number: LabNumber,
        row: LabRow,
    ) -> None:
        """The number at the left, its bar at the right."""
        t = look.tokens()
        figures = max(44.0, 0.42 * area.width())
        left = QRectF(area.x(), area.y(), figures, area.height())
        paint_number(painter, left, number, weight=self._weight(column), align=RIGHT)
        well = QRectF(
            area.x() + figures + 12, area.center().y() - _BAR / 2, area.width() - figures - 12, _BAR
        )
        if well.width() < 16:
            return
        painter.fillRect(well, QColor(t.bg0))
        share = max(-1.0, min(1.0, number.value / column.scale))
        if column.bar == "share":
            colour = mark_colour(row.mark) if column.strong else t.accf
            part = QRectF(well.x(), well.y(), well.width() * max(0.0, share), _BAR)
            painter.fillRect(part, QColor(colour))
            return
        middle = well.center().x()
        painter.fillRect(QRectF(round(middle), well.y() - 1, 1, _BAR + 2), QColor(t.t3))
        length = well.width() / 2 * abs(share)
        x = middle if share > 0 else middle - length
        above = t.accf if column.bar == "sum" else t.pos
        colour = above if number.value > 0 else t.neg
        painter.fillRect(QRectF(x, well.y(), length, _BAR), QColor(colour))

    @guarded_or(False)
    def event(self, event: QEvent) -> bool:
        """A tooltip explains the column under the mouse."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            for column, place in zip(self._table.columns, self.column_rects(), strict=True):
                if place.x() <= event.pos().x() < place.right():
                    QToolTip.showText(event.globalPos(), f"{column.title}: {column.tip}", self)
                    return True
        return super().event(event)

    def _row_at(self, y: float) -> int:
        index = int((y - _HEAD) // self._row_height)
        return index if 0 <= index < len(self._table.rows) else -1

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Mark the row under the mouse where rows can be chosen."""
        at = self._row_at(event.position().y())
        if at != self._hover:
            self._hover = at
            self.update()

    @guarded
    def leaveEvent(self, event: QEvent) -> None:
        """No row is under the mouse."""
        super().leaveEvent(event)
        self._hover = -1
        self.update()

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a row."""
        at = self._row_at(event.position().y())
        if self._selectable and at >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(at)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down choose the next row."""
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        if self._selectable and step and self._table.rows:
            last = len(self._table.rows) - 1
            start = self._current if self._current >= 0 else (0 if step < 0 else -1)
            self.chosen.emit(max(0, min(last, start + step)))
        else:
            super().keyPressEvent(event)
