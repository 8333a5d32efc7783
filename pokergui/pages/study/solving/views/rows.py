"""The list of saved spots; one is opened by Enter or a click, and removed after a question."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from pokergui.pages.study.solving.viewmodel.spots import SpotRow
from pokergui.pages.study.solving.views.confirm import ConfirmRow
from pokergui.theme import look
from pokergui.theme.fonts import BODY, SMALL, font
from pokergui.widgets.field import wrapped
from pokergui.widgets.guard import guarded, guarded_or
from pokergui.widgets.painting import RIGHT, text
from pokergui.widgets.quietlist import QuietItems, QuietList
from pokergui.widgets.rowmodel import Index, RowModel
from pokergui.widgets.strips import cards_width, paint_cards

ROW = 76
_PAD = 16.0


def said(row: SpotRow) -> str:
    """A saved spot in words."""
    return ", ".join(filter(None, (row.board, row.title, row.state, row.note)))


class _Rows(QuietItems):
    """Paints saved spots."""

    @guarded_or(QSize(160, ROW))
    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Three lines."""
        return QSize(160, ROW)

    def in_front(self, index: Index) -> bool:
        """The one in Study."""
        row: SpotRow = index.data(Qt.ItemDataRole.UserRole)
        return row.shown

    def item(self, painter: QPainter, box: QRectF, index: Index) -> None:
        """Cards and state, title, note."""
        row: SpotRow = index.data(Qt.ItemDataRole.UserRole)
        t, cards = look.tokens(), row.cards
        line = QRectF(box.x() + _PAD, box.y() + 9, box.width() - 2 * _PAD, 18)
        taken = cards_width(cards) + 10 if cards else 0.0
        colour = t.acc if row.running else t.t2 if row.usable else t.neg
        face = font(SMALL, 600 if row.running else 500)
        used = text(painter, line.adjusted(taken, 0, 0, 0), row.state, face, colour, RIGHT)
        if cards:
            paint_cards(painter, line.x(), line.center().y(), cards)
        else:
            name = line.adjusted(0, 0, -used - 10, 0)
            text(painter, name, row.board, font(BODY, 600), t.t1)
        line.translate(0, 21)
        if not row.usable:
            for words in wrapped(row.title, font(SMALL), line.width(), 2):
                text(painter, line, words, font(SMALL), t.t2)
                line.translate(0, 17)
            return
        text(painter, line, row.title, font(BODY, 500), t.t1)
        line.translate(0, 18)
        text(painter, line, row.note, font(SMALL), t.t2)


class SpotList(QuietList):
    """All saved spots.

    Signals:
        opened: key of a spot to show.
        removed: key of a spot to remove, once a person has said so.
        current_changed: the row at hand is another one.
    """

    opened = Signal(str)
    removed = Signal(str)
    current_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._asking = ""
        self._model = RowModel(said, self)
        self.setModel(self._model)
        self.setItemDelegate(_Rows(self))
        self.setObjectName("spots")
        self.setAccessibleName(self.tr("Saved spots"))
        self.clicked.connect(self._open)

    def set_rows(self, rows: tuple[SpotRow, ...]) -> None:
        """Show spots; the one at hand stays at hand while it is there."""
        before = self.current()
        self._model.set_rows(rows)
        keys = [row.key for row in rows]
        if before is not None and before.key in keys:
            self.setCurrentIndex(self._model.index(keys.index(before.key)))
        elif rows:
            shown = next((i for i, row in enumerate(rows) if row.shown), 0)
            self.setCurrentIndex(self._model.index(shown))
        if self._asking:
            if self._asking in keys:
                self._show_question(keys.index(self._asking))
            else:
                self._asking = ""
        self.current_changed.emit()

    def current(self) -> SpotRow | None:
        """The row at hand."""
        row, rows = self.currentIndex().row(), self._model.rows
        return rows[row] if 0 <= row < len(rows) else None

    @property
    def asking(self) -> str:
        """Key of the spot whose removal is in question, empty for none."""
        return self._asking

    def ask_remove(self) -> None:
        """Ask in its row whether the spot at hand is to be removed."""
        row = self.current()
        if row is not None and row.key != self._asking:
            self.keep()
            self._asking = row.key
            self._show_question(self.currentIndex().row())

    def _show_question(self, row: int) -> None:
        index = self._model.index(row)
        if self.indexWidget(index) is not None:
            return
        question = ConfirmRow(self)
        question.answered.connect(self._answered)
        self.setIndexWidget(index, question)
        self.scrollTo(index)
        question.take_focus()

    def _answered(self, remove: bool) -> None:
        key = self._asking
        self.keep()
        if remove and key:
            self.removed.emit(key)

    def keep(self) -> None:
        """Ask no more."""
        keys = [row.key for row in self._model.rows]
        if self._asking in keys:
            index = self._model.index(keys.index(self._asking))
            question = self.indexWidget(index)
            if question is not None and question.isAncestorOf(self.window().focusWidget()):
                self.setFocus()
            self.setIndexWidget(index, None)  # type: ignore[arg-type]  # Qt takes it as "none"
        self._asking = ""

    def _open(self, index: QModelIndex) -> None:
        row = self._model.rows[index.row()]
        if row.usable and row.key != self._asking:
            self.opened.emit(row.key)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter opens, Delete asks, Escape keeps."""
        key = event.key()
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if plain and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.currentIndex().isValid():
                self._open(self.currentIndex())
        elif plain and key == Qt.Key.Key_Delete:
            self.ask_remove()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.ignore()
        else:
            super().keyPressEvent(event)

    @guarded
    def currentChanged(self, current: Index, previous: Index) -> None:
        """Another row is at hand."""
        super().currentChanged(current, previous)
        self.current_changed.emit()
