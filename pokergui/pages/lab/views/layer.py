"""What stays the same from step to step, painted once."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QWidget

from pokergui.theme import look


class Layer:
    """A picture of the part of a widget that seldom changes.

    Args:
        widget: whose picture it is.
    """

    def __init__(self, widget: QWidget) -> None:
        self._widget = widget
        self._image: QImage | None = None
        self._painted_with: object = None

    def forget(self) -> None:
        """Paint it anew the next time."""
        self._image = None

    def draw(self, painter: QPainter, paint: Callable[[QPainter], None]) -> None:
        """Put it on the widget; ``paint`` makes it where size, theme or content are others."""
        size, ratio = self._widget.size(), self._widget.devicePixelRatioF()
        wanted = (size.width(), size.height(), ratio, look.tokens())
        if self._image is None or wanted != self._painted_with:
            pixels = QSize(round(size.width() * ratio), round(size.height() * ratio))
            image = QImage(pixels, QImage.Format.Format_ARGB32_Premultiplied)
            image.setDevicePixelRatio(ratio)
            image.fill(Qt.GlobalColor.transparent)
            inner = QPainter(image)
            try:
                inner.setRenderHint(QPainter.RenderHint.Antialiasing)
                paint(inner)
            finally:
                inner.end()
            self._image, self._painted_with = image, wanted
        painter.drawImage(QPoint(0, 0), self._image)
