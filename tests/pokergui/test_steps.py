"""Killed at each step in turn, nothing is lost, torn or left over; see ``steps``."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.pokergui.test_kills import ROOT


@pytest.mark.long
@pytest.mark.scorecard("D1")
@pytest.mark.parametrize(
    "kind",
    ["import", "save", "export", "backup", "start", "migration", "restore", "move", "salvage"],
)
def test_a_kill_at_any_step_loses_tears_and_leaves_nothing(
    kind: str, tmp_path: Path, release: bool, record_property: Callable[[str, object], None]
) -> None:
    stride = 1 if release else 10
    command = [sys.executable, "-m", "tests.pokergui.steps", kind, str(tmp_path), str(stride)]
    one = os.environ | {"OPENBLAS_NUM_THREADS": "1"}  # it forks
    done = subprocess.run(command, cwd=ROOT, env=one, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    record_property("measured", f"{kind}: killed at {int(done.stdout)} steps, all well")
