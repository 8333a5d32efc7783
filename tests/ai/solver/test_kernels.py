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
from ai.solver.locks import Lock
from ai.solver.run import compile_kernels
from ai.solver.solver import SpotSolver
from ai.solver.spot import Spot
from engine.player import CALL, raise_to

def compiled():
    return {
        (name, types)
        for module in list(sys.modules.values())
        if module.__name__.startswith(("ai.", "engine."))
        for name, function in vars(module).items()
        for types in getattr(function, "signatures", ())
    }

half = "half" in sys.argv
compile_kernels(half)
before = compiled()
assert before
fold = np.tile([1.0, 0.0, 0.0], (1326, 1))
locks = (Lock((raise_to(10),), (), np.ones(1326, np.bool_), fold),)
for board in ("Qs Jh 2h 8c 5d", "Qs Jh 2h 8c", "Qc Jc 2c 8c"):
    spot = Spot.parse(board, "AA:0.3,KQs,T9s", "QQ,JJ,AJs", 10, 40, "100,a", "a")
    for algorithm, held in (("dcfr", ()), ("pdcfr+", ()), ("cfr+", locks)):
        for workers in (1, 2):
            solver = SpotSolver(spot, algorithm, held, half=half, workers=workers)
            solver.step(2)
            solver.view((CALL, raise_to(10)), spot.board)
            if spot.num_streets == 2:
                solver.view((raise_to(10), CALL), (*spot.board, spot.game.deck[5]))
            solver.exploitability()
            solver.load_state(solver.save_state())
print(*sorted(name for name, _ in compiled() - before))
"""


@pytest.mark.parametrize("numbers", ["whole", "half"])
def test_precompiled_kernels_cover_every_spot(numbers):
    command = [sys.executable, "-c", _PROGRAM, numbers]
    env = {**os.environ, "NUMBA_DISABLE_JIT": "0"}
    done = subprocess.run(command, cwd=_ROOT, env=env, capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr
