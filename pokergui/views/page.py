"""What pages have in common: keys that work while the page is shown, and whether it is."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QWidget

from pokergui.views.guard import guarded


class KeyedPage(QWidget):
    """A page of the window with keys of its own.

    Signals:
        shown: whether the page is seen.

    Attributes:
        keys: its keys.
    """

    shown = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.keys: list[QShortcut] = []

    def add_key(self, name: str, handler: object, *, repeat: bool = False) -> QShortcut:
        """Call ``handler`` when a key is pressed while the page is shown."""
        shortcut = QShortcut(QKeySequence(name), self)
        shortcut.setAutoRepeat(repeat)
        shortcut.activated.connect(handler)
        self.keys.append(shortcut)
        return shortcut

    @guarded
    def showEvent(self, event: QShowEvent) -> None:
        """The page came to the front."""
        super().showEvent(event)
        self.shown.emit(True)

    @guarded
    def hideEvent(self, event: QHideEvent) -> None:
        """Another page came to the front."""
        super().hideEvent(event)
        self.shown.emit(False)
