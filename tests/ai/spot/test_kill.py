"""A run that is killed at any moment goes on from its file as if nothing had happened."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from ai.run import Bounds
from ai.spot.record import read_kept
from ai.spot.run import SpotRun
from tests.ai.spot.spot_files import TURN, same_bits

ROOT = Path(__file__).parents[3]
GOAL = 400
SCRIPT = f"""
import sys
from pathlib import Path
from ai import run
from ai.run import Bounds
from ai.spot.run import SpotRun, compile_kernels
from tests.ai.spot.spot_files import TURN

compile_kernels()  # so that it is killed at work
run.KEEP_SECONDS = 0.0  # a file after every kernel call
path = Path(sys.argv[1])
work = SpotRun.load(path) if path.exists() else SpotRun(TURN)
print("ready", flush=True)
work.run(Bounds(iterations={GOAL}), path=path)
"""


def start(path):
    command = [sys.executable, "-c", SCRIPT, str(path)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    return process


@pytest.mark.long
@pytest.mark.scorecard("D1")
def test_a_run_survives_being_killed(tmp_path):
    seed = int(np.random.SeedSequence().generate_state(1)[0])
    print("seed", seed)
    rng = np.random.default_rng(seed)
    path, done = tmp_path / "x.safetensors", 0
    for _ in range(12):
        process = start(path)
        time.sleep(float(rng.uniform(0.0, 0.5)))
        process.kill()
        process.wait()
        process.stdout.close()
        if path.exists():
            iterations = read_kept(path).iterations
            assert iterations >= done
            done = iterations
    assert done > 0
    process = start(path)
    assert process.wait() == 0
    process.stdout.close()
    end, whole = SpotRun.load(path), SpotRun(TURN)
    whole.run(Bounds(iterations=GOAL))
    assert end.trainer.iteration == GOAL
    same_bits(end, whole)
    assert [file.name for file in tmp_path.iterdir() if file.name.startswith(".")] == []
