"""Colours and glyphs of actions, with a colour scale for many sizes."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QTransform

from pokergui.theme import look
from pokergui.theme.tokens import PALETTES, Tokens, contrast, interpolate, mix

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
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(action_colour(tone, rank)))
    radius = box.width() / 7
    painter.drawRoundedRect(box, radius, radius)
    paint_glyph(painter, tone, box)


_INKS = {"inaccuracy": "unc", "wrong": "neg", "blunder": "neg", "correct": "t2", "best": "pos"}


def quality_ink(quality: str) -> str:
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


STEPS = 64
"""Number of colours of a ramp; more than the eye can distinguish."""
_READABLE = 4.5
_PAPER, _BLACK = "#FFFFFF", "#000000"


@cache
def amounts(t: Tokens, colour: str = "") -> tuple[str, ...]:
    """Return a sequential ramp towards a colour or the accent, monotonic in lightness."""
    dark = t.name == "dark"
    if colour:
        low = mix(colour, 0.22, t.cell) if dark else mix(colour, 0.36, t.bg2)
        return _through((0.0, low), (1.0, colour))
    if dark:
        low, high = mix(t.acc, 0.2, t.cell), mix(t.t1, 0.85, t.acc)
        return _through((0.0, low), (0.42, t.accf), (0.72, t.acc), (1.0, high))
    low, high = mix(t.acc, 0.2, t.bg2), mix(t.acc, 0.4, t.t1)
    return _through((0.0, low), (0.7, t.acc), (1.0, high))


@cache
def changes(t: Tokens) -> tuple[str, ...]:
    """Return a diverging ramp in two hues, safe for colour-blind viewers."""
    none = mix(t.t1, 0.12, t.cell)
    return _through((0.0, t.ser_b), (0.5, none), (1.0, t.ser_a))


def _through(*stops: tuple[float, str]) -> tuple[str, ...]:
    colours = []
    for step in range(STEPS):
        at = step / (STEPS - 1)
        right = next(i for i, (place, _) in enumerate(stops) if i and place >= at)
        (start, first), (end, last) = stops[right - 1], stops[right]
        colours.append(interpolate(first, last, (at - start) / (end - start)))
    return tuple(colours)


@cache
def ink_on(colour: str) -> str:
    """Return ink or white, whichever has more contrast; black if neither has enough."""
    best = max((INK, _PAPER), key=lambda ink: contrast(ink, colour))
    return best if contrast(best, colour) >= _READABLE else _BLACK


_Add = Callable[[QPainterPath, list[float]], object]
_STEPS: dict[str, tuple[int, _Add]] = {
    "M": (2, lambda path, at: path.moveTo(*at)),
    "L": (2, lambda path, at: path.lineTo(*at)),
    "C": (6, lambda path, at: path.cubicTo(*at)),
    "Q": (4, lambda path, at: path.quadTo(*at)),
    "A": (6, lambda path, at: path.arcTo(*at)),
    "O": (4, lambda path, at: path.addEllipse(at[0] - at[2], at[1] - at[3], 2 * at[2], 2 * at[3])),
    "R": (5, lambda path, at: path.addRoundedRect(QRectF(*at[:4]), at[4], at[4])),
}
"""The count of numbers that each letter takes, and the function that adds it."""


def outline(text: str) -> QPainterPath:
    """Parse a path.

    Args:
        text: absolute coordinates after letters. M, L, C, Q and Z as in SVG, A an arc (left, top,
            width, height of its ellipse; start and sweep in degrees), O an ellipse (centre, radii),
            R a rectangle (left, top, width, height, radius of its corners). Numbers for a second
            step need no second letter.

    Raises:
        KeyError: for another letter.
    """
    path = QPainterPath()
    for letter, rest in re.findall(r"([A-Z])([^A-Z]*)", text):
        if letter == "Z":
            path.closeSubpath()
            continue
        count, add = _STEPS[letter]
        numbers = [float(number) for number in rest.split()]
        for start in range(0, len(numbers), count):
            add(path, numbers[start : start + count])
    return path


_STEM = "M44 {top} C46 80 43 91 33 97 L67 97 C57 91 54 80 56 {top} Z"
_DISKS = "O50 26 23 23 O25.5 61 23 23 O74.5 61 23 23 R42 40 16 26 0"
_DIAMOND = "M50 1 C59 18 74 38 88 50 74 62 59 82 50 99 41 82 26 62 12 50 26 38 41 18 50 1 Z"
_HEART = (
    "M50 97 C36 82 1 60 1 30 1 12 13 3 26 3 37 3 46 9 50 19 54 9 63 3 74 3 87 3 99 12 99 30 "
    "99 60 64 82 50 97 Z"
)
_LEAF = (
    "M50 2 C62 20 97 38 97 62 97 76 87 83 76 83 67 83 60 81 55 76 L45 76 C40 81 33 83 24 83 "
    "13 83 3 76 3 62 3 38 38 20 50 2 Z"
)


def _whole(text: str) -> QPainterPath:
    path = outline(text)
    path.setFillRule(Qt.FillRule.WindingFill)
    return path


def _with_stem(path: QPainterPath, top: int) -> QPainterPath:
    return path.united(outline(_STEM.format(top=top)))


@cache
def suit_path(suit: int) -> QPainterPath:
    """Return the path of a suit (0 clubs, 1 diamonds, 2 hearts, 3 spades) on a 100 x 100 box."""
    if suit == 0:
        return _with_stem(_whole(_DISKS).simplified(), 58)
    return _with_stem(_whole(_LEAF), 66) if suit == 3 else outline((_DIAMOND, _HEART)[suit - 1])


def suit_in(suit: int, box: QRectF) -> QPainterPath:
    scale = QTransform.fromTranslate(box.x(), box.y()).scale(box.width() / 100, box.height() / 100)
    return scale.map(suit_path(suit))
