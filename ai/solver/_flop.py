"""Kernels of a flop's turn cards: betting on the turn, and all of its rivers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ai.solver._arrays import (
    NUM_BLOCKS,
    UPDATE,
    Gather,
    Half,
    Locks,
    PlanArrays,
    Ports,
    RegretSums,
    Work,
)
from ai.solver._half import walk_half
from ai.solver._kernels import backward, forward, unit_place
from ai.solver._terminals import sweep
from ai.solver._traversal import copy_hands, forget, nobody_comes, walk
from engine.jit import LANES, borrowing_kernel, spread, store


@borrowing_kernel
def clear_rest(plan: PlanArrays, slot: int, player: int, ports: Ports) -> None:
    """Set the reach to 0 of entries' ends that the hands of a board do not fill.

    Boards with more hands wrote there.
    """
    width = ports.width[player]
    used = plan.slots[slot, player, NUM_BLOCKS] * LANES
    for start in range(0, ports.reach[player].shape[0], width):
        for hand in range(start + used, start + width, LANES):
            store(ports.reach[player], hand, spread(0.0, ports.reach[player]))


@borrowing_kernel
def walk_turn(
    plan: PlanArrays,
    unpacked: PlanArrays,
    unit: int,
    slot: int,
    items: NDArray[np.int64],
    player: int,
    mode: int,
    turn: int,
    early: RegretSums,
    sums: RegretSums,
    half: Half | None,
    factors: NDArray[np.float64],
    floor: float,
    prediction: float,
    locks: Locks,
    above: Ports,
    below: Ports,
    into: Gather,
    leaf_value: NDArray[Any],
    leaders: NDArray[np.int64],
    watched: int,
    seen: NDArray[Any],
    top: Work,
    work: Work,
) -> None:
    """Do one player's turn on a turn card and all rivers after it.

    ``unpacked`` is the plan of ``early``, the sums of flop and turn. Rivers are in ``half`` or, if
    that is None, in ``sums``, which are a page of it otherwise. Without ``items`` the values at the
    end of the turn's betting are those in ``into``.
    """
    other = 1 - player
    forget(plan, unit, player, above)
    if items.shape[0] > 0:
        into.total[:] = 0.0
    if mode != UPDATE and nobody_comes(plan, unit, other, above):
        return
    row = factors[0]
    clear_rest(plan, slot, other, below)
    forward(unpacked, unit, slot, other, mode, early, row, prediction, locks, above, below, top)
    place = unit_place(unpacked, unit, slot, player)
    sweep(unpacked, unit, slot, player, early.regrets[player], place, top)
    if half is None:
        walk(
            plan,
            items,
            player,
            player,
            mode,
            sums,
            factors,
            floor,
            prediction,
            locks,
            below,
            into,
            -1,
            seen,
            work,
        )
    else:
        walk_half(
            plan,
            unpacked,
            items,
            player,
            player,
            mode,
            turn,
            half,
            sums,
            factors,
            floor,
            prediction,
            locks,
            below,
            into,
            -1,
            seen,
            work,
        )
    for index in range(into.total.shape[0]):
        leaf_value[index] = into.total[index]
    backward(
        unpacked,
        unit,
        slot,
        player,
        mode,
        early,
        row,
        floor,
        prediction,
        locks,
        above,
        leaf_value,
        watched,
        seen,
        top,
    )
    if mode == UPDATE and leaders.shape[0] > 0:
        copy_hands(unpacked, unit, slot, player, early, leaders)
