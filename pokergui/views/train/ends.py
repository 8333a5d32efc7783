"""Places for the names at the ends of curves, so that no two of them overlap."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_STEP = 3.0
_COST_OF_A_CURVE = 26.0
"""Pixels that a name would rather move than lie on a curve."""


@dataclass(frozen=True, slots=True)
class End:
    """A curve's end in pixels, and the size of what is written there."""

    x: float
    y: float
    width: float
    height: float
    front: bool


Curve = tuple[NDArray[np.float64], NDArray[np.float64]]


def place_names(
    ends: list[End], curves: list[Curve], area: tuple[float, float, float, float], gap: float
) -> list[tuple[float, float]]:
    """Left top corners of the names.

    Every name lies right of its end, as near to its height as it can without lying on another
    name, rather not on a curve, within ``area``. The run in front chooses first.

    Args:
        ends: the curves' ends.
        curves: x and y of the curves' points in pixels, x ascending.
        area: left, top, right, bottom in pixels.
        gap: pixels between an end and its name.

    Returns:
        left and top of each name in the order of ``ends``.
    """
    left, top, right, bottom = area
    order = sorted(range(len(ends)), key=lambda i: (not ends[i].front, ends[i].y))
    taken: list[tuple[float, float, float, float]] = []
    places = [(0.0, 0.0)] * len(ends)
    for i in order:
        end = ends[i]
        x = max(left, min(end.x + gap, right - end.width))
        heights = np.arange(top, max(top, bottom - end.height) + 1e-6, _STEP)
        wanted = min(max(end.y - end.height / 2, top), max(top, bottom - end.height))
        heights = np.append(heights, wanted)
        cost = np.abs(heights - wanted) + _COST_OF_A_CURVE * _crossings(heights, x, end, curves)
        for box in taken:
            if box[0] < x + end.width and x < box[2]:
                hit = (heights < box[3]) & (box[1] < heights + end.height)
                cost = np.where(hit, np.inf, cost)
        best = int(np.argmin(cost))
        y = float(heights[best])
        if not np.isfinite(cost[best]):
            y = max(box[3] for box in taken)  # no room at all: under the last, cut off
        places[i] = (x, y)
        taken.append((x, y, x + end.width, y + end.height))
    return places


def _crossings(
    heights: NDArray[np.float64], x: float, end: End, curves: list[Curve]
) -> NDArray[np.float64]:
    """How many curves run through a name at each of the heights."""
    count = np.zeros(len(heights))
    at = np.linspace(x, x + end.width, 7)
    for xs, ys in curves:
        inside = at[(at >= xs[0]) & (at <= xs[-1])] if len(xs) else at[:0]
        if len(inside):
            y = np.interp(inside, xs, ys)
            hit = (y.min() < heights + end.height) & (y.max() > heights)
            count += hit
    return count
