"""The list of saved spots; Enter or a click opens one, removing one asks first."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_study as tr
from pokergui.language.joins import phrases
from pokergui.pages.study.solving.viewmodel import SpotRow
from pokergui.pages.study.solving.views.solution import ConfirmRow
from pokergui.theme.fonts import BODY, SMALL, font
from pokergui.widgets.field import wrapped
from pokergui.widgets.guard import guarded
from pokergui.widgets.painting import RIGHT
from pokergui.widgets.spoken import set_name
from pokergui.widgets.strips import cards_width, paint_cards
from pokergui.widgets.tables.columns import Column, Face
from pokergui.widgets.tables.table import Index, RowTable

ROW = 76
_PAD = 16.0
_SECOND = Face(ink="t2")


def said(row: SpotRow) -> str:
    return phrases((row.board, row.title, row.state, row.note))


def _paint_spot(painter: QPainter, box: QRectF, row: SpotRow) -> None:
    line = QRectF(box.x() + _PAD, box.y() + 9, box.width() - 2 * _PAD, 18)
    taken = cards_width(row.cards) + 10 if row.cards else 0.0
    ink = "acc" if row.running else "t2" if row.usable else "neg"
    state = Face(weight=600 if row.running else 500, ink=ink)
    used = state.write(painter, line.adjusted(taken, 0, 0, 0), row.state, RIGHT)
    if row.cards:
        paint_cards(painter, line.x(), line.center().y(), row.cards)
    else:
        Face(BODY, 600).write(painter, line.adjusted(0, 0, -used - 10, 0), row.board)
    line.translate(0, 21)
    if not row.usable:
        for words in wrapped(row.title, font(SMALL), line.width(), 2):
            _SECOND.write(painter, line, words)
            line.translate(0, 17)
        return
    Face(BODY, 500).write(painter, line, row.title)
    _SECOND.write(painter, line.translated(0, 18), row.note)


class SpotList(RowTable[SpotRow]):
    """All saved spots.

    Signals:
        removed: key of a spot to remove, once the user has confirmed it.
    """

    removed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, headed=False, opens_by_click=True, ground="bg2")
        self._asking = ""
        set_name(self, tr("Saved spots"))
        self.set_row_height(ROW)
        self.set_columns([Column("", said, paint=_paint_spot)])

    def in_front(self, row: SpotRow) -> bool:
        return row.shown

    def set_rows(self, rows: Sequence[SpotRow]) -> None:
        """Show spots; the current one stays current while it exists, else the one in Study is."""
        super().set_rows(rows)
        if rows and self.at_hand is None:
            self.select(next((row.key for row in rows if row.shown), rows[0].key))
        keys = [row.key for row in rows]
        if self._asking in keys:
            self._show_question(keys.index(self._asking))
        else:
            self._asking = ""

    @property
    def asking(self) -> str:
        """Key of the spot whose removal is being confirmed, empty for none."""
        return self._asking

    def ask_remove(self) -> None:
        """Ask in the current row whether its spot is to be removed."""
        row = self.at_hand
        if row is not None and row.key != self._asking:
            self.keep()
            self._asking = row.key
            self._show_question(self.currentIndex().row())

    def _show_question(self, row: int) -> None:
        index = self.model().index(row, 0)
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
        """Close the question without removing."""
        keys = [row.key for row in self.rows]
        if self._asking in keys:
            index = self.model().index(keys.index(self._asking), 0)
            question = self.indexWidget(index)
            if question is not None and question.isAncestorOf(self.window().focusWidget()):
                self.setFocus()
            self.setIndexWidget(index, None)  # type: ignore[arg-type]  # Qt takes it as "none"
        self._asking = ""

    def open(self, index: Index) -> None:
        """Report a spot as opened, unless it is unusable or its removal is being confirmed."""
        if index.isValid():
            row = self.rows[index.row()]
            if row.usable and row.key != self._asking:
                super().open(index)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if plain and event.key() == Qt.Key.Key_Delete:
            self.ask_remove()
        else:
            super().keyPressEvent(event)
