"""The arc that means that an answer is on its way."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QPointF, QTimer
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from pokergui.widgets.guard import Painted
from pokergui.widgets.painting import arc

_ARC_AFTER_MS = 300
_ARC_TURN_MS = 1100


class Thinking(Painted, QWidget):
    """The arc that means "at work"; it shows after 0.3 s, so that quick answers do not flicker."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedSize(14, 24)
        self._since = QElapsedTimer()
        self._tick = QTimer(self)
        self._tick.setInterval(33)
        self._tick.timeout.connect(self.update)
        self.setAccessibleName("")

    def set_thinking(self, on: bool) -> None:
        """Begin or end."""
        if on == self._tick.isActive():
            return
        if on:
            self._since.start()
            self._tick.start()
        else:
            self._tick.stop()
        words = self.tr("The engine is thinking") if on else ""
        self.setAccessibleName(words)
        self.setToolTip(words)
        self.update()

    @property
    def thinking(self) -> bool:
        """Whether work is going on."""
        return self._tick.isActive()

    def paint(self, painter: QPainter) -> None:
        """The arc, or nothing."""
        if self._tick.isActive() and self._since.elapsed() >= _ARC_AFTER_MS:
            turn = (self._since.elapsed() % _ARC_TURN_MS) / _ARC_TURN_MS
            arc(painter, QPointF(7, 12), 6, turn)
