"""Icons of decision classes: shape and colour."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainter

from pokergui.theme import look

_INKS = {"inaccuracy": "unc", "wrong": "neg", "blunder": "neg", "correct": "t2", "best": "pos"}


def quality_ink(quality: str) -> str:
    """Return the colour token of a class of decisions."""
    return _INKS.get(quality, "t2")


def paint_quality(painter: QPainter, quality: str, middle: QPointF, size: float = 9.0) -> None:
    """Paint the mark of a class: its shape identifies it even without its colour."""
    ink = QColor(getattr(look.tokens(), quality_ink(quality)))
    half = size / 2
    painter.setPen(ink)
    painter.setBrush(ink if quality in ("best", "blunder") else QColor(0, 0, 0, 0))
    x, y = middle.x(), middle.y()
    if quality in ("best", "correct"):
        painter.drawEllipse(middle, half - 0.5, half - 0.5)
    elif quality == "inaccuracy":
        painter.drawPolygon([QPointF(x, y - half), QPointF(x + half, y + half - 0.5),
                             QPointF(x - half, y + half - 0.5)])  # fmt: skip
    elif quality in ("wrong", "blunder"):
        painter.drawPolygon([QPointF(x, y - half), QPointF(x + half, y), QPointF(x, y + half),
                             QPointF(x - half, y)])  # fmt: skip
