"""One player's turn through a whole spot: reach down, values up, cards to come in parallel."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, wait
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import DTypeLike, NDArray

from ai.solver import _arrays as k
from ai.solver._flop import walk_turn
from ai.solver._half import pack_turn, unpack_turn, walk_half
from ai.solver._kernels import backward, forward
from ai.solver._terminals import sweep
from ai.solver._traversal import copy_hands, gather, walk
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
    """Arrays of one thread.

    Attributes:
        calls: on a turn its units and rivers, split into short calls.
        work: scratch of rivers.
        ports: roots of river units.
        into: values gathered from rivers.
        page: one unit on one board, unpacked; None where sums are not packed.
        turn_work, leaf_value: on a flop scratch of the turn, and values at its leaves.
    """

    calls: tuple[Ints, ...]
    work: k.Work
    ports: k.Ports
    into: k.Gather
    page: k.RegretSums | None
    turn_work: k.Work
    leaf_value: NDArray[Any]


class SpotTraversal:
    """The arrays for turns through a spot in one precision.

    Args:
        plan: the spot's layout.
        dtype: float32 or float64.
        workers: cards processed in parallel.
        half: sums are packed in 16 bits.

    Attributes:
        leaves: of each player, of a flop without rivers, (turn cards, entries * width): its values
            at the end of the turn's betting; None to compute them from the rivers.
        counted: (entries,) which of these ends count; play is forced away from the others.
    """

    def __init__(self, plan: SpotPlan, dtype: DTypeLike, workers: int, half: bool) -> None:
        self.plan = plan
        self.leaves: tuple[NDArray[np.float32], NDArray[np.float32]] | None = None
        self.counted: NDArray[np.bool_] | None = None
        self._noted: NDArray[np.float32] | None = None
        streets, width = plan.streets, max(plan.width(0), plan.width(1))
        entries = [1, *(len(plan.units[plan.unit_of(at)].leaves) for at in range(streets - 1))]
        self._unpacked = _unpacked(plan) if half else plan.arrays
        self._root = make_ports(plan, make_reach(plan, 1, dtype), dtype)
        # Reach at the roots of the second street; on a flop workers have their own for the third.
        reach = make_reach(plan, entries[1], dtype) if streets > 1 else self._root.reach
        gather = make_gather(plan)
        self._workers = []
        parts: list[Ints] = [np.zeros((0, 2), np.int64)] * workers
        if streets == 2:
            parts = np.array_split(plan.items[plan.root], workers)
        for part in parts:
            ports = self._root
            if streets > 1:
                own = make_reach(plan, entries[2], dtype) if streets == 3 else reach
                ports = make_ports(plan, own, dtype)
            total = aligned(entries[-1] * width if streets > 1 else 0, np.float64)
            work = make_work(plan, dtype)
            worker = _SpotWorker(
                _calls(plan, part),
                work,
                ports,
                gather._replace(total=total),
                make_page(plan) if half else None,
                make_work(plan, dtype) if streets == 3 else work,
                aligned(len(total) if streets == 3 else 0, dtype),
            )
            self._workers.append(worker)
        self._top = make_work(plan, dtype) if streets > 1 else self._workers[0].work
        self._below = self._workers[0].ports
        self._top_page = make_page(plan) if half and streets == 2 else self._workers[0].page
        self._seen = aligned(plan.most_actions * width, dtype)
        self._total = gather._replace(
            total=aligned(entries[1] * width if streets > 1 else 0, np.float64)
        )
        self._leaf_value = aligned(len(self._total.total), dtype)
        # On a flop: the roots of each turn card with its own values, summed in order of the cards.
        self._cards: dict[int, k.Ports] = {}
        if streets == 3:
            self._cards = {slot: make_ports(plan, reach, dtype) for slot in plan.slots(1)}
            self._below = next(iter(self._cards.values()))

    @property
    def num_bytes(self) -> int:
        """Memory of the arrays."""
        parts: list[Any] = [self._root, self._top, self._seen, self._leaf_value, self._top_page]
        parts += [(each.work, each.ports, each.into, each.page) for each in self._workers]
        parts += [(each.turn_work, each.leaf_value) for each in self._workers]
        parts += [self._total, *self._cards.values()]
        return sum({array.ctypes.data: array.nbytes for array in _arrays(parts)}.values())

    def set_reach(self, player: int, reach: Floats) -> None:
        """Set the reach of each hand of the root: (hands,)."""
        self._root.reach[player][: len(reach)] = reach

    def values(self, player: int) -> Floats:
        """Return the value of each hand of the root in the last turn: (hands,)."""
        return self._root.value[: len(self.plan.combos[player])].astype(np.float64)

    def seen(self, player: int, actions: int) -> Floats:
        """Values of the watched decision: (actions, hands of the root)."""
        width = self._root.width[player]
        rows = self._seen[: actions * width].reshape(actions, width)
        return rows[:, : len(self.plan.combos[player])].astype(np.float64)

    def iterate(self, rules: Rules, store: Store, locks: k.Locks) -> None:
        """Do as many iterations on a river as there are rows of factors, in one call."""
        self._walk(self._workers[0], self.plan.items[0], (0, 1), rules, store, locks, -1)

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
        if plan.streets == 1:
            players = (player, player)
            self._walk(self._workers[0], plan.items[0], players, rules, store, locks, watched)
            return
        unit, slot = plan.unit_of(0), plan.root
        factors, arrays = rules.factors[0], self._unpacked
        sums: Any = store.early if isinstance(store, k.Half) else store
        packed = store if isinstance(store, k.Half) and not plan.early_half else None
        if packed is not None:
            sums = self._top_page
            unpack_turn(plan.arrays, unit, slot, player, rules.mode, packed, sums)
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
        if plan.streets == 2:
            self._rivers(player, rules, store, locks, pool)
        else:
            self._turns(player, rules, store, locks, pool)
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
            leaders = _leaders(plan, slot, player)
            if len(leaders):
                copy_hands(arrays, unit, slot, player, sums, leaders)
            if packed is not None:
                pack_turn(plan.arrays, unit, slot, player, rules.iteration, sums, packed)

    def _rivers(
        self, player: int, rules: Rules, store: Store, locks: k.Locks, pool: Executor | None
    ) -> None:
        """Compute the values at the leaves of a turn."""

        def work(worker: _SpotWorker) -> None:
            worker.into.total[:] = 0.0
            for items in worker.calls:
                self._walk(worker, items, (player, player), rules, store, locks, -1)

        _share(work, self._workers, pool)
        self._leaf_value[:] = sum(worker.into.total for worker in self._workers)

    def _turns(
        self, player: int, rules: Rules, store: Store, locks: k.Locks, pool: Executor | None
    ) -> None:
        """Compute the values at the leaves of a flop: threads take turn cards from a queue."""
        cards = deque(self._cards)

        def work(worker: _SpotWorker) -> None:
            with suppress(IndexError):
                while True:
                    self._card(worker, cards.popleft(), player, rules, store, locks, -1)

        _share(work, self._workers, pool)
        into, unit = self._total, self.plan.unit_of(1)
        into.total[:] = 0.0
        for slot, ports in self._cards.items():
            gather(self.plan.arrays, unit, slot, player, ports, into)
        self._leaf_value[:] = into.total

    def _card(
        self,
        worker: _SpotWorker,
        slot: int,
        player: int,
        rules: Rules,
        store: Store,
        locks: k.Locks,
        watched: int,
    ) -> None:
        """Do a turn on one turn card."""
        plan = self.plan
        half = store if isinstance(store, k.Half) else None
        early: Any = store if half is None else half.early
        rivers: Any = store if half is None else worker.page
        items, card = plan.items[slot], slot - plan.slots(1).start
        if self.leaves is not None:
            worker.into.total[:] = self.leaves[player][card]
            if self.counted is not None:
                worker.into.total.reshape(len(self.counted), -1)[~self.counted] = 0.0
            items = items[:0]
        walk_turn(
            plan.arrays,
            self._unpacked,
            plan.unit_of(1),
            slot,
            items,
            player,
            rules.mode,
            rules.iteration,
            early,
            rivers,
            half,
            rules.factors,
            rules.floor,
            rules.prediction,
            locks,
            self._cards[slot],
            worker.ports,
            worker.into,
            worker.leaf_value,
            _leaders(plan, slot, player),
            watched,
            self._seen,
            worker.turn_work,
            worker.work,
        )
        if self._noted is not None:
            self._noted[card] = worker.into.total

    def no_leaves(self) -> NDArray[np.float32]:
        """Return zeros for one player's ``leaves``."""
        return np.zeros((len(self._cards), len(self._workers[0].into.total)), np.float32)

    def leaf_values(
        self, player: int, store: Store, locks: k.Locks, pool: Executor | None = None
    ) -> NDArray[np.float32]:
        """Return a player's ``leaves`` under the averages."""
        noted = self._noted = self.no_leaves()
        try:
            self.turn(player, EXPECT, store, locks, pool)
        finally:
            self._noted = None
        return noted

    def below(
        self,
        street: int,
        unit: int,
        slot: int,
        entry: int,
        player: int,
        reach: Floats,
        store: Store,
        locks: k.Locks,
        watched: int = -1,
    ) -> Floats:
        """Compute a player's values on one board after the first street.

        Args:
            street: of the board, from 1.
            unit: the unit of the decision of which ``watched`` is.
            slot: the board.
            entry: the root there: a leaf of the street before.
            reach: of the opponent's hands of the root (hands,) at that root alone.

        Returns:
            (hands of the root,) values there.
        """
        plan, worker = self.plan, self._workers[0]
        held = [plan.entering(slot, each) for each in range(2)]
        ports = worker.ports if street == plan.streets - 1 else self._cards[slot]
        everywhere, width = ports.reach[1 - player], ports.width[1 - player]
        everywhere[:] = 0.0
        there = held[1 - player]
        everywhere[entry * width : entry * width + len(there)] = reach[there]
        if street == plan.streets - 1:
            items = np.array([[unit, slot]], np.int64)
            self._walk(worker, items, (player, player), EXPECT, store, locks, watched)
        else:
            self._card(worker, slot, player, EXPECT, store, locks, watched)
        start = entry * ports.width[player]
        values = np.zeros(len(plan.combos[player]))
        values[held[player]] = ports.value[start : start + len(held[player])]
        return values

    def seen_below(self, slot: int, player: int, actions: int) -> Floats:
        """Values of the decision watched there: (actions, hands of the root)."""
        held = self.plan.entering(slot, player)
        whole = np.zeros((actions, len(self.plan.combos[player])))
        whole[:, held] = self.seen(player, actions)[:, : len(held)]
        return whole

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


