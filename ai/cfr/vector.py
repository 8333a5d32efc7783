"""Range-against-range CFR on the public tree of a small two-player game, all chance walked.

A ``Solver`` is a state and a ``step``; ``solve`` is the loop outside it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from ai.cfr import _kernels as k
from ai.cfr.deals import deals_of
from ai.cfr.layout import Layout, lay_out
from ai.cfr.schedule import Schedule
from engine.errors import EngineError, GameError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import PolicyTable
from engine.policy import MAX_NODES
from engine.tree import build_tree

MAX_SIZE = 4_000_000
"""Most entries of a solver array."""
_CHUNK = 4096
_PAUSE_SECONDS = 0.02

Curve = list[tuple[int, float, float]]
"""(iteration, seconds, exploitability in chips per hand) in the order computed."""


@lru_cache(maxsize=8)
def layout_of(game: Game, merge_suits: bool = True) -> Layout:
    """The whole betting tree of a small game with its deals.

    Raises:
        GameError: if the game has other than two players, is too large, or has no decision.
    """
    deals = deals_of(game, merge_suits)
    layout = lay_out(build_tree(game, max_nodes=MAX_NODES), deals)
    if layout.size > MAX_SIZE:
        raise GameError(f"{game.title} is too large to solve exactly")
    return layout


class Solver:
    """One run of a member of the CFR family.

    Args:
        game: a small two-player game.
        schedule: the variant.
        simultaneous: update both positions from the same strategies instead of in turn.
        merge_suits: work on ranks where suits carry no information.

    Attributes:
        iteration: iterations done.

    Raises:
        GameError: if the game has other than two players, or is too large.
    """

    def __init__(
        self,
        game: Game,
        schedule: Schedule,
        simultaneous: bool = False,
        merge_suits: bool = True,
    ) -> None:
        self.game = game
        self.schedule = schedule
        self.iteration = 0
        self._simultaneous = simultaneous
        self._layout = layout_of(game, merge_suits)
        self._state = self._layout.blank()
        self._scratch = self._layout.blank()
        widest = int(self._layout.arrays.streets[:, k.LANES].max())
        self._work = np.zeros((2, widest))
        self._chips = np.zeros(2)
        self._factors = schedule.factors(1, _CHUNK)
        self._factors_start = 0

    @property
    def num_infosets(self) -> int:
        """Information sets, with suits merged where they are."""
        layout = self._layout
        free = [matrix.sum(axis=2) > 0 for matrix in layout.deals.fold]
        counts = np.array([int(cells.sum()) for cells in free])
        return int(counts[layout.arrays.nodes[:, k.STREET].astype(np.int64)].sum())

    def step(self, count: int) -> None:
        """Do ``count`` iterations without a pause."""
        while count > 0:
            row = self.iteration - self._factors_start
            if not 0 <= row < _CHUNK:
                self._factors_start = self.iteration // _CHUNK * _CHUNK
                self._factors = self.schedule.factors(self._factors_start + 1, _CHUNK)
                row = self.iteration - self._factors_start
            rows = self._factors[row : row + count]
            k.iterate(
                self._layout.arrays,
                self._state,
                rows,
                self.schedule.floor,
                self.schedule.prediction,
                self._simultaneous,
                self._work,
            )
            self.iteration += len(rows)
            count -= len(rows)

    def best_responses(self) -> tuple[float, float]:
        """Chips a hand that a best response in each position wins against the average."""
        k.best_responses_to_average(
            self._layout.arrays, self._state[k.AVERAGE], self._scratch, self._chips
        )
        return float(self._chips[0]), float(self._chips[1])

    def exploitability(self) -> float:
        """NashConv / 2 of the average strategies, in chips per hand."""
        return sum(self.best_responses()) / 2

    def value(self) -> float:
        """Chips a hand that position 0 wins when both play their average strategies."""
        self.best_responses()  # leaves the reach of the averages in the scratch arrays
        reach, value = self._scratch[k.REACH], self._scratch[k.VALUE]
        return float(k.expected_value(self._layout.arrays, 0, reach, value))

    def average(self) -> PolicyTable:
        """The average strategies of both positions, for all combos."""
        strategy = np.zeros(self._layout.size)
        for position in (0, 1):
            k.normalise(self._layout.arrays, position, self._state[k.AVERAGE], strategy)
        return self._layout.table_of(strategy)

    def current(self) -> PolicyTable:
        """The strategies that the next iteration plays, for all combos."""
        return self._layout.table_of(self._state[k.STRATEGY])

    def regrets(self) -> PolicyTable:
        """Summed regrets in the form of a table: of a class of combos together."""
        return self._layout.table_of(self._state[k.REGRET])

    def save_state(self) -> dict[str, Any]:
        """All that ``load_state`` needs to go on, bit for bit."""
        return {
            "schedule": self.schedule,
            "simultaneous": self._simultaneous,
            "iteration": self.iteration,
            "arrays": self._state.copy(),
        }

    def load_state(self, state: dict[str, Any]) -> None:
        """Go on where another run of the same kind stopped.

        Raises:
            EngineError: if it was another kind of run.
        """
        same = (state["schedule"], state["simultaneous"]) == (self.schedule, self._simultaneous)
        if not same or state["arrays"].shape != self._state.shape:
            raise EngineError("this checkpoint belongs to another game or algorithm")
        self._state[:] = state["arrays"]
        self.iteration = state["iteration"]


@dataclass(frozen=True)
class Solution:
    """What a finished or stopped run gives.

    Attributes:
        solver: the run, to go on or to take strategies from.
        curve: exploitability along the way.
        seconds: time spent on iterations and on the curve.
    """

    solver: Solver
    curve: Curve
    seconds: float

    @property
    def exploitability(self) -> float:
        """Of the average at the end, in chips per hand."""
        return self.curve[-1][2]


def solve(
    solver: Solver,
    iterations: int | None = None,
    exploitability: float | None = None,
    seconds: float | None = None,
    control: JobControl | None = None,
    on_point: Callable[[int, float, float], None] | None = None,
) -> Solution:
    """Run a solver until the first of the given bounds is met, or until it is cancelled.

    At least one iteration is done. Exploitability is computed every 2 to 12% of the iterations,
    more often near the target. Kernel calls return within some 20 ms, so that cancelling is quick;
    what is done is kept then.

    Args:
        solver: the run, fresh or loaded.
        iterations: most iterations in all.
        exploitability: chips per hand to reach.
        seconds: most time of this call.
        control: to stop.
        on_point: called with each point of the curve.

    Raises:
        EngineError: if no bound is given.
    """
    if iterations is None and exploitability is None and seconds is None:
        raise EngineError("give iterations, an exploitability to reach, or seconds")
    target = -1.0 if exploitability is None else exploitability
    limit = 2**62 if iterations is None else iterations
    curve: Curve = []
    start = time.perf_counter()
    block = 1
    if solver.iteration == 0:
        solver.step(1)  # there is no average before
    while True:
        now = time.perf_counter() - start
        reached = solver.exploitability()
        curve.append((solver.iteration, now, reached))
        if on_point is not None:
            on_point(*curve[-1])
        stopped = control is not None and control.cancelled
        late = seconds is not None and now >= seconds
        if reached <= target or solver.iteration >= limit or stopped or late:
            return Solution(solver, curve, time.perf_counter() - start)
        goal = min(limit, _next_look(solver.iteration, reached, target))
        while solver.iteration < goal:
            count = min(block, goal - solver.iteration)
            before = time.perf_counter()
            solver.step(count)
            took = time.perf_counter() - before
            if count == block and took < _PAUSE_SECONDS / 2:
                block *= 2
            elif took > 2 * _PAUSE_SECONDS:
                block = max(1, block // 2)
            if (control is not None and control.cancelled) or (
                seconds is not None and time.perf_counter() - start >= seconds
            ):
                break


def _next_look(iteration: int, exploitability: float, target: float) -> int:
    """Iteration at which exploitability is worth computing again."""
    growth = 0.12
    if target > 0.0:
        # It falls no faster than the square of the iterations for long.
        growth = min(growth, max(0.02, (exploitability / target) ** 0.5 - 1.0))
    return iteration + max(1, int(iteration * growth))
