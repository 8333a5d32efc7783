from __future__ import annotations

from concurrent.futures import Future

import pytest

from engine.errors import CancelledError
from engine.jobs import JobControl
from tests.sync_runner import SyncRunner


@pytest.fixture
def runner():
    return SyncRunner()


def test_nothing_runs_before_run_all(runner):
    got = []
    runner.start(lambda control: 3, got.append)
    runner.post(lambda: got.append("posted"))
    assert (got, runner.waiting) == ([], 2)
    runner.run_all()
    assert (got, runner.waiting) == ([3, "posted"], 0)


def test_jobs_started_by_callbacks_run_too(runner):
    got = []
    runner.start(lambda c: 1, lambda one: runner.start(lambda c: one + 1, got.append))
    runner.run_all()
    assert got == [2]


def test_channels_replace(runner):
    got = []
    runner.start(lambda control: "old", got.append, channel="a")
    runner.start(lambda control: "new", got.append, channel="a")
    runner.start(lambda control: "gone", got.append, channel="b")
    runner.cancel("b")
    runner.run_all()
    assert got == ["new"]


def test_errors_progress_and_own_cancellation(runner):
    got = []

    def broken(control: JobControl) -> int:
        control.progress(0.5, "half")
        raise ValueError("bad")

    def stopped(control: JobControl) -> int:
        raise CancelledError("stopped")

    runner.start(
        broken,
        got.append,
        failed=lambda error: got.append(str(error)),
        progress=lambda fraction, text: got.append((fraction, text)),
    )
    runner.start(stopped, got.append, failed=got.append)
    runner.run_all()
    assert got == [(0.5, "half"), "bad"]


def test_watch(runner):
    got = []
    future: Future[int] = Future()
    future.set_result(5)
    runner.watch(future, got.append)
    dropped = runner.watch(future, got.append)
    dropped.cancel()
    runner.run_all()
    assert got == [5]
