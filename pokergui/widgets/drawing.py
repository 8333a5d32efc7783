"""Drawings: painted on screen or exported as PNG or SVG."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QImageWriter, QPainter
from PySide6.QtWidgets import QWidget

from pokergui.theme import look
from pokergui.widgets.guard import Painted

SCALE = 2
"""Device pixels of a pixel in a PNG."""
_DPI = 96


class Drawing(Protocol):
    """A thing that has a size and paints itself."""

    def size(self) -> QSize:
        """Return the pixels that it needs."""
        ...

    def paint_to(self, painter: QPainter, area: QRectF) -> None:
        """Paint into an area at least of that size."""
        ...


class Part:
    """An offscreen widget as a drawing.

    Args:
        make: makes the widget on a holder, in its final size and with its contents.
    """

    def __init__(self, make: Callable[[QWidget], QWidget]) -> None:
        self._holder = QWidget()  # never shown: without it the widget would be a window
        self._widget = make(self._holder)

    def size(self) -> QSize:
        """Return the widget's size."""
        return self._widget.size()

    def paint_to(self, painter: QPainter, area: QRectF) -> None:
        """Paint the widget and its children, without a background."""
        for part in (self._widget, *self._widget.findChildren(QWidget)):
            if isinstance(part, Painted) and part.isVisibleTo(self._holder):
                painter.save()
                painter.translate(area.topLeft() + QPointF(part.mapTo(self._widget, QPoint())))
                part.paint(painter)
                painter.restore()


def png(drawing: Drawing) -> Callable[[], bytes]:
    """Paint a drawing on the page's background at double size; the result encodes it as PNG.

    Raises:
        MemoryError: if it is too large.
    """
    size = drawing.size()
    image = QImage(size * SCALE, QImage.Format.Format_RGB32)
    if image.isNull():
        raise MemoryError
    image.setDevicePixelRatio(SCALE)
    _paint(drawing, QPainter(image), size)

    def compressed() -> bytes:
        data = QByteArray()
        buffer = QBuffer(data)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        QImageWriter(buffer, QByteArray(b"png")).write(image)
        return bytes(data.data())

    return compressed


def svg(drawing: Drawing, title: str) -> Callable[[], bytes]:
    """Return a drawing as SVG with real text and vector lines; viewers show the title."""
    from PySide6.QtSvg import QSvgGenerator  # loaded only to save pictures

    size = drawing.size()
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(size)
    generator.setViewBox(QRect(0, 0, size.width(), size.height()))
    generator.setResolution(_DPI)
    generator.setTitle(title)
    _paint(drawing, QPainter(generator), size)
    content = bytes(data.data())
    return lambda: content


def _paint(drawing: Drawing, painter: QPainter, size: QSize) -> None:
    try:
        area = QRectF(0, 0, size.width(), size.height())
        painter.fillRect(area, QColor(look.tokens().bg1))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        drawing.paint_to(painter, area)
    finally:
        painter.end()


def rendered(size: QSize, ratio: float, paint: Callable[[QPainter], None]) -> QImage:
    """Return a painting as an image without a background; ``ratio`` is device pixels per pixel."""
    pixels = QSize(round(size.width() * ratio), round(size.height() * ratio))
    image = QImage(pixels, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    try:
        paint(painter)
    finally:
        painter.end()
    return image


def ratio_of(painter: QPainter) -> float:
    """Return the device pixels per pixel of a painter."""
    return float(painter.device().devicePixelRatio())
