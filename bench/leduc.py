"""Exact solving of Leduc hold'em on one core, beside OpenSpiel's C++ solver in the same run."""

from __future__ import annotations

from typing import Any

from ai.cfr.schedule import get_schedule
from ai.cfr.vector import Solution, Solver, solve
from bench import best_seconds, figure
from engine.game import get_game

_STEPS = 2000
_PEER_STEPS = 60


def _solve(schedule: str, target: float) -> Solution:
    return solve(Solver(get_game("leduc"), get_schedule(schedule)), exploitability=target)


def _step_seconds(merge_suits: bool) -> float:
    solver = Solver(get_game("leduc"), get_schedule("cfr+"), merge_suits=merge_suits)
    return best_seconds(lambda: solver.step(_STEPS)) / _STEPS


def _look_seconds() -> float:
    solver = Solver(get_game("leduc"), get_schedule("cfr+"))
    solver.step(100)
    return best_seconds(lambda: [solver.exploitability() for _ in range(_STEPS)]) / _STEPS


def _peer_seconds() -> float | None:
    try:
        import pyspiel  # only with the extra named bench
    except ImportError:
        return None
    solver = pyspiel.CFRPlusSolver(pyspiel.load_game("leduc_poker"))

    def steps() -> None:
        for _ in range(_PEER_STEPS):
            solver.evaluate_and_update_policy()

    return best_seconds(steps, repeats=3) / _PEER_STEPS


def figures() -> dict[str, dict[str, Any]]:
    """Times to given exploitabilities, iterations a second, ratios to OpenSpiel."""
    found: dict[str, dict[str, Any]] = {}
    for schedule, target, unit, scale, repeats in (
        ("cfr+", 1e-3, "ms", 1e3, 9),
        ("pdcfr+", 1e-9, "s", 1.0, 3),
        ("pdcfr+", 1e-12, "s", 1.0, 1),
    ):
        runs: list[Solution] = []
        best_seconds(lambda s=schedule, t=target, r=runs: r.append(_solve(s, t)), repeats)
        best = min(run.seconds for run in runs)
        name = f"leduc_{schedule}_to_{target:.0e}"
        found[name] = figure(best * scale, unit, iterations=runs[-1].solver.iteration)
    merged, apart, peer = _step_seconds(True), _step_seconds(False), _peer_seconds()
    more = {} if peer is None else {"openspiel": 1 / peer, "ratio": peer / merged}
    found["leduc_iterations"] = figure(1 / merged, "1/s", **more)
    more = {} if peer is None else {"openspiel": 1 / peer, "ratio": peer / apart}
    found["leduc_iterations_six_cards"] = figure(1 / apart, "1/s", **more)
    found["leduc_exploitability"] = figure(_look_seconds() * 1e6, "us")
    return found
