"""Files changed by chance and by forgers: a sentence or a result, soon, and in little memory.

Each is read in a child whose memory is bounded, by what reads it in the program or by a command.
"""

from __future__ import annotations

import json
import queue
import signal
import subprocess
import sys
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.errors import RecordError
from tests.hostile import feed
from tests.hostile.kinds import Kind

ROOT = Path(__file__).resolve().parents[2]
MOST_PEAK = 600_000_000
_SILENT_S = 60.0
"""Seconds of silence after which a child hangs where no signal reaches it."""
_CAME = ("refused", "read", "traceback", "hang", "crash", "memory", "over")
_START_S = 600.0
"""It may have to compile first."""


@dataclass
class Row:
    """Outcomes of the files of one kind."""

    inputs: int = 0
    forged: int = 0
    came: Counter[str] = field(default_factory=Counter)
    peak: int = 0
    seconds: float = 0.0

    def add(self, other: Row) -> None:
        """Add the outcomes of others."""
        self.inputs += other.inputs
        self.forged += other.forged
        self.came += other.came
        self.peak = max(self.peak, other.peak)
        self.seconds = max(self.seconds, other.seconds)


def row_of(told: dict[str, Any], *, forged: bool) -> Row:
    """Return the outcome of one file."""
    came = Counter({told["came"]: 1, "over": int(told["peak"] > MOST_PEAK)})
    return Row(1, int(forged), came, told["peak"], told["seconds"])


def told_by(process: subprocess.Popen[str]) -> Iterator[dict[str, Any]]:
    """Yield a child's output, line by line, until it ends or is silent for too long."""
    said: queue.Queue[str] = queue.Queue()

    def listen() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            said.put(line)
        said.put("")

    threading.Thread(target=listen, daemon=True).start()
    patience = _START_S
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


def fed(seed: int, first: int, count: int, folder: Path) -> tuple[dict[str, Row], list[str]]:
    """Feed a range of inputs; a child that dies is followed by another, after its last input."""
    rows: dict[str, Row] = defaultdict(Row)
    problems: list[str] = []
    end = first + count
    while first < end:
        words = ["-m", "tests.hostile.feed", str(seed), str(first), str(end - first), str(folder)]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        with subprocess.Popen([sys.executable, *words], cwd=ROOT, text=True, **pipes) as process:
            now: dict[str, Any] | None = None
            for told in told_by(process):
                if "number" in told:
                    now, first = told, told["number"] + 1
                elif now is not None:
                    rows[now["kind"]].add(row_of(told, forged=now["forged"]))
                    if told["came"] not in ("read", "refused") or told["peak"] > MOST_PEAK:
                        problems.append(f"{seed} {now} {told}")
                    now = None
            status = process.wait()
            assert process.stderr is not None
            if now is None and status == 0:
                continue
            assert now is not None, process.stderr.read()
            died = {"came": "crash", "peak": 0, "seconds": 0.0}
            rows[now["kind"]].add(row_of(died, forged=now["forged"]))
            problems.append(f"{seed} {now} ended with {status}: {process.stderr.read()[-2_000:]}")
    return rows, problems


def table(rows: dict[str, Row]) -> list[str]:
    """The figures of all kinds, a line each."""
    heads = "".join(f"{head:>10}" for head in ("inputs", "forged", *_CAME))
    lines = [f"{'kind':20}{heads}  peak MB  slowest s"]
    total = Row()
    for name, row in sorted(rows.items()):
        lines.append(_line(name, row))
        total.add(row)
    return [*lines, _line("all", total)]


def _line(name: str, row: Row) -> str:
    came = (row.came[one] for one in _CAME)
    counts = "".join(f"{count:10,}" for count in (row.inputs, row.forged, *came))
    return f"{name:20}{counts}{row.peak / 1e6:9,.0f}{row.seconds:11.1f}"


def check(inputs: int, seed: int, folder: Path, children: int = 1) -> dict[str, Row]:
    """Feed inputs to some children and see that none does harm."""
    share = inputs // children
    places = [(seed, share * child, share, folder / str(child)) for child in range(children)]
    rows: dict[str, Row] = defaultdict(Row)
    problems: list[str] = []
    with ThreadPoolExecutor(children) as pool:
        for found, wrong in pool.map(lambda place: fed(*place), places):
            problems += wrong
            for name, row in found.items():
                rows[name].add(row)
    print("\n".join(table(rows)))
    assert problems == []
    assert sum(row.inputs for row in rows.values()) == share * children
    return rows


def _raise(error: BaseException) -> object:
    raise error


def _loop() -> None:
    while True:
        pass


@pytest.mark.parametrize(
    ("act", "came"),
    [
        (lambda: _raise(RecordError("no")), "refused"),
        (lambda: _raise(ValueError("a mistake")), "traceback"),
        (lambda: _raise(SystemExit(3)), "traceback"),
        (lambda: _raise(MemoryError()), "memory"),
        (_loop, "hang"),
        (lambda: bytearray(150_000_000), "read"),
    ],
)
def test_harm_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, act: Callable[[], object], came: str
) -> None:
    monkeypatch.setattr(feed, "HANG_S", 1.0)
    before = signal.signal(signal.SIGALRM, feed._too_long)
    small = feed.feed(Kind("x", ".x", lambda path, home: None), tmp_path, tmp_path, False)
    told = feed.feed(Kind("x", ".x", lambda path, home: act()), tmp_path, tmp_path, False)
    signal.signal(signal.SIGALRM, before)
    assert told["came"] == came
    assert (told["peak"] > small["peak"] + 100_000_000) == (came == "read")


@pytest.mark.scorecard("D4")
def test_changed_files_do_no_harm(tmp_path: Path) -> None:
    rows = check(150, 1, tmp_path)
    assert len(rows) > 15


@pytest.mark.long
def test_more_changed_files_do_no_harm(tmp_path: Path) -> None:
    seed = int(np.random.SeedSequence().generate_state(1)[0])
    rows = check(800, seed, tmp_path)
    assert len(rows) == 25
    read, refused = (sum(row.came[one] for row in rows.values()) for one in ("read", "refused"))
    assert min(read, refused) > 100


@pytest.mark.long
@pytest.mark.scorecard("D4")
def test_twenty_thousand_changed_files_do_no_harm(
    tmp_path: Path,
    release: bool,
    record_property: Callable[[str, object], None],
    capsys: pytest.CaptureFixture[str],
) -> None:
    if not release:
        pytest.skip("only in a release")
    seed = int(np.random.SeedSequence().generate_state(1)[0])
    rows = check(20_000, seed, tmp_path, children=2)
    total = Row()
    for row in rows.values():
        total.add(row)
    measured = (
        f"{total.inputs:,} files, {total.forged:,} with right checksums: 0 tracebacks, hangs,"
        f" crashes; peak {total.peak / 1e6:,.0f} MB, slowest {total.seconds:.1f} s"
    )
    record_property("measured", measured)
    with capsys.disabled():
        print("", *table(rows), sep="\n")
