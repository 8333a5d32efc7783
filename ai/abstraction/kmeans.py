"""k-means of integer points, by the distances used for card buckets.

L1 between cumulative distributions is the earth mover's distance; L2 compares equity vectors.
Centres are means rounded to integers: distances are exact, so training tables, whole ranges and
single combos agree bit for bit.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.abstraction._kmeans import FAR, add_points, assign, lower_distances
from engine.jit import LANES
from engine.jobs import JobControl

_STILL = 1e-4
"""Relative gain of an iteration below which the search ends."""


@dataclass(frozen=True, eq=False)
class Centres:
    """Centres in the layout of ``_kmeans.nearest``.

    Attributes:
        points: (n, k) uint16, ascending by the sum of their coordinates.
        squared: whether distances are squared L2, else L1.
        lanes: (groups * k * 16,) float32, see ``_kmeans.nearest``.
        ends: (groups, 2) float32.
    """

    points: NDArray[np.uint16]
    squared: bool
    lanes: NDArray[np.float32]
    ends: NDArray[np.float32]

    def nearest_to(
        self, points: NDArray[np.uint16]
    ) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
        """Return the nearest centre of each point (n, k) and its distance."""
        labels, distances = np.empty(len(points), np.int32), np.empty(len(points), np.float32)
        room = np.empty(2 * LANES, np.float32)
        assign(points, self.lanes, self.ends, self.squared, room, labels, distances)
        return labels, distances


def make_centres(points: NDArray[np.uint16], squared: bool) -> Centres:
    """Lay out centres (n, k), which are sorted by the sum of their coordinates."""
    count, size = points.shape
    points = points[np.argsort(points.sum(axis=1, dtype=np.int64), kind="stable")]
    groups = -(-count // LANES)
    filled = np.full((groups * LANES, size), FAR, np.float32)
    filled[:count] = points
    sums = filled.sum(axis=1).reshape(groups, LANES)
    ends = np.stack([sums[:, 0], sums[:, -1]], axis=1)
    lanes = filled.reshape(groups, LANES, size).transpose(0, 2, 1).ravel()
    return Centres(points, squared, lanes, np.ascontiguousarray(ends))


def kmeans(
    points: NDArray[np.uint16],
    weights: NDArray[np.float64],
    count: int,
    squared: bool,
    rng: np.random.Generator,
    restarts: int = 3,
    iterations: int = 40,
    control: JobControl | None = None,
) -> Centres:
    """Find centres with little weighted distance to the points.

    Source: Arthur and Vassilvitskii, "k-means++", 2007, for the initial centres; Lloyd's iteration.
    Deviation: means are used under L1, too, as in Johanson et al., "Evaluating state-space
    abstractions in extensive-form games", 2013.

    Args:
        points: (n, k); distances must be below 2**24.
        weights: (n,) above 0.
        count: of centres.
        squared: whether distances are squared L2, else L1.
        rng: of the starts.
        restarts: searches from different starts; the best is kept.
        iterations: most iterations of each.
        control: stops between iterations.
    """
    best, least = None, np.inf
    for _ in range(restarts):
        centres = make_centres(_start(points, weights, count, squared, rng), squared)
        before = np.inf
        for _ in range(iterations):
            if control is not None:
                control.check()
            labels, distances = centres.nearest_to(points)
            total = float(weights @ distances)
            if total < least:
                best, least = centres, total
            if before - total <= _STILL * total:
                break
            before = total
            sums, sizes = np.zeros((count, points.shape[1])), np.zeros(count)
            add_points(points, weights, labels, sums, sizes)
            means = centres.points.copy()  # a centre without points stays
            used = sizes > 0
            means[used] = np.rint(sums[used] / sizes[used, None])
            centres = make_centres(means, squared)
    assert best is not None
    return best


def _start(
    points: NDArray[np.uint16],
    weights: NDArray[np.float64],
    count: int,
    squared: bool,
    rng: np.random.Generator,
) -> NDArray[np.uint16]:
    """Draw points one by one, in proportion to squared distances to those drawn before."""
    distances = np.full(len(points), np.inf)
    chances = weights
    drawn: list[int] = []
    for _ in range(count):
        sums = np.cumsum(chances)
        drawn.append(
            min(int(np.searchsorted(sums, rng.random() * sums[-1], "right")), len(sums) - 1)
        )
        lower_distances(points, drawn[-1], squared, distances)
        chances = weights * distances
    return points[drawn]
