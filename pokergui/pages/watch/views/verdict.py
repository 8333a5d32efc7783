"""The verdict on a match."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from pokergui.theme import look
from pokergui.theme.fonts import ACTION, BODY, SMALL, font, metrics
from pokergui.widgets.guard import Painted
from pokergui.widgets.painting import text
from pokergui.widgets.spoken import set_description, set_name, set_tip


class Verdict(Painted, QWidget):
    """One sentence in bold and a note, on one line or two."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words, self._note = "", ""
        self.setFixedHeight(42)

    def set_words(self, words: str, note: str) -> None:
        """Show a sentence and the note after it."""
        if (words, note) != (self._words, self._note):
            self._words, self._note = words, note
            set_name(self, words)
            set_description(self, note)
            set_tip(self, f"{words}\n{note}" if note else words)
            self.update()

    def paint(self, painter: QPainter) -> None:
        """Paint both side by side if there is room, else stacked."""
        t, width = look.tokens(), self.width() - 4.0
        big, small = metrics(ACTION, 600), metrics(SMALL)
        size = ACTION if big.horizontalAdvance(self._words) <= width else BODY
        used = metrics(size, 600).horizontalAdvance(self._words)
        if used + 12 + small.horizontalAdvance(self._note) <= width:
            row = QRectF(2, 0, width, self.height())
            text(painter, row, self._words, font(size, 600), t.t1)
            row.setLeft(2 + used + 12)
            text(painter, row, self._note, font(SMALL), t.t2)
            return
        text(painter, QRectF(2, 2, width, 20), self._words, font(size, 600), t.t1)
        text(painter, QRectF(2, 22, width, 18), self._note, font(SMALL), t.t2)
