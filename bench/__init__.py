"""Benchmarks; nothing here asserts anything.

``pokergui bench`` runs every module of this folder that has ``figures()``, which returns ``{name:
figure(...)}``. Ratios to a peer are measured in the same run.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any


def figure(value: float, unit: str, **more: Any) -> dict[str, Any]:
    """One figure: value, unit, and remarks."""
    return {"value": value, "unit": unit, **more}


def best_seconds(
    work: Callable[[], object],
    repeats: int = 5,
    clock: Callable[[], float] = time.perf_counter,
) -> float:
    """Best time of several runs, after a warm-up run.

    Args:
        work: the measured function.
        repeats: number of runs.
        clock: wall time, or processor time to exclude other load.
    """
    work()
    least = float("inf")
    for _ in range(repeats):
        start = clock()
        work()
        least = min(least, clock() - start)
    return least
