"""Busy indicator: a rotating arc."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QElapsedTimer, QPointF, QTimer
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from pokergui.widgets.painting import arc

_TURN_MS = 1100
"""Time of one turn."""
DELAY_MS = 300
"""Delay before an arc is shown: a faster answer needs none."""


class TurningArc:
    """An arc that turns while it is on.

    Args:
        owner: the widget that paints it.
        repaint: asks for its place to be painted.
        delay_ms: time that it is on before it is visible.
    """

    def __init__(
        self, owner: QWidget, repaint: Callable[[], None], delay_ms: int = DELAY_MS
    ) -> None:
        self._repaint = repaint
        self._delay = delay_ms
        self._since = QElapsedTimer()
        self._tick = QTimer(owner)
        self._tick.setInterval(33)
        self._tick.timeout.connect(repaint)

    @property
    def seen(self) -> bool:
        """True if it has been painted."""
        return self._tick.isActive() and self._since.elapsed() >= self._delay

    def set_on(self, on: bool) -> None:
        """Start, continue or stop turning."""
        if on and not self._tick.isActive():
            self._since.start()
            self._tick.start()
        elif not on and self._tick.isActive():
            self._tick.stop()
            self._repaint()

    @property
    def turn(self) -> float:
        """Its present angle, 0 to 1."""
        return (self._since.elapsed() % _TURN_MS) / _TURN_MS

    def paint(self, painter: QPainter, centre: QPointF, radius: float) -> None:
        """Paint the arc at its present angle, if it is visible."""
        if self.seen:
            arc(painter, centre, radius, self.turn)
