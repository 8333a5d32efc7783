"""Probabilities of blueprints as bytes.

They sum to 255 in each row, so each divided by 255 is a probability. None is off by more than a
step: ``STEPS`` has the number of steps from 0 to 1 by street. Fewer steps on the last streets,
where most rows are, compress better.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

ONE = 255
"""A probability of 1."""
STEPS = (255, 255, 51, 51)
"""Steps from 0 to 1 on each street: divisors of 255."""
_ROWS_AT_ONCE = 2**15
FEW_VISITS = 100
"""Deals below which a row's average counts as undertrained."""
LEAST_SHARE = 0.005
"""Share of a range from which on an action counts as trained: the opponent learned to answer it."""


def decoded(probabilities: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Return the probabilities that the bytes encode."""
    return np.divide(probabilities, ONE, dtype=np.float64)


def quantised(
    probabilities: NDArray[np.floating[Any]], widths: NDArray[np.int64], steps: NDArray[np.int64]
) -> NDArray[np.uint8]:
    """Quantise probabilities to bytes whose rows sum to 255, each less than a step off.

    Cumulative sums are rounded, so differences are whole steps and 0 stays 0.

    Args:
        probabilities: flat, 0 or more; a row that sums to 0 becomes uniform.
        widths: (rows,) actions of each row.
        steps: (rows,) steps from 0 to 1, divisors of 255.
    """
    levels = np.empty(len(probabilities), np.uint8)
    begin = 0
    for first in range(0, len(widths), _ROWS_AT_ONCE):  # to stay in the CPU cache
        part = slice(first, first + _ROWS_AT_ONCE)
        end = begin + int(widths[part].sum())
        cells = probabilities[begin:end].astype(np.float64)
        levels[begin:end] = _quantised(cells, widths[part], steps[part])
        begin = end
    return levels


def _quantised(
    cells: NDArray[np.float64], widths: NDArray[np.int64], steps: NDArray[np.int64]
) -> NDArray[np.int64]:
    starts = np.cumsum(widths) - widths
    cells[np.repeat(np.add.reduceat(cells, starts) == 0.0, widths)] = 1.0
    cells /= np.repeat(np.add.reduceat(cells, starts), widths)
    upto = np.cumsum(cells)
    before = upto[starts] - cells[starts]
    whole = upto[starts + widths - 1] - before
    shares = (upto - np.repeat(before, widths)) / np.repeat(whole, widths)
    fine = np.repeat(steps, widths)
    rounded: NDArray[np.int64] = np.rint(fine * shares).astype(np.int64) * (ONE // fine)
    firsts = rounded[starts]
    rounded[1:] -= rounded[:-1].copy()
    rounded[starts] = firsts
    return rounded
