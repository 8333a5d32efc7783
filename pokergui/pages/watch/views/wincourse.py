"""The win probabilities of several engines over their bar, and their course through a hand."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from pokergui.pages.watch.viewmodel.watch import WinScene
from pokergui.theme import look
from pokergui.theme.fonts import CAPTION, SMALL, font
from pokergui.widgets.painting import LEFT, RIGHT, advance, stroke, swatch, text

_AXIS = 44.0
_NAMED = 90.0
"""Minimum width of an engine's column that shows its name."""


def paint_several(painter: QPainter, scene: WinScene, bar: QRectF) -> None:
    """Paint a column of text for each engine, and in the bar a part for each that is still in.

    Args:
        painter: the painter.
        scene: a scene with parts.
        bar: the bar, whose words are above it.
    """
    t, pitch, x = look.tokens(), bar.width() / len(scene.parts), bar.x()
    named = pitch >= _NAMED  # else its colour identifies it, as on its plate
    for at, part in enumerate(scene.parts):
        left = bar.x() + at * pitch
        ink = t.t1 if part.share else t.t3
        swatch(painter, QPointF(left, 11), look.series_colour(part.mark))
        percent = advance(part.percent, SMALL, 600)
        room = QRectF(left + 14, 2, pitch - 14 - percent - 14, 18)
        used = text(painter, room, part.name, font(SMALL), ink) + 5 if named else 0.0
        place = QRectF(room.x() + used, 2, percent + 2, 18)
        text(painter, place, part.percent, font(SMALL, 600 if part.share else 400), ink)
        wide = part.share * bar.width()
        if wide > 0:
            colour = QColor(look.series_colour(part.mark))
            painter.fillRect(QRectF(x, bar.y(), max(1.0, wide - 1), bar.height()), colour)
        x += wide


def paint_courses(
    painter: QPainter,
    box: QRectF,
    streets: Sequence[str],
    courses: Sequence[tuple[str, Sequence[float]]],
) -> None:
    """Paint win probabilities street by street, one step for each.

    Args:
        painter: the painter.
        box: the area with axis and text.
        streets: labels of the steps.
        courses: a colour and a probability at each step; the first is over the others.
    """
    t = look.tokens()
    plot = box.adjusted(_AXIS, 6, -4, -18)
    for percent in (100, 50, 0):
        y = round(plot.bottom() - plot.height() * percent / 100) + 0.5
        stroke(painter, QPointF(plot.left(), y), QPointF(plot.right(), y), t.line)
        label = QRectF(box.x(), y - 8, _AXIS - 8, 16)
        text(painter, label, f"{percent}%", font(CAPTION), t.t3, RIGHT)
    pitch = plot.width() / max(4, len(streets))
    for at, street in enumerate(streets):
        label = QRectF(plot.left() + pitch * at, box.bottom() - 16, pitch, 16)
        text(painter, label, street, font(CAPTION), t.t3, LEFT)
    for colour, shares in reversed(courses):
        if shares:
            _paint_course(painter, plot, pitch, QColor(colour), shares)


def _paint_course(
    painter: QPainter, plot: QRectF, pitch: float, colour: QColor, shares: Sequence[float]
) -> None:
    path = QPainterPath()
    for at, share in enumerate(shares):
        x, y = plot.left() + pitch * at, plot.bottom() - plot.height() * share
        if at:
            path.lineTo(x, path.currentPosition().y())
            path.lineTo(x, y)
        else:
            path.moveTo(x, y)
        path.lineTo(x + pitch, y)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    pen = QPen(colour, 2)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setPen(pen)
    painter.drawPath(path)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawEllipse(path.currentPosition(), 4, 4)
