"""Intervals as marks: several under each other share a zero line."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from pokergui.theme import look
from pokergui.widgets.painting import stroke


def interval_mark(
    painter: QPainter, box: QRectF, low: float, middle: float, high: float, colour: str
) -> None:
    """A line with end caps and a square, from −1 (left) to 1 (right), on the zero line."""
    t = look.tokens()
    centre, half, y = box.center().x(), box.width() / 2 - 2, box.center().y()
    zero = round(centre) + 0.5
    stroke(painter, QPointF(zero, box.y() + 3), QPointF(zero, box.bottom() - 3), t.line2)
    ends = [centre + half * max(-1.0, min(1.0, value)) for value in (low, high)]
    stroke(painter, QPointF(ends[0], y), QPointF(ends[1], y), colour, 1.6)
    for x in ends:
        painter.drawLine(QPointF(x, y - 4), QPointF(x, y + 4))
    x = centre + half * max(-1.0, min(1.0, middle))
    painter.fillRect(QRectF(x - 3, y - 3, 6, 6), QColor(colour))
