import logging
import os
import subprocess
import sys
import threading

import pytest

from pokergui.crash import FATAL_NAME, LOG_NAME, CrashGuard
from tests.pokergui.desktop import ROOT, START_S


@pytest.fixture
def guard(tmp_path):
    guard = CrashGuard(tmp_path / "logs")
    guard.install()
    yield guard
    guard.remove()


def log_text(guard):
    return (guard.folder / LOG_NAME).read_text("utf-8")


def fail(text):
    try:
        raise ValueError(text)
    except ValueError:
        sys.excepthook(*sys.exc_info())


@pytest.mark.scorecard("U1")
def test_exceptions_in_threads_and_destructors_are_logged_and_reported(guard):
    fail("wrong pot")  # before the window
    told = []
    guard.listen(told.append)
    worker = threading.Thread(target=lambda: 1 / 0, name="task_7")
    worker.start()
    worker.join()

    class Bad:
        def __del__(self):
            raise KeyError("gone")

    Bad()
    assert [(crash.where, crash.summary) for crash in told] == [
        ("MainThread", "ValueError: wrong pot"),
        ("task_7", "ZeroDivisionError: division by zero"),
        ("MainThread", "KeyError: 'gone'"),
    ]
    assert "raise ValueError(text)" in told[0].details
    assert "ValueError: wrong pot" in log_text(guard)


def test_repeated_exceptions_are_reported_at_intervals(guard, clock):
    told = []

    def listen(crash):
        told.append(crash)
        raise ZeroDivisionError

    guard.listen(listen)
    for _ in range(100):
        fail("each frame")
    assert len(told) == 1
    clock.advance(60)
    fail("each frame")
    assert len(told) == 2
    assert "a crash could not be told" in log_text(guard)
    assert "ZeroDivisionError" in log_text(guard)


def test_interrupt_and_exit_are_not_crashes_and_hooks_are_restored(tmp_path, monkeypatch):
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


def test_log_rotates_and_strips_terminal_escapes(guard):
    for _ in range(30):
        logging.getLogger("pokergui").error("x" * 100_000)
    files = sorted(guard.folder.glob(f"{LOG_NAME}*"))
    assert len(files) == 4
    assert all(file.stat().st_size <= 1_000_000 for file in files)
    logging.getLogger("pokergui").error("left off: %s", "a\x1b[2Jb\u202e\nsecond line")
    assert "left off: a\ufffd[2Jb\ufffd\nsecond line" in log_text(guard)


@pytest.mark.scorecard("D3")
@pytest.mark.parametrize("kind", ["a file", "a full disk", LOG_NAME, FATAL_NAME])
def test_crashes_are_reported_even_without_a_log(tmp_path, kind, capsys):
    folder = tmp_path / "logs"
    if kind == "a file":
        folder.write_text("")
    else:
        folder.mkdir()
    if kind == "a full disk":
        (folder / LOG_NAME).symlink_to("/dev/full")
    elif folder.is_dir():
        os.mkfifo(folder / kind)
    guard, told = CrashGuard(folder), []
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
def test_fatal_error_saves_its_traceback_for_the_next_start(tmp_path):
    command = [sys.executable, "-c", FATAL, str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False, timeout=START_S)
    assert done.returncode != 0
    assert "Fatal Python error: Aborted" in (tmp_path / FATAL_NAME).read_text()
    guard = CrashGuard(tmp_path)
    guard.install()
    guard.remove()
    assert "the last run ended by a fatal error\nFatal Python error" in log_text(guard)
    assert (tmp_path / FATAL_NAME).read_text() == ""
