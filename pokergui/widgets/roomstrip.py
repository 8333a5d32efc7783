"""The strip over a room of Study: what the room is, where it stands, and the way back."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget

from pokergui.theme.fonts import BODY, SMALL, font


class RoomStrip(QWidget):
    """Tells a room's title and source.

    Signals:
        left: the person wants to go back to the grid.

    Args:
        title: of the room.
        parent: the room.
    """

    left = Signal()

    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("strip")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(38)
        head = QLabel(title, self)
        head.setFont(font(BODY, 600))
        self._source = QLabel(self)
        self._source.setFont(font(SMALL))
        self._source.setProperty("tone", "second")
        self._source.setTextFormat(Qt.TextFormat.PlainText)
        self._source.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.back = QPushButton(self.tr("Back to the grid"), self)
        self.back.setToolTip(self.tr("Back to the grid (Escape)"))
        self.back.clicked.connect(self.left)
        self._row = QHBoxLayout(self)
        self._row.setSpacing(12)
        self._row.addWidget(head)
        self._row.addWidget(self._source, 1)
        self._row.addWidget(self.back)

    def set_source(self, words: str) -> None:
        """Tell what the room is about."""
        if words != self._source.text():
            self._source.setText(words)
            self._source.setToolTip(words)

    def set_padding(self, pad: int) -> None:
        """Pixels at both sides."""
        self._row.setContentsMargins(pad, 0, pad, 0)
