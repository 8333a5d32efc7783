"""Text panel: a title, text, and buttons that send a key."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath
from PySide6.QtWidgets import QPushButton, QWidget

from pokergui.theme import look
from pokergui.theme.fonts import BODY
from pokergui.widgets.guard import Painted
from pokergui.widgets.laying import label
from pokergui.widgets.painting import rounded
from pokergui.widgets.spoken import button_words, set_description, set_name, set_tip


def paint_panel(painter: QPainter, box: QRectF, fill: str, bar: str, inset: float = 0.0) -> None:
    """Paint a rounded panel with a bar of three pixels at its left.

    Args:
        painter: clipped to the panel afterwards, unless the bar has an inset.
        box: the panel.
        fill: its colour.
        bar: the bar's colour.
        inset: pixels by which the bar is shorter at each end; without any it follows the corners.
    """
    rounded(painter, box, fill, look.tokens().line)
    if not inset:
        clip = QPainterPath()
        clip.addRoundedRect(box, 6, 6)
        painter.setClipPath(clip)
    painter.fillRect(QRectF(0, inset, 3, box.height() - 2 * inset), QColor(bar))


class TextPanel(Painted, QWidget):
    """Words and buttons without a frame; ``paint`` may add one.

    Signals:
        pressed: key of a button.
    """

    pressed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = label("", self, BODY, 600)
        self.text = label("", self, tone="second", wraps=True)

    def tell(self, title: str, text: str) -> None:
        """Show a title and a text; an empty text takes no room."""
        self.title.setText(title)
        self.text.setText(text)
        self.text.setVisible(bool(text))
        set_name(self, title)
        set_description(self, text)

    def key_button(self, key: str, words: str, tip: str = "") -> QPushButton:
        """Return a button that sends a key; its tooltip is ``tip``, or its own words."""
        button = QPushButton(button_words(words), self)
        button.setProperty("key", key)
        set_tip(button, tip or words)
        button.clicked.connect(partial(self.pressed.emit, key))
        button.setVisible(True)  # at once, so that the text knows its room
        return button

    def paint(self, painter: QPainter) -> None:
        """Paint nothing: there is no frame."""
