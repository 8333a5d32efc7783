"""Kernels shared by several learners: reservoirs, minibatches, and regret matching."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.jit import borrowing_kernel
from engine.rng import RngState, next_float


class Minibatch(NamedTuple):
    """Scratch of a batch: its rows, places of their ids, and numbers of ids."""

    picks: NDArray[np.int64]
    places: NDArray[np.int64]
    counts: NDArray[np.int64]


@borrowing_kernel
def reservoir_place(seen: int, capacity: int, rng: RngState) -> int:
    """Return the index for an item offered after ``seen`` others; -1 to drop it.

    Reservoir sampling: all items ever offered are kept with equal probability. Source: Vitter,
    "Random sampling with a reservoir", 1985.
    """
    if seen < capacity:
        return seen
    place = int(next_float(rng) * (seen + 1))
    return place if place < capacity else -1


@borrowing_kernel
def match(advantages: NDArray[Any], slots: int, mask: int, chances: NDArray[np.float64]) -> None:
    """Regret matching: proportional to positive advantages, else the highest, ties shared evenly.

    Args:
        advantages: (slots,) or more.
        slots: number of slots.
        mask: bit mask of legal slots.
        chances: (slots,), written.
    """
    highest, whole = -np.inf, 0.0
    for slot in range(slots):
        if (mask >> slot) & 1:
            highest = max(highest, float(advantages[slot]))
            whole += max(0.0, float(advantages[slot]))
    alike = 0
    for slot in range(slots):
        if (mask >> slot) & 1 and advantages[slot] == highest:
            alike += 1
    for slot in range(slots):
        chances[slot] = 0.0
        if (mask >> slot) & 1:
            if whole > 0.0:
                chances[slot] = max(0.0, float(advantages[slot])) / whole
            elif advantages[slot] == highest:
                chances[slot] = 1.0 / alike


@borrowing_kernel
def match_rows(advantages: NDArray[np.float64], mask: int, chances: NDArray[np.float64]) -> None:
    """Do ``match`` for each row of advantages (n, slots)."""
    for row in range(advantages.shape[0]):
        match(advantages[row], advantages.shape[1], mask, chances[row])
