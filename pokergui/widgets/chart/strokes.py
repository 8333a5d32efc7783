"""Curves as line segments: Qt is up to fifty times slower on self-crossing paths."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QLineF

from pokergui.widgets.chart.scale import Points

_DASH = 5.0
_SAME = 0.7
"""Pixels between two curves below which one hides the other."""


def strokes(curves: Sequence[Points]) -> tuple[list[QLineF], ...]:
    """Return each curve as segments; one that covers an earlier curve is dashed."""
    return tuple(
        dashes(curve) if any(_hides(other, curve) for other in curves[:i]) else _solid(curve)
        for i, curve in enumerate(curves)
    )


def dashes(curve: Points) -> list[QLineF]:
    """Return dashes and gaps of five pixels along a curve."""
    xs, ys = curve
    if not len(xs):
        return []
    along = np.cumsum(np.hypot(np.diff(xs, prepend=xs[0]), np.diff(ys, prepend=ys[0])))
    cuts = np.arange(0.0, along[-1], _DASH)
    return _solid((np.interp(cuts, along, xs), np.interp(cuts, along, ys)))[::2]


def _solid(curve: Points) -> list[QLineF]:
    x, y = curve[0].tolist(), curve[1].tolist()
    return [QLineF(*ends) for ends in zip(x, y, x[1:], y[1:], strict=False)]


def _hides(other: Points, curve: Points) -> bool:
    """Return whether most of a curve covers another that has the same points along the axis."""
    if len(curve[0]) < 2 or not np.array_equal(curve[0], other[0]):
        return False
    return bool(np.mean(np.abs(curve[1] - other[1]) < _SAME) > 0.5)
