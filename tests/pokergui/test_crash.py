from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from pokergui.crash import FATAL_NAME, LOG_NAME, Crash, CrashGuard
from tests.clock import ManualClock
from tests.pokergui.desktop import ROOT, START_S


@pytest.fixture
def guard(tmp_path: Path) -> Iterator[CrashGuard]:
    guard = CrashGuard(tmp_path / "logs")
    guard.install()
    yield guard
    guard.remove()


@pytest.fixture
def told(guard: CrashGuard) -> list[Crash]:
    found: list[Crash] = []
    guard.listen(found.append)
    return found


def log_text(guard: CrashGuard) -> str:
    return (guard.folder / LOG_NAME).read_text("utf-8")


def fail(text: str) -> None:
    try:
        raise ValueError(text)
    except ValueError:
        sys.excepthook(*sys.exc_info())


@pytest.mark.scorecard("U1")
def test_exception_is_logged_and_told(guard, told):
    fail("wrong pot")
    assert [crash.summary for crash in told] == ["ValueError: wrong pot"]
    assert "raise ValueError(text)" in told[0].details
    assert "ValueError: wrong pot" in log_text(guard)


@pytest.mark.scorecard("U1")
def test_thread_and_destructor(told):
    worker = threading.Thread(target=lambda: 1 / 0, name="task_7")
    worker.start()
    worker.join()

    class Bad:
        def __del__(self) -> None:
            raise KeyError("gone")

    Bad()
    assert [(crash.where, crash.summary) for crash in told] == [
        ("task_7", "ZeroDivisionError: division by zero"),
        ("MainThread", "KeyError: 'gone'"),
    ]


@pytest.mark.scorecard("U1")
def test_early_crashes_are_told_later(guard):
    fail("before the window")
    told: list[Crash] = []
    guard.listen(told.append)
    assert len(told) == 1


def test_the_same_mistake_is_told_once_in_a_while(told, clock: ManualClock):
    for _ in range(100):
        fail("each frame")
    assert len(told) == 1
    clock.advance(60)
    fail("each frame")
    assert len(told) == 2


def test_a_listener_that_fails_is_only_logged(guard):
    guard.listen(lambda crash: 1 / 0)
    fail("first")
    assert "a crash could not be told" in log_text(guard)
    assert "ZeroDivisionError" in log_text(guard)


def test_interrupt_and_exit_are_no_crashes_and_hooks_are_put_back(tmp_path, monkeypatch):
    before, told = [], []
    monkeypatch.setattr(sys, "excepthook", lambda *args: before.append(args[0]))
    hooks = (sys.excepthook, threading.excepthook, sys.unraisablehook)
    guard = CrashGuard(tmp_path)
    guard.install()
    guard.listen(told.append)
    try:
        raise KeyboardInterrupt
    except KeyboardInterrupt:
        sys.excepthook(*sys.exc_info())
    worker = threading.Thread(target=sys.exit)
    worker.start()
    worker.join()
    guard.remove()
    assert (before, told) == ([KeyboardInterrupt], [])
    assert (sys.excepthook, threading.excepthook, sys.unraisablehook) == hooks


def test_log_rotates(guard):
    for _ in range(30):
        logging.getLogger("pokergui").error("x" * 100_000)
    files = sorted(guard.folder.glob(f"{LOG_NAME}*"))
    assert len(files) == 4
    assert all(file.stat().st_size <= 1_000_000 for file in files)


def pipe(name: str):
    def make(folder: Path) -> None:
        folder.mkdir()
        os.mkfifo(folder / name)

    return make


def full_disk(folder: Path) -> None:
    folder.mkdir()
    (folder / LOG_NAME).symlink_to("/dev/full")


@pytest.mark.scorecard("D3")
@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda folder: folder.write_text(""), id="a file in the folder's place"),
        pytest.param(full_disk, id="a full disk"),
        pytest.param(pipe(LOG_NAME), id="a pipe in the log's place"),
        pytest.param(pipe(FATAL_NAME), id="a pipe in the place of the log of fatal errors"),
    ],
)
def test_without_a_log_crashes_are_still_told(tmp_path, make, capsys):
    make(tmp_path / "logs")
    guard = CrashGuard(tmp_path / "logs")
    told: list[Crash] = []
    guard.install()
    try:
        guard.listen(told.append)
        fail("unlogged")
    finally:
        guard.remove()
    assert len(told) == 1
    assert "No space" not in capsys.readouterr().err


FATAL = """
import os, sys
from pathlib import Path
from pokergui.crash import CrashGuard
CrashGuard(Path(sys.argv[1])).install()
os.abort()
"""


@pytest.mark.scorecard("U1")
def test_fatal_error_leaves_its_stack_for_the_next_start(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", FATAL, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        check=False,
        timeout=START_S,
    )
    assert done.returncode != 0
    assert "Fatal Python error: Aborted" in (tmp_path / FATAL_NAME).read_text()
    guard = CrashGuard(tmp_path)
    guard.install()
    guard.remove()
    assert "the last run ended by a fatal error\nFatal Python error" in log_text(guard)
    assert (tmp_path / FATAL_NAME).read_text() == ""


def test_names_of_strangers_cannot_steer_a_terminal_that_shows_the_log(guard):
    logging.getLogger("pokergui").error("left off: %s", "a\x1b[2Jb\u202e\nsecond line")
    assert "left off: a\ufffd[2Jb\ufffd\nsecond line" in log_text(guard)
