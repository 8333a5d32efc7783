"""Single-shot timers."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer


def one_shot(parent: QObject, interval: int, slot: Callable[[], None]) -> QTimer:
    """Return a single-shot timer that calls ``slot`` ``interval`` ms after each start."""
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(interval)
    timer.timeout.connect(slot)
    return timer
