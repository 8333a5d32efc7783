import os
import signal
import subprocess
import sys

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


def where(thing):
    return os.getpid()


def fragile(thing):
    if thing == 700 and str(os.getpid()) != os.environ["MAIN_PROCESS"]:
        os._exit(1)
    return 2 * thing, os.getpid()


def alive(process):
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def things(count):
    yield from range(count)
    raise PokerError("the file is cut short")


@pytest.mark.parametrize("shared", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_results_stay_in_order_before_errors_despite_lost_processes(monkeypatch, shared):
    monkeypatch.setenv("MAIN_PROCESS", str(os.getpid()))
    found = []
    with pytest.raises(PokerError, match="cut short"):
        found.extend(in_order(fragile, things(3_000), shared))
    assert [(thing, twice) for thing, (twice, _) in found] == [(n, 2 * n) for n in range(3_000)]
    processes = {process for _, (_, process) in found}
    assert len(processes) > 1 if shared else processes == {os.getpid()}


@pytest.mark.slow
def test_abandoned_jobs_leave_no_processes():
    results = in_order(where, range(100_000), True)
    _, process = next(results)
    assert process != os.getpid() and alive(process)
    results.close()
    assert not alive(process)


@pytest.mark.ci
@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_worker_processes_end_with_their_parent(tmp_path, number):
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, "utf-8")
    command = [sys.executable, str(program)]
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen(command, text=True, **pipes) as running:
        child = int(running.stdout.readline())
        assert alive(child)
        running.send_signal(number)
        running.stdin.close()  # a signal just before a read starts does not end it
        try:
            running.wait(60)
        finally:
            running.kill()
    wait_for(lambda: not alive(child), "the end of the child", 60)
