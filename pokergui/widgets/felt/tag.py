"""Framed tag beside the table's title."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from pokergui.language.joins import broken
from pokergui.theme import look
from pokergui.theme.fonts import CAPTION, font, metrics
from pokergui.widgets.painting import rounded, text

_PAD, _LINE = 7.0, 14.0


def paint_tag(painter: QPainter, at: QPointF, words: str, room: float) -> None:
    """Paint a special property of the hand, on two lines if ``room`` is too narrow for one.

    Args:
        painter: the painter.
        at: left top corner.
        words: a text with a comma at which it may be broken.
        room: width in pixels.
    """
    t, measure = look.tokens(), metrics(CAPTION, 500)
    lines = [words]
    if measure.horizontalAdvance(words) + 2 * _PAD > room:
        lines = [*broken(words)]
    width = max(measure.horizontalAdvance(line) for line in lines) + 2 * _PAD
    box = QRectF(at.x(), round(at.y()), round(width) + 1, _LINE * len(lines) + 5)
    rounded(painter, box, t.bg2, t.line2, 3)
    for i, line in enumerate(lines):
        row = QRectF(box.x() + _PAD + 0.5, box.y() + 2.5 + _LINE * i, box.width() - _PAD, _LINE)
        text(painter, row, line, font(CAPTION, 500), t.t2)
