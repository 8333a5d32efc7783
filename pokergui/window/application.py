"""Qt's application object, the same for the window and for a second start."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

_TYPING_MS = 1000
"""Longest pause between letters of one search in a list."""


def make_application() -> QApplication:
    """Return the application; there is one in a process."""
    QApplication.setHighDpiScaleFactorRoundingPolicy(
        Qt.HighDpiScaleFactorRoundingPolicy.PassThrough
    )
    application = QApplication(["pokergui"])
    application.setApplicationName("pokergui")
    application.setKeyboardInputInterval(_TYPING_MS)
    return application
