"""Kernels of CFR over ranges on a river, or on one street of a longer spot.

A *unit* is a part of the betting tree within one street, from one or several roots; a *slot* is a
board with the hands of both players on it. All work is done per unit and slot, hands in blocks of
16: within a block lanes are hands, and every sequence (a root, or a decision with one of its
actions) has a vector of them. At the unit's terminals it is the other way round: hand by hand,
lanes are terminals, so one sweep over the hands in order of strength, with total and per-card
running sums, evaluates all showdowns together. Squares of 16 x 16 are transposed in between.

``plan.py`` explains the arrays. Offsets into arrays of vectors are in numbers, not vectors.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.solver._arrays import (
    BEST,
    DECAY,
    EDGE_FIRST,
    HAND_FIRST,
    LANE_FIRST,
    LEAF_FIRST,
    NEGATIVE,
    NEXT,
    NODE_FIRST,
    NODE_LAST,
    NUM_BLOCKS,
    NUM_ENDS,
    NUM_LEAVES,
    NUM_ROOTS,
    NUM_SEQUENCES,
    POSITIVE,
    ROOT_FIRST,
    STORE_FIRST,
    UPDATE,
    Locks,
    PlanArrays,
    Ports,
    RegretSums,
    Work,
)
from ai.solver._terminals import add_ends
from engine.jit import (
    LANES,
    borrowing_kernel,
    larger,
    load,
    pick,
    prefetch,
    spread,
    store,
    transpose,
    where_positive,
)


@borrowing_kernel
def unit_place(plan: PlanArrays, unit: int, slot: int, player: int) -> int:
    """Return the offset of a player's numbers of a unit in the arrays of sums."""
    blocks = plan.slots[slot, player, NUM_BLOCKS]
    first = plan.units[unit, player, EDGE_FIRST]
    place: int = plan.slots[slot, player, STORE_FIRST] + first * blocks * LANES
    return place


@borrowing_kernel
def fill_strategy(
    plan: PlanArrays,
    unit: int,
    player: int,
    block: int,
    sums: NDArray[Any],
    place: int,
    following: float,
    prediction: float,
    instants: NDArray[Any],
    locks: Locks,
    locked: int,
    strategy: NDArray[Any],
) -> None:
    """Fill probabilities proportional to positive sums, uniform where there are none.

    ``place`` is the offset of the block's vectors. With a prediction sums count as ``following *
    sum + prediction * instant``.
    """
    row = plan.units[unit, player]
    roots = row[NUM_ROOTS] * LANES
    # In large spots the next block is far away; without prefetching, half of the time is spent
    # waiting.
    ahead = row[NUM_SEQUENCES] * LANES - roots
    zero, one = spread(0.0, strategy), spread(1.0, strategy)
    follow, predict = spread(following, strategy), spread(prediction, strategy)
    for node in range(row[NODE_FIRST], row[NODE_LAST]):
        first, actions = pick(plan.first, node), pick(plan.actions, node)
        source = place + first - roots
        total = zero
        for action in range(actions):
            prefetch(sums, source + action * LANES + ahead)
            weight = load(sums, source + action * LANES, strategy)
            if prediction != 0.0:
                instant = load(instants, source + action * LANES, strategy)
                weight = weight * follow + instant * predict
            weight = larger(weight, zero)
            store(strategy, first + action * LANES, weight)
            total = total + weight
        scale = where_positive(total, one / total, zero)
        equal = where_positive(total, zero, spread(1.0 / actions, strategy))
        for action in range(actions):
            target = first + action * LANES
            store(strategy, target, load(strategy, target, strategy) * scale + equal)
        if locked >= 0:
            start = locks.starts[locked + node - row[NODE_FIRST]]
            if start >= 0:
                start += block * (actions + 1) * LANES
                held = load(locks.rows, start, strategy)
                for action in range(actions):
                    target = first + action * LANES
                    fixed = load(locks.rows, start + (action + 1) * LANES, strategy)
                    free = load(strategy, target, strategy)
                    store(strategy, target, where_positive(held, fixed, free))


