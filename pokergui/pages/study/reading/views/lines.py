"""The list of streets, decisions and actions beside the grid."""

from __future__ import annotations

from bisect import bisect_right

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.pages.study.reading.viewmodel.reading import LineRow
from pokergui.theme import look
from pokergui.theme.actions import action_colour, paint_swatch
from pokergui.theme.fonts import CAPTION, SMALL, font, metrics
from pokergui.theme.icons import paint_icon
from pokergui.widgets.felt.pieces import mini_card_width, paint_mini_card
from pokergui.widgets.guard import Painted, guarded, guarded_or
from pokergui.widgets.painting import RIGHT, text

ROW = 24
_EDGE, _INDENT, _ARROW = 14, 12, 14
_BAR = 24
_SWATCH = 13.0


class LineList(Painted, QWidget):
    """Shows ``LineRow``s, 24 pixels each; grows with them and lies in a scroll area.

    What has rows under it can be folded, by its arrow or with Left and Right. Streets before the
    present one begin folded.

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
        self._folded: set[int] = set()
        self._shown: list[int] = []
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
        other = self._present() != before
        current = [i for i, row in enumerate(rows) if row.current]
        if other:
            self._cursor = current[-1] if current else 0
            streets = [i for i, row in enumerate(rows) if row.kind == "street"]
            self._folded = {i for i in streets if i < self._cursor} - {
                max((i for i in streets if i < self._cursor), default=0)
            }
        self._cursor = min(self._cursor, max(0, len(rows) - 1))
        self._fold()
        if other:
            self.reached.emit(self.row_rect(self._last_action()))
            self.reached.emit(self.row_rect(self._cursor))

    def _fold(self) -> None:
        """Find which rows are in sight; the row at hand is one of them."""
        self._shown, depth = [], self._deepest
        for i, row in enumerate(self._rows):
            if row.depth > depth:
                continue
            self._shown.append(i)
            depth = row.depth if i in self._folded else self._deepest
        while self._cursor and self._cursor not in self._shown:
            self._cursor -= 1
        self.setFixedHeight(ROW * len(self._shown))
        self._describe()
        self.update()

    @property
    def _deepest(self) -> int:
        return max((row.depth for row in self._rows), default=0)

    def _under(self, index: int) -> range:
        """The rows under a row."""
        rows, end = self._rows, index + 1
        while end < len(rows) and rows[end].depth > rows[index].depth:
            end += 1
        return range(index + 1, end)

    def _toggle(self, index: int) -> None:
        self._folded ^= {index}
        self._fold()
        self.reached.emit(self.row_rect(self._cursor))

    def _last_action(self) -> int:
        """The last row of the decision at hand."""
        return max(self._under(self._cursor), default=self._cursor)

    def _present(self) -> tuple[str, ...]:
        return tuple(row.key for row in self._rows if row.current)

    def row_rect(self, index: int) -> QRect:
        """Where a row lies; one that is folded away, where what it is folded into lies."""
        place = max(0, bisect_right(self._shown, index) - 1)
        return QRect(0, place * ROW, self.width(), ROW)

    @guarded_or(QSize(200, ROW))
    def sizeHint(self) -> QSize:
        """As high as its rows."""
        return QSize(200, ROW * len(self._shown))

    def _describe(self) -> None:
        if self._cursor < len(self._rows):
            self.setAccessibleDescription(self._words(self._cursor))

    def _words(self, index: int) -> str:
        """A row in words."""
        row, state = self._rows[index], ""
        if self._under(index):
            state = self.tr("folded") if index in self._folded else self.tr("open")
        return " ".join(filter(None, (row.title, row.size, row.percent, state)))

    def _row_at(self, point: QPointF) -> int:
        place = int(point.y() // ROW)
        return self._shown[place] if 0 <= place < len(self._shown) else -1

    def _at(self, point: QPointF) -> int:
        """The row at a point that can be followed, -1 if none."""
        index = self._row_at(point)
        return index if index >= 0 and self._rows[index].enabled else -1

    def _arrow_at(self, point: QPointF) -> int:
        """The row whose arrow is at a point, -1 if none."""
        index = self._row_at(point)
        if index < 0 or not self._under(index):
            return -1
        return index if point.x() < _EDGE + _INDENT * self._rows[index].depth + _ARROW else -1

    def _set_hover(self, index: int) -> None:
        if index == self._hover:
            return
        self._hover = index
        hand = Qt.CursorShape.PointingHandCursor if index >= 0 else Qt.CursorShape.ArrowCursor
        self.setCursor(hand)
        self.setToolTip(self._words(index) if index >= 0 else "")
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
        """Fold by the arrow, or choose a row."""
        index, arrow = self._at(event.position()), self._arrow_at(event.position())
        if arrow >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self._cursor = arrow
            self._toggle(arrow)
        elif index >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self._cursor = index
            self.chosen.emit(self._rows[index].key)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and down move, Left and Right fold, Enter and Space choose."""
        if not self._shown:
            event.ignore()
            return
        key, place = Qt.Key(event.key()), bisect_right(self._shown, self._cursor) - 1
        last = len(self._shown) - 1
        targets = {
            Qt.Key.Key_Up: max(0, place - 1),
            Qt.Key.Key_Down: min(last, place + 1),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        if key in targets:
            self._go(self._shown[targets[key]])
        elif key == Qt.Key.Key_Left:
            self._fold_or_leave()
        elif key == Qt.Key.Key_Right:
            if self._cursor in self._folded:
                self._toggle(self._cursor)
            elif self._under(self._cursor):
                self._go(self._cursor + 1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            row = self._rows[self._cursor]
            if row.enabled:
                self.chosen.emit(row.key)
        else:
            event.ignore()

    def _go(self, index: int) -> None:
        self._cursor = index
        self._describe()
        self.reached.emit(self.row_rect(index))
        self.update()

    def _fold_or_leave(self) -> None:
        """Fold the row at hand; where there is nothing to fold, go to what it is under."""
        at, rows = self._cursor, self._rows
        if self._under(at) and at not in self._folded:
            self._toggle(at)
            return
        above = [i for i in range(at) if rows[i].depth < rows[at].depth]
        if above:
            self._go(above[-1])

    def paint(self, painter: QPainter) -> None:
        """Row under row."""
        present = [i for i, row in enumerate(self._rows) if row.current]
        for i in self._shown:
            self._paint_row(painter, i, self._rows[i], present=bool(present) and i == present[-1])

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
        x = float(_EDGE + _INDENT * row.depth)
        if row.enabled or row.current:
            open_ = (row.current or not action) and index not in self._folded
            paint_icon(
                painter,
                "chevron" if open_ else "next",
                QRectF(x - 1, box.y() + 6, 12, 12),
                t.t2,
                2.2,
            )
        x += _ARROW
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
        small = metrics(CAPTION).horizontalAdvance(row.size)
        if row.size and x + small <= right:
            text(painter, QRectF(x - 2, box.y(), small + 1, ROW), row.size, font(CAPTION), t.t3)
            x += small + 5
        for card in row.cards:
            width = mini_card_width(card)
            paint_mini_card(painter, QRectF(round(x), box.y() + 3, width, 18), card)
            x += width + 1
        if index in self._folded:
            room = QRectF(x + 4, box.y(), max(0.0, box.right() - 16 - x - 4), ROW)
            text(painter, room, self._hidden(index), font(SMALL), t.t3, RIGHT)

    def _hidden(self, index: int) -> str:
        """What is folded away: "2 actions"."""
        done = [i for i in self._under(index) if self._rows[i].kind == "action"]
        count = sum(self._rows[i].current for i in done)
        if not count:
            return ""
        return self.tr("1 action") if count == 1 else self.tr("{n} actions").format(n=count)

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
