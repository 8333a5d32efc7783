"""Suits as painter paths on a box of 100 x 100; font glyphs would differ between machines."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainterPath, QTransform

from pokergui.theme.strokes import outline

_STEM = "M44 {top} C46 80 43 91 33 97 L67 97 C57 91 54 80 56 {top} Z"
"""The foot of spade and club."""
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
    """Return a path whose parts may overlap."""
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
    """Return the path of a suit scaled into ``box``."""
    scale = QTransform.fromTranslate(box.x(), box.y()).scale(box.width() / 100, box.height() / 100)
    return scale.map(suit_path(suit))
