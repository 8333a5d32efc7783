"""Solve one street to the end of the game from the players' ranges.

The solution is *unsafe* unless rivers are guarded (``safe.py``): the opponent's range is assumed to
be that of the blueprint on this line, and on the river that of the turn's solution. A fraction of
both ranges is spread evenly, so that a deviating player does not meet a range that excludes it.

Source: Ganzfried and Sandholm, "Endgame solving in large imperfect-information games", AAMAS 2015;
Brown and Sandholm, "Safe and nested subgame solving for imperfect-information games", NIPS 2017.
"""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Lock

import numpy as np

from ai.betting.sizes import Sizes, SpotError, parse_menu
from ai.reading.line import Answers
from ai.reading.reach import Weights
from ai.resolving.safe import guard
from ai.solver.memory import free_bytes, size_text
from ai.solver.solver import SpotSolver, estimate
from ai.solver.spot import Spot
from ai.solver.spot_of_hand import (
    effective_stack,
    is_three_way,
    live_seats,
    most_matched,
    no_table_spot,
    street_line,
    street_start,
    table_spot,
)
from ai.three_way.solver import ThreeWaySolver
from ai.three_way.solver import estimate as estimate_river
from ai.three_way.spot import ThreeWaySpot, count_decisions
from ai.three_way.spot_of_hand import table_river
from engine.combos import NUM_HOLDEM_COMBOS
from engine.errors import GameError
from engine.jobs import JobControl
from engine.player import Action, PublicState, Strategy, raise_to
from engine.policy import blocked
from engine.wording import Wording

DEEP = 8
"""Turn SPR above which all-in is dropped from the tree."""
MOST_DECISIONS = 110
"""Most decisions of the menus' tree of a river for three players: some 3 s at 40 iterations."""
_MOST_ON_LINE = 250
"""Most with the sizes of a line."""
_TOO_LARGE = Wording("for three players its betting tree is too large to be solved in time")

_StreetSizes = tuple[Sizes, ...]


@dataclass(frozen=True)
class SolvingEffort:
    """Solving effort on a street.

    Attributes:
        bets: sizes of both players, by street to the river; actual bets are added where they were
            made. The smallest is at least a big blind.
        raises: likewise.
        iterations: of the solver.
        chunk: iterations between two checks of the control.
        three_way: efforts on rivers for three players, larger menus first: the first counts whose
            tree has at most ``MOST_DECISIONS``.
    """

    bets: _StreetSizes
    raises: _StreetSizes
    iterations: int
    chunk: int
    three_way: tuple[SolvingEffort, ...] = ()

    def on(self, start: PublicState) -> SolvingEffort:
        """The effort on a street that begins with a decision, without all-in at high SPR.

        Raises SpotError if no tree of a river for three players is small enough.
        """
        if is_three_way(start):
            stacks = tuple(map(start.stack, live_seats(start)))
            for effort in self.three_way:
                sizes = effort.bets[0], effort.raises[0]
                if count_decisions(start.pot, stacks, *sizes) <= MOST_DECISIONS:
                    return effort
            raise SpotError("{problem}", problem=_TOO_LARGE)
        if len(self.bets) == 1 or effective_stack(start) <= DEEP * start.pot:
            return self
        bets = tuple(Sizes(sizes.percents) for sizes in self.bets)
        return replace(self, bets=bets, raises=(Sizes(self.raises[0].percents), *self.raises[1:]))

    def considers(self, state: PublicState, action: Action) -> bool:
        """Return whether an action is on the menu of a resolved street."""
        if state.game.is_limit or not action.raise_to:
            return True
        legal, sizes = state.legal, (self.raises if state.max_bet else self.bets)[0]
        pot, most = state.pot + legal.call, most_matched(state)
        total = min(action.raise_to, most)
        return total in sizes.totals(state.max_bet, pot, legal.min_raise, most)

    def with_iterations(self, count: int, of_three: int) -> SolvingEffort:
        """Return the effort with other iterations for two players, and for three."""
        three_way = tuple(replace(each, iterations=of_three) for each in self.three_way)
        return replace(self, iterations=count, three_way=three_way)


