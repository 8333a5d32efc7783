"""One street solved from its start: both ranges as the blueprint brings them there.

The solution is *unsafe*: the other's range is taken to be what the blueprint would hold on this
line. A part of both ranges is spread evenly, so that a player who came another way is not met by a
range that excludes it.

Source: Ganzfried and Sandholm, "Endgame solving in large imperfect-information games", AAMAS 2015;
Brown and Sandholm, "Safe and nested subgame solving for imperfect-information games", NIPS 2017.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

import numpy as np

from ai.reach import Weights
from ai.spot.place import spot_at
from ai.spot.sizes import parse_menu
from ai.spot.solver import SpotSolver
from engine.cards import Card
from engine.combos import NUM_HOLDEM_COMBOS
from engine.jobs import JobControl
from engine.player import Action, PublicState, Strategy
from engine.policy import blocked

ITERATIONS = 100
"""Fewer leave much to gain, more gain little: see docs/resolving.md."""
UNIFORM = 0.05
"""The part of each range that is spread over all hands."""
BETS, RAISES = "50,100,a", "100,a"
"""Sizes in percent of the pot; those really bet join them. The least is at least a big blind."""
KEPT_BYTES = 128_000_000
"""Memory of the solutions that are kept."""
_CHUNK = 10
"""Iterations between two looks at a job's control."""

Ranges = Callable[[PublicState, JobControl | None], Weights]
"""The reach (2, 1326) of both players at the start of a street."""


@dataclass(frozen=True)
class Solved:
    """A decision in the solution of its street.

    Attributes:
        solver: of the street.
        line: betting from the start of the street.
    """

    solver: SpotSolver
    line: tuple[Action, ...]

    def answer(self, board: tuple[Card, ...], *, values: bool = True) -> Strategy:
        """The averages at the decision, with values in chips from there on unless left out."""
        note = f"solved here, {self.solver.iteration} iterations"
        if not values:
            return Strategy(*self.solver.answer(self.line, board), note=note)
        view = self.solver.view(self.line, board)
        worth = np.nan_to_num(view.action_ev, nan=0.0)  # hands on the board have none
        return Strategy(view.actions, view.strategy, worth, note=note)


class StreetSolver:
    """Solves streets when decisions of them are asked for, and keeps what it solved lately.

    A solution depends on the decision alone, not on what was asked before: the tree has the sizes
    of the menus and those of the line. Safe across threads.

    Args:
        ranges: gives both players' reach at the start of a street.
        iterations: of the solver.
    """

    def __init__(self, ranges: Ranges, iterations: int = ITERATIONS) -> None:
        self._ranges = ranges
        self._iterations = iterations
        self._known: OrderedDict[tuple[object, ...], SpotSolver] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    def at(self, state: PublicState, control: JobControl | None = None) -> Solved:
        """The solution of the street that a decision is on.

        Raises:
            SpotError: if the street cannot be solved.
            CancelledError: if stopped.
            PokerError: whatever gives the ranges says.
        """
        start = street_start(state)
        reach = self._ranges(start, control)
        mixed = np.stack([_mixed(weights, start) for weights in reach])
        bets, raises = parse_menu(BETS), parse_menu(RAISES)
        spot, line = spot_at(state, mixed, (bets, bets), (raises, raises))
        key = (state.game, start.actions, start.board, spot.bets, spot.raises)
        with self._lock:
            solver = self._known.get(key)
            if solver is not None:
                self._known.move_to_end(key)
        if solver is None:
            solver = SpotSolver(spot, workers=1)
            for done in range(0, self._iterations, _CHUNK):
                if control is not None:
                    control.check()
                solver.step(min(_CHUNK, self._iterations - done))
            self._keep(key, solver)
        return Solved(solver, line)

    def _keep(self, key: tuple[object, ...], solver: SpotSolver) -> None:
        with self._lock:
            if key in self._known:
                return
            self._known[key] = solver
            self._bytes += solver.num_bytes
            while self._bytes > KEPT_BYTES and len(self._known) > 1:
                self._bytes -= self._known.popitem(last=False)[1].num_bytes


def street_start(state: PublicState) -> PublicState:
    """The first decision of the street that a decision is on."""
    here = PublicState(state.game, (), ())
    for action in state.actions:
        if here.street == state.street:
            break
        here = here.after(action)
    return PublicState(state.game, here.actions, state.board, here.betting)


def _mixed(reach: Weights, start: PublicState) -> Weights:
    """A range with its part spread evenly, 1 the largest weight; nothing known is all even."""
    free = ~blocked(start.game, start.board)
    even = np.where(free, 1.0 / free.sum(), 0.0)
    whole = float(reach.sum())
    if len(reach) != NUM_HOLDEM_COMBOS or not whole > 0.0:
        reach, whole = even, 1.0
    mixed = (1.0 - UNIFORM) * np.where(free, reach, 0.0) / whole + UNIFORM * even
    weights: Weights = mixed / mixed.max()
    return weights
