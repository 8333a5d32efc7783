import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ai.solver.record import read_kept
from ai.solver.run import SpotRun
from ai.training.run import Bounds
from tests.ai.solver.spot_files import TURN, same_bits

pytestmark = pytest.mark.nightly

ROOT = Path(__file__).parents[3]
GOAL = 400
SCRIPT = f"""
import sys
from pathlib import Path
from ai.training import run
from ai.training.run import Bounds
from ai.solver.run import SpotRun, compile_kernels
from engine.jobs import JobControl
from tests.ai.solver.spot_files import TURN

compile_kernels()  # so that it is killed at work
run.KEEP_SECONDS = 0.0  # a file after every kernel call
path = Path(sys.argv[1])
work = SpotRun.load(path) if path.exists() else SpotRun(TURN)
heard = JobControl(lambda *news: print("at work", flush=True))
work.run(Bounds(iterations={GOAL}), heard, path=path)
"""


def start(path):
    command = [sys.executable, "-c", SCRIPT, str(path)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


@pytest.mark.scorecard("D1")
def test_a_run_survives_being_killed(tmp_path):
    rng = np.random.default_rng(1)
    path, done = tmp_path / "x.safetensors", 0
    for _ in range(12):
        with start(path) as process:
            for _ in range(int(rng.integers(1, 12))):
                process.stdout.readline()
            process.kill()
        if path.exists():
            before, done = done, read_kept(path).iterations
            assert done >= before
    assert done > 0
    with start(path) as process:
        process.communicate()
    assert process.returncode == 0
    end, whole = SpotRun.load(path), SpotRun(TURN)
    whole.run(Bounds(iterations=GOAL))
    same_bits(end, whole)
    assert [file.name for file in tmp_path.iterdir() if file.name.startswith(".")] == []
