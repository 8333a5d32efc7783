"""Solving a river and a turn with full ranges, and a flop that others publish figures of.

The flop is the "3betpotFAST" of postflop-solver's tests, PioSOLVER's preset.

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
_FLOP = (
    "Qs Jh 2h",
    "88+,A8s+,A5s-A2s:0.5,AJo+,ATo:0.75,K9s+,KQo,KJo:0.75,KTo:0.25,Q9s+,QJo:0.5,J8s+,JTo:0.25,T8s+,"
    "T7s:0.45,97s+,96s:0.45,87s,86s:0.75,85s:0.45,75s+:0.75,74s:0.45,65s:0.75,64s:0.5,63s:0.45,"
    "54s:0.75,53s:0.5,52s:0.45,43s:0.5,42s:0.45,32s:0.45",
    "AA:0.25,99-22,AJs-A2s,AQo-A8o,K2s+,K9o+,Q2s+,Q9o+,J6s+,J9o+,T6s+,T9o,96s+,95s:0.5,98o,86s+,"
    "85s:0.5,75s+,74s:0.5,64s+,63s:0.5,54s,53s:0.5,43s",
    *(180, 910, "52;55;70", "45"),
)
_FLOP_MEMORY = {"Desktop Postflop": "679 MB in 16 bits, 1,270 MB", "PioSOLVER": "634 to 1,410 MB"}
_FLOP_SECONDS = {
    0.5: {"Desktop Postflop, 6 threads": "20 s", "TexasSolver, 6 threads": "104 s"},
    0.3: {"Desktop Postflop, 6 threads": "25 s", "TexasSolver, 6 threads": "149 s"},
    0.1: {"Desktop Postflop, 6 threads": "44 s", "TexasSolver, 6 threads": "286 s"},
}
"""Published for a Ryzen 3700X."""


def _median(work: Callable[[], float], runs: int = _RUNS) -> float:
    """Median of several runs."""
    return median(work() for _ in range(runs))


def _step_seconds(solver: SpotSolver, count: int) -> float:
    """Seconds of an iteration, after some that compile and fill memory."""
    solver.step(count)

    def steps() -> float:
        start = time.perf_counter()
        solver.step(count)
        return (time.perf_counter() - start) / count

    return _median(steps)


def _to(
    spot: Spot, target: float, peers: dict[str, str], runs: int = _RUNS, half: bool = False
) -> dict[str, Any]:
    """Return the time to an exploitability in percent of the pot, evaluations included."""
    done: list[int] = []

    def solve() -> float:
        run = SpotRun(spot, half=half, target=target)
        run.run(run.aim())
        done.append(run.trainer.iteration)
        return run.seconds

    return figure(_median(solve, runs), "s", iterations=done[-1], elsewhere=peers)


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
    flop = Spot.parse(*_FLOP)
    for half, name in ((True, "flop_16_bits"), (False, "flop_32_bits")):
        solver = SpotSolver(flop, half=half, workers=_THREADS)
        step = 1e3 * _step_seconds(solver, 3)
        found[f"{name}_iteration"] = figure(step, "ms", threads=_THREADS)
        found[f"{name}_memory"] = figure(solver.num_bytes / 1e6, "MB", elsewhere=_FLOP_MEMORY)
        del solver
        for target, peers in _FLOP_SECONDS.items():
            found[f"{name}_to_{target:g}%"] = _to(flop, target, peers, 1, half)
    return found
