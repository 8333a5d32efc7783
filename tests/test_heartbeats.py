"""The window's heartbeat while an engine thinks, solvers train and hands are counted.

A shared machine would make this fail by chance, so only a release is held to it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable

import pytest

MEDIAN_MS, P99_MS = 20.0, 50.0


@pytest.mark.long
@pytest.mark.scorecard("U2")
@pytest.mark.parametrize(
    ("bench", "name"),
    [
        ("heartbeat", "heartbeat-thinking"),
        ("train", "train-4-solvers"),
        ("historypage", "history-heartbeat"),
        ("tournament", "tournament-beat"),
    ],
)
def test_the_window_stays_smooth(
    bench: str, name: str, release: bool, record_property: Callable[[str, object], None]
) -> None:
    if not release:
        pytest.skip("timed: only with --release")
    command = [sys.executable, "-m", "pokergui", "bench", bench, "--json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    found = json.loads(done.stdout)[name]
    p99 = found.get("p99", found["value"])  # where no median is given, the figure is the 99% one
    record_property("measured", f"{name} 99% within {p99:.1f} ms")
    assert p99 <= P99_MS
    assert min(found["value"], p99) <= MEDIAN_MS or "p99" not in found
