"""Kernels of turns through a spot's terminal units, on many boards."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.solver._arrays import (
    NUM_ROOTS,
    NUM_SEQUENCES,
    ROOT_FIRST,
    UPDATE,
    Gather,
    Locks,
    PlanArrays,
    Ports,
    RegretSums,
    Work,
)
from ai.solver._kernels import backward, forward, unit_place
from ai.solver._terminals import sweep
from engine.jit import LANES, borrowing_kernel, load, pick, spread, store


@borrowing_kernel
def nobody_comes(plan: PlanArrays, unit: int, player: int, ports: Ports) -> bool:
    """Return whether no hand of a player reaches any root of a unit."""
    width = ports.width[player]
    first = plan.units[unit, player, ROOT_FIRST]
    for root in range(first, first + plan.units[unit, player, NUM_ROOTS]):
        for index in range(plan.roots[root] * width, (plan.roots[root] + 1) * width):
            if ports.reach[player][index] != 0.0:
                return False
    return True


@borrowing_kernel
def gather(plan: PlanArrays, unit: int, slot: int, player: int, ports: Ports, into: Gather) -> None:
    """Add the values at a unit's roots to those of the hands before the last card."""
    width = ports.width[player]
    first = plan.units[unit, player, ROOT_FIRST]
    for root in range(first, first + plan.units[unit, player, NUM_ROOTS]):
        start = plan.roots[root] * width
        for card in range(into.first[slot], into.first[slot + 1]):
            row = into.row[card]
            if row < 0:
                for hand in range(start, start + width, LANES):
                    here = load(ports.value, hand, into.total)
                    store(into.total, hand, load(into.total, hand, into.total) + here)
            else:
                for hand in range(width):
                    moved = pick(into.moved[player], row * width + hand)
                    into.total[start + hand] += pick(ports.value, start + moved)


@borrowing_kernel
def forget(plan: PlanArrays, unit: int, player: int, ports: Ports) -> None:
    """Set values to 0 of hands that a board blocks."""
    width = ports.width[player]
    first = plan.units[unit, player, ROOT_FIRST]
    for root in range(first, first + plan.units[unit, player, NUM_ROOTS]):
        start = plan.roots[root] * width
        for hand in range(start, start + width, LANES):
            store(ports.value, hand, spread(0.0, ports.value))


@borrowing_kernel
def walk(
    plan: PlanArrays,
    items: NDArray[np.int64],
    first_player: int,
    last_player: int,
    mode: int,
    sums: RegretSums,
    factors: NDArray[np.float64],
    floor: float,
    prediction: float,
    locks: Locks,
    ports: Ports,
    into: Gather,
    watched: int,
    seen: NDArray[Any],
    work: Work,
) -> None:
    """Do turns of one player or both, for each row of ``factors``, in terminal units.

    ``items`` is (items, 2) of unit and slot. While updating, the average of the player to be
    updated grows, too.
    """
    for at in range(factors.shape[0]):
        row = factors[at]
        for player in range(first_player, last_player + 1):
            other = 1 - player
            for item in range(items.shape[0]):
                unit, slot = items[item, 0], items[item, 1]
                if mode != UPDATE and nobody_comes(plan, unit, other, ports):
                    continue
                forward(
                    plan, unit, slot, other, mode, sums, row, prediction, locks, ports, ports, work
                )
                own = unit_place(plan, unit, slot, player)
                sweep(plan, unit, slot, player, sums.regrets[player], own, work)
                forget(plan, unit, player, ports)
                backward(
                    plan,
                    unit,
                    slot,
                    player,
                    mode,
                    sums,
                    row,
                    floor,
                    prediction,
                    locks,
                    ports,
                    ports.value,
                    watched,
                    seen,
                    work,
                )
                gather(plan, unit, slot, player, ports, into)


@borrowing_kernel
def copy_hands(
    plan: PlanArrays,
    unit: int,
    slot: int,
    player: int,
    sums: RegretSums,
    leaders: NDArray[np.int64],
) -> None:
    """Give every hand the regrets of its representative, bit for bit."""
    place = unit_place(plan, unit, slot, player)
    row = plan.units[unit, player]
    size = (row[NUM_SEQUENCES] - row[NUM_ROOTS]) * LANES
    predicts = sums.instants[player].shape[0] > LANES
    for hand in range(leaders.shape[0]):
        leader = leaders[hand]
        if leader != hand:
            source = place + leader // LANES * size + leader % LANES
            target = place + hand // LANES * size + hand % LANES
            for edge in range(0, size, LANES):
                sums.regrets[player][target + edge] = sums.regrets[player][source + edge]
                if predicts:
                    sums.instants[player][target + edge] = sums.instants[player][source + edge]