@borrowing_kernel
def forward(
    plan: PlanArrays,
    unit: int,
    slot: int,
    player: int,
    mode: int,
    sums: RegretSums,
    factors: NDArray[np.float64],
    prediction: float,
    locks: Locks,
    ports: Ports,
    leaves: Ports,
    work: Work,
) -> None:
    """Fill the reach of a player's hands at terminals and leaves of a unit, for the other's turn.

    While updating the player plays its latest strategy, otherwise its average.
    """
    other = 1 - player
    updating = mode == UPDATE
    weights = sums.regrets[player] if updating else sums.averages[player]
    instants, averages = sums.instants[player], sums.averages[player]
    # Position 0 has already been updated in this iteration when it is position 1's turn.
    following = factors[NEXT] if player == 0 else factors[POSITIVE]
    predicting = prediction if updating else 0.0
    row, ends = plan.units[unit, player], plan.units[unit, other]
    roots, sequences = row[NUM_ROOTS], row[NUM_SEQUENCES]
    edges = sequences - roots
    blocks = plan.slots[slot, player, NUM_BLOCKS]
    hand_first = plan.slots[slot, player, HAND_FIRST]
    root_width, leaf_width = ports.width[player], leaves.width[player]
    arriving_reach, root_first = ports.reach[player], row[ROOT_FIRST]
    locked = locks.first[slot, unit, player]
    place = unit_place(plan, unit, slot, player)
    # One more, empty block: hands that the other player does not have.
    stride = (blocks + 1) * LANES * LANES
    chunks = (ends[NUM_ENDS] + LANES - 1) // LANES
    reach, strategy = work.reach, work.strategy
    fade = spread(factors[DECAY], reach)
    for block in range(blocks):
        fill_strategy(
            plan,
            unit,
            player,
            block,
            weights,
            place,
            following,
            predicting,
            instants,
            locks,
            locked,
            strategy,
        )
        for lane in range(LANES):
            hand = pick(plan.place, hand_first + block * LANES + lane)
            for root in range(roots):
                entry = pick(plan.roots, root_first + root) * root_width
                reach[np.uint64(root * LANES + lane)] = pick(arriving_reach, entry + hand)
        for node in range(row[NODE_FIRST], row[NODE_LAST]):
            first = pick(plan.first, node)
            arriving = load(reach, pick(plan.parent, node), reach)
            for action in range(pick(plan.actions, node)):
                target = first + action * LANES
                store(reach, target, arriving * load(strategy, target, reach))
        if updating:
            for edge in range(edges):
                target = place + edge * LANES
                prefetch(averages, target + edges * LANES)
                here = load(reach, (roots + edge) * LANES, reach)
                store(averages, target, load(averages, target, reach) * fade + here)
        for chunk in range(chunks):
            transpose(
                reach,
                0,
                plan.source,
                ends[LANE_FIRST] + chunk * LANES,
                work.rows,
                chunk * stride + block * LANES * LANES,
            )
        for leaf in range(row[LEAF_FIRST], row[LEAF_FIRST] + row[NUM_LEAVES]):
            target = plan.leaves[leaf, 2] * leaf_width + block * LANES
            store(leaves.reach[player], target, load(reach, plan.leaves[leaf, player], reach))
        place += edges * LANES
    nothing = spread(0.0, reach)
    for chunk in range(chunks):
        store(work.rows, chunk * stride + blocks * LANES * LANES, nothing)


