"""A spot prepared for solving: scratch arrays, locks, threads."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache, lru_cache
from threading import get_ident

import numpy as np

from ai.betting.sizes import SpotError
from ai.solver import _arrays as k
from ai.solver.buffers import FixedDecision, fix
from ai.solver.locks import Lock
from ai.solver.plan import SpotPlan, make_plan
from ai.solver.spot import Spot
from ai.solver.traversal import Rules, SpotTraversal, Store
from ai.solver.view import met
from engine.tree import DECISION

LEAST_PARTS = 2
"""Parts into which the rivers of a turn are split: their results are summed in order."""


class SpotWorkspace:
    """Solving arrays of a spot, in which any two strategies can be evaluated.

    Args:
        bound: players whose locks apply.

    Attributes:
        walk, exact: scratch arrays, of 32 and of 64 bits.
        fixed: the applicable locks, by decision and board.
        locks, exact_locks: the same in the kernels' layout.
        ranges: of each player (hands of the root,) weights.
        mutex: held while the arrays are in use.
    """

    def __init__(
        self,
        spot: Spot,
        locks: Sequence[Lock],
        half: bool,
        workers: int,
        bound: Sequence[int] = (0, 1),
    ) -> None:
        # A lock may distinguish isomorphic hands or cards.
        self.plan = plan_of(spot, not locks)
        self._pot, self._workers = spot.pot, workers if self.plan.streets > 1 else 1
        parts = max(self._workers, LEAST_PARTS) if self.plan.streets > 1 else 1
        self.walk = SpotTraversal(self.plan, np.float32, parts, half)
        self.exact = SpotTraversal(self.plan, np.float64, parts, half)
        every = _fixed(self.plan, locks)
        self.fixed = [each for each in every if self.plan.tree.actor[each.node] in bound]
        self.locks = fix(self.plan, self.fixed, np.float32)
        self.exact_locks = fix(self.plan, self.fixed, np.float64)
        self.ranges = [spot.ranges[player][self.plan.combos[player]] for player in range(2)]
        for player, weights in enumerate(self.ranges):
            self.walk.set_reach(player, weights)
        self._meetings = float(spot.ranges[0] @ np.nan_to_num(met(spot.ranges[1])))
        self.mutex = FairLock()

    @property
    def num_bytes(self) -> int:
        """Memory of the arrays."""
        return self.walk.num_bytes + self.exact.num_bytes

    @contextmanager
    def alone(self) -> Iterator[Executor | None]:
        """Lock the arrays, with their helper threads."""
        with self.mutex:
            yield _helpers(self._workers - 1) if self._workers > 1 else None

    def worth(self, player: int, rules: Rules, sums: Store, locks: k.Locks | None = None) -> float:
        """Return the exact EV of a player in chips, under averages or as a best response to them.

        Args:
            locks: of 64 bits, instead of the arena's own.
        """
        with self.alone() as pool:
            self.exact.set_reach(1 - player, self.ranges[1 - player])
            self.exact.turn(player, rules, sums, self.exact_locks if locks is None else locks, pool)
            won = float(self.exact.values(player) @ self.ranges[player])
        return won / self._meetings + self._pot / 2


def _fixed(plan: SpotPlan, locks: Sequence[Lock]) -> list[FixedDecision]:
    """Locks by the decisions and boards that they apply to, merged by decision."""
    fixed: dict[tuple[int, int], FixedDecision] = {}
    for lock in locks:
        node = plan.tree.find(lock.line)
        if node < 0 or plan.tree.kind[node] != DECISION:
            raise SpotError("a lock is not at a decision of the spot", "locks")
        if lock.probabilities.shape[1] != plan.tree.num_actions[node]:
            raise SpotError("a lock does not have as many actions as its decision", "locks")
        player = int(plan.tree.actor[node])
        held = lock.combos[plan.combos[player]]
        rows = lock.probabilities[plan.combos[player]]
        for slot in plan.slots(int(plan.tree.street[node])):
            if (
                plan.boards[slot].cards[len(plan.boards[plan.root].cards) :][: len(lock.cards)]
                != lock.cards
            ):
                continue
            here = FixedDecision(node, slot, held, rows)
            if (before := fixed.get((node, slot))) is not None:
                both = np.where(held[:, None], rows, before.probabilities)
                here = FixedDecision(node, slot, before.held | held, both)
            fixed[node, slot] = here
    return list(fixed.values())


@cache
def _helpers(count: int) -> ThreadPoolExecutor:
    """Return threads shared by all spots: starting new ones costs more than a short turn."""
    return ThreadPoolExecutor(count, "spot")


@lru_cache(maxsize=2)
def plan_of(spot: Spot, isomorphic: bool) -> SpotPlan:
    """Return the spot's layout, cached between counting and solving."""
    return make_plan(spot.tree, spot.board, spot.ranges, isomorphic, spot.rake)


class FairLock:
    """A ``threading.RLock`` that waiting threads get before one that reacquires it.

    Python's locks go to any thread, mostly the one that has just released them. Here a thread first
    takes an outer lock and holds it while waiting for the inner one: the others queue behind it.
    """

    def __init__(self) -> None:
        self._door, self._lock = threading.Lock(), threading.Lock()
        self._owner, self._depth = 0, 0

    @property
    def awaited(self) -> bool:
        """Whether a thread is waiting for it."""
        return self._door.locked()

    def __enter__(self) -> None:
        if self._owner != get_ident():
            with self._door:
                self._lock.acquire()
            self._owner = get_ident()
        self._depth += 1

    def __exit__(self, *error: object) -> None:
        self._depth -= 1
        if not self._depth:
            self._owner = 0
            self._lock.release()
