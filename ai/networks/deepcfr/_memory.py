"""Kernels of reservoirs of decisions, and of training on them."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.networks.gradient import backward
from ai.networks.layers import OUTPUTS, Scratch, biases_at, forward, soften
from ai.networks.sampling import reservoir_place
from engine.jit import LANES, borrowing_kernel, spread, store
from engine.rng import RngState, next_below

# A row: number of ids; bit mask of legal actions; the ids.
COUNT, LEGAL, IDS = 0, 1, 2
# Parallel numbers: the iteration; then one for each action.
ITERATION, TARGETS = 0, 1

WARM_UP = 0.05
"""Fraction of the updates over which the rate warms up; then it falls linearly to 0."""


class Memory(NamedTuple):
    """A reservoir for each seat.

    Attributes:
        rows: (seats, capacity, 2 + ids) uint16.
        numbers: (seats, capacity, 1 + actions) float32.
        seen: (seats,) int64: decisions offered so far.
    """

    rows: NDArray[np.uint16]
    numbers: NDArray[np.float32]
    seen: NDArray[np.int64]


class Batch(NamedTuple):
    """Scratch of a batch: its rows, indices of their ids in the memory, and numbers of ids."""

    picks: NDArray[np.int64]
    places: NDArray[np.int64]
    counts: NDArray[np.int64]


@borrowing_kernel
def offer(
    memory: Memory,
    seat: int,
    iteration: int,
    ids: NDArray[np.uint16],
    count: int,
    mask: int,
    targets: NDArray[np.float64],
    rng: RngState,
) -> None:
    """Offer a decision with a number for each action to a seat's reservoir."""
    at = reservoir_place(memory.seen[seat], memory.rows.shape[1], rng)
    memory.seen[seat] += 1
    if at < 0:
        return
    row, numbers = memory.rows[seat, at], memory.numbers[seat, at]
    row[COUNT] = count
    row[LEGAL] = mask
    for number in range(count):
        row[IDS + number] = ids[number]
    numbers[ITERATION] = iteration
    for action in range(numbers.shape[0] - TARGETS):
        numbers[TARGETS + action] = targets[action]


@borrowing_kernel
def rate_at(highest: float, update: int, updates: int) -> float:
    """Return the learning rate of an update: linear warm-up, then linear decay to 0."""
    share = (update + 0.5) / updates
    return highest * (share / WARM_UP if share < WARM_UP else (1.0 - share) / (1.0 - WARM_UP))


@borrowing_kernel
def learn(
    plan: NDArray[np.int64],
    weights: NDArray[Any],
    memory: Memory,
    seat: int,
    policy: bool,
    iteration: int,
    updates: int,
    highest: float,
    rng: RngState,
    batch: Batch,
    scratch: Scratch,
) -> float:
    """Train a network on uniform samples of a seat's reservoir, weighted by iteration.

    Outputs approach the weighted means of the numbers; as probabilities if ``policy``. Weights are
    proportional to the iteration, with mean 1. Returns the mean loss of the last half of the
    updates.
    """
    outputs, steps, number = scratch.outputs, scratch.steps, batch.picks.shape[0]
    rows, numbers = memory.rows[seat], memory.numbers[seat]
    ids, length = rows.reshape(-1), rows.shape[1]
    fill = min(memory.seen[seat], rows.shape[0])
    start: Any = np.int64(0)
    base = biases_at(plan, start)
    zero = spread(0.0, weights)
    loss = 0.0
    for update in range(updates):
        for sample in range(number):
            at = next_below(rng, fill)
            batch.picks[sample] = at
            batch.places[sample] = at * length + IDS
            batch.counts[sample] = rows[at, COUNT]
        forward(
            plan, weights, start, weights, base, ids, batch.places, batch.counts, number, scratch
        )
        each = rate_at(highest, update, updates) / number
        whole = 0.0
        for sample in range(number):
            at, place = batch.picks[sample], sample * LANES
            mask = int(np.int64(rows[at, LEGAL]))
            weight = 2.0 * numbers[at, ITERATION] / iteration
            if policy:
                soften(outputs, place, plan[OUTPUTS], mask)
            store(steps, place, zero)
            for action in range(plan[OUTPUTS]):
                if (mask >> action) & 1:
                    target = numbers[at, TARGETS + action]
                    error = target - outputs[place + action]
                    if policy:
                        whole -= weight * target * math.log(outputs[place + action] + 1e-30)
                        steps[place + action] = each * weight * error
                    else:
                        whole += weight * error * error
                        steps[place + action] = 2.0 * each * weight * error
        if 2 * update >= updates:
            loss += whole / number
        backward(plan, weights, start, ids, batch.places, batch.counts, number, scratch)
    return loss / max(1, updates - (updates + 1) // 2)
