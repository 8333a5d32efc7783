"""Cost and convergence of robust-sampling schedules per node touch, over seeds.

Work is counted in node touches (decisions and terminals visited), independent of the machine.
Curves of two schedules at equal touches can be compared; a single seed cannot.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ai.cfr.sampling import SamplingSolver
from engine import timing
from engine.game import Game
from engine.jobs import JobControl

SEEDS = 20
_FIRST, _LAST, _PER_DECADE = 3.0, 6.0, 4
"""Evaluation points, as base-10 logarithms: from 1,000 to a million touches."""
_BLOCK = 500_000
"""Most touches between two checks of the control: some 20 ms."""


@dataclass(frozen=True, eq=False)
class TouchCurve:
    """Measurements of one schedule.

    Attributes:
        touches: (looks,) float64: node touches, each measured at the first iteration to reach them.
        exploitability: (seeds, looks) float64: of the averages, in chips per hand.
        walk_touches: mean node touches of a traversal.
        walks_per_second: of the fastest seed, which other load affects least.
    """

    touches: NDArray[np.float64]
    exploitability: NDArray[np.float64]
    walk_touches: float
    walks_per_second: float


def look_touches() -> NDArray[np.float64]:
    """(looks,) float64: node touches at which exploitability is computed."""
    count = round((_LAST - _FIRST) * _PER_DECADE) + 1
    return np.asarray(10.0 ** np.linspace(_FIRST, _LAST, count))


def measure(
    game: Game, picks: str, control: JobControl | None = None, seeds: int = SEEDS
) -> TouchCurve:
    """Run robust sampling, weighted linearly and without baselines, from several seeds.

    ``game``: a small two-player game. ``picks``: the schedule, as ``parse_picks`` reads it. Raises
    EngineError if the schedule is invalid, or GameError if the game has other than two players, or
    is too large.
    """
    control = control or JobControl()
    goals = look_touches()
    curves = np.empty((seeds, len(goals)))
    walks = touches = 0
    speed = 0.0
    for seed in range(seeds):
        solver = SamplingSolver(game, "robust-mccfr", picks, seed)
        solver.step(1)  # compile or load kernels
        seconds = 0.0
        for look, goal in enumerate(goals.tolist()):
            while (left := goal - solver.nodes) > 0:
                control.check()
                # Half of the distance, so that unusually long lines do not overshoot far.
                part = min(0.5 * left, _BLOCK)
                count = max(1, int(part * solver.iteration / solver.nodes))
                start = timing.seconds()
                solver.step(count)
                seconds += timing.seconds() - start
            curves[seed, look] = solver.exploitability()
        walks += 2 * solver.iteration
        touches += solver.nodes
        speed = max(speed, 2 * (solver.iteration - 1) / seconds)
        control.progress((seed + 1) / seeds, "")
    return TouchCurve(goals, curves, touches / walks, speed)
