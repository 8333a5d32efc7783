"""Kernels that learn from stored rows: losses, targets, sampling and learning times."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ai.networks.gradient import backward
from ai.networks.layers import OUTPUTS, LayerScratch, biases_at, forward, soften
from ai.networks.nfsp import _memories as m
from engine.jit import LANES, borrowing_kernel, spread, store
from engine.rng import RngState, next_below, next_float

# Layout of ``whole``, int64.
SEATS, WEIGHTS, ACTIVE, RL_ROW, SL_ROW = 0, 1, 2, 3, 4
RL_MEMORY, SL_MEMORY, GAMES, BATCH, LEARN_EVERY, UPDATES = 5, 6, 7, 8, 9, 10
TARGET_EVERY, LEAST_MEMORY, LEAST_TIMES, MOST_TIMES, PRIORITISED, REPEATED = 11, 12, 13, 14, 15, 16
WARM_UP = 17
NUM_WHOLE = 18
# Layout of ``real``, float64.
RL_RATE, SL_RATE, RATE_DECAY, ETA, EPSILON, EPSILON_DECAY, DISCOUNT = 0, 1, 2, 3, 4, 5, 6
ALPHA, BETA, BETA_EPISODES, SCALE, EXPLORE = 7, 8, 9, 10, 11
NUM_REAL = 12
# Columns of ``counts``, by seat, int64: own decisions, items offered to each memory, updates.
DECISIONS, RL_SEEN, SL_SEEN, RL_UPDATES, SL_UPDATES = 0, 1, 2, 3, 4
NUM_COUNTS = 5
# Columns of ``sums``, by seat, float64: losses since last reported and their number of updates;
# total learning times of batches of transitions, and the number of batches.
RL_LOSS, RL_LOSSES, SL_LOSS, SL_LOSSES, TIMES, BATCHES = 0, 1, 2, 3, 4, 5
NUM_SUMS = 6

LEAST_ERROR = 0.01
"""Added to errors before they become priorities, so that none is never drawn, and importance
weights are not dwarfed by that of an error of 0."""
MOST_ERROR = 1e3
"""Error at which priorities are capped: larger ones mean divergence."""
_SIGN = 1 << 31


class NfspConstants(NamedTuple):
    """The constants of a run.

    Attributes:
        whole: (NUM_WHOLE,) int64.
        real: (NUM_REAL,) float64.
        plan: of all networks.
        levels: of the trees of priorities.
    """

    whole: NDArray[np.int64]
    real: NDArray[np.float64]
    plan: NDArray[np.int64]
    levels: NDArray[np.int64]


class NfspState(NamedTuple):
    """Networks and memories of a run, all seats one after another in flat arrays.

    Attributes:
        values: weights of action values.
        targets: weights of the values used for targets.
        averages: weights of average policies.
        transitions: circular memories.
        decisions: reservoirs.
        trees: of priorities; empty without them.
        counts: (seats, NUM_COUNTS) int64.
        sums: (seats, NUM_SUMS) float64.
    """

    values: NDArray[Any]
    targets: NDArray[Any]
    averages: NDArray[Any]
    transitions: NDArray[np.uint16]
    decisions: NDArray[np.uint16]
    trees: m.Trees
    counts: NDArray[np.int64]
    sums: NDArray[np.float64]


class NfspMinibatch(NamedTuple):
    """Scratch of a batch, (batch,) each.

    Attributes:
        picks: starts of the drawn rows.
        leaves: their numbers in the memory.
        weights: importance of each.
        errors: of each; first used for targets.
        places: of the ids of the forward pass.
        counts: number of ids of each.
        following: the samples with a next decision.
    """

    picks: NDArray[np.int64]
    leaves: NDArray[np.int64]
    weights: NDArray[np.float64]
    errors: NDArray[np.float64]
    places: NDArray[np.int64]
    counts: NDArray[np.int64]
    following: NDArray[np.int64]


@borrowing_kernel
def fallen(value: float, decay: float, count: int) -> float:
    """``value / sqrt(1 + count / decay)``, or ``value`` without decay."""
    return value / math.sqrt(1.0 + count / decay) if decay > 0.0 else value


@borrowing_kernel
def learning_rate(settings: NfspConstants, rate: int, updates: int) -> float:
    """Return a rate after a number of updates: warm-up, then decay."""
    full = fallen(settings.real[rate], settings.real[RATE_DECAY], updates)
    warm_up = settings.whole[WARM_UP]
    return full * (updates + 1) / warm_up if updates < warm_up else full


@borrowing_kernel
def chips_of(rows: NDArray[np.uint16], at: int) -> int:
    """The chips of a transition's row."""
    bits = np.int64(rows[at + m.CHIPS]) | np.int64(rows[at + m.CHIPS + 1]) << 16
    return int((bits ^ _SIGN) - _SIGN)


