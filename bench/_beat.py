"""Heartbeat of a GUI thread: a measure of its responsiveness."""

from __future__ import annotations

import time

from PySide6.QtCore import Qt, QTimer

_BEAT_MS = 5


class Beat:
    """A timer of 5 ms on the GUI thread.

    Attributes:
        gaps: between two beats, in ms.
        spent: processor time of the whole program in each gap, in ms, independent of other load.
    """

    def __init__(self) -> None:
        self.gaps: list[float] = []
        self.spent: list[float] = []
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._note)
        self._last = self._worked = 0.0

    def start(self) -> None:
        """Start recording."""
        self._last, self._worked = time.perf_counter(), time.process_time()
        self._timer.start(_BEAT_MS)

    def stop(self) -> None:
        """Stop recording."""
        self._timer.stop()

    def _note(self) -> None:
        now, worked = time.perf_counter(), time.process_time()
        self.gaps.append(1000 * (now - self._last))
        self.spent.append(1000 * (worked - self._worked))
        self._last, self._worked = now, worked
