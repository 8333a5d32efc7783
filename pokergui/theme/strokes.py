"""Painter paths from text in an SVG-like syntax."""

from __future__ import annotations

import re
from collections.abc import Callable

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainterPath

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
