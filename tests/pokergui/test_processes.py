"""Work shared out to other processes: the order, errors, lost processes, and their end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import PokerError
from pokergui.processes import in_order
from tests.pokergui.desktop import wait_for

PROGRAM = """
import signal
import sys
from pokergui.processes import in_order
from tests.pokergui.test_processes import where
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # it may be inherited as ignored
    for thing, process in in_order(where, range(10_000_000), True):
        print(process, flush=True)
        sys.stdin.read()
"""
SHARED = pytest.mark.parametrize("shared", [False, pytest.param(True, marks=pytest.mark.slow)])


def doubled(thing: int) -> int:
    return 2 * thing


def where(thing: int) -> int:
    return os.getpid()


def fragile(thing: int) -> int:
    """End any process except the one numbered MAIN_PROCESS."""
    if thing == 700 and str(os.getpid()) != os.environ["MAIN_PROCESS"]:
        os._exit(1)
    return thing


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def things(count: int) -> Iterator[int]:
    yield from range(count)
    raise PokerError("the file is cut short")


@SHARED
def test_results_come_in_the_order_of_the_things_and_before_an_error(shared: bool) -> None:
    found: list[tuple[int, int]] = []
    with pytest.raises(PokerError, match="cut short"):
        found.extend(in_order(doubled, things(3_000), shared))
    assert found == [(n, 2 * n) for n in range(3_000)]


@SHARED
def test_work_is_done_elsewhere_only_where_it_is_shared(shared: bool) -> None:
    processes = {process for _, process in in_order(where, range(600), shared)}
    assert (os.getpid() in processes) is not shared


@pytest.mark.slow
def test_where_processes_are_lost_the_work_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAIN_PROCESS", str(os.getpid()))
    assert [result for _, result in in_order(fragile, range(5_000), True)] == [*range(5_000)]


@pytest.mark.slow
def test_who_stops_asking_leaves_no_process() -> None:
    results = in_order(where, range(100_000), True)
    _, process = next(results)
    assert alive(process)
    results.close()  # type: ignore[attr-defined]
    assert not alive(process)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_processes_end_with_the_one_that_began_them(tmp_path: Path, number: int) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, "utf-8")
    with subprocess.Popen(
        [sys.executable, str(program)],
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as running:
        assert running.stdout is not None
        child = int(running.stdout.readline())
        assert alive(child)
        running.send_signal(number)
        try:
            running.wait(60)
        finally:
            running.kill()
    wait_for(lambda: not alive(child), "the end of the child", 60)