@borrowing_kernel
def learn_values(
    plan: NDArray[np.int64],
    values: NDArray[Any],
    targets: NDArray[Any],
    start: int,
    rows: NDArray[np.uint16],
    active: int,
    number: int,
    discount: float,
    scale: float,
    rate: float,
    batch: NfspMinibatch,
    scratch: LayerScratch,
) -> float:
    """Step action values by a batch of transitions; the loss is the mean of weight * error^2.

    A target is the reward, or the discounted largest value of the next decision's legal actions.
    ``batch.errors`` are targets minus values before the step. Returns the loss before it.
    """
    outputs, steps = scratch.outputs, scratch.steps
    places, counts, errors = batch.places, batch.counts, batch.errors
    following: Any = np.int64(0)  # a plain 0 would compile callees again
    for sample in range(number):
        at = batch.picks[sample]
        errors[sample] = chips_of(rows, at) / scale
        if rows[at + m.NEXT_LEGAL]:
            places[following] = at + m.BEGIN + active
            counts[following] = rows[at + m.NEXT_COUNT]
            batch.following[following] = sample
            following += 1
    base = biases_at(plan, start)
    forward(plan, targets, start, targets, base, rows, places, counts, following, scratch)
    for index in range(following):
        sample = batch.following[index]
        mask = np.int64(rows[batch.picks[sample] + m.NEXT_LEGAL])
        best = -np.inf
        for output in range(plan[OUTPUTS]):
            if (mask >> output) & 1:
                best = max(best, float(outputs[index * LANES + output]))
        errors[sample] += discount * best
    for sample in range(number):
        at = batch.picks[sample]
        places[sample] = at + m.BEGIN
        counts[sample] = rows[at + m.COUNT]
    forward(plan, values, start, values, base, rows, places, counts, number, scratch)
    zero = spread(0.0, values)
    loss = 0.0
    for sample in range(number):
        place = sample * LANES
        action = place + np.int64(rows[batch.picks[sample] + m.ACTION])
        errors[sample] -= outputs[action]
        weighted = batch.weights[sample] * errors[sample]
        loss += weighted * errors[sample]
        store(steps, place, zero)
        steps[action] = 2.0 * rate / number * weighted
    backward(plan, values, start, rows, places, counts, number, scratch)
    return loss / number


@borrowing_kernel
def learn_average(
    plan: NDArray[np.int64],
    averages: NDArray[Any],
    start: int,
    rows: NDArray[np.uint16],
    number: int,
    rate: float,
    batch: NfspMinibatch,
    scratch: LayerScratch,
) -> float:
    """Step an average policy by a batch of decisions; the loss is the mean cross-entropy.

    Returns the loss before the step.
    """
    outputs, steps = scratch.outputs, scratch.steps
    places, counts = batch.places, batch.counts
    for sample in range(number):
        at = batch.picks[sample]
        places[sample] = at + m.DECISION
        counts[sample] = rows[at + m.COUNT]
    base = biases_at(plan, start)
    forward(plan, averages, start, averages, base, rows, places, counts, number, scratch)
    each = rate / number
    loss = 0.0
    for sample in range(number):
        at, place = batch.picks[sample], sample * LANES
        mask = int(np.int64(rows[at + m.LEGAL]))
        soften(outputs, place, plan[OUTPUTS], mask)
        action = place + np.int64(rows[at + m.ACTION])
        loss -= math.log(outputs[action])
        for output in range(place, place + plan[OUTPUTS]):
            steps[output] = -each * outputs[output]
        steps[action] += each
    backward(plan, averages, start, rows, places, counts, number, scratch)
    return loss / number


@borrowing_kernel
def draw_alike(
    rows: NDArray[np.uint16],
    start: int,
    size: int,
    fill: int,
    number: int,
    rng: RngState,
    batch: NfspMinibatch,
) -> None:
    """Draw rows of a memory uniformly."""
    for sample in range(number):
        at = start + next_below(rng, fill) * size
        batch.picks[sample] = at
        batch.weights[sample] = 1.0
        m.fetch(rows, at, size)


