"""The process beneath the window: memory, garbage, and messages of Qt."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import logging
import sys
from collections.abc import Callable

from PySide6.QtCore import (
    QMessageLogContext,
    QObject,
    QTimer,
    QtMsgType,
    Slot,
    qInstallMessageHandler,
)

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


LARGE_BYTES = 4_000_000
"""Arrays of at least this size are allocated by mmap."""

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
"""glibc's ``mallopt`` parameters of the trim threshold and of the mmap threshold."""


def give_large_arrays_back() -> None:
    """Make glibc return the memory of large arrays to the system as soon as they are freed.

    By default it raises the mmap threshold to the size of the largest array ever freed, and the
    heap fragments: some 100 MB after twenty hands against an engine that re-solves.
    """
    if sys.platform == "linux":
        with contextlib.suppress(AttributeError):  # not glibc
            library = ctypes.CDLL(None)
            library.mallopt(_MMAP_THRESHOLD, LARGE_BYTES)
            # Setting one also fixes the other, at 128 KB, too little for smaller arrays
            library.mallopt(_TRIM_THRESHOLD, 2 * LARGE_BYTES)


INTERVAL_MS = 1000


class GarbageGuard(QObject):
    """Collects garbage on the thread it was made on, until ``stop``.

    Each tick does what the automatic collector would have done: the youngest generation past its
    threshold, older ones by its own counters.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._tick)
        self._timer.start(INTERVAL_MS)

    def settle(self) -> None:
        """Freeze everything loaded so far: modules live for ever.

        Call once heavy modules are loaded; a full collection then takes a few milliseconds. None is
        made before: it takes 0.1 s and finds next to nothing among modules.
        """
        gc.freeze()

    def stop(self) -> None:
        """Restore automatic collection, once all workers have ended."""
        self._timer.stop()
        gc.enable()

    @Slot()
    def _tick(self) -> None:
        for generation in (2, 1, 0):
            if gc.get_count()[generation] > gc.get_threshold()[generation]:
                gc.collect(generation)
                return
