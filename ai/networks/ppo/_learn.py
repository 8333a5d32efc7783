"""Kernels that train policies by the clipped PPO objective, and action values by payoffs."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.networks.gradient import backward
from ai.networks.layers import OUTPUTS, LayerScratch, biases_at, forward, soften
from ai.networks.ppo._play import ACTION, BEYOND, CHANCE, COUNT, IDS, LEGAL, WON, RolloutBuffer
from ai.networks.sampling import Minibatch
from engine.jit import LANES, borrowing_kernel, spread, store
from engine.rng import RngState, next_below


@borrowing_kernel
def deviation(played: RolloutBuffer, seat: int) -> float:
    """Return the standard deviation of a seat's advantages."""
    count = played.counts[seat]
    total = square = 0.0
    for at in range(count):
        beyond = float(played.numbers[seat, at, BEYOND])
        total += beyond
        square += beyond * beyond
    mean = total / count
    return math.sqrt(max(0.0, square / count - mean * mean))


@borrowing_kernel
def ask_policy(
    outputs: NDArray[Any],
    steps: NDArray[Any],
    place: int,
    slots: int,
    mask: int,
    action: int,
    chance: float,
    beyond: float,
    clip: float,
    entropy: float,
    rate: float,
) -> float:
    """Write the ascent direction of one sample's outputs for its part of the objective.

    That is min(r A, clip(r) A) + entropy * H, with r the probability ratio of the action now to
    then, A the advantage, H the entropy. Returns H.
    """
    soften(outputs, place, slots, mask)
    mixed = 0.0
    for slot in range(slots):
        if (mask >> slot) & 1:
            now = float(outputs[place + slot])
            mixed -= now * math.log(now + 1e-30)
    ratio = outputs[place + action] / chance
    held = ratio >= 1.0 + clip if beyond >= 0.0 else ratio <= 1.0 - clip
    pull = 0.0 if held else ratio * beyond
    for slot in range(slots):
        if (mask >> slot) & 1:
            now = float(outputs[place + slot])
            step = -pull * now - entropy * now * (math.log(now + 1e-30) + mixed)
            if slot == action:
                step += pull
            steps[place + slot] = rate * step
    return mixed


@borrowing_kernel
def learn(
    plan: NDArray[np.int64],
    policy: NDArray[Any],
    values: NDArray[Any],
    played: RolloutBuffer,
    seat: int,
    updates: int,
    clip: float,
    entropy: float,
    policy_rate: float,
    value_rate: float,
    rng: RngState,
    batch: Minibatch,
    scratch: LayerScratch,
) -> tuple[float, float]:
    """Train both networks of a seat on batches of its decisions; mean error^2 and mean entropy."""
    outputs, steps, number = scratch.outputs, scratch.steps, batch.picks.shape[0]
    rows, numbers = played.rows[seat], played.numbers[seat]
    ids, length = rows.reshape(-1), rows.shape[1]
    start: Any = np.int64(0)
    base = biases_at(plan, start)
    zero = spread(0.0, policy)
    slots = plan[OUTPUTS]
    unit = max(deviation(played, seat), 1e-6)
    squares = mixed = 0.0
    for _ in range(updates):
        for sample in range(number):
            at = next_below(rng, played.counts[seat])
            batch.picks[sample] = at
            batch.places[sample] = at * length + IDS
            batch.counts[sample] = rows[at, COUNT]
        forward(plan, policy, start, policy, base, ids, batch.places, batch.counts, number, scratch)
        for sample in range(number):
            at, place = batch.picks[sample], sample * LANES
            store(steps, place, zero)
            mixed += ask_policy(
                outputs,
                steps,
                place,
                slots,
                int(np.int64(rows[at, LEGAL])),
                int(np.int64(rows[at, ACTION])),
                float(numbers[at, CHANCE]),
                numbers[at, BEYOND] / unit,
                clip,
                entropy,
                policy_rate / number,
            )
        backward(plan, policy, start, ids, batch.places, batch.counts, number, scratch)
        forward(plan, values, start, values, base, ids, batch.places, batch.counts, number, scratch)
        for sample in range(number):
            at, place = batch.picks[sample], sample * LANES
            store(steps, place, zero)
            action = place + np.int64(rows[at, ACTION])
            error = numbers[at, WON] - outputs[action]
            squares += error * error
            steps[action] = 2.0 * value_rate / number * error
        backward(plan, values, start, ids, batch.places, batch.counts, number, scratch)
    samples = max(1, updates * number)
    return squares / samples, mixed / samples
