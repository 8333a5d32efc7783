from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from pokergui import crash as crash_module
from pokergui.crash import FATAL_NAME, LOG_NAME, CrashGuard

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def guard(tmp_path):
    guard = CrashGuard(tmp_path / "logs")
    guard.install()
    yield guard
    guard.remove()


def log_text(guard: CrashGuard) -> str:
    return (guard.folder / LOG_NAME).read_text("utf-8")


def fail(text: str) -> None:
    try:
        raise ValueError(text)
    except ValueError:
        sys.excepthook(*sys.exc_info())


@pytest.mark.scorecard("U1")
def test_exception_is_logged_and_told(guard):
    told = []
    guard.listen(told.append)
    fail("wrong pot")
    assert [crash.summary for crash in told] == ["ValueError: wrong pot"]
    assert "raise ValueError(text)" in told[0].details
    assert "ValueError: wrong pot" in log_text(guard)


@pytest.mark.scorecard("U1")
def test_thread_and_destructor(guard):
    told = []
    guard.listen(told.append)
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
    told = []
    guard.listen(told.append)
    assert len(told) == 1


def test_the_same_mistake_is_told_once_in_a_while(guard, monkeypatch):
    told = []
    guard.listen(told.append)
    for _ in range(100):
        fail("each frame")
    assert len(told) == 1
    monkeypatch.setattr(crash_module, "_QUIET_S", 0.0)
    fail("each frame")
    assert len(told) == 2


def test_a_listener_that_fails_is_only_logged(guard):
    guard.listen(lambda crash: 1 / 0)
    fail("first")
    assert "a crash could not be told" in log_text(guard)
    assert "ZeroDivisionError" in log_text(guard)


def test_interrupt_and_exit_are_no_crashes(tmp_path, monkeypatch):
    before, told = [], []
    monkeypatch.setattr(sys, "excepthook", lambda *args: before.append(args[0]))
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


def test_hooks_are_put_back(tmp_path):
    before = (sys.excepthook, threading.excepthook, sys.unraisablehook)
    guard = CrashGuard(tmp_path)
    guard.install()
    assert sys.excepthook != before[0]
    guard.remove()
    assert (sys.excepthook, threading.excepthook, sys.unraisablehook) == before


def test_log_rotates(guard, monkeypatch):
    for _ in range(30):
        logging.getLogger("pokergui").error("x" * 100_000)
    files = sorted(guard.folder.glob(f"{LOG_NAME}*"))
    assert len(files) == 4
    assert all(file.stat().st_size <= 1_000_000 for file in files)


def test_without_a_log_folder_crashes_are_still_told(tmp_path, caplog):
    (tmp_path / "file").write_text("")
    guard = CrashGuard(tmp_path / "file")
    guard.install()
    try:
        told = []
        guard.listen(told.append)
        fail("anyway")
        assert len(told) == 1
        assert "no log is written" in caplog.text
    finally:
        guard.remove()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is always full")
@pytest.mark.scorecard("D3")
def test_full_disk_is_no_crash(tmp_path, capsys):
    (tmp_path / LOG_NAME).symlink_to("/dev/full")
    guard = CrashGuard(tmp_path)
    guard.install()
    try:
        told = []
        guard.listen(told.append)
        fail("unlogged")
        assert len(told) == 1
    finally:
        guard.remove()
    assert "No space" not in capsys.readouterr().err


FATAL = """
import faulthandler, sys
from pathlib import Path
from pokergui.crash import CrashGuard
CrashGuard(Path(sys.argv[1])).install()
faulthandler._sigabrt()
"""


@pytest.mark.scorecard("U1")
def test_fatal_error_leaves_its_stack_for_the_next_start(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", FATAL, str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        check=False,
        timeout=300,
    )
    assert done.returncode != 0
    assert "Fatal Python error: Aborted" in (tmp_path / FATAL_NAME).read_text()
    guard = CrashGuard(tmp_path)
    guard.install()
    guard.remove()
    assert "the last run ended by a fatal error\nFatal Python error" in log_text(guard)
    assert (tmp_path / FATAL_NAME).read_text() == ""


@pytest.mark.parametrize("name", [LOG_NAME, FATAL_NAME])
def test_a_pipe_in_a_log_s_place_is_not_waited_for(tmp_path, name):
    os.mkfifo(tmp_path / name)
    guard = CrashGuard(tmp_path)
    told = []
    guard.install()
    try:
        guard.listen(told.append)
        fail("wrong pot")
    finally:
        guard.remove()
    assert len(told) == 1


def test_names_of_strangers_cannot_steer_a_terminal_that_shows_the_log(guard):
    logging.getLogger("pokergui").error("left off: %s", "a\x1b[2Jb\u202e\nsecond line")
    assert "left off: a\ufffd[2Jb\ufffd\nsecond line" in log_text(guard)