_THREE_WAY = tuple(
    SolvingEffort(parse_menu(bets), parse_menu(raises), iterations=40, chunk=2)
    for bets, raises in (
        ("50,100,a", "100,a"),
        ("75,a", "100,a"),
        ("75", "100"),
        ("75", "200"),
        ("75", "a"),
    )
)
EFFORTS = {
    4: SolvingEffort(parse_menu("100,a;100,a"), parse_menu("100,a;a"), iterations=60, chunk=1),
    5: SolvingEffort(
        parse_menu("50,100,a"),
        parse_menu("100,a"),
        iterations=100,
        chunk=10,
        three_way=_THREE_WAY,
    ),
}
"""Efforts by the number of cards on the board; see docs/internals/resolving.md."""
JUDGING = {4: EFFORTS[4], 5: EFFORTS[5].with_iterations(400, 100)}
"""Efforts for judging decisions: a river in a tenth of a second, one of three in ten seconds."""
FURTHER = {4: replace(EFFORTS[4], iterations=200), 5: EFFORTS[5].with_iterations(1600, 400)}
"""Efforts where a solution is inconsistent: it often takes actions that lose by its own EVs."""


UNIFORM = 0.05
"""Fraction of each range spread over all hands."""
SETTLED = 0.1
"""Reach with which each hand counts at each decision when averages are settled.

That happens in the later half of the iterations, once after each ``SolvingEffort.chunk`` of them:
after every iteration on the turn, after every ten on the river, every two on one of three.
"""
KEPT_BYTES = 64_000_000
"""Memory of the cached solutions."""
_ARRIVALS = 64
"""Lines and turns whose river ranges are cached, even after the turn's solution is evicted."""
MOST_BYTES = 256_000_000
"""Memory of one solution."""

RIVER = 5
"""Cards on the board of a river."""
STREETS = {4: "Solving the turn", 5: "Solving the river"}
"""Progress text, by the number of cards on the board."""

Ranges = Callable[[PublicState, JobControl | None], Weights]
"""The reach (players, 1326) of all players at the start of a street; only those left count."""

StreetSolution = SpotSolver | ThreeWaySolver

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Solved:
    """A decision in the solution of its street.

    Attributes:
        line: betting from the start of the street, as the solution counts chips.
        complete: whether all iterations are done; a hastened caller gets an incomplete solution.
    """

    solver: StreetSolution
    line: tuple[Action, ...]
    complete: bool

    def answer(self, spot: PublicState, *, values: bool = True) -> Strategy:
        """Return average strategies at the decision, by default with EVs in chips from there on."""
        note = str(Wording("solved here, {count} iterations", count=self.solver.iteration))
        if not values:
            actions, rows = self.solver.answer(self.line, spot.board)
            return Strategy(_legal(spot, actions), rows, note=note)
        view = self.solver.view(self.line, spot.board)
        worth = np.nan_to_num(view.action_ev, nan=0.0)  # blocked hands have none
        return Strategy(_legal(spot, view.actions), view.strategy, worth, note=note)

    def reach_after(self, action: Action) -> Weights:
        """Reach (2, 1326) of both players, out of position first, after an action here."""
        spot = self.solver.spot
        reach = np.stack(spot.ranges)
        here = spot.root
        for done in (*self.line, action):
            actions, rows = self.solver.answer(here.actions, spot.board)
            reach[here.to_act] *= rows[:, actions.index(done)]
            here = here.after(done)
        return reach


