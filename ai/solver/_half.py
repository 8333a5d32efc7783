"""Kernels for 16-bit sums: a unit's numbers are unpacked, updated, and packed again."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.solver._arrays import (
    EDGE_FIRST,
    NODE_FIRST,
    NODE_LAST,
    NODES_BEFORE,
    NUM_BLOCKS,
    SCALE_FIRST,
    STORE_FIRST,
    UPDATE,
    Gather,
    Half,
    Locks,
    Plan,
    Ports,
    Sums,
    Work,
)
from ai.solver._walk import nobody_comes, walk
from engine.jit import LANES, borrowing_kernel, highest, larger, load, pick, spread, store

_MOST = 32766.0
"""Largest packed number; rounding may add one."""
_DITHERS = 64
REGRETS, AVERAGES, INSTANTS = 0, 1, 2


def make_dither() -> NDArray[np.float32]:
    """Return dither for rounding, (64 * 16,): without it small changes never count.

    Each lane gets each of 64 steps from -1/2 to 1/2 once, in its own order.
    """
    steps = (np.arange(_DITHERS) + 0.5) / _DITHERS - 0.5
    rng = np.random.default_rng(0)
    return np.stack([rng.permutation(steps) for _ in range(LANES)], 1).astype(np.float32).ravel()


DITHER = make_dither()


@borrowing_kernel
def unpack(
    plan: Plan,
    unit: int,
    slot: int,
    player: int,
    packed: NDArray[np.int16],
    scales: NDArray[np.float32],
    target: NDArray[Any],
) -> None:
    """Write the numbers of a unit on a board to the start of an array."""
    row, board = plan.units[unit, player], plan.slots[slot, player]
    blocks = board[NUM_BLOCKS]
    source = board[STORE_FIRST] + row[EDGE_FIRST] * blocks * LANES
    scale = board[SCALE_FIRST] + row[NODES_BEFORE] * blocks
    place = 0
    for _ in range(blocks):
        for node in range(row[NODE_FIRST], row[NODE_LAST]):
            size = spread(pick(scales, scale), target)
            scale += 1
            for _ in range(pick(plan.actions, node)):
                store(target, place, load(packed, source + place, target) * size)
                place += LANES


@borrowing_kernel
def pack(
    plan: Plan,
    unit: int,
    slot: int,
    player: int,
    source: NDArray[Any],
    packed: NDArray[np.int16],
    scales: NDArray[np.float32],
    turn: int,
) -> None:
    """Store the numbers at the start of an array as those of a unit on a board.

    They are rounded stochastically, by the iteration ``turn``, so that changes too small for 16
    bits accumulate over iterations.
    """
    dither = ((turn * 40503) >> 7) * LANES
    row, board = plan.units[unit, player], plan.slots[slot, player]
    blocks = board[NUM_BLOCKS]
    target = board[STORE_FIRST] + row[EDGE_FIRST] * blocks * LANES
    scale = board[SCALE_FIRST] + row[NODES_BEFORE] * blocks
    zero = spread(0.0, source)
    place = 0
    for _ in range(blocks):
        for node in range(row[NODE_FIRST], row[NODE_LAST]):
            actions = pick(plan.actions, node)
            most = zero
            for action in range(actions):
                here = load(source, place + action * LANES, source)
                most = larger(most, larger(here, zero - here))
            top = highest(most)
            scales[scale] = top / _MOST
            scale += 1
            size = spread(_MOST / top if top > 0.0 else 0.0, source)
            for _ in range(actions):
                dither = (dither + 11 * LANES) % (_DITHERS * LANES)
                number = load(source, place, source) * size + load(DITHER, dither, source)
                store(packed, target + place, number)
                place += LANES


@borrowing_kernel
def unpack_turn(
    plan: Plan, unit: int, slot: int, player: int, mode: int, half: Half, sums: Sums
) -> None:
    """Unpack the numbers of a unit on a board for one player's turn, into ``sums``."""
    other = 1 - player
    predicts = half.instants[0].shape[0] > 0
    if mode == UPDATE:
        for each in range(2):
            numbers, scales = half.regrets[each], half.scales[REGRETS][each]
            unpack(plan, unit, slot, each, numbers, scales, sums.regrets[each])
            if predicts:
                numbers, scales = half.instants[each], half.scales[INSTANTS][each]
                unpack(plan, unit, slot, each, numbers, scales, sums.instants[each])
    else:
        numbers, scales = half.averages[player], half.scales[AVERAGES][player]
        unpack(plan, unit, slot, player, numbers, scales, sums.averages[player])
    numbers, scales = half.averages[other], half.scales[AVERAGES][other]
    unpack(plan, unit, slot, other, numbers, scales, sums.averages[other])


@borrowing_kernel
def pack_turn(
    plan: Plan, unit: int, slot: int, player: int, turn: int, sums: Sums, half: Half
) -> None:
    """Store the changes of one player's turn in a unit on a board."""
    other = 1 - player
    numbers, scales = half.regrets[player], half.scales[REGRETS][player]
    pack(plan, unit, slot, player, sums.regrets[player], numbers, scales, turn)
    if half.instants[0].shape[0] > 0:
        numbers, scales = half.instants[player], half.scales[INSTANTS][player]
        pack(plan, unit, slot, player, sums.instants[player], numbers, scales, turn)
    numbers, scales = half.averages[other], half.scales[AVERAGES][other]
    pack(plan, unit, slot, other, sums.averages[other], numbers, scales, turn)


@borrowing_kernel
def walk_half(
    plan: Plan,
    unpacked: Plan,
    items: NDArray[np.int64],
    first_player: int,
    last_player: int,
    mode: int,
    turn: int,
    half: Half,
    sums: Sums,
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
    """Do ``walk`` on half sums, in iteration ``turn``.

    ``unpacked`` is the plan of ``sums``, which hold one unit on one board.
    """
    for at in range(factors.shape[0]):
        for player in range(first_player, last_player + 1):
            for item in range(items.shape[0]):
                unit, slot = items[item, 0], items[item, 1]
                if mode != UPDATE and nobody_comes(plan, unit, 1 - player, ports):
                    continue
                unpack_turn(plan, unit, slot, player, mode, half, sums)
                walk(
                    unpacked,
                    items[item : item + 1],
                    player,
                    player,
                    mode,
                    sums,
                    factors[at : at + 1],
                    floor,
                    prediction,
                    locks,
                    ports,
                    into,
                    watched,
                    seen,
                    work,
                )
                if mode == UPDATE:
                    pack_turn(plan, unit, slot, player, turn + at, sums, half)
