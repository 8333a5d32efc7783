"""Qt's own application object, the same for the window and for what a second start shows."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

_TYPING_MS = 1000
"""Letters of a search in a list that follow each other as soon belong together."""


def make_application() -> QApplication:
    """Make it; there is one in a process."""
    QApplication.setHighDpiScaleFactorRoundingPolicy(
        Qt.HighDpiScaleFactorRoundingPolicy.PassThrough
    )
    application = QApplication(["pokergui"])
    application.setApplicationName("pokergui")
    application.setKeyboardInputInterval(_TYPING_MS)
    return application
