"""Solving a river and a turn with full ranges.

postflop-solver and TexasSolver are native programs that cannot be an extra: their figures were
measured on 2 cores of an AMD Zen 5 on another day, not in this run. The current memory bandwidth is
reported with them.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Any

from ai.solver.run import SpotRun
from ai.solver.solver import SpotSolver
from ai.solver.spot import Spot
from bench import figure
from bench._memory import triad_rate

_RUNS = 5
_THREADS = 2
_MENU = "50,100,a"
_RIVER = ("Qs Jh 2h 8c 5d", "random", "random", 100, 950, _MENU, _MENU)
_TURN = ("Qs Jh 2h 8c", *_RIVER[1:])


def _median(work: Callable[[], float]) -> float:
    """Median of several runs."""
    return median(work() for _ in range(_RUNS))


def _step_seconds(solver: SpotSolver, count: int) -> float:
    """Seconds of an iteration, after some that compile and fill memory."""
    solver.step(count)

    def steps() -> float:
        start = time.perf_counter()
        solver.step(count)
        return (time.perf_counter() - start) / count

    return _median(steps)


def _to(spot: Spot, target: float, peers: dict[str, str]) -> dict[str, Any]:
    """Return the time to an exploitability in percent of the pot, evaluations included."""
    done: list[int] = []

    def solve() -> float:
        run = SpotRun(spot, target=target)
        run.run(run.aim())
        done.append(run.trainer.iteration)
        return run.seconds

    return figure(_median(solve), "s", iterations=done[-1], elsewhere=peers)


def figures() -> dict[str, dict[str, Any]]:
    """Time of an iteration, times to given exploitabilities, memory; medians of five."""
    river, turn = Spot.parse(*_RIVER), Spot.parse(*_TURN)
    found = {
        f"memory_triad_{threads}": figure(triad_rate(threads), "GB/s") for threads in (1, _THREADS)
    }
    found["river_iteration"] = figure(
        1e3 * _step_seconds(SpotSolver(river, workers=1), 100),
        "ms",
        threads=1,
        elsewhere={"postflop-solver": "0.76 to 0.79 ms", "TexasSolver": "3.3 ms"},
    )
    peers = {"postflop-solver": "0.097 s", "TexasSolver": "0.47 s"}
    found["river_to_0.5%"] = _to(river, 0.5, peers)
    peers = {"postflop-solver": "0.36 s", "TexasSolver": "1.8 s"}
    found["river_to_0.1%"] = _to(river, 0.1, peers)
    solver = SpotSolver(turn, workers=_THREADS)
    seconds = _step_seconds(solver, 3)
    found["turn_iteration"] = figure(
        1e3 * seconds, "ms", threads=_THREADS, elsewhere={"postflop-solver": "113 ms"}
    )
    found["turn_memory"] = figure(
        solver.num_bytes / 1e6, "MB", elsewhere={"postflop-solver": "403 MB"}
    )
    del solver
    found["turn_to_0.5%"] = _to(turn, 0.5, {"postflop-solver": "21.5 s"})
    return found
