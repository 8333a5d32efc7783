import os
import shutil
import socket
import subprocess
import sys

import pytest

from pokergui.screen import screen_problem
from tests.pokergui.desktop import ROOT, START_S, command

OPEN = (
    "from pokergui.screen import screen_problem\n"
    "assert screen_problem() is None, screen_problem()\n"
    "from PySide6.QtGui import QGuiApplication\n"
    "QGuiApplication([])\n"
    "print('opened')\n"
)
LACKING = "is missing; on Debian"
"""What is said where Qt's own libraries are not installed."""


@pytest.fixture(autouse=True)
def _no_screen(monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)


def problem():
    found = screen_problem()
    if LACKING in str(found):
        pytest.skip(found)
    return found


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("xvfb-run") is None, reason="needs xvfb-run")
def test_bare_x_server_stays_up_until_qt_connects():
    done = subprocess.run(
        # This server ends when its last client leaves.
        ["xvfb-run", "-a", "-s", "-screen 0 800x600x24 -terminate", sys.executable, "-c", OPEN],
        cwd=ROOT,
        env={**os.environ, "QT_QPA_PLATFORM": "xcb"},
        capture_output=True,
        text=True,
        timeout=START_S,
    )
    if LACKING in done.stderr:
        pytest.skip(done.stderr)
    assert "opened" in done.stdout, done.stderr


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Wayland and X are of Linux")
@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("", "there is no display"),
        ("WAYLAND_DISPLAY=wayland-7", "XDG_RUNTIME_DIR is not set"),
        ("QT_QPA_PLATFORM=wayland:x", "display wayland-0"),
        ("WAYLAND_DISPLAY=wayland-7 XDG_RUNTIME_DIR=/nowhere", "does not answer"),
        ("QT_QPA_PLATFORM=nothing", "on the platform 'nothing' of QT_QPA_PLATFORM"),
        ("QT_QPA_PLATFORM=nothing;xcb", "on the platform 'nothing'"),
        ("QT_QPA_PLATFORM=nothing;Offscreen:x", ""),
        ("QT_QPA_PLATFORM=offscreen", ""),
        ("QT_QPA_PLATFORM=minimal", ""),
    ],
)
def test_unusable_displays_are_reported_before_qt_aborts(monkeypatch, given, why):
    for entry in given.split():
        monkeypatch.setenv(*entry.split("="))
    found = problem()
    assert (found is None) == (not why) and why in str(found)


def test_responding_wayland_display_is_enough(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("WAYLAND_DISPLAY", "w")
    with socket.socket(socket.AF_UNIX) as display:
        display.bind(str(tmp_path / "w"))
        display.listen()
        assert problem() is None


@pytest.mark.ci
@pytest.mark.slow
@pytest.mark.parametrize(
    ("home", "platform", "words"),
    [("home", "", "no display"), ("/proc/pokergui", "offscreen", "cannot be written")],
)
def test_missing_display_or_data_folder_exits_with_one_sentence_and_status_2(
    tmp_path, home, platform, words
):
    done = command(tmp_path / home, QT_QPA_PLATFORM=platform)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("pokergui: ") and words in done.stderr
