"""Backdrop over a page while a sheet is open."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget

from pokergui.widgets.guard import guarded


class Shade(QWidget):
    """Backdrop under an open sheet; a click on it closes the sheet.

    Signals:
        pressed: it was clicked.
    """

    pressed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setVisible(False)

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Close the sheet above."""
        event.accept()
        self.pressed.emit()
