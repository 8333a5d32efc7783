"""Which part of the logarithmic plane a chart shows, and where."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QRectF


@dataclass(frozen=True)
class View:
    """Ends of both axes as logarithms to base 10, and the box in pixels that shows them."""

    box: QRectF = field(default_factory=lambda: QRectF(0, 0, 1, 1))
    x_low: float = 0.0
    x_high: float = 1.0
    y_low: float = 0.0
    y_high: float = 1.0
    y_top: float = 1.0
    """Where the axis' own range ends; above it there is only room for words."""

    def x(self, at: float) -> float:
        """Pixel of a place on the horizontal axis."""
        return self.box.x() + (at - self.x_low) / (self.x_high - self.x_low) * self.box.width()

    def y(self, at: float) -> float:
        """Pixel of a place on the vertical axis."""
        share = (at - self.y_low) / (self.y_high - self.y_low)
        return self.box.bottom() - share * self.box.height()
