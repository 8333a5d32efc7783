"""Redirects Qt's messages to the program's log."""

from __future__ import annotations

import logging
from collections.abc import Callable

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


def take_qt_messages(log: Callable[[int, str], None]) -> None:
    """Call ``log`` with the level, one of ``logging``'s, and the text of each message."""

    def handle(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        log(_LEVELS[kind], text)

    qInstallMessageHandler(handle)


def leave_qt_messages() -> None:
    """Let Qt print its own messages again."""
    qInstallMessageHandler(None)
