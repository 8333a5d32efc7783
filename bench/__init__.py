"""Figures, not tests: nothing here asserts anything.

``pokergui bench`` runs every module of this folder that has ``figures()``, which returns
``{name: figure(...)}``. Rates against a peer are taken in the same run as the peer's.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any


def figure(value: float, unit: str, **more: Any) -> dict[str, Any]:
    """One figure: its value, its unit, and what else there is to say about it."""
    return {"value": value, "unit": unit, **more}


def best_seconds(work: Callable[[], object], repeats: int = 5) -> float:
    """Least wall time of several runs, after one that compiles and fills caches."""
    work()
    least = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        least = min(least, time.perf_counter() - start)
    return least
