"""Garbage collection on the GUI thread only.

A collection started by a worker's allocation may destroy Qt objects on that worker's thread,
which aborts the process. So automatic collection is off and a timer collects instead.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer, Slot

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
