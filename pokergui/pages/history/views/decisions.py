"""The decisions of one hand: who did what at which price; a click goes there."""

from __future__ import annotations

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPointF,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from pokergui.pages.history.viewmodel.history import DecisionRow, DecisionsScene
from pokergui.theme import look
from pokergui.theme.actions import paint_swatch
from pokergui.theme.fonts import SMALL, font
from pokergui.widgets.guard import guarded
from pokergui.widgets.headed import HeadedModel, Index
from pokergui.widgets.painting import CENTRE, RIGHT, text
from pokergui.widgets.quiettable import QuietRows, QuietTable

STREET, WHO, ACTION, POT, PRICE, STUDY = range(6)
_PAD = 12.0
_WIDE = 640
"""Pixels from which there is room for wide columns beside a long name."""


class DecisionModel(HeadedModel):
    """Rows as view models."""

    rows: tuple[DecisionRow, ...]
    figures = (POT, PRICE)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows = ()
        self.headings = (
            self.tr("Street"),
            self.tr("Player"),
            self.tr("Action"),
            self.tr("Pot"),
            self.tr("To call, odds"),
            "",
        )

    def set_rows(self, rows: tuple[DecisionRow, ...]) -> None:
        """Show other decisions."""
        if len(rows) != len(self.rows):
            self.beginResetModel()
            self.rows = rows
            self.endResetModel()
        elif rows:
            self.rows = rows
            self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, STUDY))

    def said(self, row: DecisionRow, column: int) -> str:
        """What stands in a cell."""
        return (row.street, row.who, row.action, row.pot, row.price, self.tr("Study"))[column]

    def tip(self, row: DecisionRow, column: int) -> str:
        """What a click does."""
        if column == STUDY:
            return self.tr("Open this decision in Study")
        words = self.tr("Go to this decision: {who}, {action}")
        return words.format(who=row.who, action=row.action)


class _DecisionRows(QuietRows):
    """Paints a decision."""

    def cell(self, painter: QPainter, box: QRectF, index: Index) -> None:
        """One cell; the last one is a button."""
        t = look.tokens()
        row: DecisionRow = index.data(Qt.ItemDataRole.UserRole)
        room = box.adjusted(_PAD, 0, -4, -1)
        right = box.adjusted(4, 0, -_PAD, -1)
        match index.column():
            case 0:
                text(painter, room, row.street, font(SMALL), t.t2)
            case 1:
                face, colour = (font(SMALL, 600), t.t1) if row.person else (font(SMALL), t.t2)
                text(painter, room, row.who, face, colour)
            case 2:
                swatch = QRectF(room.x(), box.center().y() - 7.5, 14, 14)
                paint_swatch(painter, swatch, row.tone)
                text(painter, room.adjusted(21, 0, 0, 0), row.action, font(SMALL, 600), t.t1)
            case 3:
                text(painter, right, row.pot, font(SMALL), t.t2, RIGHT)
            case 4:
                text(painter, right, row.price, font(SMALL), t.t1, RIGHT)
            case _:
                self._button(painter, box, str(index.data()))

    def _button(self, painter: QPainter, box: QRectF, words: str) -> None:
        t = look.tokens()
        shape = QRectF(box.right() - 62.5, round(box.center().y()) - 10.5, 54, 20)
        painter.setPen(QPen(QColor(t.line2), 1))
        painter.setBrush(QColor(t.button))
        painter.drawRoundedRect(shape, 4, 4)
        painter.setPen(QPen(QColor(t.t1)))
        text(painter, shape.translated(QPointF(0, -0.5)), words, font(SMALL, 500), t.t1, CENTRE)


class DecisionList(QuietTable):
    """Shows a ``DecisionsScene``; the selected row is where the replayer stands.

    Signals:
        chosen: index of the decision to go to.
        study_pressed: index of the decision to open in Study.
    """

    chosen = Signal(int)
    study_pressed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.decisions = DecisionModel(self)
        self.setModel(self.decisions)
        self.setItemDelegate(_DecisionRows(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAccessibleName(self.tr("Decisions of the hand"))
        self.clicked.connect(self._clicked)
        self.activated.connect(self._activated)
        self.set_compact(False)

    def set_compact(self, compact: bool) -> None:
        """Lower rows and narrower columns."""
        self._compact = compact
        self.set_row_height(26 if compact else 30)
        self._share_width()

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave room for the players' names."""
        super().resizeEvent(event)
        self._share_width()

    def _share_width(self) -> None:
        narrow = self._compact or self.width() < _WIDE
        widths = [62, 1, 124, 58, 112, 64] if narrow else [74, 1, 148, 76, 124, 68]
        self.set_widths(widths, WHO)

    def set_scene(self, scene: DecisionsScene) -> None:
        """Show decisions and mark the one the replayer stands before."""
        self.decisions.set_rows(scene.rows)
        here = next((i for i, row in enumerate(scene.rows) if row.current), -1)
        if here >= 0:
            self.selectRow(here)
            self.scrollTo(self.decisions.index(here, 0))
        else:
            self.clearSelection()

    def _clicked(self, index: QModelIndex) -> None:
        if index.column() == STUDY:
            self.study_pressed.emit(index.row())
        else:
            self.chosen.emit(index.row())

    def _activated(self, index: QModelIndex) -> None:
        """Enter goes to the decision that the arrows have reached."""
        if index.column() != STUDY:
            self.chosen.emit(index.row())
