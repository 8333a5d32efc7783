"""Asking for a screen leaves it as it was."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pokergui.screen import screen_problem

ROOT = Path(__file__).resolve().parents[2]
OPEN = (
    "from pokergui.screen import screen_problem\n"
    "assert screen_problem() == '', screen_problem()\n"
    "from PySide6.QtGui import QGuiApplication\n"
    "QGuiApplication([])\n"
)


@pytest.fixture
def bare_display() -> Iterator[str]:
    """An X server without any other client."""
    if shutil.which("Xvfb") is None:
        pytest.skip("needs Xvfb")
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "800x600x24"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as file:
        number = file.readline().strip()
    yield f":{number}"
    server.terminate()
    server.wait()


def test_a_bare_x_server_is_still_there_when_qt_comes(bare_display: str) -> None:
    env = {**os.environ, "DISPLAY": bare_display, "QT_QPA_PLATFORM": "xcb"}
    for _ in range(4):  # a server that starts over does not always do so in time to be noticed
        done = subprocess.run(
            [sys.executable, "-c", OPEN],
            cwd=ROOT,
            env=env,
            capture_output=True,
            text=True,
            timeout=60,
        )
        if "is missing; on Debian" in done.stderr:
            pytest.skip("Qt's system libraries are not installed")
        assert (done.returncode, done.stderr) == (0, "")


def test_offscreen_needs_no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    assert screen_problem() == ""
