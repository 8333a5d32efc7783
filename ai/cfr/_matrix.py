"""Kernel of regret matching on a matrix; ``matrix.py`` explains it and computes it exactly."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.jit import borrowing_kernel, kernel


@kernel
def run(
    payoffs: NDArray[np.float64],
    least_added: float,
    least_sum: float,
    weight: int,
    done: int,
    until: int,
    sums_a: NDArray[np.float64],
    sums_b: NDArray[np.float64],
    totals_a: NDArray[np.float64],
    totals_b: NDArray[np.float64],
    looks: NDArray[np.int64],
    played: NDArray[np.float64],
    averages: NDArray[np.float64],
) -> None:
    """Run from after step ``done`` up to step ``until``; sums and totals change in place.

    Args:
        payoffs: (rows, columns) to A.
        least_added: least regret that is added.
        least_sum: least sum.
        weight: exponent of the weight of a step in the totals.
        done: steps done.
        until: number of the last step.
        sums_a: (rows,) summed regrets of A.
        sums_b: (columns,) the same for B.
        totals_a: (rows,) summed strategies of A.
        totals_b: (columns,) the same for B.
        looks: ascending numbers of steps to record.
        played: (looks, rows + columns) written: the strategies played there.
        averages: (looks, rows + columns) written: the averages so far.
    """
    rows, columns = payoffs.shape
    a, b = np.empty(rows), np.empty(columns)
    values_a, values_b = np.empty(rows), np.empty(columns)
    look = 0
    for t in range(done + 1, until + 1):
        _normalise(sums_a, a)
        _normalise(sums_b, b)
        for j in range(columns):
            values_b[j] = 0.0
        value = 0.0
        for i in range(rows):
            values_a[i] = 0.0
            for j in range(columns):
                values_a[i] += payoffs[i, j] * b[j]
                values_b[j] -= payoffs[i, j] * a[i]
            value += a[i] * values_a[i]
        share = float(t) ** weight
        _add(sums_a, values_a, value, least_added, least_sum)
        _add(sums_b, values_b, -value, least_added, least_sum)
        for i in range(rows):
            totals_a[i] += share * a[i]
        for j in range(columns):
            totals_b[j] += share * b[j]
        if look < len(looks) and looks[look] == t:
            for i in range(rows):
                played[look, i] = a[i]
            for j in range(columns):
                played[look, rows + j] = b[j]
            _normalise(totals_a, averages[look, :rows])
            _normalise(totals_b, averages[look, rows:])
            look += 1


@borrowing_kernel
def _normalise(sums: NDArray[np.float64], strategy: NDArray[np.float64]) -> None:
    total = 0.0
    for i in range(len(sums)):
        strategy[i] = max(sums[i], 0.0)
        total += strategy[i]
    for i in range(len(sums)):
        strategy[i] = strategy[i] / total if total > 0.0 else 1.0 / len(sums)


@borrowing_kernel
def _add(
    sums: NDArray[np.float64],
    values: NDArray[np.float64],
    value: float,
    least_added: float,
    least_sum: float,
) -> None:
    for i in range(len(sums)):
        sums[i] = max(least_sum, sums[i] + max(least_added, values[i] - value))
