"""The list of streets, decisions and actions beside the grid."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QFrame, QWidget

from pokergui.language import tr_study as tr
from pokergui.pages.study.reading.viewmodel import LineRow, TypedScene
from pokergui.theme import look
from pokergui.theme.colours import action_colour, paint_swatch
from pokergui.theme.fonts import CAPTION, SMALL, font, metrics
from pokergui.theme.icons import paint_icon
from pokergui.viewmodel.controls import SpotField
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.felt.pieces import mini_card_width, paint_mini_card
from pokergui.widgets.field import FieldBox
from pokergui.widgets.guard import guarded, guarded_or
from pokergui.widgets.laying import column, row
from pokergui.widgets.painting import RIGHT, text
from pokergui.widgets.spoken import set_description, set_name
from pokergui.widgets.tables.columns import Column
from pokergui.widgets.tables.table import Index, RowTable

ROW = 24
_EDGE, _INDENT, _ARROW = 14, 12, 14
_BAR = 24
_SWATCH = 13.0


class LineList(RowTable[int]):
    """Shows ``LineRow``s by their numbers, 24 pixels each.

    Rows with rows below them can be folded, by their arrow or with Left and Right. Streets before
    the current one begin folded.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, headed=False, opens_by_click=True, ground="none")
        self.ringed = False
        self._lines: tuple[LineRow, ...] = ()
        self._folded: set[int] = set()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        set_name(self, tr("Actions of the line"))
        self.set_row_height(ROW)
        self.set_columns([Column("", self._words, paint=self._paint_row)])
        self.selectionModel().currentRowChanged.connect(self._describe)
        self.entered.connect(self._point)

    def set_lines(self, lines: tuple[LineRow, ...]) -> None:
        """Show rows; a new current decision is scrolled into view."""
        if lines == self._lines:
            return
        before, self._lines = self._present(), lines
        present = max((i for i, row in enumerate(lines) if row.current), default=0)
        other = self._present() != before
        if other:
            over = [i for i, row in enumerate(lines) if row.kind == "street" and i < present]
            self._folded = set(over[:-1] if over else ())
        at = present if other or self.at_hand is None else self.at_hand
        self._fold(min(at, max(0, len(lines) - 1)))
        if other and lines:
            last = max(self._under(present), default=present)
            self.scrollTo(self._index(last))
            self.scrollTo(self._index(present))

    def _fold(self, at: int) -> None:
        """Find the visible rows; a current row that is folded away moves to its parent."""
        shown, deepest = [], max((entry.depth for entry in self._lines), default=0)
        depth = deepest
        for i, entry in enumerate(self._lines):
            if entry.depth <= depth:
                shown.append(i)
                depth = entry.depth if i in self._folded else deepest
        self.set_rows(shown)
        self.select(max((i for i in shown if i <= at), default=0))
        self._describe()
        self.viewport().update()

    def _under(self, number: int) -> range:
        lines, end = self._lines, number + 1
        while end < len(lines) and lines[end].depth > lines[number].depth:
            end += 1
        return range(number + 1, end)

    def _toggle(self, number: int) -> None:
        self._folded ^= {number}
        self._fold(number)

    def _present(self) -> tuple[str, ...]:
        return tuple(row.key for row in self._lines if row.current)

    def _index(self, number: int) -> QModelIndex:
        """Return the index of a row or, if it is folded away, of the row it is folded into."""
        return self.model().index(max(0, sum(i <= number for i in self.rows) - 1), 0)

    def row_rect(self, number: int) -> QRect:
        return self.visualRect(self._index(number))

    def key_of(self, row: int) -> int:
        return row

    def _describe(self) -> None:
        set_description(self, "" if self.at_hand is None else self._words(self.at_hand))

    def _words(self, number: int) -> str:
        row, state = self._lines[number], ""
        if self._under(number):
            state = tr("folded") if number in self._folded else tr("open")
        return " ".join(filter(None, (row.title, row.size, row.percent, state)))

    def _arrow_at(self, point: QPoint) -> int:
        """Return the row whose arrow is at a point, -1 if none."""
        index = self.indexAt(point)
        number = self.rows[index.row()] if index.isValid() else -1
        if number < 0 or not self._under(number):
            return -1
        return number if point.x() < _EDGE + _INDENT * self._lines[number].depth + _ARROW else -1

    @guarded_or(False)
    def viewportEvent(self, event: QEvent) -> bool:
        """Fold on a press on an arrow, which chooses no row."""
        if isinstance(event, QMouseEvent) and event.button() == Qt.MouseButton.LeftButton:
            arrow = self._arrow_at(event.position().toPoint())
            if arrow >= 0:
                if event.type() != QEvent.Type.MouseButtonRelease:
                    self._toggle(arrow)
                return True
        return super().viewportEvent(event)

    def _point(self, index: QModelIndex) -> None:
        can = self._lines[self.rows[index.row()]].enabled
        hand = Qt.CursorShape.PointingHandCursor if can else Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(hand)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Fold with Left and Right, choose with Enter and Space."""
        key, at = event.key(), self.at_hand
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Space) and at is not None:
            if key == Qt.Key.Key_Space:
                self.open(self.currentIndex())
            elif key == Qt.Key.Key_Left:
                self._fold_or_leave(at)
            elif at in self._folded:
                self._toggle(at)
            elif self._under(at):
                self._go(at + 1)
        else:
            super().keyPressEvent(event)

    def open(self, index: Index) -> None:
        if index.isValid() and (row := self._lines[self.rows[index.row()]]).enabled:
            self.chosen.emit(row.key)

    def _go(self, number: int) -> None:
        self.select(number)
        self._describe()

    def _fold_or_leave(self, at: int) -> None:
        lines = self._lines
        above = [i for i in range(at) if lines[i].depth < lines[at].depth]
        if self._under(at) and at not in self._folded:
            self._toggle(at)
        elif above:
            self._go(above[-1])

    def ground(
        self, painter: QPainter, box: QRectF, row: int, selected: bool, hovered: bool
    ) -> None:
        t, line = look.tokens(), self._lines[row]
        present, at_hand = self._is_present(row), self.hasFocus() and selected
        if present or at_hand or (hovered and line.enabled):
            pen = QPen(QColor(t.acc), 2 if at_hand else 1)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(pen if present or at_hand else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(t.accbg if present else t.bg3))
            painter.drawRoundedRect(box.adjusted(8.5, 0.5, -8.5, -0.5), 4, 4)

    def _is_present(self, number: int) -> bool:
        row, *later = self._lines[number:]
        return row.current and not any(one.current for one in later)

    def _paint_row(self, painter: QPainter, box: QRectF, index: int) -> None:
        t, row, present = look.tokens(), self._lines[index], self._is_present(index)
        action = row.kind == "action"
        x = float(_EDGE + _INDENT * row.depth)
        if row.enabled or row.current:
            open_ = (row.current or not action) and index not in self._folded
            arrow = QRectF(x - 1, box.y() + 6, 12, 12)
            paint_icon(painter, "chevron" if open_ else "next", arrow, t.t2, 2.2)
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
        rows = (self._lines[i] for i in self._under(index))
        count = sum(row.current for row in rows if row.kind == "action")
        return tr.plural("1 action", "{n} actions", count).format(n=count) if count else ""

    def _paint_share(self, painter: QPainter, row: LineRow, box: QRectF, end: float) -> float:
        """Paint the percentage and, if it fits, its bar at the right; return their left edge."""
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


class TypedBox(QFrame):
    """Shows a ``TypedScene``. Enter goes to the node, Escape leaves the field."""

    entered = Signal()
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("ruled")
        name, hint = tr("Other size, line or board"), tr("600, 75%, r300c/, AhTd7c")
        told = tr("A size, betting from the first action, or cards; Enter goes there")
        self._box = FieldBox("typed", name, tr("Z"), hint, told, self)
        self.editor = self._box.editor
        self.solve = IconButton("", tr("Solve with this size"), "", self)
        self.solve.hide()
        column(self._box, row(self.solve, None), on=self, gap=6, margins=(16, 8, 16, 8))
        self.editor.returnPressed.connect(self._enter)

    def begin(self) -> None:
        self.editor.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.editor.selectAll()

    def set_scene(self, scene: TypedScene) -> None:
        self._box.set_field(SpotField("typed", scene.text, scene.note, scene.error))
        self.solve.setVisible(scene.solvable)

    def _enter(self) -> None:
        if self.solve.isVisibleTo(self):
            self.solve.click()
            return
        written = bool(self.editor.text())
        self.entered.emit()
        if written and not self.editor.text():  # it led somewhere: the page gets the keys again
            self.left.emit()

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
