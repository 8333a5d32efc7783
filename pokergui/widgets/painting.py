"""Painting helpers shared by views."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise

from PySide6.QtCore import (
    QBuffer,
    QByteArray,
    QIODevice,
    QLineF,
    QPointF,
    QRectF,
    QSize,
    QSizeF,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QImageWriter, QPainter, QPen

from engine.sanitise import plain, plain_lines
from pokergui.theme import look
from pokergui.theme.colours import paint_swatch
from pokergui.theme.fonts import CAPTION, SMALL, font, metrics

LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
CENTRE = Qt.AlignmentFlag.AlignCenter


_ONE_LINE = {align: align | Qt.TextFlag.TextSingleLine for align in (LEFT, RIGHT, CENTRE)}
_FONTS, _WIDTHS = 64, 2_000
"""Fonts whose metrics are cached, and texts of each whose widths are cached."""
_measures: dict[int, _FontWidths] = {}


class _FontWidths:
    """Cached metrics of a font and text widths: pages repaint the same text in few fonts."""

    def __init__(self, face: QFont) -> None:
        self.face = face  # holding it keeps its ``id``, the key, unique
        self.metrics = QFontMetricsF(face)
        self._widths: dict[str, float] = {}

    @classmethod
    def of(cls, face: QFont) -> _FontWidths:
        known = _measures.get(id(face))
        if known is None:
            if len(_measures) > _FONTS:
                _measures.clear()
            known = _measures[id(face)] = cls(face)
        return known

    def width(self, words: str) -> float:
        width = self._widths.get(words)
        if width is None:
            if len(self._widths) > _WIDTHS:
                self._widths.clear()
            width = self._widths[words] = self.metrics.horizontalAdvance(words)
        return width


@lru_cache(64)
def _ink(colour: str) -> QColor:
    return QColor(colour)


def text(
    painter: QPainter,
    box: QRectF,
    words: str,
    face: QFont,
    colour: str,
    align: Qt.AlignmentFlag = LEFT,
) -> float:
    """Paint one line of text in ``box``, elided if too long; return its width in pixels."""
    if not words:
        return 0.0
    words = plain(words)
    measure = _FontWidths.of(face)
    width = measure.width(words)
    if width > box.width() + 0.5:
        words = measure.metrics.elidedText(words, Qt.TextElideMode.ElideRight, box.width())
        width = measure.width(words)
    painter.setFont(face)
    painter.setPen(_ink(colour))
    painter.drawText(box, _ONE_LINE[align], words)
    return width


def advance(words: str, size: int = SMALL, weight: int = 400) -> float:
    return metrics(size, weight).horizontalAdvance(words)


def flowed(needs: Sequence[float], width: float, gap: float, pitch: float) -> list[QPointF]:
    """Return top left corners of parts in a flow layout.

    Args:
        needs: width of each, in pixels.
        gap: between two parts of a row.
        pitch: from one row to the next.
    """
    places, x, y = [], 0.0, 0.0
    for need in needs:
        if x and x + need > width:
            x, y = 0.0, y + pitch
        places.append(QPointF(x, y))
        x += need + gap
    return places


def fitting(words: str, width: float, sizes: tuple[int, ...], weight: int = 400) -> QFont:
    fits = (size for size in sizes if metrics(size, weight).horizontalAdvance(words) <= width)
    return font(next(fits, sizes[-1]), weight)


def key_cap_width(key: str) -> float:
    return max(18.0, QFontMetricsF(font(CAPTION, 500)).horizontalAdvance(key) + 10)


def key_cap(painter: QPainter, right_top: QPointF, key: str, colour: str, border: str) -> None:
    width = key_cap_width(key)
    box = QRectF(right_top.x() - width, right_top.y(), width, 18)
    rounded(painter, box, "", border, 3)
    text(painter, box, key, font(CAPTION, 500), colour, CENTRE)


def arc(painter: QPainter, centre: QPointF, radius: float, turn: float) -> None:
    t = look.tokens()
    box = QRectF(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(t.line2), 2))
    painter.drawEllipse(box)
    pen = QPen(QColor(t.acc), 2)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawArc(box, round(90 - 360 * turn) * 16, -100 * 16)


def rounded(
    painter: QPainter,
    box: QRectF,
    fill: str | QColor,
    edge: str | QColor = "",
    radius: float = 6,
    width: float = 1,
) -> None:
    """Paint a box with round corners; an empty colour paints nothing.

    Args:
        painter: its pen and brush are those of the box afterwards.
        box: with the edge, which is just inside.
    """
    inset = width / 2 if edge else 0.0
    painter.setPen(QPen(QColor(edge), width) if edge else Qt.PenStyle.NoPen)
    painter.setBrush(QColor(fill) if fill else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(box.adjusted(inset, inset, -inset, -inset), radius, radius)


def well(
    painter: QPainter, box: QRectF, share: float, ground: str, colour: str, radius: float = 2
) -> None:
    """Paint a progress bar: ``share`` of the box is filled, at least two pixels if not 0."""
    rounded(painter, box, ground, radius=radius)
    if share > 0:
        filled = QRectF(box.x(), box.y(), max(2.0, box.width() * share), box.height())
        rounded(painter, filled, colour, radius=radius)


def stroke(
    painter: QPainter,
    start: QPointF,
    end: QPointF,
    colour: str | QColor,
    width: float = 1,
    style: Qt.PenStyle = Qt.PenStyle.SolidLine,
) -> None:
    painter.setPen(QPen(QColor(colour), width, style))
    painter.drawLine(start, end)


def swatch(painter: QPainter, middle_left: QPointF, colour: str, size: float = 9) -> None:
    box = QRectF(middle_left.x() + 0.5, middle_left.y() - size / 2 + 0.5, size - 1, size - 1)
    rounded(painter, box, colour, colour, 1.5, 0)


def swatched(
    painter: QPainter,
    box: QRectF,
    look_of: tuple[str, float | None],
    words: str,
    face: QFont,
    ink: str,
    size: float = 14,
) -> float:
    """Paint an action's swatch and words after it, as in legends; return the width used.

    Args:
        look_of: tone and rank of the action.
        size: of the swatch, in pixels.
    """
    square = QRectF(box.x(), box.center().y() - size / 2, size, size)
    paint_swatch(painter, square, *look_of)
    return size + 6 + text(painter, box.adjusted(size + 6, 0, 0, 0), words, face, ink)


def paragraph(painter: QPainter, box: QRectF, words: str, face: QFont, colour: str) -> None:
    painter.setFont(face)
    painter.setPen(_ink(colour))
    painter.drawText(box, Qt.TextFlag.TextWordWrap, plain_lines(words))


def captioned(
    painter: QPainter,
    box: QRectF,
    caption: str,
    value: str,
    face: QFont,
    *,
    ink: str = "t3",
    high: float = 16,
    indent: float = 0,
    rest: str = "",
    rest_face: QFont | None = None,
    gap: float = 4,
    drop: float = 0,
) -> None:
    """Paint a caption over a value and what follows the value.

    Args:
        box: both lines; the lower one begins ``high`` pixels under its top.
        face: of the value.
        ink: colour token of the caption.
        indent: pixels before the value, for a mark.
        rest: of the second colour.
        rest_face: of the rest; None for a small one.
        gap: pixels between the value and the rest.
        drop: pixels that the rest is lower.
    """
    t = look.tokens()
    head = QRectF(box.x(), box.y(), box.width(), 16)
    text(painter, head, caption, font(CAPTION), getattr(t, ink))
    line = box.adjusted(indent, high, 0, 0)
    used = text(painter, line, value, face, t.t1) + gap
    text(painter, line.adjusted(used, drop, 0, drop), rest, rest_face or font(SMALL), t.t2)


def polyline(painter: QPainter, places: list[QPointF]) -> None:
    """Paint a path with the present pen.

    It is painted piece by piece: Qt takes ten times as long for a path that often crosses itself.
    """
    painter.drawLines([QLineF(one, other) for one, other in pairwise(places)])


def focus_ring(painter: QPainter, box: QRectF, radius: float) -> None:
    rounded(painter, box, "", look.tokens().acc, radius, 2)


def png(image: QImage) -> bytes:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, QByteArray(b"png")).write(image)
    return bytes(data.data())


def rendered(
    size: QSize | QSizeF, ratio: float, paint: Callable[[QPainter], None], *, smooth: bool = False
) -> QImage:
    """Return a painting as an image without a background; ``ratio`` is device pixels per pixel."""
    pixels = QSize(round(size.width() * ratio), round(size.height() * ratio))
    image = QImage(pixels, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    try:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, smooth)
        paint(painter)
    finally:
        painter.end()
    return image
