"""Thousands of changed files of every kind do no harm, in children whose memory is bounded."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.hostile.kinds import kinds
from tests.pokergui.desktop import ROOT, START_S

pytestmark = [pytest.mark.nightly, pytest.mark.scorecard("D4")]
_SILENT_S = 120.0
"""Seconds of silence after which a child hangs where no signal reaches it."""


def told_by(process: subprocess.Popen[str]) -> Iterator[dict[str, Any]]:
    """Yield a child's output, line by line, until it ends or is silent for too long."""
    said: queue.Queue[str] = queue.Queue()

    def listen() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            said.put(line)
        said.put("")

    threading.Thread(target=listen, daemon=True).start()
    patience = START_S  # it may have to compile first
    while True:
        try:
            line = said.get(timeout=patience)
        except queue.Empty:
            process.kill()
            return
        if not line:
            return
        patience = _SILENT_S
        yield json.loads(line)


def fed(seed: int, count: int, folder: Path) -> tuple[Counter[tuple[str, str]], list[str]]:
    """Feed inputs; a child that dies is followed by another, after its last input."""
    found: Counter[tuple[str, str]] = Counter()
    problems: list[str] = []
    first = 0
    while first < count:
        words = ["-m", "tests.hostile.feed", str(seed), str(first), str(count - first), str(folder)]
        with subprocess.Popen(
            [sys.executable, *words],
            cwd=ROOT,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process:
            now: dict[str, Any] | None = None
            for told in told_by(process):
                if "number" in told:
                    now, first = told, told["number"] + 1
                elif now is not None:
                    found[now["kind"], told["came"]] += 1
                    if told["came"] not in ("read", "refused"):
                        problems.append(f"{seed} {now} {told}")
                    now = None
            status = process.wait()
            assert process.stderr is not None
            if now is not None or status:
                error = process.stderr.read()[-2_000:]
                assert now is not None, error
                problems.append(f"{seed} {now} ended with {status}: {error}")
    return found, problems


def test_changed_files_do_no_harm(
    tmp_path: Path,
    release: bool,
    request: pytest.FixtureRequest,
    record_property: Callable[[str, object], None],
) -> None:
    inputs = 20_000 if release else 1_500
    found, problems = fed(request.config.getoption("seed"), inputs, tmp_path)
    print("\n".join(f"{kind}: {came} {count}" for (kind, came), count in sorted(found.items())))
    assert problems == []
    assert found.total() == inputs
    assert {kind for kind, _ in found} == {kind.name for kind in kinds()}
    for outcome in ("read", "refused"):
        assert sum(count for (_, came), count in found.items() if came == outcome) > inputs // 10
    record_property("measured", f"{inputs:,} files: 0 tracebacks, hangs, crashes")
