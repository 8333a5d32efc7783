from __future__ import annotations

import subprocess
import sys
import threading
import time
from concurrent.futures import Future
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QTimer

from engine.errors import PokerError
from engine.jit import kernel
from engine.jobs import JobControl
from engine.rng import next_u64, rng_state
from pokergui.background.jobs import Runner
from pokergui.background.runner import TaskRunner
from tests.sync_runner import SyncRunner

ROOT = Path(__file__).resolve().parents[3]


@kernel
def spin(state, rounds):
    total = np.uint64(0)
    for _ in range(rounds):
        total ^= next_u64(state)
    return total


@pytest.fixture
def runner(qtbot):
    runner = TaskRunner()
    yield runner
    assert runner.shutdown(60.0)


def test_both_runners_are_runners(runner):
    kinds: list[Runner] = [runner, SyncRunner()]
    assert len(kinds) == 2


def test_result_comes_back_on_the_gui_thread(runner, qtbot):
    got = []

    def work(control: JobControl) -> str:
        return threading.current_thread().name

    runner.start(work, lambda name: got.append((name, threading.current_thread())))
    qtbot.waitUntil(lambda: bool(got))
    name, thread = got[0]
    assert name.startswith("task")
    assert thread is threading.main_thread()


def test_a_click_is_answered_while_every_page_works(runner, qtbot):
    leave, begun, done = threading.Event(), threading.Semaphore(0), []

    def long(control: JobControl) -> None:
        begun.release()
        leave.wait(60)

    pages = ["watch", "watch-export", "history-stats", "history-files", "study-sheet"]
    channels = [*pages, "think", "advise"]
    try:
        for channel in channels:
            runner.start(long, done.append, channel=channel)
        assert all(begun.acquire(timeout=60) for _ in channels)
        runner.start(lambda control: "shown", done.append, channel="study")
        qtbot.waitUntil(lambda: done == ["shown"])
    finally:
        leave.set()


def test_error_comes_to_failed(runner, qtbot):
    got = []

    def work(control: JobControl) -> int:
        raise PokerError("no such hand")

    runner.start(work, got.append, failed=got.append)
    qtbot.waitUntil(lambda: bool(got))
    assert isinstance(got[0], PokerError)


@pytest.mark.scorecard("U1")
def test_error_without_handler_is_a_crash(runner, qtbot, monkeypatch):
    got = []
    monkeypatch.setattr(sys, "excepthook", lambda *args: got.append(args))

    def work(control: JobControl) -> int:
        raise ValueError("ours")

    runner.start(work, got.append)
    qtbot.waitUntil(lambda: bool(got))
    assert got[0][0] is ValueError


def test_new_job_on_a_channel_drops_the_old_answer(runner, qtbot):
    got = []
    gate = threading.Event()

    def slow(control: JobControl) -> str:
        gate.wait(60)
        return "old"

    first = runner.start(slow, got.append, channel="advice")
    runner.start(lambda control: "new", got.append, channel="advice")
    assert first.control.cancelled
    gate.set()
    qtbot.waitUntil(lambda: first.finished and bool(got))
    assert got == ["new"]


def test_cancel_stops_the_work_and_delivers_nothing(runner, qtbot):
    got = []
    started = threading.Event()

    def work(control: JobControl) -> None:
        started.set()
        while True:
            control.check()
            time.sleep(0.005)

    job = runner.start(work, got.append, failed=got.append, channel="think")
    assert started.wait(60)
    runner.cancel("think")
    qtbot.waitUntil(lambda: job.finished)
    assert got == []


def test_watch_brings_a_foreign_future(runner, qtbot):
    got = []
    good: Future[int] = Future()
    bad: Future[int] = Future()
    runner.watch(good, got.append)
    runner.watch(bad, got.append, failed=lambda error: got.append(str(error)))
    threading.Thread(target=good.set_result, args=(7,)).start()
    qtbot.waitUntil(lambda: got == [7])
    bad.set_exception(PokerError("disk full"))
    qtbot.waitUntil(lambda: got == [7, "disk full"])


def test_post_from_a_thread(runner, qtbot):
    got = []

    def call() -> None:
        got.append(threading.current_thread())

    threading.Thread(target=runner.post, args=(call,)).start()
    qtbot.waitUntil(lambda: bool(got))
    assert got == [threading.main_thread()]