@borrowing_kernel
def draw_by_priority(
    trees: m.Trees,
    levels: NDArray[np.int64],
    tree: int,
    rows: NDArray[np.uint16],
    start: int,
    size: int,
    number: int,
    beta: float,
    rng: RngState,
    batch: NfspMinibatch,
) -> float:
    """Sample rows by priority, one from each of as many equal strata.

    The importance of each is (its priority / the minimum)^-beta, at most 1. Returns their mean
    priority as a share of the memory's maximum.
    """
    whole, least, most = m.whole(trees, levels, tree)
    share, root = whole / number, levels.shape[0] - 2
    begin: Any = np.int64(0)
    for sample in range(number):
        point = (sample + next_float(rng)) * share
        node, rest = m.find(trees.sums, levels, tree, point, begin, root, 1)
        batch.leaves[sample] = node
        batch.errors[sample] = rest
        m.fetch_leaves(trees, tree + node * LANES)
    mean = 0.0
    for sample in range(number):
        node, rest = batch.leaves[sample], batch.errors[sample]
        leaf = m.find(trees.sums, levels, tree, rest, node, 0, 0)[0]
        at = start + leaf * size
        m.fetch(rows, at, size)
        priority = trees.sums[tree + leaf]
        batch.leaves[sample] = leaf
        batch.picks[sample] = at
        batch.weights[sample] = math.exp(-beta * math.log(priority / least))
        mean += priority
    return mean / number / most


@borrowing_kernel
def priority_of(error: float, alpha: float) -> float:
    """Return (|error| + a little)^alpha; for NaN that of the largest error."""
    size = abs(error)
    if not size < MOST_ERROR:
        size = MOST_ERROR
    return math.exp(alpha * math.log(size + LEAST_ERROR))


@borrowing_kernel
def learn(
    settings: NfspConstants,
    learned: NfspState,
    seat: int,
    episodes: int,
    rng: RngState,
    batch: NfspMinibatch,
    scratch: LayerScratch,
) -> None:
    """Do a seat's updates of both its networks, if their memories are large enough."""
    whole, real, plan, levels = settings.whole, settings.real, settings.plan, settings.levels
    counts, sums, number = learned.counts, learned.sums, whole[BATCH]
    weights, tree = seat * whole[WEIGHTS], seat * levels[levels.shape[0] - 1]
    beta = real[BETA] + (1.0 - real[BETA]) * min(1.0, episodes / real[BETA_EPISODES])
    for _ in range(whole[UPDATES]):
        if counts[seat, RL_SEEN] >= whole[LEAST_MEMORY]:
            rows, size = learned.transitions, whole[RL_ROW]
            start = seat * whole[RL_MEMORY] * size
            times: Any = np.int64(1)
            if whole[PRIORITISED]:
                share = draw_by_priority(
                    learned.trees, levels, tree, rows, start, size, number, beta, rng, batch
                )
                if whole[REPEATED]:
                    times = np.int64(np.rint(share * whole[MOST_TIMES]))
                    times = min(max(times, whole[LEAST_TIMES]), whole[MOST_TIMES])
            else:
                fill = min(counts[seat, RL_SEEN], whole[RL_MEMORY])
                draw_alike(rows, start, size, fill, number, rng, batch)
            sums[seat, TIMES] += times
            sums[seat, BATCHES] += 1.0
            for _ in range(times):
                rate = learning_rate(settings, RL_RATE, counts[seat, RL_UPDATES])
                sums[seat, RL_LOSS] += learn_values(
                    plan,
                    learned.values,
                    learned.targets,
                    weights,
                    rows,
                    whole[ACTIVE],
                    number,
                    real[DISCOUNT],
                    real[SCALE],
                    rate,
                    batch,
                    scratch,
                )
                sums[seat, RL_LOSSES] += 1.0
                counts[seat, RL_UPDATES] += 1
                if counts[seat, RL_UPDATES] % whole[TARGET_EVERY] == 0:
                    for place in range(weights, weights + whole[WEIGHTS]):
                        learned.targets[place] = learned.values[place]
            if whole[PRIORITISED]:
                for sample in range(number):
                    priority = priority_of(batch.errors[sample], real[ALPHA])
                    m.set_priority(learned.trees, levels, tree, batch.leaves[sample], priority)
        if counts[seat, SL_SEEN] >= whole[LEAST_MEMORY]:
            rows, size = learned.decisions, whole[SL_ROW]
            fill = min(counts[seat, SL_SEEN], whole[SL_MEMORY])
            start = seat * whole[SL_MEMORY] * size
            draw_alike(rows, start, size, fill, number, rng, batch)
            rate = learning_rate(settings, SL_RATE, counts[seat, SL_UPDATES])
            sums[seat, SL_LOSS] += learn_average(
                plan, learned.averages, weights, rows, number, rate, batch, scratch
            )
            sums[seat, SL_LOSSES] += 1.0
            counts[seat, SL_UPDATES] += 1
