"""Exact CFR on Leduc hold'em on one core, compared with OpenSpiel's C++ solver."""

from __future__ import annotations

import time
from typing import Any

from ai.cfr.run import CfrRecipe, CfrRun
from ai.cfr.schedule import get_schedule
from ai.cfr.vector import Solver
from ai.training.run import Bounds
from bench import best_seconds, figure
from engine.game import get_game

_STEPS = 2000
_PEER_STEPS = 20
_TARGET = 1e-3


def _solve(algorithm: str, target: float) -> CfrRun:
    training = CfrRun(CfrRecipe(get_game("leduc"), algorithm))
    training.run(Bounds(exploitability=target))
    return training


def _step_seconds(merge_suits: bool) -> float:
    solver = Solver(get_game("leduc"), get_schedule("cfr+"), merge_suits=merge_suits)
    return best_seconds(lambda: solver.step(_STEPS)) / _STEPS


def _look_seconds() -> float:
    solver = Solver(get_game("leduc"), get_schedule("cfr+"))
    solver.step(100)
    return best_seconds(lambda: [solver.exploitability() for _ in range(_STEPS)]) / _STEPS


def _peer() -> tuple[float, float] | None:
    """OpenSpiel's seconds per iteration, and to 1e-3, exploitability evaluations excluded."""
    try:
        import pyspiel  # only with the extra named bench
    except ImportError:
        return None
    game = pyspiel.load_game("leduc_poker")
    solver = pyspiel.CFRPlusSolver(game)
    spent, done = 0.0, 0
    while True:
        start = time.perf_counter()
        for _ in range(_PEER_STEPS):
            solver.evaluate_and_update_policy()
        spent += time.perf_counter() - start
        done += _PEER_STEPS
        if pyspiel.exploitability(game, solver.average_policy()) <= _TARGET:
            return spent / done, spent


def figures() -> dict[str, dict[str, Any]]:
    """Times to given exploitabilities, iterations per second, ratios to OpenSpiel."""
    found: dict[str, dict[str, Any]] = {}
    for schedule, target, unit, scale, repeats in (
        ("cfr+", 1e-3, "ms", 1e3, 9),
        ("pdcfr+", 1e-9, "s", 1.0, 3),
        ("pdcfr+", 1e-12, "s", 1.0, 1),
    ):
        runs = [_solve(schedule, target) for _ in range(1 + repeats)]
        best = min(run.seconds for run in runs)
        name = f"leduc_{schedule}_to_{target:.0e}"
        found[name] = figure(best * scale, unit, iterations=runs[-1].trainer.iteration)
    merged, apart, peers = _step_seconds(True), _step_seconds(False), _peer()
    peer = None if peers is None else peers[0]
    if peers is not None:
        first = found["leduc_cfr+_to_1e-03"]
        first.update(openspiel=peers[1] * 1e3, ratio=peers[1] * 1e3 / first["value"])
    more = {} if peer is None else {"openspiel": 1 / peer, "ratio": peer / merged}
    found["leduc_iterations"] = figure(1 / merged, "1/s", **more)
    more = {} if peer is None else {"openspiel": 1 / peer, "ratio": peer / apart}
    found["leduc_iterations_six_cards"] = figure(1 / apart, "1/s", **more)
    found["leduc_exploitability"] = figure(_look_seconds() * 1e6, "us")
    return found
