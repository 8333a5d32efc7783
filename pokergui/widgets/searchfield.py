"""Search field."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QWidget

from pokergui.language import tr
from pokergui.theme import look
from pokergui.theme.icons import paint_icon
from pokergui.widgets.guard import Sized, guarded
from pokergui.widgets.painting import key_cap
from pokergui.widgets.spoken import set_name, set_tip

_TYPING_MS = 180
"""Pause in typing after which a search begins."""


class SearchField(Sized, QLineEdit):
    """Words to look for; Escape clears them.

    Signals:
        searched: the text, a moment after the last keystroke.
        left: Enter or a second Escape: the user wants to go to the list.
    """

    wanted = QSize(256, 36)  # room for two cards and a name
    least = QSize(110, 36)  # for a card and the icon
    searched = Signal(str)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("search")
        self.setPlaceholderText(tr("Search cards, names, notes"))
        set_name(self, tr("Search"))
        set_tip(self, tr("Words that all occur in names, notes or the cards seen, such as Kh (/)"))
        self.setMaxLength(80)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMaximumWidth(256)
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(_TYPING_MS)
        self._typing.timeout.connect(self._search)
        self.textEdited.connect(self._typing.start)

    def show_text(self, words: str) -> None:
        """Show the text searched for, unless the user is typing; emits nothing."""
        if words != self.text() and not self._typing.isActive():
            self.setText(words)

    def _search(self) -> None:
        self._typing.stop()
        self.searched.emit(self.text().strip())

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Clear, then leave, by Escape; search at once and leave by Enter."""
        if event.key() == Qt.Key.Key_Escape:
            if self.text():
                self.clear()
                self._search()
            else:
                self.left.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Down):
            self._search()
            self.left.emit()
        else:
            super().keyPressEvent(event)

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the field, the lens at its left and its key at its right."""
        super().paintEvent(event)
        t = look.tokens()
        painter = QPainter(self)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_icon(painter, "search", QRectF(10, self.height() / 2 - 8, 16, 16), t.t2)
            if not self.hasFocus() and not self.text():
                corner = QPointF(self.width() - 10, self.height() / 2 - 9)
                key_cap(painter, corner, "/", t.t3, t.line2)
        finally:
            painter.end()
