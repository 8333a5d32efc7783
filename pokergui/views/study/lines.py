"""The list of streets, decisions and actions beside the grid."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.theme import look
from pokergui.theme.actions import action_colour, paint_swatch
from pokergui.theme.fonts import SMALL, font, metrics
from pokergui.theme.icons import paint_icon
from pokergui.viewmodel.study import LineRow
from pokergui.views.guard import Painted, guarded, guarded_or
from pokergui.views.painting import RIGHT, text
from pokergui.views.table.pieces import mini_card_width, paint_mini_card

ROW = 24
_INDENT = 12
_BAR = 28
_SWATCH = 13.0


class LineList(Painted, QWidget):
    """Shows ``LineRow``s, 24 pixels each; grows with them and lies in a scroll area.

    Signals:
        chosen: key of a row that was clicked or entered.
        reached: the row at hand, in pixels, for a scroll area to keep in sight.
    """

    chosen = Signal(str)
    reached = Signal(QRect)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[LineRow, ...] = ()
        self._hover = -1
        self._cursor = 0
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Actions of the line"))

    def set_rows(self, rows: tuple[LineRow, ...]) -> None:
        """Show rows; the present decision is brought into sight when it is another one."""
        if rows == self._rows:
            return
        before, self._rows = self._present(), rows
        self._hover = -1
        self.setFixedHeight(ROW * len(rows))
        if self._present() != before:
            current = [i for i, row in enumerate(rows) if row.current]
            self._cursor = current[-1] if current else 0
            self.reached.emit(self.row_rect(self._last_action()))
            self.reached.emit(self.row_rect(self._cursor))
        self._cursor = min(self._cursor, max(0, len(rows) - 1))
        self._describe()
        self.update()

    def _last_action(self) -> int:
        """The last row of the decision at hand."""
        rows, at = self._rows, self._cursor
        while at + 1 < len(rows) and rows[at + 1].depth > rows[self._cursor].depth:
            at += 1
        return at

    def _present(self) -> tuple[str, ...]:
        return tuple(row.key for row in self._rows if row.current)

    def row_rect(self, index: int) -> QRect:
        """Where a row lies."""
        return QRect(0, index * ROW, self.width(), ROW)

    @guarded_or(QSize(200, ROW))
    def sizeHint(self) -> QSize:
        """As high as its rows."""
        return QSize(200, ROW * len(self._rows))

    def _describe(self) -> None:
        if self._cursor < len(self._rows):
            row = self._rows[self._cursor]
            self.setAccessibleDescription(" ".join(filter(None, (row.title, row.percent))))

    def _at(self, point: QPointF) -> int:
        index = int(point.y() // ROW)
        return index if 0 <= index < len(self._rows) and self._rows[index].enabled else -1

    def _set_hover(self, index: int) -> None:
        if index == self._hover:
            return
        self._hover = index
        hand = Qt.CursorShape.PointingHandCursor if index >= 0 else Qt.CursorShape.ArrowCursor
        self.setCursor(hand)
        words = ""
        if index >= 0:
            row = self._rows[index]
            words = " ".join(filter(None, (row.title, row.percent)))
        self.setToolTip(words)
        self.update()

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Mark the row under the pointer."""
        self._set_hover(self._at(event.position()))

    @guarded
    def leaveEvent(self, event: QEvent) -> None:
        """No row is under the pointer."""
        super().leaveEvent(event)
        self._set_hover(-1)

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a row."""
        index = self._at(event.position())
        if index >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self._cursor = index
            self.chosen.emit(self._rows[index].key)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and down move, Enter and Space choose."""
        key, last = Qt.Key(event.key()), len(self._rows) - 1
        targets = {
            Qt.Key.Key_Up: max(0, self._cursor - 1),
            Qt.Key.Key_Down: min(last, self._cursor + 1),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        if key in targets and last >= 0:
            self._cursor = targets[key]
            self._describe()
            self.reached.emit(self.row_rect(self._cursor))
            self.update()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and last >= 0:
            row = self._rows[self._cursor]
            if row.enabled:
                self.chosen.emit(row.key)
        else:
            event.ignore()

    def paint(self, painter: QPainter) -> None:
        """Row under row."""
        present = [i for i, row in enumerate(self._rows) if row.current]
        for i, row in enumerate(self._rows):
            self._paint_row(painter, i, row, present=bool(present) and i == present[-1])

    def _paint_row(self, painter: QPainter, index: int, row: LineRow, present: bool) -> None:
        t = look.tokens()
        box = QRectF(self.row_rect(index))
        frame = box.adjusted(8.5, 0.5, -8.5, -0.5)
        at_hand = self.hasFocus() and index == self._cursor
        if present or at_hand or index == self._hover:
            pen = QPen(QColor(t.acc), 2 if at_hand else 1)
            painter.setPen(pen if present or at_hand else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(t.accbg if present else t.bg3))
            painter.drawRoundedRect(frame, 4, 4)
        action = row.kind == "action"
        x = 14.0 + _INDENT * row.depth
        if row.enabled or row.current:
            open_ = row.current or not action
            paint_icon(
                painter,
                "chevron" if open_ else "next",
                QRectF(x - 1, box.y() + 6, 12, 12),
                t.t2,
                2.2,
            )
        x += 14
        if row.tone is not None:
            paint_swatch(painter, QRectF(x, box.y() + 5.5, _SWATCH, _SWATCH), row.tone, row.rank)
            x += _SWATCH + 7
        weight = 600 if present or row.kind == "decision" else 400
        need = metrics(SMALL, weight).horizontalAdvance(row.title)
        right = self._paint_share(painter, row, box, x + need)
        ink = t.t1 if row.enabled or row.current else t.t2
        place = QRectF(x, box.y(), right - x - 4, ROW)
        used = text(painter, place, row.title, font(SMALL, weight), ink)
        x += used + 7
        for card in row.cards:
            width = mini_card_width(card)
            paint_mini_card(painter, QRectF(round(x), box.y() + 3, width, 18), card)
            x += width + 1

    def _paint_share(self, painter: QPainter, row: LineRow, box: QRectF, end: float) -> float:
        """Percent and, where the title ends before it, its bar at the right; where they begin."""
        t = look.tokens()
        right = box.right() - 16
        if not row.percent:
            return right
        place = QRectF(right - 44, box.y(), 44, ROW)
        text(painter, place, row.percent, font(SMALL), t.t1, RIGHT)
        left = right - max(36.0, metrics(SMALL).horizontalAdvance(row.percent) + 4) - _BAR
        if row.share is None or row.tone is None or end > left - 4:
            return left + _BAR + 4
        well = QRectF(left, box.y() + 10, _BAR, 4)
        painter.fillRect(well, QColor(t.bg4))
        colour = QColor(action_colour(row.tone, row.rank))
        filled = max(1.0 if row.share > 0 else 0.0, _BAR * min(1.0, row.share))
        painter.fillRect(QRectF(left, well.y(), filled, 4), colour)
        return left
