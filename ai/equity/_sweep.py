"""Shared parts of both ways of counting: nested sets of combos, and a sweep by strength.

Positions, ``ends`` and strengths are those of ``_kernels.py``. A sweep goes through the combos of a
runout by strength; ``below`` (parts,) and ``below_with`` (52, parts) int64 count those passed, in
total and per card, in the smallest part that they belong to.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import borrowing_kernel


@borrowing_kernel
def fill_free(cards: NDArray[np.uint8], mine: int, free: NDArray[np.bool_]) -> None:
    """Fill (positions,) with whether a combo shares no card with the one at ``mine``."""
    a, b = cards[mine, 0], cards[mine, 1]
    for i in range(cards.shape[0]):
        low, high = cards[i, 0], cards[i, 1]
        free[i] = (low != a) & (low != b) & (high != a) & (high != b)


@borrowing_kernel
def start_of(ends: NDArray[np.int64], part: int) -> int:
    """Return the first position that belongs to a part and to no smaller one."""
    return int(ends[part + 1]) if part + 1 < ends.shape[0] else 0


@borrowing_kernel
def fill_parts(ends: NDArray[np.int64], part: NDArray[np.int64]) -> None:
    """Fill (positions,) with the smallest part that each belongs to."""
    part[:] = 0
    for p in range(1, ends.shape[0]):
        part[: ends[p]] = p


@borrowing_kernel
def first_live(line: NDArray[np.int32], order: NDArray[np.int64]) -> int:
    """Return the index in ``order`` of the weakest combo that the runout does not block."""
    first = 0
    while line[order[first]] < 0:
        first += 1
    return first


@borrowing_kernel
def end_of_tie(line: NDArray[np.int32], order: NDArray[np.int64], start: int) -> int:
    """Return the index in ``order`` after the last combo as strong as the one at ``start``."""
    stop, strength = start, line[order[start]]
    while stop < order.shape[0] and line[order[stop]] == strength:
        stop += 1
    return stop


@borrowing_kernel
def take_in(
    tied: NDArray[np.int64],
    cards: NDArray[np.uint8],
    part: NDArray[np.int64],
    below: NDArray[np.int64],
    below_with: NDArray[np.int64],
) -> None:
    """Add the positions ``tied`` to those counted."""
    for i in range(tied.shape[0]):
        c = tied[i]
        below[part[c]] += 1
        below_with[cards[c, 0], part[c]] += 1
        below_with[cards[c, 1], part[c]] += 1


@borrowing_kernel
def without_clashes(
    c: int,
    p: int,
    cards: NDArray[np.uint8],
    below: NDArray[np.int64],
    below_with: NDArray[np.int64],
) -> int:
    """Return how many combos of part ``p`` counted so far share no card with ``c``.

    If ``c`` itself is among them it is subtracted twice, once per card: callers add 1.
    """
    return int(below[p] - below_with[cards[c, 0], p] - below_with[cards[c, 1], p])
