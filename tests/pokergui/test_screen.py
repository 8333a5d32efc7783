"""Asking for a screen leaves it unchanged."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from pokergui.screen import screen_problem

ROOT = Path(__file__).resolve().parents[2]
OPEN = (
    "from pokergui.screen import screen_problem\n"
    "assert screen_problem() is None, screen_problem()\n"
    "from PySide6.QtGui import QGuiApplication\n"
    "QGuiApplication([])\n"
    "print('opened')\n"
)


def test_a_bare_x_server_is_still_there_when_qt_comes() -> None:
    if shutil.which("xvfb-run") is None:
        pytest.skip("needs xvfb-run")
    done = subprocess.run(
        # This server ends where others start over: when its last client leaves.
        ["xvfb-run", "-a", "-s", "-screen 0 800x600x24 -terminate", sys.executable, "-c", OPEN],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "xcb"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    said = done.stdout + done.stderr
    if "is missing; on Debian" in said:
        pytest.skip("Qt's system libraries are not installed")
    assert "could not connect" not in said
    assert "opened" in said


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Wayland and X are of Linux")
@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({}, "there is no display"),
        ({"WAYLAND_DISPLAY": "wayland-7"}, "XDG_RUNTIME_DIR is not set"),
        ({"QT_QPA_PLATFORM": "wayland:x"}, "display wayland-0"),
        ({"WAYLAND_DISPLAY": "wayland-7", "XDG_RUNTIME_DIR": "/nowhere"}, "does not answer"),
        ({"QT_QPA_PLATFORM": "nothing"}, "on the platform 'nothing' of QT_QPA_PLATFORM"),
        ({"QT_QPA_PLATFORM": "nothing;xcb"}, "on the platform 'nothing'"),
        ({"QT_QPA_PLATFORM": "nothing;Offscreen:x"}, ""),
        ({"QT_QPA_PLATFORM": "minimal"}, ""),
    ],
)
def test_what_qt_cannot_open_is_one_sentence_before_qt_ends_the_process(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, str], why: str
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    problem = screen_problem()
    if "is missing; on Debian" in str(problem):
        pytest.skip("Qt's system libraries are not installed")
    assert (problem is None) == (not why)
    assert why in str(problem)


def test_a_wayland_display_that_answers_is_enough(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("WAYLAND_DISPLAY", "w")
    with socket.socket(socket.AF_UNIX) as display:
        display.bind(str(tmp_path / "w"))
        display.listen()
        problem = screen_problem()
    if "is missing; on Debian" in str(problem):
        pytest.skip("Qt's system libraries are not installed")
    assert problem is None


def test_the_program_says_so_with_status_2(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pokergui"],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "nothing", "POKERGUI_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("pokergui: ") and done.stderr.count("\n") == 1


def test_offscreen_needs_no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert screen_problem() is None
