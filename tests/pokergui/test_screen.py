"""Asking for a screen leaves it unchanged."""

from __future__ import annotations

import os
import shutil
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


def test_offscreen_needs_no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert screen_problem() is None
