"""Kernels of memories: rows of transitions and decisions, and trees of priorities.

Rows are uint16. A transition is written incrementally: the seat's inputs and action wait with the
hand until the seat's next decision, or the hand's end, completes it.

A priority tree has 16 children per node, each level a multiple of 16 numbers: leaves first, the
root's 16 children last; ``levels`` has the start of each. There are three trees for each memory:
sum, minimum and maximum. Sums are recomputed from the 16 children at each change, so that errors do
not accumulate.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import (
    LANES,
    borrowing_kernel,
    highest,
    load,
    prefetch,
    spread,
    total,
)

# A row of a transition: numbers of ids, of the decision and of the next; action; bit mask of the
# next legal actions, 0 at a terminal; chips won or lost, as two halves; the ids of both.
COUNT, ACTION, NEXT_COUNT, NEXT_LEGAL, CHIPS, BEGIN = 0, 1, 2, 3, 4, 6
# A row of a best-response decision: number of ids; action; legal actions; the ids.
LEGAL, DECISION = 2, 3

_LINE = 32
"""Numbers of a row in a cache line."""
NOTHING = 1e300
"""Minimum priority of an empty part of a memory."""


class Trees(NamedTuple):
    """Priorities of all seats' memories, flat, one tree after another.

    Attributes:
        sums: of the children.
        least: minimum of the children, ``NOTHING`` without any.
        most: maximum of the children, 0 without any.
    """

    sums: NDArray[np.float64]
    least: NDArray[np.float64]
    most: NDArray[np.float64]


def transition_size(active: int) -> int:
    """Length of a transition's row."""
    return _whole(BEGIN + 2 * active)


def decision_size(active: int) -> int:
    """Length of a best-response decision's row."""
    return _whole(DECISION + active)


def _whole(size: int) -> int:
    return -(-size // 4) * 4


def tree_levels(capacity: int) -> NDArray[np.int64]:
    """Return the offsets of the levels of a tree with that many priorities, then its length."""
    starts = [0]
    while True:
        length = -(-capacity // LANES) * LANES
        starts.append(starts[-1] + length)
        if length == LANES:
            return np.array(starts, np.int64)
        capacity = length // LANES


@borrowing_kernel
def fetch(rows: NDArray[np.uint16], at: int, size: int) -> None:
    """Prefetch a row."""
    for place in range(at, at + size, _LINE):
        prefetch(rows, place)
    prefetch(rows, at + size - 1)


@borrowing_kernel
def fetch_leaves(trees: Trees, at: int) -> None:
    """Prefetch the 16 leaves around one, of all three trees."""
    at -= at % LANES
    for place in (at, at + LANES // 2):
        prefetch(trees.sums, place)
        prefetch(trees.least, place)
        prefetch(trees.most, place)


@borrowing_kernel
def _least(values: NDArray[np.float64], at: int) -> float:
    return float(-highest(spread(0.0, values) - load(values, at, values)))


@borrowing_kernel
def set_priority(
    trees: Trees, levels: NDArray[np.int64], start: int, index: int, priority: float
) -> None:
    """Change a leaf of the trees that begin at ``start``."""
    sums, least, most = trees.sums, trees.least, trees.most
    sums[start + index] = priority
    least[start + index] = priority
    most[start + index] = priority
    lower = higher = True
    for level in range(1, levels.shape[0] - 1):
        node = index // LANES
        row = start + levels[level - 1] + node * LANES
        at = start + levels[level] + node
        sums[at] = total(load(sums, row, sums))
        if lower:  # stop above an unchanged node
            was = least[at]
            least[at] = _least(least, row)
            lower = least[at] != was
        if higher:
            was = most[at]
            most[at] = highest(load(most, row, most))
            higher = most[at] != was
        index = node


@borrowing_kernel
def whole(trees: Trees, levels: NDArray[np.int64], start: int) -> tuple[float, float, float]:
    """Sum, minimum and maximum of all priorities of a memory."""
    at = start + levels[levels.shape[0] - 2]
    sums, least, most = trees.sums, trees.least, trees.most
    return (
        float(total(load(sums, at, sums))),
        _least(least, at),
        float(highest(load(most, at, most))),
    )


@borrowing_kernel
def find(
    sums: NDArray[np.float64],
    levels: NDArray[np.int64],
    start: int,
    point: float,
    node: int,
    first: int,
    last: int,
) -> tuple[int, float]:
    """Descend from a node of level ``first`` to a child at level ``last``.

    The children of a node are laid end to end, each as long as its priorities; the one that
    contains a point is taken, or beyond the end the last one of positive length. Returns it, and
    the point's offset in it. From the root, number 0 of the last level, to level 0 it is a leaf.
    """
    for level in range(first, last - 1, -1):
        row = start + levels[level] + node * LANES
        taken, beyond = 0, True
        for child in range(LANES):
            size = sums[row + child]
            if size > 0.0:
                taken = child
                if point < size:
                    beyond = False
                    break
                point -= size
        if beyond:
            point = np.inf
        node = node * LANES + taken
    return node, point


def grow(trees: Trees, levels: NDArray[np.int64], fills: NDArray[np.int64]) -> None:
    """Recompute all sums above the leaves; ``fills`` (seats,) are entries of memories."""
    length = int(levels[-1])
    trees.least[:] = NOTHING
    trees.most[:] = 0.0
    for seat, fill in enumerate(fills.tolist()):
        trees.sums[seat * length + int(levels[1]) : (seat + 1) * length] = 0.0
        _grow(trees, levels, seat * length, fill)


@borrowing_kernel
def _grow(trees: Trees, levels: NDArray[np.int64], start: int, fill: int) -> None:
    for leaf in range(fill):
        set_priority(trees, levels, start, leaf, trees.sums[start + leaf])
