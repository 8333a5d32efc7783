"""One player's turn through a whole spot: reach down, values up, river cards in parallel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, wait
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import DTypeLike, NDArray

from ai.solver import _arrays as k
from ai.solver._half import pack_turn, unpack_turn, walk_half
from ai.solver._kernels import backward, forward
from ai.solver._terminals import sweep
from ai.solver._traversal import copy_hands, walk
from ai.solver.buffers import (
    aligned,
    make_gather,
    make_page,
    make_ports,
    make_reach,
    make_work,
    page_size,
)
from ai.solver.plan import SpotPlan
from engine.jit import LANES

_CALL = 12_000_000
"""Sums that one kernel call processes, in some 20 ms."""

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Rules:
    """The settings of one turn.

    Attributes:
        mode: of ``_arrays.py``: update, expect or best.
        factors: (iterations, 4) of ``schedule.py``.
        floor: least sum of regrets.
        prediction: weight of the last regret.
        iteration: index of the first one, for rounding to 16 bits.
    """

    mode: int
    factors: Floats
    floor: float = 0.0
    prediction: float = 0.0
    iteration: int = 0


EXPECT, BEST = Rules(k.EXPECT, np.ones((1, 4))), Rules(k.BEST, np.ones((1, 4)))


Store = k.RegretSums | k.Half


@dataclass(frozen=True)
class _SpotWorker:
    """Arrays of one thread, and its items, split into short calls."""

    calls: tuple[Ints, ...]
    work: k.Work
    ports: k.Ports
    into: k.Gather
    page: k.RegretSums | None
    """One unit on one board, unpacked; None where sums are not packed."""


class SpotTraversal:
    """The arrays for turns through a spot in one precision.

    Args:
        plan: the spot's layout.
        dtype: float32 or float64.
        workers: river cards processed in parallel.
        half: sums are packed in 16 bits.
    """

    def __init__(self, plan: SpotPlan, dtype: DTypeLike, workers: int, half: bool) -> None:
        self.plan = plan
        self._unpacked = _unpacked(plan.arrays)
        self._root = make_ports(plan, make_reach(plan, 1, dtype), dtype)
        entries = len(plan.units[-1].leaves) if plan.on_turn else 1
        reach = make_reach(plan, entries, dtype) if plan.on_turn else self._root.reach
        self._workers = [
            _SpotWorker(
                _calls(plan, part),
                make_work(plan, dtype),
                make_ports(plan, reach, dtype) if plan.on_turn else self._root,
                make_gather(plan, entries if plan.on_turn else 0),
                make_page(plan) if half else None,
            )
            for part in np.array_split(plan.items, workers)
        ]
        self._top = make_work(plan, dtype) if plan.on_turn else self._workers[0].work
        self._below = self._workers[0].ports
        self._top_page = make_page(plan) if half and plan.on_turn else self._workers[0].page
        width = max(self._root.width)
        self._seen = aligned(plan.most_actions * width, dtype)
        self._leaf_value = aligned(entries * width, dtype)

    @property
    def num_bytes(self) -> int:
        """Memory of the arrays."""
        parts: list[Any] = [self._root, self._top, self._seen, self._leaf_value, self._top_page]
        parts += [(each.work, each.ports, each.into, each.page) for each in self._workers]
        return sum({array.ctypes.data: array.nbytes for array in _arrays(parts)}.values())

    def set_reach(self, player: int, reach: Floats) -> None:
        """Set the reach of each hand of the root: (hands,)."""
        self._root.reach[player][: len(reach)] = reach

    def values(self, player: int) -> Floats:
        """Return the value of each hand of the root in the last turn: (hands,)."""
        return self._root.value[: len(self.plan.combos[player])].astype(np.float64)

    def set_reach_below(self, entry: int, player: int, reach: Floats) -> None:
        """Do the same at the root of one terminal unit; all other roots are unreached."""
        everywhere, width = self._below.reach[player], self._below.width[player]
        everywhere[:] = 0.0
        everywhere[entry * width : entry * width + len(reach)] = reach

    def values_below(self, entry: int, player: int) -> Floats:
        """Return the value of each hand of the root there in the last turn."""
        start = entry * self._below.width[player]
        count = len(self.plan.combos[player])
        return self._below.value[start : start + count].astype(np.float64)

    def seen(self, player: int, actions: int) -> Floats:
        """Values of the watched decision: (actions, hands of the root)."""
        width = self._root.width[player]
        rows = self._seen[: actions * width].reshape(actions, width)
        return rows[:, : len(self.plan.combos[player])].astype(np.float64)

    def iterate(self, rules: Rules, store: Store, locks: k.Locks) -> None:
        """Do as many iterations on a river as there are rows of factors, in one call."""
        self._walk(self._workers[0], self.plan.items, (0, 1), rules, store, locks, -1)

    def turn(
        self,
        player: int,
        rules: Rules,
        store: Store,
        locks: k.Locks,
        pool: Executor | None = None,
        watched: int = -1,
    ) -> None:
        """Do one player's turn.

        Args:
            player: the player whose values are computed, and whose regrets are updated.
            rules: the rules of the turn.
            store: sums of the run.
            locks: locked strategies.
            pool: has threads for all workers but the first; None runs all of them here.
            watched: row of a decision of the first street whose action values are stored.
        """
        plan = self.plan
        if not plan.on_turn:
            players = (player, player)
            self._walk(self._workers[0], plan.items, players, rules, store, locks, watched)
            return
        unit, slot = len(plan.units) - 1, len(plan.boards) - 1
        factors, arrays = rules.factors[0], plan.arrays
        sums: Any = store
        if isinstance(store, k.Half):
            assert self._top_page is not None
            arrays, sums = self._unpacked, self._top_page
            unpack_turn(plan.arrays, unit, slot, player, rules.mode, store, sums)
        forward(
            arrays,
            unit,
            slot,
            1 - player,
            rules.mode,
            sums,
            factors,
            rules.prediction,
            locks,
            self._root,
            self._below,
            self._top,
        )
        sweep(arrays, unit, slot, player, sums.regrets[player], 0, self._top)

        def work(worker: _SpotWorker) -> None:
            worker.into.total[:] = 0.0
            for items in worker.calls:
                self._walk(worker, items, (player, player), rules, store, locks, -1)

        _share(work, self._workers, pool)
        self._leaf_value[:] = sum(worker.into.total for worker in self._workers)
        backward(
            arrays,
            unit,
            slot,
            player,
            rules.mode,
            sums,
            factors,
            rules.floor,
            rules.prediction,
            locks,
            self._root,
            self._leaf_value,
            watched,
            self._seen,
            self._top,
        )
        if rules.mode == k.UPDATE:
            if plan.merges(player):
                copy_hands(arrays, unit, slot, player, sums, plan.alike[player])
            if isinstance(store, k.Half):
                pack_turn(plan.arrays, unit, slot, player, rules.iteration, sums, store)

    def below(
        self,
        unit: int,
        slot: int,
        player: int,
        store: Store,
        locks: k.Locks,
        watched: int = -1,
    ) -> None:
        """Compute values of a player's hands in one terminal unit, on one board."""
        items = np.array([[unit, slot]], np.int64)
        self._walk(self._workers[0], items, (player, player), EXPECT, store, locks, watched)

    def _walk(
        self,
        worker: _SpotWorker,
        items: Ints,
        players: tuple[int, int],
        rules: Rules,
        store: Store,
        locks: k.Locks,
        watched: int,
    ) -> None:
        numbers: tuple[Any, ...] = (
            rules.factors,
            rules.floor,
            rules.prediction,
            locks,
            worker.ports,
            worker.into,
            watched,
            self._seen,
            worker.work,
        )
        tables, sums = self.plan.arrays, cast("Any", store)
        if isinstance(store, k.Half):
            packed: tuple[Any, ...] = (rules.iteration, store, worker.page)
            walk_half(tables, self._unpacked, items, *players, rules.mode, *packed, *numbers)
        else:
            walk(tables, items, *players, rules.mode, sums, *numbers)


