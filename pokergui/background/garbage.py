"""Python's cyclic collector on the GUI thread only.

A collection started by a worker's allocation may destroy Qt objects on that worker's thread,
which aborts the process. So automatic collection is off and a timer collects instead.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer, Slot

INTERVAL_MS = 1000


class GarbageGuard(QObject):
    """A collector on the thread it was made on, until ``stop``.

    Each tick does what the collector would have done by itself: the youngest generation past its
    threshold first, older ones as often as its own counters say.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        gc.disable()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._tick)
        self._timer.start(INTERVAL_MS)

    def settle(self) -> None:
        """Exclude everything loaded so far from later collections: modules live for ever.

        Call once heavy modules are loaded; a full collection then takes a few milliseconds. None is
        made before: it takes 0.1 s and finds next to nothing among modules.
        """
        gc.freeze()

    def stop(self) -> None:
        """Give collection back to Python, once all workers have ended."""
        self._timer.stop()
        gc.enable()

    @Slot()
    def _tick(self) -> None:
        for generation in (2, 1, 0):
            if gc.get_count()[generation] > gc.get_threshold()[generation]:
                gc.collect(generation)
                return
