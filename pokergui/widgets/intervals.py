"""Interval marks, stacked with a shared zero line."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from pokergui.theme import look
from pokergui.widgets.painting import stroke


def interval_mark(
    painter: QPainter,
    box: QRectF,
    low: float,
    middle: float,
    high: float,
    colour: str,
    *,
    zero: bool = True,
) -> None:
    """Paint a line with end caps and a square, from −1 (left) to 1 (right).

    Args:
        painter: its pen is that of the mark afterwards.
        box: the cell.
        low: end of the interval.
        middle: its mean.
        high: its other end.
        colour: of the mark.
        zero: whether to draw a line at 0, the value compared with.
    """
    centre, half, y = box.center().x(), box.width() / 2 - 2, box.center().y()
    if zero:
        x = round(centre) + 0.5
        line = look.tokens().line2
        stroke(painter, QPointF(x, box.y() + 3), QPointF(x, box.bottom() - 3), line)
    ends = [centre + half * max(-1.0, min(1.0, value)) for value in (low, high)]
    stroke(painter, QPointF(ends[0], y), QPointF(ends[1], y), colour, 1.6)
    for x in ends:
        painter.drawLine(QPointF(x, y - 4), QPointF(x, y + 4))
    x = centre + half * max(-1.0, min(1.0, middle))
    painter.fillRect(QRectF(x - 3, y - 3, 6, 6), QColor(colour))
