"""A cached picture of the unchanging part of a widget."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QWidget

from pokergui.theme import look
from pokergui.widgets.drawing import rendered


class Layer:
    """A picture of the part of a widget that seldom changes.

    Args:
        widget: the one pictured.
    """

    def __init__(self, widget: QWidget) -> None:
        self._widget = widget
        self._image: QImage | None = None
        self._painted_with: object = None

    def forget(self) -> None:
        """Discard the picture; it is painted again next time."""
        self._image = None

    def draw(self, painter: QPainter, paint: Callable[[QPainter], None]) -> None:
        """Draw it on the widget; ``paint`` renders it again if size, theme or content changed."""
        size, ratio = self._widget.size(), self._widget.devicePixelRatioF()
        wanted = (size.width(), size.height(), ratio, look.tokens())

        def smooth(inner: QPainter) -> None:
            inner.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint(inner)

        if self._image is None or wanted != self._painted_with:
            self._image, self._painted_with = rendered(size, ratio, smooth), wanted
        painter.drawImage(QPoint(0, 0), self._image)
