"""Spot solver: vector-form CFR variants over two ranges, all boards and all betting.

Sums of regrets and strategies are float32, as are iterations; evaluations of the averages (values,
best responses) are float64. Updates alternate, position 0 first; an average records the strategies
that the other player's regrets were measured against.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import RLock
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ai.cfr.schedule import get_schedule
from ai.solver import _arrays as k
from ai.solver.averaging import settle
from ai.solver.buffers import make_half, make_sums
from ai.solver.locks import Lock
from ai.solver.plan import SpotPlan
from ai.solver.spot import AnySpot, Spot
from ai.solver.traversal import BEST, EXPECT, Rules, Store, walk_bytes
from ai.solver.view import NodeView, Viewer
from ai.solver.workspace import LEAST_PARTS, SpotWorkspace, plan_of
from ai.training.checks import check_shapes, demand, within
from ai.training.trainer import MAX_COUNT, State
from engine.cards import Card
from engine.errors import EngineError
from engine.game import Game
from engine.player import Action
from engine.tree import DECISION

DEFAULT_ALGORITHM = "dcfr"
_MOST = 1e30
"""Largest plausible sum of a state; results of such sums are finite in float32."""


@dataclass(frozen=True)
class Size:
    """The cost of solving a spot.

    Attributes:
        decision_nodes: decisions, each betting line counted once.
        action_edges: their actions.
        infosets: decisions of every hand on every board.
        num_bytes: memory of the solver's arrays.
        file_bytes: its file.
        early_bytes: the file of a flop without its rivers; of other spots as ``file_bytes``.
    """

    decision_nodes: int
    action_edges: int
    infosets: int
    num_bytes: int
    file_bytes: int
    early_bytes: int


class Entry(Protocol):
    """A player's gadget entry to a safely resolved spot, instead of its range."""

    def reach(self) -> NDArray[np.float64]:
        """Return each hand's current probability of entering."""
        ...

    def learn(self, values: NDArray[np.float64]) -> None:
        """Learn the value of each hand against the opponent's latest strategy."""
        ...


class AnySolver(Protocol):
    """A solved spot, for two players or three."""

    iteration: int

    @property
    def spot(self) -> AnySpot:
        """The spot."""
        ...

    def view(self, line: tuple[Action, ...], board: tuple[Card, ...]) -> NodeView:
        """Return the values of a decision under the averages."""
        ...


