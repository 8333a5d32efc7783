"""Colours and glyphs of actions, with a colour scale for many sizes."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from pokergui.theme import look
from pokergui.theme.tokens import PALETTES, interpolate

INK = "#0E1217"
"""Text and glyphs on an action's fill, in both themes; never white."""


def action_colour(tone: str, rank: float | None = None) -> str:
    """Return the colour of an action in the present palette.

    Args:
        tone: its class: fold, call, small, middle, large, allin.
        rank: if an answer has more than three sizes, 0 (smallest) to 1 (largest): the colour is
            between the three size classes, in CIE Lab. None for the tone's own colour.
    """
    return _colour(look.palette_name(), tone, rank)


@cache
def _colour(palette: str, tone: str, rank: float | None) -> str:
    colours = PALETTES[palette]
    if rank is None:
        return colours[tone]
    place = 2 * min(1.0, max(0.0, rank))
    if place <= 1:
        return interpolate(colours["small"], colours["middle"], place)
    return interpolate(colours["middle"], colours["large"], place - 1)


def _strokes(painter: QPainter, box: QRectF, count: int) -> None:
    unit = box.width() / 14
    left = box.center().x() - (count - 1) * 1.6 * unit
    for i in range(count):
        x = left + 3.2 * unit * i
        painter.drawLine(
            QPointF(x, box.center().y() - 2.6 * unit), QPointF(x, box.center().y() + 2.6 * unit)
        )


def paint_glyph(painter: QPainter, tone: str, box: QRectF) -> None:
    """Paint the second cue of an action, in a square box: cross, ring, strokes, diamond.

    Args:
        painter: the painter; its pen and brush are changed.
        tone: the action's class.
        box: a square; the glyph takes its middle half, with lines of 1.6 pixels in a box 14 wide.
    """
    unit = box.width() / 14
    pen = QPen(QColor(INK), 1.6 * unit)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    x, y = box.center().x(), box.center().y()
    reach = 2.7 * unit
    if tone == "fold":
        painter.drawLine(QPointF(x - reach, y - reach), QPointF(x + reach, y + reach))
        painter.drawLine(QPointF(x - reach, y + reach), QPointF(x + reach, y - reach))
    elif tone == "call":
        painter.drawEllipse(QPointF(x, y), reach, reach)
    elif tone == "allin":
        half = 3.2 * unit
        path = QPainterPath(QPointF(x, y - half))
        for corner in ((x + half, y), (x, y + half), (x - half, y)):
            path.lineTo(QPointF(*corner))
        path.closeSubpath()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(INK))
        painter.drawPath(path)
    else:
        _strokes(painter, box, {"small": 1, "middle": 2, "large": 3}[tone])


def paint_swatch(painter: QPainter, box: QRectF, tone: str, rank: float | None = None) -> None:
    """Paint a rounded square in the action's colour with its glyph, as in legends and lists."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(action_colour(tone, rank)))
    radius = box.width() / 7
    painter.drawRoundedRect(box, radius, radius)
    paint_glyph(painter, tone, box)
