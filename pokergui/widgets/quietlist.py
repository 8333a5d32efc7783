"""A list without a frame: rows with hairlines, one of them in front, one at the keyboard."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFocusEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from pokergui.theme import look
from pokergui.widgets.guard import guarded
from pokergui.widgets.painting import focus_ring
from pokergui.widgets.rowmodel import Index


class QuietList(QListView):
    """Rows as wide as the list, scrolled by pixels."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)

    @guarded
    def focusInEvent(self, event: QFocusEvent) -> None:
        """A list that gets the focus has a row at hand."""
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self.model().rowCount():
            self.setCurrentIndex(self.model().index(0, 0))

    @guarded
    def keyboardSearch(self, search: str) -> None:
        """Letters are keys of the page, not the beginning of a name to jump to."""
        del search


class QuietItems(QStyledItemDelegate):
    """Paints a row on its ground, and the ring of the keyboard; ``item`` is what subclasses add."""

    @guarded
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """A wash under the pointer, a bar at the left of the row in front, a hairline."""
        t, box = look.tokens(), QRectF(option.rect)
        front = self.in_front(index)
        painter.save()
        try:
            if front or option.state & QStyle.StateFlag.State_MouseOver:
                painter.fillRect(box, QColor(t.bg3))
            if front:
                painter.fillRect(QRectF(box.x(), box.y(), 3, box.height() - 1), QColor(t.acc))
            painter.fillRect(QRectF(box.x(), box.bottom() - 1, box.width(), 1), QColor(t.line))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.item(painter, box, index)
            if option.state & QStyle.StateFlag.State_HasFocus:
                focus_ring(painter, box.adjusted(1, 1, -1, -2), 4)
        finally:
            painter.restore()

    def in_front(self, index: Index) -> bool:
        """Whether what a row stands for is shown elsewhere on the page."""
        raise NotImplementedError

    def item(self, painter: QPainter, box: QRectF, index: Index) -> None:
        """Paint what is in a row."""
        raise NotImplementedError
