import sys
import threading
from concurrent.futures import Future
from functools import partial

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from engine.errors import CancelledError, PokerError
from pokergui.background.jobs import REST_MS, WorkPace
from pokergui.background.runner import TaskRunner
from tests.pokergui.timers import let_pass
from tests.sync_runner import SyncRunner

PATIENCE_S = 60


@pytest.fixture
def tasks(qtbot):
    runner = TaskRunner()
    yield runner
    assert runner.shutdown(PATIENCE_S)


@pytest.fixture(params=["threads", "this thread"])
def runner(request):
    return request.getfixturevalue("tasks") if request.param == "threads" else SyncRunner()


@pytest.fixture
def settle(runner, qtbot):
    def settled(holds):
        if isinstance(runner, SyncRunner):
            runner.run_all()
            assert holds()
        else:
            qtbot.waitUntil(holds)

    return settled


def fail(control):
    control.progress(0.5, "half")
    raise PokerError("no such hand")


def test_results_and_posts_stay_in_order_and_callbacks_can_start_jobs(runner, settle):
    got = []
    runner.start(lambda c: 1, lambda one: runner.start(lambda c: one + 1, got.append))
    settle(lambda: got == [2])
    runner.post(lambda: got.append("posted"))
    settle(lambda: got == [2, "posted"])
    for number in range(300):
        runner.start(lambda control, n=number: n, got.append)
    settle(lambda: len(got) == 302)
    assert sorted(got[2:]) == list(range(300))


def test_errors_reach_the_failure_callback_and_cancellations_none(runner, settle):
    def stop(control):
        raise CancelledError("stopped")

    got = []
    job = runner.start(stop, got.append, failed=got.append)
    settle(lambda: job.finished)
    runner.start(fail, got.append, failed=lambda error: got.append(str(error)))
    settle(lambda: got == ["no such hand"])


@pytest.mark.scorecard("U1")
def test_an_error_without_a_handler_is_a_crash(runner, settle, monkeypatch):
    got = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, *rest: got.append(kind))
    runner.start(fail, got.append)
    settle(lambda: got == [PokerError])


def test_a_new_job_on_a_channel_drops_the_old_answer(runner, settle):
    got, gate = [], threading.Event()
    if isinstance(runner, SyncRunner):
        gate.set()
    first = runner.start(lambda c: gate.wait(PATIENCE_S), got.append, channel="a")
    last = runner.start(lambda control: "new", got.append, channel="a")
    gone = runner.start(lambda c: gate.wait(PATIENCE_S), got.append, channel="b")
    runner.cancel("b")
    assert (first.control.cancelled, gone.control.cancelled) == (True, True)
    gate.set()
    settle(lambda: last.finished and got == ["new"])
    if isinstance(runner, TaskRunner):
        settle(lambda: first.finished and gone.finished)
    assert got == ["new"]


def test_external_futures_are_delivered(runner, settle):
    got, good, bad = [], Future(), Future()
    runner.watch(good, got.append)
    runner.watch(good, got.append).cancel()
    runner.watch(bad, got.append, failed=lambda error: got.append(str(error)))
    good.set_result(7)
    bad.set_exception(PokerError("disk full"))
    settle(lambda: sorted(map(str, got)) == ["7", "disk full"])


def test_jobs_run_on_threads_and_results_on_the_gui_thread(tasks, qtbot):
    got = []

    def here(*_):
        got.append(threading.current_thread())

    def work(control):
        here()
        tasks.post(here)

    tasks.start(work, here)
    qtbot.waitUntil(lambda: len(got) == 3)
    assert got[0].name.startswith("task")
    assert got[1:] == [threading.main_thread()] * 2


def test_progress_is_throttled_to_fifteen_a_second_and_ends_with_the_latest(tasks, qtbot, clock):
    reports, sent = [], [threading.Event(), threading.Event()]
    go_on = [threading.Event(), threading.Event()]

    def work(control):
        for words, told, leave in zip(("100", "last"), sent, go_on, strict=True):
            for step in range(100):
                control.progress(0.5, str(step))
            control.progress(1.0, words)
            told.set()
            leave.wait(PATIENCE_S)

    job = tasks.start(work, print, progress=lambda *told: reports.append(told))
    assert sent[0].wait(PATIENCE_S)
    qtbot.waitUntil(lambda: bool(reports))
    assert reports == [(1.0, "100")]
    go_on[0].set()
    assert sent[1].wait(PATIENCE_S)
    (timer,) = tasks.findChildren(QTimer)
    qtbot.waitUntil(timer.isActive)
    assert timer.interval() == 67  # the clock is frozen
    let_pass(tasks, 67)
    assert reports == [(1.0, "100"), (1.0, "last")]
    go_on[1].set()
    qtbot.waitUntil(lambda: job.finished)


def test_shutdown_names_a_hung_job_and_delivers_nothing_after(qtbot):
    runner = TaskRunner()
    gate, started = threading.Event(), threading.Event()

    def hang(control):
        started.set()
        gate.wait(PATIENCE_S)

    runner.start(hang, lambda nothing: pytest.fail("delivered after shutdown"))
    assert started.wait(PATIENCE_S)
    assert not runner.shutdown(0.0)
    runner.post(lambda: pytest.fail("posted after shutdown"))
    gate.set()
    assert runner.shutdown(PATIENCE_S)
    assert runner.start(lambda control: pytest.fail("started"), print).control.cancelled
    QApplication.processEvents()


def test_shutdown_waits_for_threads_and_their_resources(qtbot):
    class Held:
        def __del__(self):
            dropped.set()

    dropped, before, runner = threading.Event(), threading.enumerate(), TaskRunner()
    runner.start(partial(lambda held, control: None, Held()), lambda nothing: None)
    assert runner.shutdown(PATIENCE_S)
    assert set(threading.enumerate()) <= set(before)
    assert dropped.is_set()


def test_background_work_rests_until_someone_waits_for_it():
    pace = WorkPace()
    assert (pace.hurried, pace.rest_ms) == (False, REST_MS)

    def work():
        for _ in range(100_000):  # hours, if it kept resting
            pace.rest()

    worker = threading.Thread(target=work, daemon=True)
    worker.start()
    pace.hurry()
    worker.join(PATIENCE_S)
    assert not worker.is_alive()
    assert pace.rest_ms == 0