def test_progress_is_coalesced_and_ends_with_the_newest(runner, qtbot):
    reports, got = [], []

    def work(control: JobControl) -> float:
        began, sent = time.monotonic(), 0
        while sent <= 100 or len(reports) < 2 or time.monotonic() < began + 0.5:
            sent += 1
            control.progress(sent / 1e9, str(sent))
            time.sleep(0.0002)
        control.progress(1.0, "last")
        while reports[-1][1] < 1.0:
            time.sleep(0.001)
        return time.monotonic() - began

    runner.start(work, got.append, progress=lambda f, t: reports.append((time.monotonic(), f, t)))
    qtbot.waitUntil(lambda: bool(got))
    assert 2 <= len(reports) <= got[0] * 15 + 2
    assert reports[-1][1:] == (1.0, "last")
    times = [at for at, _, _ in reports]
    assert np.median(np.diff(times)) > 0.05


def test_a_thousand_jobs(runner, qtbot):
    got = []
    for number in range(1000):
        runner.start(lambda control, n=number: n, got.append)
    qtbot.waitUntil(lambda: len(got) == 1000)
    assert sorted(got) == list(range(1000))


def test_heartbeat_while_kernels_and_jobs_run(runner, qtbot):
    state = rng_state(1)
    spin(state, 10)
    beats = []
    timer = QTimer()
    timer.setInterval(5)
    timer.timeout.connect(lambda: beats.append(time.perf_counter()))

    def crunch(control: JobControl) -> None:
        mine = rng_state(2)
        while True:
            control.check()
            spin(mine, 10_000_000)  # about 20 ms without the interpreter lock

    def report(control: JobControl) -> None:
        while True:
            control.check()
            control.progress(0.5, "x")
            time.sleep(0.001)

    medians, tails = [], []
    for _ in range(10):  # other load on the machine is not this program's fault
        jobs = [
            runner.start(crunch, print),
            runner.start(report, print, progress=lambda f, t: None),
        ]
        beats.clear()
        timer.start()
        qtbot.wait(700)
        timer.stop()
        for job in jobs:
            job.cancel()
        gaps = np.diff(beats) * 1000
        medians.append(float(np.median(gaps)))
        tails.append(float(np.quantile(gaps, 0.99)))
        if medians[-1] <= 20 and tails[-1] <= 50:
            break
    assert min(medians) <= 20
    assert min(tails) <= 50


def test_shutdown_names_a_job_that_hangs(qtbot):
    runner = TaskRunner()
    gate, started = threading.Event(), threading.Event()

    def hang(control: JobControl) -> None:
        started.set()
        gate.wait(60)

    runner.start(hang, print)
    assert started.wait(60)
    assert not runner.shutdown(0.05)
    runner.post(lambda: pytest.fail("delivered after shutdown"))
    gate.set()
    assert runner.shutdown(60.0)
    qtbot.wait(20)


class SlowToDrop:
    """An object of a job that takes a while to be deleted."""

    def __del__(self) -> None:
        time.sleep(0.2)


def test_what_is_asked_for_after_shutdown_is_not_done(qtbot):
    runner = TaskRunner()
    assert runner.shutdown(60.0)
    job = runner.start(lambda control: pytest.fail("started"), print)
    assert job.control.cancelled


def test_shutdown_waits_for_the_threads_too(qtbot):
    before = threading.enumerate()
    runner = TaskRunner()
    held = SlowToDrop()

    def work(control: JobControl, held: SlowToDrop) -> None:
        control.check()

    runner.start(partial(work, held=held), lambda nothing: None)
    del held
    assert runner.shutdown(60.0)
    assert set(threading.enumerate()) <= set(before)


QUIT_IN_MID_JOB = """
import sys, time
from PySide6.QtCore import QCoreApplication, QTimer
from engine.errors import CancelledError
from pokergui.background.garbage import GarbageGuard
from pokergui.background.runner import TaskRunner

app = QCoreApplication(sys.argv)
runner, guard = TaskRunner(), GarbageGuard()

def work(control):
    while True:
        control.check()
        control.progress(0.5, "on")
        time.sleep(0.002)

for channel in "abcdef":
    runner.start(work, print, failed=print, progress=lambda f, t: None, channel=channel)
QTimer.singleShot(int(sys.argv[1]), app.quit)
code = app.exec()
guard.stop()
assert runner.shutdown(60.0)
sys.exit(code)
"""


@pytest.mark.parametrize("delay_ms", [0, 37, 150])
def test_quitting_in_mid_job_is_orderly(delay_ms):
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", QUIT_IN_MID_JOB, str(delay_ms)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
