"""Kernels of k-means: nearest-centre search, sixteen centres at a time.

Points and centres have integer coordinates, and distances stay below 2**24: they are exact in
float32 in any order of summation. Centres are sorted by the sum of their coordinates; a distance is
at least the difference of the sums (L1), or that over the square root of the number of coordinates
(L2), so most centres can be skipped.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.jit import LANES, borrowing_kernel, highest, larger, load, spread, store, where_positive

FAR = 30_000.0
"""Coordinates of the centres that pad the last group of sixteen."""


@borrowing_kernel
def _group_distances(
    points: NDArray[Any], row: int, centres: NDArray[np.float32], group: int, squared: bool
) -> Any:
    """Distances of a point to the sixteen centres of a group."""
    size = points.shape[1]
    total = spread(0.0, centres)
    place = group * size * LANES
    if squared:
        for i in range(size):
            gap = load(centres, place + i * LANES, centres) - spread(points[row, i], centres)
            total = total + gap * gap
    else:
        for i in range(size):
            own = spread(points[row, i], centres)
            there = load(centres, place + i * LANES, centres)
            total = total + larger(there - own, own - there)
    return total


@borrowing_kernel
def nearest(
    points: NDArray[Any],
    row: int,
    centres: NDArray[np.float32],
    ends: NDArray[np.float32],
    squared: bool,
    lanes: NDArray[np.float32],
) -> tuple[int, float]:
    """Return the centre nearest to a point, and its distance.

    Ties are broken by the point alone.

    Args:
        points: (n, k) integers.
        row: of the point.
        centres: (groups * k * 16,) float32: for each group of sixteen centres, ascending by their
            sums, their first coordinates, their second ones, and so on.
        ends: (groups, 2) float32, the least and the largest sum of each group.
        squared: whether distances are squared L2, else L1.
        lanes: (32,) float32 scratch.
    """
    size = points.shape[1]
    total = 0
    for i in range(size):
        total += int(points[row, i])
    own = float(total)
    num_groups = ends.shape[0]
    middle = 0
    while middle < num_groups - 1 and ends[middle, 1] < own:
        middle += 1
    best = _group_distances(points, row, centres, middle, squared)
    which = spread(float(middle), centres)
    limit = -highest(spread(0.0, centres) - best)
    left, right = middle - 1, middle + 1
    while True:
        below = own - ends[left, 1] if left >= 0 else np.inf
        above = ends[right, 0] - own if right < num_groups else np.inf
        gap = min(below, above)
        if gap == np.inf:
            break
        bound = max(gap, 0.0)
        if squared:
            bound = bound * bound / size
        if bound >= limit:
            break
        if below <= above:
            group = left
            left -= 1
        else:
            group = right
            right += 1
        distances = _group_distances(points, row, centres, group, squared)
        nearer = best - distances
        best = where_positive(nearer, distances, best)
        which = where_positive(nearer, spread(float(group), centres), which)
        limit = -highest(spread(0.0, centres) - best)
    store(lanes, 0, best)
    store(lanes, LANES, which)
    centre = -1
    for lane in range(LANES):
        if lanes[lane] == limit:
            here = int(lanes[LANES + lane]) * LANES + lane
            if centre < 0 or here < centre:
                centre = here
    return centre, limit


@borrowing_kernel
def assign(
    points: NDArray[Any],
    centres: NDArray[np.float32],
    ends: NDArray[np.float32],
    squared: bool,
    lanes: NDArray[np.float32],
    labels: NDArray[np.int32],
    distances: NDArray[np.float32],
) -> None:
    """Do ``nearest`` for all points (n, k): write labels (n,) int32, distances (n,) float32."""
    for row in range(points.shape[0]):
        labels[row], distances[row] = nearest(points, row, centres, ends, squared, lanes)


@borrowing_kernel
def add_points(
    points: NDArray[np.uint16],
    weights: NDArray[np.float64],
    labels: NDArray[np.int32],
    sums: NDArray[np.float64],
    sizes: NDArray[np.float64],
) -> None:
    """Add weighted points (n, k) to ``sums`` (labels, k), and their weights to ``sizes``."""
    for row in range(points.shape[0]):
        label = labels[row]
        sizes[label] += weights[row]
        for i in range(points.shape[1]):
            sums[label, i] += weights[row] * points[row, i]


@borrowing_kernel
def lower_distances(
    points: NDArray[np.uint16], centre: int, squared: bool, distances: NDArray[np.float64]
) -> None:
    """Lower squared distances (n,) of points to at most those to point number ``centre``."""
    for row in range(points.shape[0]):
        total = 0
        for i in range(points.shape[1]):
            gap = int(np.int64(points[row, i])) - int(np.int64(points[centre, i]))
            total += gap * gap if squared else abs(gap)
        distance = float(total) if squared else float(total) * float(total)
        if distance < distances[row]:
            distances[row] = distance