class StreetSolver:
    """Solves streets on demand, with a cache of recent solutions.

    A solution depends on the decision alone, not on earlier queries: the tree has the sizes of the
    menus and, where they were bet, those of the line. Both players reach a river with the ranges of
    the turn's solution. While that is incomplete, because a caller is hastened, or missing, the
    river's solution is not cached. Thread-safe.

    Args:
        ranges: gives both players' reach at the start of a street.
        workers: threads on a turn; the solution is the same for one and two.
        given: gives reach at the start of a street that is known without solving the one before;
            None where it is not.
        guarding: the strategy whose value bounds the opponent's EV on safely solved rivers, for
            each seat; None trusts the ranges.
    """

    def __init__(
        self,
        ranges: Ranges,
        efforts: dict[int, SolvingEffort] = EFFORTS,
        workers: int = 1,
        guarding: Answers | None = None,
        given: Callable[[PublicState], Weights | None] = lambda start: None,
    ) -> None:
        self._ranges, self._given = ranges, given
        self._guarding = guarding
        self.efforts = efforts
        self._workers = workers
        self._known: OrderedDict[tuple[object, ...], StreetSolution] = OrderedDict()
        self._bytes = 0
        self._arrivals: OrderedDict[tuple[object, ...], Weights] = OrderedDict()
        self._lock = Lock()

    @property
    def kept_bytes(self) -> int:
        """Memory of the cached solutions."""
        return self._bytes

    def solves(self, state: PublicState) -> bool:
        """Return whether a decision is on a street to be solved: of two, or a river of three."""
        return len(state.board) in self.efforts and no_table_spot(state) is None

    def left_out(self, state: PublicState) -> Wording | None:
        """Return why a street of more players than are solved is not; None elsewhere."""
        problem = no_table_spot(state) if len(state.board) in self.efforts else None
        return None if problem is None else unsolved(problem)

    def has_odd(self, state: PublicState, action: Action) -> bool:
        """Return whether an action, or a size on the street, is off-menu.

        Args:
            state: a decision on a street that is solved.
        """
        start = street_start(state)
        effort = self.efforts[len(state.board)].on(start)
        line = (*state.actions[len(start.actions) :], action)
        return _last_odd(effort, start, line) is not start

    def at(
        self, state: PublicState, control: JobControl | None = None, action: Action | None = None
    ) -> Solved:
        """The solution of the street that a decision is on.

        Args:
            control: to stop, or to take the solution so far.
            action: an action at the decision that the tree must have; None for any.

        Raises:
            SpotError: if the street cannot be solved.
        """
        start = street_start(state)
        effort = self.efforts[len(state.board)].on(start)
        actions = state.actions[len(start.actions) :]
        last = _last_odd(effort, start, actions if action is None else (*actions, action))
        line = street_line(state)
        seat = state.to_act if self._guarding and len(start.board) == RIVER else -1
        key = (state.game, last.actions, start.actions, start.board, seat)
        with self._lock:
            solver = self._known.get(key)
            if solver is not None and solver.iteration >= effort.iterations:
                self._known.move_to_end(key)
                return Solved(solver, line, True)
            if solver is not None:  # no other thread runs it now
                self._bytes -= self._known.pop(key).num_bytes
        final = True
        try:
            if solver is None:
                reach, final = self._reach(start, control)
                solver = self._begin(last, start, reach, seat, effort, control, final)
            self._go_on(solver, effort, control)
        finally:
            if solver is not None and final:
                self._keep(key, solver)
        return Solved(solver, line, final and solver.iteration >= effort.iterations)

    def _begin(
        self,
        last: PublicState,
        start: PublicState,
        reach: Weights,
        seat: int,
        effort: SolvingEffort,
        control: JobControl | None,
        kept: bool,
    ) -> StreetSolution:
        """Build the solver of a street whose tree has the line to ``last``, safe for a seat if any.

        Memory is freed only for a solution to be cached; otherwise all cached ones stay, above all
        that of the previous street, which is to continue.
        """
        mixed = np.stack([_with_uniform(weights, start) for weights in reach])
        spot: Spot | ThreeWaySpot
        if is_three_way(start):
            spot = table_river(last, mixed, effort.bets[0], effort.raises[0])
            size = estimate_river(spot)
            if size.decision_nodes > _MOST_ON_LINE:
                raise SpotError("{problem}", problem=_TOO_LARGE)
        else:
            spot = table_spot(last, mixed, (effort.bets,) * 2, (effort.raises,) * 2)
            size = estimate(spot, workers=self._workers)
        needed = size.num_bytes
        if kept:
            with self._lock:
                self._drop_until(max(0, KEPT_BYTES - needed))
        free = free_bytes()
        room = MOST_BYTES if free is None else min(free, MOST_BYTES)
        if needed > room:
            raise SpotError(
                "it needs {needed}, but may use only {room}",
                needed=size_text(needed),
                room=size_text(room),
            )
        if isinstance(spot, ThreeWaySpot):
            return ThreeWaySolver(spot)
        solver = SpotSolver(spot, workers=self._workers)
        if self._guarding and seat >= 0:
            try:
                guard(solver, start, seat, self._guarding, control or JobControl())
            except GameError as error:  # too many lines of the blueprint
                raise SpotError("{problem}", problem=error) from error
        return solver

    def _go_on(
        self, solver: StreetSolution, effort: SolvingEffort, control: JobControl | None
    ) -> None:
        """Finish solving; a hastened caller leaves the rest to the next one."""
        control = control or JobControl()
        what = STREETS[len(solver.spot.board)]
        while solver.iteration < effort.iterations:
            control.check()
            if control.hastened and solver.iteration:
                break
            control.progress(solver.iteration / effort.iterations, what)
            solver.step(min(effort.chunk, effort.iterations - solver.iteration))
            if 2 * solver.iteration >= effort.iterations:
                solver.settle(SETTLED)

    def _reach(self, start: PublicState, control: JobControl | None) -> tuple[Weights, bool]:
        """The players' reach at the start of a street, and whether it is final.

        It comes from the solution of the previous street, which may be incomplete, or lack memory
        for the moment.
        """
        given = self._given(start)
        if given is not None:
            return given, True
        before = PublicState(start.game, start.actions[:-1], ())
        before = before.on(start.board[: start.game.board_sizes[before.street]])
        if not self.solves(before):
            return self._ranges(start, control), True
        key = (start.game, start.actions, before.board)
        with self._lock:
            known = self._arrivals.get(key)
            if known is not None:
                self._arrivals.move_to_end(key)
                return known, True
        try:
            solved = self.at(before, control)
        except (SpotError, MemoryError) as error:
            _log.warning("ranges come from the blueprint, not from the previous street: %s", error)
            return self._ranges(start, control), False
        seats = live_seats(street_start(before))
        reach = np.zeros((start.game.num_players, NUM_HOLDEM_COMBOS))
        reach[list(seats)] = solved.reach_after(start.actions[-1])
        if solved.complete:
            with self._lock:
                self._arrivals[key] = reach
                if len(self._arrivals) > _ARRIVALS:
                    self._arrivals.popitem(last=False)
        return reach, solved.complete

    def _keep(self, key: tuple[object, ...], solver: StreetSolution) -> None:
        """Cache a solution, unless another thread has cached one with more iterations."""
        with self._lock:
            other = self._known.get(key)
            if other is not None and other.iteration >= solver.iteration:
                return
            self._known.pop(key, None)
            self._bytes += solver.num_bytes - (0 if other is None else other.num_bytes)
            self._known[key] = solver
            self._drop_until(max(KEPT_BYTES, solver.num_bytes))

    def _drop_until(self, most: int) -> None:
        """Evict the least recently used solutions until the rest fit."""
        while self._bytes > most:
            self._bytes -= self._known.popitem(last=False)[1].num_bytes


