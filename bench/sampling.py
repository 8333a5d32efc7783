"""MCCFR on Leduc hold'em on one core, compared with OpenSpiel's C++ solvers.

A traversal is one deal for one player; an iteration, of either program, is one for each.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from ai.cfr.sampling import DEFAULT_PICKS, SamplingSolver
from bench import best_seconds, figure
from engine.game import get_game

_STEPS = 200_000
_PEER_STEPS = 3_000
_RUNS = (
    ("es-mccfr", "", False, "ExternalSamplingMCCFRSolver"),
    ("es-mccfr", "", True, None),
    ("os-mccfr", "", False, "OutcomeSamplingMCCFRSolver"),
    ("robust-mccfr", "constant:1", False, None),
    ("robust-mccfr", DEFAULT_PICKS, False, None),
)


def _peer_seconds(solver_name: str | None) -> float | None:
    """Seconds of an iteration."""
    try:
        import pyspiel  # only with the extra named bench
    except ImportError:
        return None
    if solver_name is None:
        return None
    solver = getattr(pyspiel, solver_name)(pyspiel.load_game("leduc_poker"))

    def steps() -> None:
        for _ in range(_PEER_STEPS):
            solver.run_iteration()

    return best_seconds(steps, repeats=3) / _PEER_STEPS


def figures() -> dict[str, dict[str, Any]]:
    """Traversals and node touches per second, ratios to OpenSpiel, evaluation time."""
    found: dict[str, dict[str, Any]] = {}
    for method, picks, baselines, peer_name in _RUNS:
        for merge_suits in (True, False) if peer_name else (True,):
            solver = SamplingSolver(
                get_game("leduc"), method, picks, baselines=baselines, merge_suits=merge_suits
            )
            solver.step(_STEPS)  # later strategies have shorter traversals
            before, steps = solver.nodes, solver.iteration
            seconds = best_seconds(partial(solver.step, _STEPS)) / _STEPS
            nodes = (solver.nodes - before) / (solver.iteration - steps)
            peer = _peer_seconds(peer_name)
            more = {} if peer is None else {"openspiel": 2 / peer, "ratio": peer / seconds}
            words = [method, picks, "baselines" if baselines else ""]
            words.append("" if merge_suits else "six_cards")
            name = "_".join(["leduc", *filter(None, words)])
            found[f"{name}_traversals"] = figure(2 / seconds, "1/s", **more)
            found[f"{name}_nodes"] = figure(nodes / seconds, "1/s", per_traversal=nodes / 2)
    solver = SamplingSolver(get_game("leduc"), "es-mccfr")
    solver.step(1000)
    looks = 1000
    seconds = best_seconds(lambda: [solver.exploitability() for _ in range(looks)]) / looks
    found["leduc_sampled_exploitability"] = figure(seconds * 1e6, "us")
    return found
