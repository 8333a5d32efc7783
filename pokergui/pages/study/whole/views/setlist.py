"""All information sets of a small game as a list that can be sorted."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QWidget

from pokergui.pages.study.whole.viewmodel.sheet import SetRow
from pokergui.pages.study.whole.views.bars import paint_bar
from pokergui.theme import look
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font
from pokergui.widgets.guard import guarded
from pokergui.widgets.headed import HeadedModel, Index
from pokergui.widgets.painting import RIGHT, text
from pokergui.widgets.quiettable import QuietRows, QuietTable

SET, FIRST = range(2)
ORDERS = ("line", "difference", "values", "regrets", "cost")
"""What each column sorts by."""
_ROW = 40
_PAD = 8.0
_FIGURES = (56, 58, 60, 64)
_CARDS = 62


class SetsModel(HeadedModel):
    """Rows as view models."""

    rows: tuple[SetRow, ...]

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows = ()
        self._names = (
            self.tr("Set"),
            self.tr("Diff %"),
            self.tr("Value"),
            self.tr("Regret"),
            self.tr("Cost"),
        )
        self.headings = self._names
        self.figures = tuple(range(FIRST, len(self._names)))

    def set_rows(self, rows: tuple[SetRow, ...], order: str) -> None:
        """Show other information sets; an arrow stands beside what they are sorted by."""
        self.beginResetModel()
        self.rows = rows
        self.headings = tuple(
            f"{name} ↓" if key == order else name
            for name, key in zip(self._names, ORDERS, strict=True)
        )
        self.endResetModel()

    def said(self, row: SetRow, column: int) -> str:
        """What stands in a cell; all of the row in its first."""
        return (row.spoken, *row.figures)[column]


class _SetRows(QuietRows):
    """Paints an information set."""

    def cell(self, painter: QPainter, box: QRectF, index: Index) -> None:
        """Cards over the line, the bar, or a figure."""
        t = look.tokens()
        row: SetRow = index.data(Qt.ItemDataRole.UserRole)
        room, column = box.adjusted(_PAD, 0, -_PAD, -1), index.column()
        if column == SET:
            upper = QRectF(room.x(), room.y() + 3, room.width(), 18)
            text(painter, upper, row.cards, font(BODY, 600), t.t1)
            bar = upper.adjusted(_CARDS, 4, 0, -3)
            paint_bar(painter, bar, row.actions, row.shares, row.ticks, faded=row.faded)
            text(painter, upper.translated(0, 17), row.line, font(CAPTION), t.t2)
        else:
            last = column == len(ORDERS) - 1
            face = font(SMALL, 600 if last else 400)
            text(painter, room, row.figures[column - FIRST], face, t.t1, RIGHT)


class SetsTable(QuietTable):
    """Shows ``SetRow``s.

    Signals:
        pointed: key of the information set at hand, empty for none.
        chosen: key of the decision to go to.
        order_chosen: what to sort by.
    """

    pointed = Signal(str)
    chosen = Signal(str)
    order_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._order = ""
        self.sets = SetsModel(self)
        self.setModel(self.sets)
        self.setItemDelegate(_SetRows(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAccessibleName(self.tr("Information sets"))
        self.setMouseTracking(True)
        self.set_row_height(_ROW)
        self.set_widths([1, *_FIGURES], SET)
        heading = self.horizontalHeader()
        heading.setSectionsClickable(True)
        units = self.tr("Value, regret and cost in thousandths of an ante (or big blind) a hand.")
        keys = self.tr("Click to sort; in the list: arrows left and right")
        heading.setToolTip(f"{units}\n{keys}")
        heading.sectionClicked.connect(self._sort_by)
        self.selectionModel().currentRowChanged.connect(self._at_hand)
        self.entered.connect(self._point)

    def set_rows(self, rows: tuple[SetRow, ...], order: str) -> None:
        """Show other information sets, from the first on; the same ones stay where they are."""
        if rows == self.sets.rows and order == self._order:
            return
        anew = order != self._order or len(rows) != len(self.sets.rows)
        at = 0 if anew else max(0, self.currentIndex().row())
        self._order = order
        quiet = self.selectionModel().blockSignals(True)
        self.sets.set_rows(rows, order)
        if rows:
            self.setCurrentIndex(self.sets.index(min(at, len(rows) - 1), 0))
        self.selectionModel().blockSignals(quiet)
        self.setAccessibleDescription(self.tr("Sorted by {order}").format(order=order))
        if anew:
            self.scrollToTop()

    @property
    def key(self) -> str:
        """The information set of the row of the keyboard; empty for none."""
        at = self.currentIndex().row()
        return self.sets.rows[at].key if 0 <= at < len(self.sets.rows) else ""

    def _at_hand(self) -> None:
        if self.hasFocus():
            self.pointed.emit(self.key)

    def _point(self, index: QModelIndex) -> None:
        self.pointed.emit(self.sets.rows[index.row()].key)

    def _sort_by(self, column: int) -> None:
        self.order_chosen.emit(ORDERS[column])

    def _go(self, row: int) -> None:
        if 0 <= row < len(self.sets.rows):
            self.chosen.emit(self.sets.rows[row].part)

    @guarded
    def focusInEvent(self, event: QFocusEvent) -> None:
        """The row of the keyboard is at hand."""
        super().focusInEvent(event)
        self.pointed.emit(self.key)

    @guarded
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Go to the decision."""
        self._go(self.indexAt(event.position().toPoint()).row())

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right sort by another column; Enter goes to the decision."""
        key = event.key()
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            step = 1 if key == Qt.Key.Key_Right else -1
            at = ORDERS.index(self._order) if self._order in ORDERS else 0
            self.order_chosen.emit(ORDERS[(at + step) % len(ORDERS)])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._go(self.currentIndex().row())
        else:
            super().keyPressEvent(event)
