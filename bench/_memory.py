"""Memory bandwidth by the STREAM triad, which reads two arrays and writes a third."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from statistics import median

import numpy as np
from numpy.typing import NDArray

from engine.jit import kernel

_ITEMS = 16_000_000
"""Size of each array: 128 MB, beyond every cache."""
_BYTES = 24
"""Arrays per item: two read, one written."""


@kernel
def _triad(out: NDArray[np.float64], one: NDArray[np.float64], two: NDArray[np.float64]) -> None:
    for i in range(len(out)):
        out[i] = one[i] + 3.0 * two[i]


def triad_rate(threads: int, repeats: int = 5) -> float:
    """Return the total bandwidth of some threads, in GB/s: the median of several runs."""
    share = _ITEMS // threads
    parts = [[np.ones(share) for _ in range(3)] for _ in range(threads)]
    found = []
    with ThreadPoolExecutor(threads) as pool:
        for _ in range(repeats + 1):
            start = time.perf_counter()
            list(pool.map(lambda part: _triad(*part), parts))
            found.append(_BYTES * share * threads / (time.perf_counter() - start) / 1e9)
    return median(found[1:])