class SpotSolver:
    """A run of a CFR variant on a spot; thread-safe, with one call at a time.

    Args:
        algorithm: name of an exact algorithm.
        locks: locked decisions; of two for the same hand there the later counts.
        half: store sums in 16 bits: less memory, less exact.
        workers: threads, if cards are to come; any number gives the same bits on a flop, one and
            two on a turn.
        bound: players whose locks apply.
        rivers: False leaves out the sums of a flop's rivers, in 16 bits.

    Attributes:
        entry: a player and its gadget entry, set before the first iteration; None for its range.

    Raises:
        EngineError: if there is no such algorithm.
        SpotError: if the betting tree is too large, or a lock is not at a decision of it.
    """

    def __init__(
        self,
        spot: Spot,
        algorithm: str = DEFAULT_ALGORITHM,
        locks: Sequence[Lock] = (),
        half: bool = False,
        workers: int = 2,
        bound: Sequence[int] = (0, 1),
        rivers: bool = True,
    ) -> None:
        self.spot, self.algorithm, self.locks = spot, algorithm, tuple(locks)
        self.half, self.workers = half, workers
        self.iteration = 0
        self.entry: tuple[int, Entry] | None = None
        self._schedule = get_schedule(algorithm)
        self.arena = SpotWorkspace(spot, self.locks, half, workers, bound)
        self.plan = self.arena.plan
        predicts = self._schedule.prediction != 0.0
        self.sums: Store = (
            make_half(self.plan, predicts, rivers) if half else make_sums(self.plan.sizes, predicts)
        )
        self.viewer = Viewer(spot, self.plan, self.arena.exact, self.sums, self.arena.fixed)
        self._changing = RLock()

    @property
    def game(self) -> Game:
        """The spot as a game."""
        return self.spot.game

    @property
    def infosets(self) -> int:
        """Number of information sets over all boards played."""
        return _count_infosets(self.plan)

    @property
    def nodes(self) -> int:
        """Node touches so far: each hand at each decision of its player once per iteration."""
        return self.iteration * self.infosets

    @property
    def num_bytes(self) -> int:
        """Memory of the solver's arrays."""
        stored = sum(array.nbytes for array in self.save_state().values())
        return stored + self.arena.num_bytes

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the run unchanged: steps of other threads wait, reads do not."""
        with self._changing:
            yield

    def step(self, count: int) -> None:
        """Run ``count`` iterations; 0 only compiles the kernels."""
        with self._changing, self.arena.alone() as pool:
            if self.plan.streets > 1 or self.entry is not None:
                for _ in range(count):
                    rules = self.rules(1)
                    if self.entry is not None:
                        entering, entry = self.entry
                        self.arena.walk.set_reach(entering, entry.reach())
                    for player in range(2):
                        self.arena.walk.turn(player, rules, self.sums, self.arena.locks, pool)
                        if self.entry is not None and player == entering:
                            entry.learn(self.arena.walk.values(player))
                    self.iteration += 1
            else:
                self.arena.walk.iterate(self.rules(count), self.sums, self.arena.locks)
                self.iteration += count

    def settle(self, part: float) -> None:
        """Add the latest first-street strategies to the averages once, for all hands.

        Args:
            part: probability with which every hand counts as reaching every decision there.

        Raises:
            EngineError: if the run uses 16 bits, or predicts.
        """
        with self._changing, self.arena.mutex:
            if isinstance(self.sums, k.Half) or self._schedule.prediction:
                raise EngineError(
                    "final averaging needs a 32-bit run and a non-predictive algorithm"
                )
            settle(self.plan, self.sums, self.arena.ranges, part)

    def rules(self, count: int) -> Rules:
        """Return the rules of the next iterations."""
        schedule = self._schedule
        factors = schedule.factors(self.iteration + 1, max(1, count))[:count]
        floor, prediction = schedule.floor, schedule.prediction
        return Rules(k.UPDATE, factors, floor, prediction, self.iteration)

    def best_responses(self) -> tuple[float, float]:
        """Return each player's best-response EV against the other's average; locks apply."""
        first, second = (self.arena.worth(player, BEST, self.sums) for player in range(2))
        return first, second

    def exploitability(self) -> float:
        """NashConv / 2 of the averages, in chips; locked hands cannot gain."""
        own = float(self.spot.pot)
        if self.spot.rake.percent:
            own = sum(self.arena.worth(player, EXPECT, self.sums) for player in range(2))
        return max(0.0, (sum(self.best_responses()) - own) / 2)  # up to rounding

    def ev(self) -> tuple[float, ...]:
        """Return each player's EV under the averages: final chips less those put in."""
        return self.view((), self.spot.board).total_ev

    def equity(self) -> tuple[float, ...]:
        """Return the equity of each range against the other."""
        return self.view((), self.spot.board).total_equity

    def view(self, line: tuple[Action, ...], board: tuple[Card, ...]) -> NodeView:
        """Return the values of a decision under the averages.

        Args:
            line: betting from the root.
            board: 3 to 5 cards; those of the spot first.

        Raises:
            EngineError: if the spot has no such decision, or no such board.
        """
        with self.arena.alone() as pool:
            return self.viewer.at(line, board, pool)

    def strategy(self, node: int, slot: int) -> NDArray[np.float64]:
        """Average strategy of a decision on a board: (hands of the root, actions)."""
        with self.arena.mutex:
            return self.viewer.strategy(node, slot)

    def answer(
        self, line: tuple[Action, ...], board: tuple[Card, ...]
    ) -> tuple[tuple[Action, ...], NDArray[np.float64]]:
        """Return a decision's actions and averages (1326, actions): faster than ``view``."""
        with self.arena.mutex:
            return self.viewer.answer(line, board)

    def coming(
        self, line: tuple[Action, ...], board: tuple[Card, ...]
    ) -> list[NDArray[np.float64]]:
        """Return each player's reach (1326,) of a decision, range weights included."""
        with self.arena.mutex:
            return self.viewer.coming(line, board)

    def save_state(self) -> State:
        """Return the live arrays for ``load_state``; the next step changes them."""
        state: State = {"iteration": np.array([self.iteration])}
        predicts = self._schedule.prediction != 0.0
        for at, name in enumerate(("regrets", "averages", "instants")[: 3 if predicts else 2]):
            for player in range(2):
                state[f"{name}.{player}"] = getattr(self.sums, name)[player]
                if isinstance(self.sums, k.Half):
                    state[f"{name}.scales.{player}"] = self.sums.scales[at][player]
                    if self.plan.early_half:
                        state[f"{name}.early.{player}"] = getattr(self.sums.early, name)[player]
        return state

    def load_state(self, state: State) -> None:
        """Resume from a snapshot of a run of the same kind.

        Raises EngineError if the state does not match, or cannot have come from a run.
        """
        own = self.save_state()
        check_shapes(state, own)
        demand(within(state["iteration"], 0, MAX_COUNT), "counts")
        for name, array in state.items():
            least = 0.0 if name.startswith("averages") or "scales" in name else -_MOST
            demand(within(array, least, _MOST), name)
        with self._changing, self.arena.mutex:
            for name, array in state.items():
                # Read a file directly into the run's own arrays.
                if name != "iteration" and array is not own[name]:
                    own[name][:] = array
            self.iteration = int(state["iteration"][0])