def unsolved(problem: object) -> Wording:
    """Return the words for a street that is not solved."""
    return Wording("this street cannot be solved: {error}", error=problem)


def _legal(spot: PublicState, actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return a solution's actions at a decision, of which an all-in may be less than a raise is.

    The solution counts no chips that the other cannot match.
    """
    least = spot.legal.min_raise
    return tuple(raise_to(max(one.raise_to, least)) if one.raise_to else one for one in actions)


def _last_odd(effort: SolvingEffort, start: PublicState, line: tuple[Action, ...]) -> PublicState:
    """Return the node after the last off-menu action; the root if there is none."""
    last = here = start
    for action in line:
        after = here.after(action)
        if not effort.considers(here, action):
            last = after
        here = after
    return last


def _with_uniform(reach: Weights, start: PublicState) -> Weights:
    """Mix a range with a uniform one, with maximum weight 1; uniform if it is empty."""
    free = ~blocked(start.game, start.board)
    even = np.where(free, 1.0 / free.sum(), 0.0)
    reach = np.where(free, reach, 0.0)
    whole = float(reach.sum())
    if not whole > 0.0:
        reach, whole = even, 1.0
    mixed = (1.0 - UNIFORM) * reach / whole + UNIFORM * even
    weights: Weights = mixed / mixed.max()
    return weights
