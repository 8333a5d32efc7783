"""Work shared out to other processes: the order, errors, lost processes, and their end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.errors import PokerError
from pokergui.processes import in_order

PROGRAM = """
import signal
import time
from pokergui.processes import in_order
from tests.pokergui.test_processes import where
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # it may be inherited as ignored
    for thing, process in in_order(where, range(10_000_000), True):
        if thing == 0:
            print(process, flush=True)
        time.sleep(0.01)
"""


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


@pytest.mark.parametrize("shared", [False, True])
def test_results_come_in_the_order_of_the_things(shared: bool) -> None:
    assert [*in_order(doubled, range(3_000), shared)] == [(n, 2 * n) for n in range(3_000)]


def test_work_is_done_elsewhere_only_where_it_is_shared() -> None:
    assert {process for _, process in in_order(where, range(600), False)} == {os.getpid()}
    assert os.getpid() not in {process for _, process in in_order(where, range(600), True)}


@pytest.mark.parametrize("shared", [False, True])
def test_an_error_comes_after_the_results_before_it(shared: bool) -> None:
    found: list[int] = []
    with pytest.raises(PokerError, match="cut short"):
        found.extend(result for _, result in in_order(doubled, things(1_000), shared))
    assert found == [2 * n for n in range(1_000)]


def test_where_processes_are_lost_the_work_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAIN_PROCESS", str(os.getpid()))
    assert [result for _, result in in_order(fragile, range(5_000), True)] == [*range(5_000)]


def test_who_stops_asking_leaves_no_process() -> None:
    results = in_order(where, range(100_000), True)
    _, process = next(results)
    assert alive(process)
    results.close()  # type: ignore[attr-defined]
    assert not alive(process)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_processes_end_with_the_one_that_began_them(tmp_path: Path, number: int) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, "utf-8")
    command = [sys.executable, str(program)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, text=True, **pipes) as running:  # type: ignore[call-overload]
        assert running.stdout is not None
        child = int(running.stdout.readline())
        assert alive(child)
        running.send_signal(number)
        try:
            running.wait(30)
        finally:
            running.kill()
    deadline = time.monotonic() + 30
    while alive(child) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not alive(child)