def _unpacked(plan: SpotPlan) -> k.PlanArrays:
    """The tables for a page, one unit on one board; for flop and turn, those of their sums."""
    units, slots = plan.arrays.units.copy(), plan.arrays.slots.copy()
    units[:, :, k.EDGE_FIRST] = 0
    early = slots[:, :, k.STORE_FIRST] - np.array(plan.last_sizes)
    slots[:, :, k.STORE_FIRST] = np.maximum(early, 0) if plan.early_half else 0
    return plan.arrays._replace(units=units, slots=slots)


def _leaders(plan: SpotPlan, slot: int, player: int) -> Ints:
    """Return for each hand on a board the one it copies; empty if no two are alike."""
    leaders = plan.boards[slot].alike[player]
    return leaders if (leaders != np.arange(len(leaders))).any() else leaders[:0]


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
    if plan.streets == 1:
        return room
    width = sum(plan.width(player) for player in range(2))
    entries = [len(plan.units[plan.unit_of(at)].leaves) for at in range(plan.streets - 1)]
    each = room * (plan.streets - 1) + entries[-1] * width * (item + 8)
    cards = item * len(plan.slots(1)) * entries[0] * width if plan.streets == 3 else 0
    return room + workers * each + cards + entries[0] * width * item * 3 // 2