def _share(
    work: Callable[[_SpotWorker], None], workers: Sequence[_SpotWorker], pool: Executor | None
) -> None:
    """Run all workers: the first one here, the others on threads, or here if none is free."""
    others = [] if pool is None else [pool.submit(work, each) for each in workers[1:]]
    try:
        work(workers[0])
        for at, each in enumerate(workers[1:]):
            if pool is None or others[at].cancel():
                work(each)
    finally:
        begun = [done for done in others if not done.cancel()]
        wait(begun)  # no other thread uses the arrays
    for done in begun:
        done.result()


def _unpacked(arrays: k.PlanArrays) -> k.PlanArrays:
    """The tables for sums that hold one unit on one board."""
    units, slots = arrays.units.copy(), arrays.slots.copy()
    units[:, :, k.EDGE_FIRST] = 0
    slots[:, :, k.STORE_FIRST] = 0
    return arrays._replace(units=units, slots=slots)


def _calls(plan: SpotPlan, items: Ints) -> tuple[Ints, ...]:
    """Return items in parts of about equal duration."""
    if not len(items):
        return ()
    cost = np.cumsum([plan.cost(unit, slot) for unit, slot in items.tolist()])
    ends = np.searchsorted(cost, np.arange(_CALL, int(cost[-1]), _CALL))
    return tuple(part for part in np.split(items, ends) if len(part))


def _arrays(part: Any) -> list[NDArray[Any]]:
    """All arrays in nested tuples."""
    if isinstance(part, np.ndarray):
        return [part]
    if isinstance(part, tuple | list):
        return [array for each in part for array in _arrays(each)]
    return []


def walk_bytes(plan: SpotPlan, item: int, workers: int, half: bool) -> int:
    """Return the approximate memory of a walk through a spot with ``item`` bytes per number."""
    square = LANES * LANES
    units, slots = plan.arrays.units, plan.arrays.slots
    chunks = -(-int(units[:, :, k.NUM_ENDS].max()) // LANES)
    blocks = int(slots[:, :, k.NUM_BLOCKS].max())
    room = item * chunks * (2 * blocks + 1) * square + (16 * page_size(plan) if half else 0)
    if not plan.on_turn:
        return room
    entries = len(plan.units[-1].leaves) * sum(plan.width(player) for player in range(2))
    cards = 8 * len(plan.members) * sum(plan.width(player) for player in range(2))
    each = room + entries * (item + 8) // 2 + cards
    return room + workers * each + entries * item * 3 // 2
