"""Benchmarks, not tests: nothing here asserts anything.

``pokergui bench`` runs every module of this folder that has ``figures()``, which returns
``{name: figure(...)}``. Rates against a peer are taken in the same run as the peer's.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any


def figure(value: float, unit: str, **more: Any) -> dict[str, Any]:
    """One figure: its value, its unit, and further remarks."""
    return {"value": value, "unit": unit, **more}


def best_seconds(
    work: Callable[[], object],
    repeats: int = 5,
    clock: Callable[[], float] = time.perf_counter,
) -> float:
    """Best time of several runs, after a warm-up run.

    Args:
        work: what is measured.
        repeats: how often.
        clock: wall time, or processor time where other things may run on the machine.
    """
    work()
    least = float("inf")
    for _ in range(repeats):
        start = clock()
        work()
        least = min(least, clock() - start)
    return least
