"""Scratch arrays of solver kernels."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from ai.solver import _arrays as k
from ai.solver.plan import SpotPlan
from engine.jit import LANES

Ints = NDArray[np.int64]

_LINE = 64
"""Bytes of a cache line."""


def aligned(size: int, dtype: DTypeLike) -> NDArray[Any]:
    """Return cache-aligned zeros, so that no vector straddles two lines."""
    item = np.dtype(dtype).itemsize
    room = np.zeros(size + _LINE // item, dtype)
    start = -room.ctypes.data % _LINE // item
    return room[start : start + size]


def make_work(plan: SpotPlan, dtype: DTypeLike) -> k.Work:
    """Scratch of one worker, for any unit of a spot on any board."""
    units, slots = plan.arrays.units, plan.arrays.slots
    sequences = int(units[:, :, k.NUM_SEQUENCES].max()) * LANES
    chunks = -(-int(units[:, :, k.NUM_ENDS].max()) // LANES)
    blocks = int(slots[:, :, k.NUM_BLOCKS].max())
    square = LANES * LANES
    return k.Work(
        strategy=aligned(sequences, dtype),
        reach=aligned(sequences, dtype),
        value=aligned(sequences, dtype),
        ends=aligned(square, dtype),
        tile=aligned(square, dtype),
        rows=aligned(chunks * (blocks + 1) * square, dtype),
        results=aligned(chunks * blocks * square, dtype),
        sums=aligned(k.CARD_SIZE, dtype),
        totals=aligned(chunks * k.TOTALS_SIZE, dtype),
    )


def page_size(plan: SpotPlan) -> int:
    """Size of the largest unit on a board, of one player."""
    units, slots = plan.arrays.units, plan.arrays.slots
    edges = units[:, :, k.NUM_SEQUENCES] - units[:, :, k.NUM_ROOTS]
    return int(edges.max() * slots[:, :, k.NUM_BLOCKS].max()) * LANES


def make_page(plan: SpotPlan) -> k.RegretSums:
    """Scratch for the sums of one unit on one board."""
    return make_sums((page_size(plan), page_size(plan)), predicts=True)


def make_sums(sizes: tuple[int, int], predicts: bool) -> k.RegretSums:
    """Initial sums, of the given size for each player.

    They are parts of one array: memory freed in pieces below 32 MB is not returned to the system.
    """
    used = (*sizes, *sizes, *(sizes if predicts else (LANES, LANES)))
    ends = np.cumsum(used)
    parts = np.split(aligned(int(ends[-1]), np.float32), ends[:-1])
    return k.RegretSums((parts[0], parts[1]), (parts[2], parts[3]), (parts[4], parts[5]))


def make_half(plan: SpotPlan, predicts: bool, rivers: bool = True) -> k.Half:
    """Initial sums in 16 bits; of a flop those of flop and turn in 32, or these alone."""

    def both(sizes: tuple[int, int], dtype: DTypeLike, used: bool = True) -> tuple[Any, Any]:
        first, second = (aligned(size if used else 0, dtype) for size in sizes)
        return first, second

    packed, scaled, early = plan.sizes, plan.scales, (LANES, LANES)
    if plan.early_half:
        early = packed[0] - plan.last_sizes[0], packed[1] - plan.last_sizes[1]
        packed, scaled = plan.last_sizes, plan.last_scales
    numbers = [both(packed, np.int16, used and rivers) for used in (True, True, predicts)]
    scales = [both(scaled, np.float32, used and rivers) for used in (True, True, predicts)]
    each = numbers[0], numbers[1], numbers[2]
    return k.Half(*each, (scales[0], scales[1], scales[2]), make_sums(early, predicts))


def make_reach(plan: SpotPlan, entries: int, dtype: DTypeLike) -> tuple[Any, Any]:
    """Reach of both players at that many roots of units."""
    first, second = (aligned(entries * plan.width(player), dtype) for player in range(2))
    return first, second


def make_ports(plan: SpotPlan, reach: tuple[Any, Any], dtype: DTypeLike) -> k.Ports:
    """Roots of units, with one worker's own values."""
    width = plan.width(0), plan.width(1)
    entries = len(reach[0]) // width[0]
    return k.Ports(reach, aligned(entries * max(width), dtype), width)


def make_gather(plan: SpotPlan) -> k.Gather:
    """Return the arrays to gather values of the boards after a card, but no room for totals."""
    came: list[list[tuple[Ints, Ints]]] = [[] for _ in plan.boards]
    for runouts in plan.after.values():
        for each in runouts:
            came[each.slot].append(each.moved)
    width = plan.width(0), plan.width(1)
    rows: tuple[list[Ints], list[Ints]] = ([], [])
    row = []
    for places in itertools.chain.from_iterable(came):
        plain = all(np.array_equal(held, np.arange(len(held))) for held in places)
        row.append(-1 if plain else len(rows[0]))
        if not plain:
            for player in range(2):
                moved = np.full(width[player], len(plan.combos[player]), np.int64)
                moved[: len(places[player])] = places[player]
                rows[player].append(moved)
    first = np.cumsum([0, *map(len, came)])
    one, other = (np.concatenate(each) if each else np.zeros(0, np.int64) for each in rows)
    return k.Gather(first, (one, other), np.array(row, np.int64), np.zeros(0))


@dataclass(frozen=True)
class FixedDecision:
    """A decision at which hands play a given strategy.

    Attributes:
        node: of the tree.
        slot: board.
        held: (hands of the root,) bool: the locked hands of the player to act.
        probabilities: (hands of the root, actions).
    """

    node: int
    slot: int
    held: NDArray[np.bool_]
    probabilities: NDArray[np.float64]

    @property
    def width(self) -> int:
        """Number of actions."""
        return int(self.probabilities.shape[1])


def fix(plan: SpotPlan, decisions: Iterable[FixedDecision], dtype: DTypeLike) -> k.Locks:
    """Fixed decisions in the kernels' layout; of two at the same node the later counts."""
    slots, units = len(plan.boards), len(plan.units)
    first = np.full((slots, units, 2), -1, np.int64)
    starts: list[int] = []
    rows: list[NDArray[Any]] = []
    size = 0
    for decision in decisions:
        player = int(plan.tree.actor[decision.node])
        unit, row = plan.where[decision.node]
        if first[decision.slot, unit, player] < 0:
            first[decision.slot, unit, player] = len(starts)
            starts += [-1] * len(plan.units[unit].nodes[player])
        starts[int(first[decision.slot, unit, player]) + row] = size
        hands = plan.places(decision.slot, player)
        here = np.zeros((plan.boards[decision.slot].blocks(player) * LANES, 1 + decision.width))
        here[: len(hands), 0] = decision.held[hands]
        here[: len(hands), 1:] = decision.probabilities[hands]
        blocks = here.reshape(-1, LANES, 1 + decision.width).transpose(0, 2, 1)
        rows.append(blocks.ravel())
        size += blocks.size
    room = aligned(size, dtype)
    if rows:
        room[:] = np.concatenate(rows)
    return k.Locks(first, np.array(starts, np.int64), room)