@borrowing_kernel
def backward(
    plan: PlanArrays,
    unit: int,
    slot: int,
    player: int,
    mode: int,
    sums: RegretSums,
    factors: NDArray[np.float64],
    floor: float,
    prediction: float,
    locks: Locks,
    ports: Ports,
    leaf_value: NDArray[Any],
    watched: int,
    seen: NDArray[Any],
    work: Work,
) -> None:
    """Backpropagate a player's values from terminals to roots, updating regret sums.

    Hands have the same indices in ``leaf_value`` as at the roots. The values of the sequences of
    the decision ``watched`` are written to ``seen``.
    """
    updating = mode == UPDATE
    weights = sums.regrets[player] if updating else sums.averages[player]
    instants = sums.instants[player]
    predicting = prediction if updating else 0.0
    root_width, worth = ports.width[player], ports.value
    root_first = plan.units[unit, player, ROOT_FIRST]
    row = plan.units[unit, player]
    roots, sequences = row[NUM_ROOTS], row[NUM_SEQUENCES]
    edges = sequences - roots
    blocks = plan.slots[slot, player, NUM_BLOCKS]
    hand_first = plan.slots[slot, player, HAND_FIRST]
    locked = locks.first[slot, unit, player]
    place = unit_place(plan, unit, slot, player)
    value, strategy = work.value, work.strategy
    # Prefetch the start of the next unit; a river spot has only one, which is in cache.
    fetching = updating and plan.slots.shape[0] > 1
    other = 1 - player
    their_regrets, their_averages = sums.regrets[other], sums.averages[other]
    others = plan.units[unit, other, NUM_SEQUENCES] - plan.units[unit, other, NUM_ROOTS]
    following = unit_place(plan, unit, slot, other)
    following += others * plan.slots[slot, other, NUM_BLOCKS] * LANES
    zero = spread(0.0, value)
    least = spread(floor, value)
    positive, negative = spread(factors[POSITIVE], value), spread(factors[NEGATIVE], value)
    for block in range(blocks):
        fill_strategy(
            plan,
            unit,
            player,
            block,
            weights,
            place,
            factors[POSITIVE],
            predicting,
            instants,
            locks,
            locked,
            strategy,
        )
        if fetching:
            for _ in range(others):
                prefetch(their_regrets, following)
                prefetch(their_averages, following)
                following += LANES
        for sequence in range(sequences):
            store(value, sequence * LANES, zero)
        add_ends(plan, unit, slot, player, block, work)
        for leaf in range(row[LEAF_FIRST], row[LEAF_FIRST] + row[NUM_LEAVES]):
            source = plan.leaves[leaf, 2] * root_width + block * LANES
            target = plan.leaves[leaf, player]
            store(value, target, load(value, target, value) + load(leaf_value, source, value))
        for back in range(row[NODE_LAST] - row[NODE_FIRST]):
            node = row[NODE_LAST] - 1 - back
            first, actions = pick(plan.first, node), pick(plan.actions, node)
            expected = zero
            for action in range(actions):
                source = first + action * LANES
                expected = expected + load(value, source, value) * load(strategy, source, value)
            if updating:
                target = place + first - roots * LANES
                for action in range(actions):
                    instant = load(value, first + action * LANES, value) - expected
                    regret = load(weights, target + action * LANES, value)
                    regret = regret * where_positive(regret, positive, negative) + instant
                    store(weights, target + action * LANES, larger(regret, least))
                    if predicting != 0.0:
                        store(instants, target + action * LANES, instant)
            elif mode == BEST:
                best = load(value, first, value)
                for action in range(1, actions):
                    best = larger(best, load(value, first + action * LANES, value))
                if locked >= 0 and locks.starts[locked + node - row[NODE_FIRST]] >= 0:
                    start = locks.starts[locked + node - row[NODE_FIRST]]
                    held = load(locks.rows, start + block * (actions + 1) * LANES, value)
                    best = where_positive(held, expected, best)
                expected = best
            parent = pick(plan.parent, node)
            store(value, parent, load(value, parent, value) + expected)
        if watched >= 0:
            first = pick(plan.first, watched)
            for action in range(pick(plan.actions, watched)):
                for lane in range(LANES):
                    hand = hand_first + block * LANES + lane
                    number = value[first + action * LANES + lane]
                    seen[action * root_width + pick(plan.place, hand)] = number
        for lane in range(LANES):
            hand = pick(plan.place, hand_first + block * LANES + lane)
            for root in range(roots):
                entry = pick(plan.roots, root_first + root) * root_width
                worth[np.uint64(entry + hand)] = pick(value, root * LANES + lane)
        place += edges * LANES
