"""The question in a spot's row before it is removed."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter
from PySide6.QtWidgets import QPushButton, QWidget

from pokergui.language import tr_study as tr
from pokergui.theme import look
from pokergui.theme.fonts import BODY
from pokergui.widgets.guard import Painted, guarded
from pokergui.widgets.laying import column, label, row
from pokergui.widgets.spoken import set_tip


class ConfirmRow(Painted, QWidget):
    """Asks whether to remove a spot.

    Signals:
        answered: whether it is to be removed.
    """

    answered = Signal(bool)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        words = label(tr("Remove this spot and its solution?"), self, BODY, 600)
        words.setMinimumWidth(1)
        self.remove = QPushButton(tr("Remove"), self)
        set_tip(self.remove, tr("Remove for good (Enter)"))
        self.stay = QPushButton(tr("Keep"), self)
        set_tip(self.stay, tr("Keep it (Escape)"))
        buttons = row(self.remove, self.stay, None, gap=8)
        column(words, buttons, on=self, gap=6, margins=(16, 8, 16, 10))
        self.remove.clicked.connect(lambda: self.answered.emit(True))
        self.stay.clicked.connect(lambda: self.answered.emit(False))

    def take_focus(self) -> None:
        """Take the focus, so that keys answer."""
        self.remove.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press the focused button on Enter; keep the spot on Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.answered.emit(False)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.answered.emit(self.remove.hasFocus())
        else:
            super().keyPressEvent(event)

    def paint(self, painter: QPainter) -> None:
        """Paint over the row, with the bar of a destructive action."""
        t = look.tokens()
        painter.fillRect(self.rect(), QColor(t.bg2))
        painter.fillRect(0, 0, 3, self.height(), QColor(t.neg))
