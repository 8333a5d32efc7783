"""Qt's application object, the same for the window and for a second start."""

from __future__ import annotations

from PySide6.QtCore import QLibraryInfo, Qt, QTranslator
from PySide6.QtWidgets import QApplication

from pokergui.language import ENGLISH
from pokergui.widgets.spoken import speak_roles

_TYPING_MS = 1000
"""Longest pause between keystrokes of one type-ahead search."""


def make_application(language: str = ENGLISH) -> QApplication:
    QApplication.setHighDpiScaleFactorRoundingPolicy(
        Qt.HighDpiScaleFactorRoundingPolicy.PassThrough
    )
    application = QApplication(["pokergui"])
    application.setApplicationName("pokergui")
    speak_roles()
    application.setKeyboardInputInterval(_TYPING_MS)
    translator = QTranslator(application)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if language != ENGLISH and translator.load(f"qtbase_{language}", folder):
        application.installTranslator(translator)
    return application
