"""The arc shown while an answer is on its way."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_study as tr
from pokergui.widgets.guard import Painted
from pokergui.widgets.panels.turning import TurningArc
from pokergui.widgets.spoken import set_name, set_tip


class Thinking(Painted, QWidget):
    """The arc for "at work"; it appears after 0.3 s, so that quick answers do not flicker.

    Attributes:
        thinking: whether work is in progress.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedSize(14, 24)
        self.thinking = False
        self._arc = TurningArc(self, self.update)

    def set_thinking(self, on: bool) -> None:
        """Start or stop."""
        self.thinking = on
        self._arc.set_on(on)
        words = tr("The engine is thinking") if on else ""
        set_name(self, words)
        set_tip(self, words)

    def paint(self, painter: QPainter) -> None:
        """Paint the arc, or nothing."""
        self._arc.paint(painter, QPointF(7, 12), 6)
