"""Kernels of spots are compiled before anybody waits, all of them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.ci

_ROOT = Path(__file__).resolve().parents[3]
_PROGRAM = """
import sys
import numpy as np
from ai.spot.locks import Lock
from ai.spot.run import compile_kernels
from ai.spot.solver import SpotSolver
from ai.spot.spot import Spot
from engine.cards import parse_card
from engine.combos import NUM_HOLDEM_COMBOS
from engine.player import CALL, raise_to

half = "half" in sys.argv

def compiled():
    return {
        (name, types)
        for module in list(sys.modules.values())
        if module.__name__.startswith(("ai.", "engine."))
        for name, function in vars(module).items()
        for types in getattr(function, "signatures", ())
    }

compile_kernels(half)
before = compiled()
assert before

fold = np.zeros((NUM_HOLDEM_COMBOS, 3))
fold[:, 0] = 1.0
everybody = np.ones(NUM_HOLDEM_COMBOS, np.bool_)
locks = (Lock((raise_to(10),), None, everybody, fold),)
for board in ("Qs Jh 2h 8c 5d", "Qs Jh 2h 8c", "Qc Jc 2c 8c"):
    spot = Spot.parse(board, "AA:0.3,KQs,T9s", "QQ,JJ,AJs", 10, 40, "100,a", "a")
    river = spot.board if spot.num_streets == 1 else (*spot.board, parse_card("3h"))
    for algorithm, held in (("dcfr", ()), ("pdcfr+", ()), ("cfr+", locks)):
        for workers in (1, 2):
            solver = SpotSolver(spot, algorithm, held, half=half, workers=workers)
            solver.step(2)
            solver.view((), spot.board)
            solver.view((CALL, raise_to(10)), spot.board)
            if spot.num_streets == 2:
                solver.view((raise_to(10), CALL), river)
            solver.exploitability()
            solver.load_state(solver.save_state())
print(*sorted(name for name, _ in compiled() - before))
"""


@pytest.mark.parametrize("numbers", ["whole", "half"])
def test_no_spot_leaves_anything_to_compile(numbers):
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, numbers],
        cwd=_ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "0"},
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == ""