def _count_infosets(plan: SpotPlan) -> int:
    decisions = np.zeros((plan.streets, 2), np.int64)
    for unit in plan.units:
        decisions[unit.street] += [len(nodes) for nodes in unit.nodes]
    return sum(
        int(decisions[street, player]) * len(plan.boards[slot].combos[player])
        for street in range(plan.streets)
        for slot in plan.slots(street)
        for player in range(2)
    )


def estimate(
    spot: Spot,
    half: bool = False,
    algorithm: str = DEFAULT_ALGORITHM,
    workers: int = 2,
    locked: bool = False,
    rivers: bool = True,
) -> Size:
    """Return the cost of solving a spot in advance.

    Args:
        locked: whether decisions are locked: then isomorphic cards are all played.
        rivers: False for a flop that was saved without them.

    Raises:
        EngineError: if there is no such algorithm.
        SpotError: if the betting tree is too large.
    """
    plan = plan_of(spot, not locked)
    arrays = 3 if get_schedule(algorithm).prediction else 2
    numbers = 4 * sum(plan.sizes)
    if not rivers:
        half, numbers = True, numbers - 4 * sum(plan.last_sizes)
    elif half and plan.early_half:
        numbers += 4 * sum(plan.last_scales) - 2 * sum(plan.last_sizes)
    elif half:
        numbers = 2 * sum(plan.sizes) + 4 * sum(plan.scales)
    parts = max(workers, LEAST_PARTS)
    walks = walk_bytes(plan, 4, parts, half) + walk_bytes(plan, 8, parts, half)
    return Size(
        decision_nodes=int((plan.tree.kind == DECISION).sum()),
        action_edges=plan.tree.num_nodes - 1,
        infosets=_count_infosets(plan),
        num_bytes=arrays * numbers + walks,
        file_bytes=arrays * numbers,
        early_bytes=_early_bytes(plan) if plan.streets == 3 else arrays * numbers,
    )


def _early_bytes(plan: SpotPlan) -> int:
    """Averages of flop and turn, and values at the end of the turn (``early.py``)."""
    averages = sum(plan.sizes) - sum(plan.last_sizes)
    leaves = len(plan.units[plan.unit_of(1)].leaves) * len(plan.slots(1))
    return 4 * (averages + leaves * (plan.width(0) + plan.width(1)))
