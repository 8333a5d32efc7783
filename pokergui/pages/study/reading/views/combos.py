"""The combos of a cell, which can be locked one by one while locks are painted."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
)
from PySide6.QtWidgets import QScrollArea, QWidget

from pokergui.language import tr_study as tr
from pokergui.pages.study.reading.views.detail import DetailTable, spoken
from pokergui.viewmodel.grid import CellDetail, GridCell, GridScene
from pokergui.widgets.grid.brush import GridPainter
from pokergui.widgets.guard import guarded
from pokergui.widgets.keys import CHOOSES, say
from pokergui.widgets.painting import focus_ring
from pokergui.widgets.spoken import Role, set_description, set_role, set_tip


class ComboTable(DetailTable):
    """The table of combos; while they are paintable, a click or a stroke locks or frees them.

    Arrows move from combo to combo, Space and Enter paint the current one, Shift with the arrows
    extends the stroke.

    Signals:
        painted: numbers of the combos that a stroke newly reached.

    Attributes:
        at_hand: the current row.
    """

    painted = Signal(list)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_role(self, Role.Graphic)
        self.at_hand = 0
        self._strokes = GridPainter(self)
        self._strokes.painted.connect(self._reached)
        self.set_detail(None)

    def set_detail(self, detail: CellDetail | None) -> None:
        """Show a cell's combos."""
        before = self.detail
        super().set_detail(detail)
        rows = detail.rows if detail is not None else ()
        if before is None or detail is None or before.title != detail.title:
            self.at_hand = 0
        can = self.paintable
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if can else Qt.FocusPolicy.NoFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor if can else Qt.CursorShape.ArrowCursor)
        words = tr("Click or drag over combos to lock them (arrow keys and Space)")
        set_tip(self, words if can else "")
        cells = tuple(GridCell("", possible=bool(row.reach)) for row in rows)
        self._strokes.set_scene(GridScene(len(cells), 1, cells))
        if can and self.hasFocus():
            self._describe()

    @property
    def paintable(self) -> bool:
        """True if there are combos that can be painted."""
        detail = self.detail
        return detail is not None and detail.paintable and bool(detail.rows)

    def begin(self) -> None:
        """Let keys paint, if there is something to paint."""
        if self.paintable and self.isVisible():
            self.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _reached(self, rows: list[int]) -> None:
        detail = self.detail
        if detail is not None and self.paintable:
            combos = [detail.rows[row].combo for row in rows if row < len(detail.rows)]
            self.painted.emit([combo for combo in combos if combo >= 0])

    def _describe(self) -> None:
        """Describe the current combo to assistive tools."""
        detail = self.detail
        if detail is None or self.at_hand >= len(detail.rows):
            return
        words = spoken(detail, detail.rows[self.at_hand])
        if words != self.accessibleDescription():
            set_description(self, words)
            say(self, words)

    def _move(self, row: int) -> None:
        self.at_hand = row
        self._describe()
        self.update()
        box = self.row_box(row).toRect()
        holder = self.parentWidget()
        while holder is not None and not isinstance(holder, QScrollArea):
            holder = holder.parentWidget()
        if holder is not None:
            holder.ensureVisible(box.center().x(), box.center().y(), 0, box.height())

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a stroke."""
        row = self.row_at(event.position().y())
        if event.button() == Qt.MouseButton.LeftButton and row >= 0 and self.paintable:
            self.at_hand = row
            self._strokes.press(row)
            self.update()

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Extend the stroke."""
        self._strokes.reach(self.row_at(event.position().y()))

    @guarded
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End the stroke."""
        del event
        self._strokes.release()

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move with Up and Down, paint with Space and Enter."""
        key, detail = Qt.Key(event.key()), self.detail
        if detail is None or not self.paintable:
            event.ignore()
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            before = self.at_hand
            step = 1 if key == Qt.Key.Key_Down else -1
            self._move(min(len(detail.rows) - 1, max(0, before + step)))
            if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self._strokes.dab(before, self.at_hand)
        elif key in CHOOSES:
            self._strokes.dab(self.at_hand)
        else:
            event.ignore()

    @guarded
    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the current row."""
        super().focusInEvent(event)
        self._describe()

    @guarded
    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the current row, and describe the whole table again."""
        super().focusOutEvent(event)
        self.set_detail(self.detail)

    def paint(self, painter: QPainter) -> None:
        """Paint the table, and a ring around the current row."""
        super().paint(painter)
        if self.hasFocus() and self.paintable:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            focus_ring(painter, self.row_box(self.at_hand).adjusted(0.5, 0.5, -0.5, 0.5), 4)
