"""A table without a grid: hairlines, quiet headings, whole rows selected."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from pokergui.theme import look
from pokergui.theme.fonts import CAPTION, font
from pokergui.widgets.guard import guarded

HEADING = 28
NOTHING: object = None
"""What a model answers where it has nothing to say, as a plain object for type checkers."""


class QuietTable(QTableView):
    """Rows of one height, selected as a whole, scrolled by pixels."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("quiet")
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().setVisible(False)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        heading = self.horizontalHeader()
        heading.setFont(font(CAPTION, 500))
        heading.setFixedHeight(HEADING)
        heading.setHighlightSections(False)
        heading.setSectionsClickable(False)
        heading.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    @guarded
    def keyboardSearch(self, search: str) -> None:
        """Letters are keys of the page, not the beginning of a name to jump to."""
        del search

    def set_row_height(self, height: int) -> None:
        """Height of every row in pixels."""
        self.verticalHeader().setMinimumSectionSize(height)
        self.verticalHeader().setDefaultSectionSize(height)

    def set_widths(self, widths: list[int], stretched: int) -> None:
        """Widths of the columns in pixels, 0 hides one; ``stretched`` takes what is left."""
        heading = self.horizontalHeader()
        for column, width in enumerate(widths):
            self.setColumnHidden(column, width == 0)
            mode = QHeaderView.ResizeMode
            heading.setSectionResizeMode(
                column, mode.Stretch if column == stretched else mode.Fixed
            )
            if width and column != stretched:
                heading.resizeSection(column, width)


class QuietRows(QStyledItemDelegate):
    """Paints a cell on its row's wash and hairline; ``cell`` is what subclasses add."""

    @guarded
    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Background, then the cell."""
        t = look.tokens()
        box = QRectF(option.rect)
        painter.save()
        try:
            if option.state & QStyle.StateFlag.State_Selected:
                painter.fillRect(box, QColor(t.accbg))
            line = QRectF(box.x(), box.bottom() - 1, box.width(), 1)
            painter.fillRect(line, QColor(t.line))
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self.cell(painter, box, index)
        finally:
            painter.restore()

    def cell(
        self, painter: QPainter, box: QRectF, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint what is in a cell."""
        raise NotImplementedError
