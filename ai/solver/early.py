"""A flop's solution without its rivers: flop and turn as solved, rivers solved again when opened.

Rivers are 99% of a flop's numbers. Kept are the averages of flop and turn, and the values of both
players' hands at the end of the turn's betting on each turn card: with these, everything before the
river is as exact as in the whole solution. A river is solved from the ranges that come there.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from threading import RLock

import numpy as np
from numpy.typing import NDArray

from ai.betting.sizes import SpotError
from ai.solver import _arrays as k
from ai.solver.locks import Lock
from ai.solver.solver import DEFAULT_ALGORITHM, SpotSolver
from ai.solver.spot import LEAST_WEIGHT, Spot
from ai.solver.view import NodeView
from ai.training.checks import check_shapes, demand, within
from ai.training.trainer import MAX_COUNT, State
from engine.cards import Card
from engine.errors import EngineError
from engine.player import Action
from engine.tree import DECISION

RIVER_ITERATIONS = 200
"""Iterations of a river that is solved again: to some 0.1% of its pot."""
_KEPT = 32
"""Rivers solved again that are kept."""
_MOST = 1e12
"""Largest plausible value of a state, in chips."""


def early_state(solver: SpotSolver) -> State:
    """Return what ``EarlySolver`` needs of a whole solution of a flop."""
    plan, sums, state = solver.plan, solver.sums, {"iteration": np.array([solver.iteration])}
    for player in range(2):
        if isinstance(sums, k.Half):
            state[f"averages.{player}"] = sums.early.averages[player]
        else:
            state[f"averages.{player}"] = sums.averages[player][plan.last_sizes[player] :]
        with solver.arena.alone() as pool:
            solver.arena.exact.set_reach(1 - player, solver.arena.ranges[1 - player])
            state[f"leaves.{player}"] = solver.arena.exact.leaf_values(
                player, sums, solver.arena.exact_locks, pool
            )
    return state


@dataclass(frozen=True)
class _River:
    """A river solved again.

    Attributes:
        scale: by which reach was multiplied, of each player.
    """

    solver: SpotSolver
    scale: tuple[float, float]


class EarlySolver(SpotSolver):
    """The solution of a flop without its rivers; it cannot be solved on.

    Args and errors as ``SpotSolver``.
    """

    def __init__(
        self,
        spot: Spot,
        algorithm: str = DEFAULT_ALGORITHM,
        locks: Sequence[Lock] = (),
        workers: int = 2,
    ) -> None:
        super().__init__(spot, algorithm, locks, half=True, workers=workers, rivers=False)
        exact = self.arena.exact
        exact.leaves = exact.no_leaves(), exact.no_leaves()
        self._leaves = exact.leaves
        self._rivers: OrderedDict[tuple[int, tuple[Card, ...]], _River] = OrderedDict()
        self._solving = RLock()

    def step(self, count: int) -> None:
        """Compile the kernels.

        Raises:
            EngineError: if iterations are asked for.
        """
        if count:
            raise EngineError("a flop that was saved without its rivers is solved from the start")

    def best_responses(self) -> tuple[float, float]:
        """Raise an EngineError: the rivers' strategies are gone."""
        raise EngineError("a flop that was saved without its rivers has no best response")

    def save_state(self) -> State:
        """Return the live arrays for ``load_state``."""
        assert isinstance(self.sums, k.Half)
        state: State = {"iteration": np.array([self.iteration])}
        for player in range(2):
            state[f"averages.{player}"] = self.sums.early.averages[player]
            state[f"leaves.{player}"] = self._leaves[player]
        return state

    def load_state(self, state: State) -> None:
        """Take the state of ``early_state``.

        Raises EngineError if it does not match, or cannot have come from a solution.
        """
        own = self.save_state()
        check_shapes(state, own)
        demand(within(state["iteration"], 0, MAX_COUNT), "counts")
        for name, array in state.items():
            demand(within(array, 0.0 if name.startswith("averages") else -_MOST, _MOST), name)
        with self.arena.mutex:
            for name, array in state.items():
                if name != "iteration" and array is not own[name]:
                    own[name][:] = array
            self.iteration = int(state["iteration"][0])

    def view(self, line: tuple[Action, ...], board: tuple[Card, ...]) -> NodeView:
        """Return the values of a decision; a river is solved first."""
        root = self._river_root(line)
        if root < 0:
            return super().view(line, board)
        river = self._river(root, board)
        seen = river.solver.view(self._rest(line, root), board)
        return replace(seen, reach=seen.reach / np.array(river.scale)[:, None])

    def answer(
        self, line: tuple[Action, ...], board: tuple[Card, ...]
    ) -> tuple[tuple[Action, ...], NDArray[np.float64]]:
        """Return a decision's actions and averages (1326, actions)."""
        root = self._river_root(line)
        if root < 0:
            return super().answer(line, board)
        return self._river(root, board).solver.answer(self._rest(line, root), board)

    def _river_root(self, line: tuple[Action, ...]) -> int:
        """Return the first river decision of a line; -1 if it does not get there."""
        tree = self.plan.tree
        node = tree.find(line)
        if node < 0 or tree.kind[node] != DECISION or tree.street[node] < self.plan.streets - 1:
            return -1
        while tree.street[tree.parent[node]] == tree.street[node]:
            node = int(tree.parent[node])
        return node

    def _rest(self, line: tuple[Action, ...], root: int) -> tuple[Action, ...]:
        return line[len(self.plan.tree.line_to(root)) :]

    def _river(self, root: int, board: tuple[Card, ...]) -> _River:
        """Return a river, solved from the ranges that come there.

        Raises:
            EngineError: if the board does not belong to the spot, or no two hands come there.
        """
        key = root, board
        with self._solving:
            if key not in self._rivers:
                self._rivers[key] = self._solved(root, board)
                while len(self._rivers) > _KEPT:
                    self._rivers.popitem(last=False)
            self._rivers.move_to_end(key)
            return self._rivers[key]

    def _locks_after(self, root: int, board: tuple[Card, ...]) -> list[Lock]:
        """Return the locks of a river, from its root on."""
        start, dealt = self.plan.tree.line_to(root), board[len(self.spot.board) :]
        return [
            replace(lock, line=lock.line[len(start) :], cards=())
            for lock in self.locks
            if lock.line[: len(start)] == start and lock.cards == dealt[: len(lock.cards)]
        ]

    def _solved(self, root: int, board: tuple[Card, ...]) -> _River:
        reach = self.coming(self.plan.tree.line_to(root), board)
        ranges, scale = [], []
        for weights in reach:
            most = float(weights.max())
            if not most > 0.0:
                raise EngineError("no hand comes to this river in the solution")
            scale.append(1.0 / most)
            ranges.append(np.where(weights < LEAST_WEIGHT * most, 0.0, weights / most))
        try:
            spot = self.spot.after(root, board, (ranges[0], ranges[1]))
        except SpotError:
            raise EngineError("no hand comes to this river in the solution") from None
        solver = SpotSolver(spot, locks=self._locks_after(root, board), workers=1)
        solver.step(RIVER_ITERATIONS)
        return _River(solver, (scale[0], scale[1]))
