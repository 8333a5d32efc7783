"""Numbers painted as in a lecture: fractions stacked, with their sign before them."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from pokergui.pages.lab.viewmodel.lab import LabNumber, Mark
from pokergui.theme import look
from pokergui.theme.fonts import CAPTION, SMALL, font, metrics
from pokergui.widgets.painting import CENTRE, LEFT, stroke, text

_LABEL_GAP = 4.0
_COLOURS: dict[Mark, str] = {
    "a": "ser_a",
    "b": "ser_b",
    "c": "ser_c",
    "d": "ser_d",
    "e": "ser_e",
    "quiet": "raw",
    "accent": "acc",
    "target": "t1",
}


def mark_colour(mark: Mark) -> str:
    """Return the colour of a series."""
    return str(getattr(look.tokens(), _COLOURS[mark]))


def tone_colour(number: LabNumber) -> str:
    """Return the colour of a number's text."""
    t = look.tokens()
    return {"plain": t.t1, "quiet": t.t2, "positive": t.pos, "negative": t.neg}[number.tone]


def _parts(number: LabNumber) -> tuple[str, str, str]:
    """Return the sign, the numerator or whole text, and the denominator."""
    body, sign = number.text, ""
    if "/" in body and body[0] in "+\u2212":
        sign, body = body[0], body[1:]
    top, _, bottom = body.partition("/")
    return sign, top, bottom


def number_width(number: LabNumber, size: int = SMALL, weight: int = 400) -> float:
    """Return the width in pixels, without its label."""
    sign, top, bottom = _parts(number)
    measure = metrics(size, weight)
    width = max(measure.horizontalAdvance(top), measure.horizontalAdvance(bottom))
    return width + (measure.horizontalAdvance(sign) + 2 if sign else 0.0) + (4 if bottom else 0)


def label_width(number: LabNumber) -> float:
    """Return the width in pixels of a number's label and the gap after it."""
    if not number.label:
        return 0.0
    return metrics(CAPTION).horizontalAdvance(number.label) + _LABEL_GAP


def paint_number(
    painter: QPainter,
    box: QRectF,
    number: LabNumber,
    *,
    size: int = SMALL,
    weight: int = 400,
    colour: str = "",
    align: Qt.AlignmentFlag = LEFT,
) -> None:
    """Paint one number, vertically centred in a box, with its label before it."""
    ink = colour or tone_colour(number)
    wide, before = number_width(number, size, weight), label_width(number)
    if align & Qt.AlignmentFlag.AlignRight:
        x = box.right() - wide
    elif align & Qt.AlignmentFlag.AlignHCenter:
        x = box.center().x() - (wide - before) / 2
    else:
        x = box.x() + before
    if before:
        place = QRectF(x - before, box.y(), before, box.height())
        text(painter, place, number.label, font(CAPTION), look.tokens().t3)
    sign, top, bottom = _parts(number)
    face, middle = font(size, weight), box.center().y()
    if not bottom:
        text(painter, QRectF(x, box.y(), wide + 1, box.height()), top, face, ink)
        return
    if sign:
        step = metrics(size, weight).horizontalAdvance(sign) + 2
        text(painter, QRectF(x, box.y(), step, box.height()), sign, face, ink)
        x, wide = x + step, wide - step
    high = size + 3.0
    text(painter, QRectF(x, middle - high + 0.5, wide, high), top, face, ink, CENTRE)
    text(painter, QRectF(x, middle + 0.5, wide, high), bottom, face, ink, CENTRE)
    line = round(middle) + 0.5
    stroke(painter, QPointF(x, line), QPointF(x + wide, line), ink)
