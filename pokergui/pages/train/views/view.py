"""Which part of the plane a chart shows, and where."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray
from PySide6.QtCore import QRectF


@dataclass(frozen=True)
class View:
    """Ends of both axes, as logarithms to base 10 where they are, and the box that shows them."""

    box: QRectF = field(default_factory=lambda: QRectF(0, 0, 1, 1))
    x_low: float = 0.0
    x_high: float = 1.0
    y_low: float = 0.0
    y_high: float = 1.0
    y_top: float = 1.0
    """Where the axis' own range ends; above it there is only room for words."""
    linear: bool = False
    """Whether the vertical axis is linear."""

    def x(self, at: float) -> float:
        """Pixel of a place on the horizontal axis."""
        return self.box.x() + (at - self.x_low) / (self.x_high - self.x_low) * self.box.width()

    def y(self, at: float) -> float:
        """Pixel of a place on the vertical axis."""
        share = (at - self.y_low) / (self.y_high - self.y_low)
        return self.box.bottom() - share * self.box.height()

    def level(self, value: float) -> float:
        """Place of a figure on the vertical axis; NaN if it has none."""
        return float(levels(value, linear=self.linear))

    def figure(self, level: float) -> float:
        """What stands at a place of the vertical axis."""
        return level if self.linear else float(10.0**level)


def levels(figures: ArrayLike, *, linear: bool) -> NDArray[np.float64]:
    """Places of figures on an axis; NaN for what has none."""
    values = np.asarray(figures, np.float64)
    if linear:
        return np.where(np.isfinite(values), values, np.nan)
    good = np.isfinite(values) & (values > 0)
    return np.where(good, np.log10(np.where(good, values, 1.0)), np.nan)
