"""Kernels of a unit's terminals: values of folds and showdowns for all hands at once."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from ai.solver._arrays import (
    CARD_SIZE,
    GROUP_FIRST,
    HAND_FIRST,
    LANE_FIRST,
    NO_CARD,
    NUM_BLOCKS,
    NUM_ENDS,
    NUM_GROUPS,
    NUM_SHOWDOWNS,
    OWN_FOLDS,
    TOTALS_SIZE,
    PlanArrays,
    Work,
)
from engine.jit import LANES, borrowing_kernel, load, pick, prefetch, spread, store, transpose


@borrowing_kernel
def sweep(
    plan: PlanArrays,
    unit: int,
    slot: int,
    player: int,
    wanted: NDArray[Any],
    place: int,
    work: Work,
) -> None:
    """Compute the values of terminals for a player's hands, weighted by the opposing reach met.

    Showdowns are the hands beaten less those lost to, into ``results``; for folds the total and
    per-card sums are left in ``totals``. Meanwhile the part of ``wanted`` from ``place`` on, needed
    next, is prefetched.
    """
    other = 1 - player
    row = plan.units[unit, player]
    blocks, other_blocks = (
        plan.slots[slot, player, NUM_BLOCKS],
        plan.slots[slot, other, NUM_BLOCKS],
    )
    hands = plan.slots[slot, player, HAND_FIRST]
    others = plan.slots[slot, other, HAND_FIRST]
    first_group = plan.slots[slot, player, GROUP_FIRST]
    groups = plan.slots[slot, player, NUM_GROUPS]
    rows, results, sums = work.rows, work.results, work.sums
    half, nothing = spread(-0.5, sums), spread(0.0, results)
    for chunk in range((row[NUM_ENDS] + LANES - 1) // LANES):
        source = chunk * (other_blocks + 1) * LANES * LANES
        for index in range(CARD_SIZE):
            sums[index] = 0.0
        total = spread(0.0, sums)
        for hand in range(plan.groups[first_group + groups - 1, other]):
            low, high = pick(plan.low, others + hand), pick(plan.high, others + hand)
            held = load(rows, source + hand * LANES, sums)
            prefetch(wanted, place)
            place += LANES
            total = total + held
            store(sums, low, load(sums, low, sums) + held)
            store(sums, high, load(sums, high, sums) + held)
        if (chunk + 1) * LANES > row[OWN_FOLDS]:
            target = chunk * TOTALS_SIZE
            for index in range(CARD_SIZE):
                work.totals[target + index] = sums[index]
            store(work.totals, target + CARD_SIZE, total)
        if chunk * LANES >= row[NUM_SHOWDOWNS]:
            continue
        # Before the first hand half of everything counts as lost to, at the end half as beaten.
        for card in range(NO_CARD):
            store(sums, card * LANES, load(sums, card * LANES, sums) * half)
        below = total * half
        target = chunk * blocks * LANES * LANES
        own_start, start = 0, 0
        for group in range(first_group, first_group + groups):
            own_stop, stop = plan.groups[group, player], plan.groups[group, other]
            for hand in range(own_start, own_stop):
                low, high = pick(plan.low, hands + hand), pick(plan.high, hands + hand)
                beaten = below - load(sums, low, sums) - load(sums, high, sums)
                store(results, target + hand * LANES, beaten)
            for hand in range(start, stop):
                low, high = pick(plan.low, others + hand), pick(plan.high, others + hand)
                held = load(rows, source + hand * LANES, sums)
                below = below + held
                store(sums, low, load(sums, low, sums) + held)
                store(sums, high, load(sums, high, sums) + held)
            for hand in range(own_start, own_stop):
                low, high = pick(plan.low, hands + hand), pick(plan.high, hands + hand)
                beaten = below - load(sums, low, sums) - load(sums, high, sums)
                place = target + hand * LANES
                store(results, place, load(results, place, sums) + beaten)
            own_start, start = own_stop, stop
        # Clear padding lanes: stale values would prevent bit-for-bit resumption.
        for hand in range(own_start, blocks * LANES):
            store(results, target + hand * LANES, nothing)


@borrowing_kernel
def add_ends(plan: PlanArrays, unit: int, slot: int, player: int, block: int, work: Work) -> None:
    """Add the values of terminals for the hands of a block to the values of their sequences."""
    other = 1 - player
    row = plan.units[unit, player]
    blocks, other_blocks = (
        plan.slots[slot, player, NUM_BLOCKS],
        plan.slots[slot, other, NUM_BLOCKS],
    )
    hand_first = plan.slots[slot, player, HAND_FIRST] + block * LANES
    lane_first, value, ends = row[LANE_FIRST], work.value, work.ends
    for chunk in range((row[NUM_SHOWDOWNS] + LANES - 1) // LANES):
        source = (chunk * blocks + block) * LANES * LANES
        transpose(work.results, source, plan.square, 0, ends, 0)
        for end in range(chunk * LANES, min((chunk + 1) * LANES, row[NUM_SHOWDOWNS])):
            target = pick(plan.target, lane_first + end)
            chips = spread(pick(plan.chips, lane_first + end), value)
            won = load(ends, (end - chunk * LANES) * LANES, value) * chips
            store(value, target, load(value, target, value) + won)
    for chunk in range(row[OWN_FOLDS] // LANES, (row[NUM_ENDS] + LANES - 1) // LANES):
        totals = chunk * TOTALS_SIZE
        source = chunk * (other_blocks + 1) * LANES * LANES
        everybody = load(work.totals, totals + CARD_SIZE, work.sums)
        for lane in range(LANES):
            hand = hand_first + lane
            low = load(work.totals, totals + pick(plan.low, hand), work.sums)
            high = load(work.totals, totals + pick(plan.high, hand), work.sums)
            same = load(work.rows, source + pick(plan.same, hand), work.sums)
            store(work.tile, lane * LANES, everybody - low - high + same)
        transpose(work.tile, 0, plan.square, 0, ends, 0)
        start = max(chunk * LANES, row[OWN_FOLDS])
        for end in range(start, min((chunk + 1) * LANES, row[NUM_ENDS])):
            target = pick(plan.fold_target, lane_first + end)
            chips = spread(pick(plan.fold_chips, lane_first + end), value)
            won = load(ends, (end - chunk * LANES) * LANES, value) * chips
            store(value, target, load(value, target, value) + won)
