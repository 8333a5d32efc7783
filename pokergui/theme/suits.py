"""Suits as painter paths on a box of 100 x 100; glyphs of a font would differ everywhere."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QTransform


def _with_stem(path: QPainterPath, top: float) -> QPainterPath:
    """``path`` with the foot that spade and club stand on."""
    stem = QPainterPath(QPointF(44, top))
    stem.cubicTo(QPointF(46, 80), QPointF(43, 91), QPointF(33, 97))
    stem.lineTo(67, 97)
    stem.cubicTo(QPointF(57, 91), QPointF(54, 80), QPointF(56, top))
    stem.closeSubpath()
    return path.united(stem)


def _club() -> QPainterPath:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for x, y in ((50.0, 26.0), (25.5, 61.0), (74.5, 61.0)):
        path.addEllipse(QPointF(x, y), 23.0, 23.0)
    path.addRect(QRectF(42, 40, 16, 26))
    return _with_stem(path.simplified(), 58)


def _diamond() -> QPainterPath:
    path = QPainterPath(QPointF(50, 1))
    path.cubicTo(QPointF(59, 18), QPointF(74, 38), QPointF(88, 50))
    path.cubicTo(QPointF(74, 62), QPointF(59, 82), QPointF(50, 99))
    path.cubicTo(QPointF(41, 82), QPointF(26, 62), QPointF(12, 50))
    path.cubicTo(QPointF(26, 38), QPointF(41, 18), QPointF(50, 1))
    path.closeSubpath()
    return path


def _heart() -> QPainterPath:
    path = QPainterPath(QPointF(50, 97))
    path.cubicTo(QPointF(36, 82), QPointF(1, 60), QPointF(1, 30))
    path.cubicTo(QPointF(1, 12), QPointF(13, 3), QPointF(26, 3))
    path.cubicTo(QPointF(37, 3), QPointF(46, 9), QPointF(50, 19))
    path.cubicTo(QPointF(54, 9), QPointF(63, 3), QPointF(74, 3))
    path.cubicTo(QPointF(87, 3), QPointF(99, 12), QPointF(99, 30))
    path.cubicTo(QPointF(99, 60), QPointF(64, 82), QPointF(50, 97))
    path.closeSubpath()
    return path


def _spade() -> QPainterPath:
    path = QPainterPath(QPointF(50, 2))
    path.setFillRule(Qt.FillRule.WindingFill)
    path.cubicTo(QPointF(62, 20), QPointF(97, 38), QPointF(97, 62))
    path.cubicTo(QPointF(97, 76), QPointF(87, 83), QPointF(76, 83))
    path.cubicTo(QPointF(67, 83), QPointF(60, 81), QPointF(55, 76))
    path.lineTo(45, 76)
    path.cubicTo(QPointF(40, 81), QPointF(33, 83), QPointF(24, 83))
    path.cubicTo(QPointF(13, 83), QPointF(3, 76), QPointF(3, 62))
    path.cubicTo(QPointF(3, 38), QPointF(38, 20), QPointF(50, 2))
    path.closeSubpath()
    return _with_stem(path, 66)


@cache
def suit_path(suit: int) -> QPainterPath:
    """The path of a suit (0 clubs, 1 diamonds, 2 hearts, 3 spades) on a 100 x 100 box."""
    return (_club, _diamond, _heart, _spade)[suit]()


def suit_in(suit: int, box: QRectF) -> QPainterPath:
    """The path of a suit scaled into ``box``."""
    scale = QTransform.fromTranslate(box.x(), box.y()).scale(box.width() / 100, box.height() / 100)
    return scale.map(suit_path(suit))
