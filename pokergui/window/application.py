"""Qt's application object, and the signals that end it."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QLibraryInfo, QSocketNotifier, Qt, QTranslator
from PySide6.QtWidgets import QApplication

from pokergui.ending import when_asked_to_end
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


_MOST_BYTES = 1024


@contextmanager
def closed_when_asked(close: Callable[[], object]) -> Iterator[None]:
    """Within the block, call ``close`` on Ctrl-C, at logout and when the terminal is closed.

    Qt's event loop blocks outside Python, where Python's handlers do not run. So the signal writes
    a byte into a pipe, which Qt watches. Windows closes windows by messages, which Qt handles.
    """
    if sys.platform == "win32":
        yield
        return
    read, write = os.pipe()
    os.set_blocking(read, False)
    os.set_blocking(write, False)
    notifier = QSocketNotifier(read, QSocketNotifier.Type.Read)

    def asked() -> None:
        os.read(read, _MOST_BYTES)
        close()

    notifier.activated.connect(asked)
    before = signal.set_wakeup_fd(write, warn_on_full_buffer=False)
    try:
        with when_asked_to_end(lambda number, frame: None):
            yield
    finally:
        signal.set_wakeup_fd(before)
        notifier.setEnabled(False)
        os.close(read)
        os.close(write)
