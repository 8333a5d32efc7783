"""Deals per second of blueprint training, compared with donksolver's C++ core.

Both train heads-up no-limit hold'em of 100 big blinds by external sampling with linear weights, on
the same tree of 21,162 nodes (donksolver's preset ``hu``), with 169 rows before the flop and 50
buckets on each later street; one thread, the first 200,000 iterations of a fresh run. Seconds are
processor time, and runs alternate, to reduce the effect of other load.

An iteration, of either program, is one random deal of one hand each, traversed once for each of
both players: after one of donksolver's on Kuhn poker rows of both players have changed, and they
never hold the same card. ``with_usual_hands`` has deals of four hands each, the default here. Here
each traversal also adds to the averages; donksolver averages in a separate traversal in 2% of the
iterations, which its rate includes. ``donksolver_fastest`` has float for double, and no locks.

Building both card abstractions takes some minutes.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from ai.blueprint.recipe import BlueprintRecipe
from ai.blueprint.solver import BlueprintSolver
from bench import figure
from engine.game import get_game

_BUCKETS = (50, 50, 50)
_MENU = ";".join(
    (
        "60,120,a/100,a/80,a/80,a/a",
        "33,75,a/100,a/100,a/a",
        "50,100,a/100,a/100,a/a",
        "50,100,a/100,a/100,a/a",
    )
)
_ITERATIONS = 200_000
_RUNS = 3


def _seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def _peer(path: Path, **options: Any) -> Any:
    """A fresh run of donksolver."""
    from donksolver import Solve, Solver, preset  # only with the extra named bench

    return Solver.nlhe(preset("hu", 100, _BUCKETS), str(path), Solve(**options))


def figures() -> dict[str, dict[str, Any]]:
    """Deals per second of both programs, and the ratio."""
    from donksolver import Abstraction  # only with the extra named bench

    recipe = BlueprintRecipe(get_game("holdem-nolimit@100"), _MENU, ",".join(map(str, _BUCKETS)))
    with tempfile.TemporaryDirectory() as name:
        folder, threads = Path(name), os.cpu_count() or 1
        path = folder / "abstraction.dab"
        Abstraction.build(_BUCKETS, threads=threads).save(str(path))
        recipe.build(folder, hands=1).step(1000)  # compile, and cache the tables
        options: tuple[dict[str, Any], ...] = ({}, {"precision": "float", "hogwild": True})
        best = [0.0] * (2 + len(options))
        nodes = 0.0
        for _ in range(_RUNS):
            solver = recipe.build(folder, hands=1)
            assert isinstance(solver, BlueprintSolver)
            rates = [_ITERATIONS / _seconds(partial(solver.step, _ITERATIONS))]
            nodes = solver.nodes / solver.iteration
            rates.append(_ITERATIONS / _seconds(partial(recipe.build(folder).step, _ITERATIONS)))
            for chosen in options:
                peer = _peer(path, **chosen)
                assert peer.info()["nodes"] == solver.tree.num_nodes
                rates.append(_ITERATIONS / _seconds(partial(peer.run, _ITERATIONS, 1)))
            best = [max(pair) for pair in zip(best, rates, strict=True)]
    ours, usual, theirs, fastest = best
    return {
        "training-nolimit@100": figure(
            ours,
            "deals/s",
            nodes_a_deal=round(nodes, 1),
            with_usual_hands=round(usual),
            donksolver=round(theirs),
            donksolver_fastest=round(fastest),
            ratio=round(ours / theirs, 2),
            ratio_to_fastest=round(ours / fastest, 2),
        )
    }
