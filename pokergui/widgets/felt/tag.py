"""A framed word by the table's title."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen

from pokergui.theme import look
from pokergui.theme.fonts import CAPTION, font, metrics
from pokergui.widgets.painting import text

_PAD, _LINE = 7.0, 14.0


def paint_tag(painter: QPainter, at: QPointF, words: str, room: float) -> None:
    """What is special about the hand, on two lines where ``room`` is short of one.

    Args:
        painter: paints.
        at: left top corner.
        words: a text with a comma where it may be broken.
        room: width in pixels.
    """
    t, measure = look.tokens(), metrics(CAPTION, 500)
    lines = [words]
    if measure.horizontalAdvance(words) + 2 * _PAD > room:
        first, comma, second = words.partition(", ")
        lines = [f"{first},", second] if comma else [words]
    width = max(measure.horizontalAdvance(line) for line in lines) + 2 * _PAD
    box = QRectF(at.x() + 0.5, round(at.y()) + 0.5, round(width), _LINE * len(lines) + 4)
    painter.setPen(QPen(QColor(t.line2), 1))
    painter.setBrush(QColor(t.bg2))
    painter.drawRoundedRect(box, 3, 3)
    for i, line in enumerate(lines):
        row = QRectF(box.x() + _PAD, box.y() + 2 + _LINE * i, box.width() - _PAD, _LINE)
        text(painter, row, line, font(CAPTION, 500), t.t2)
