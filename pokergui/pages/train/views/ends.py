"""Places for the names at the ends of curves, so that no two of them overlap."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_STEP = 3.0
_COST_OF_A_CURVE = 26.0
"""Pixels that a name would rather move than lie on a curve."""
_FRONT_WEIGHT = 3.0

Curve = tuple[NDArray[np.float64], NDArray[np.float64]]


@dataclass(frozen=True, slots=True)
class End:
    """A curve's end in pixels, and how wide what is written there is."""

    x: float
    y: float
    width: float
    front: bool


@dataclass(frozen=True, slots=True)
class Area:
    """Where names may lie, in pixels; the height of each and its distance from its end."""

    left: float
    top: float
    right: float
    bottom: float
    height: float
    gap: float

    def holds(self, count: int) -> bool:
        """Whether so many names fit under each other."""
        return count * self.height <= self.bottom - self.top + 1e-6


def place_names(ends: list[End], curves: list[Curve], area: Area) -> list[tuple[float, float]]:
    """Left top corners of the names, each right of its end and as near to its height as can be.

    Names that share columns of pixels keep the order of their ends and are pushed apart; then each
    moves off the curves where it can.

    Args:
        ends: the curves' ends, no more than ``area`` holds.
        curves: x and y of the curves' points in pixels, x ascending.
        area: where names may lie.

    Returns:
        left and top of each name in the order of ``ends``.
    """
    lefts = [max(area.left, min(end.x + area.gap, area.right - end.width)) for end in ends]
    tops = [end.y - area.height / 2 for end in ends]
    for group in _columns(ends, lefts):
        group.sort(key=lambda i: (ends[i].y, ends[i].x))
        weights = [_FRONT_WEIGHT if ends[i].front else 1.0 for i in group]
        spaced = spread([tops[i] for i in group], weights, area)
        for n, i in enumerate(group):
            # Between its neighbours, of which the one above has found its place by now.
            low = spaced[n - 1] + area.height if n else area.top
            high = (spaced[n + 1] if n + 1 < len(group) else area.bottom) - area.height
            spaced[n] = tops[i] = _off_curves(
                ends[i], lefts[i], curves, (low, spaced[n], high), area
            )
    return list(zip(lefts, tops, strict=True))


def _columns(ends: list[End], lefts: list[float]) -> list[list[int]]:
    """Names grouped so that no two of different groups share a column of pixels."""
    groups: list[list[int]] = []
    reach = 0.0
    for i in sorted(range(len(ends)), key=lambda i: lefts[i]):
        if groups and lefts[i] < reach:
            groups[-1].append(i)
        else:
            groups.append([i])
            reach = lefts[i]
        reach = max(reach, lefts[i] + ends[i].width)
    return groups


def spread(wanted: list[float], weights: list[float], area: Area) -> list[float]:
    """Tops in the given order, a name's height apart at least, nearest to those wanted.

    Least squares under an order, by pooling neighbours that violate it. Source: Barlow,
    Bartholomew, Bremner and Brunk 1972, pool adjacent violators.
    """
    step = area.height
    blocks: list[list[float]] = []  # weighted mean of what is wanted of the first, weight, count
    for i, (top, weight) in enumerate(zip(wanted, weights, strict=True)):
        blocks.append([top - i * step, weight, 1])
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            mean, heavy, count = blocks.pop()
            last = blocks[-1]
            last[0] = (last[0] * last[1] + mean * heavy) / (last[1] + heavy)
            last[1] += heavy
            last[2] += count
    flat = [mean for mean, _, count in blocks for _ in range(int(count))]
    low, high = area.top, area.bottom - len(wanted) * step
    return [min(max(mean, low), high) + i * step for i, mean in enumerate(flat)]


def _off_curves(
    end: End, left: float, curves: list[Curve], room: tuple[float, float, float], area: Area
) -> float:
    """The top of a name, little off its end and rather not on a curve.

    Args:
        end: the curve's end.
        left: left end of the name.
        curves: what not to lie on.
        room: the least top, one that is possible in any case, and the greatest.
        area: for a name's height.
    """
    low, possible, high = room
    wanted = min(max(end.y - area.height / 2, low), high)
    tops = np.append(np.arange(low, high + 1e-6, _STEP), (possible, wanted))
    tops = tops[(tops >= low - 1e-6) & (tops <= high + 1e-6)]
    if not len(tops):
        return possible
    cost = np.abs(tops - wanted)
    at = np.linspace(left - 3, left + end.width, 7)
    for xs, ys in curves:
        inside = at[(at >= xs[0]) & (at <= xs[-1])]
        if len(inside):
            y = np.interp(inside, xs, ys)
            cost += _COST_OF_A_CURVE * ((y.min() < tops + area.height) & (y.max() > tops))
    return float(tops[int(np.argmin(cost))])
