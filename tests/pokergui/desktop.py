"""The program on a virtual desktop: Xvfb, openbox, keys by xdotool."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ("Xvfb", "openbox", "xdotool")
START_S = 600.0
"""Limit of a hang: a first start on a slow machine compiles."""
CLOSE_S = 60.0
OFFSCREEN = {"QT_QPA_PLATFORM": "offscreen"}
POLL_S = 0.02


def environment(home: Path, **changes: str) -> dict[str, str]:
    """The environment of a program that keeps everything under ``home``."""
    kept = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
    return {**kept, "POKERGUI_HOME": str(home), **changes}


Ended = subprocess.CompletedProcess[str]


def run(home: Path, *words: str, **changes: str) -> Ended:
    given = environment(home, **changes)
    return subprocess.run(
        words, cwd=ROOT, env=given, capture_output=True, text=True, timeout=START_S
    )


def command(home: Path, *arguments: str, **changes: str) -> Ended:
    return run(home, sys.executable, "-m", "pokergui", *arguments, **changes)


def wait_for(reached: Callable[[], bool], what: str, seconds: float = START_S) -> None:
    pause = threading.Event()
    for _ in range(int(seconds / POLL_S)):
        if reached():
            return
        pause.wait(POLL_S)
    pytest.fail(f"waited {seconds:.0f} s for {what}")


def settings(home: Path, **entries: object) -> None:
    home.mkdir(parents=True, exist_ok=True)
    (home / "settings.json").write_text(json.dumps({"animation": 0.0, **entries}))


def log_text(home: Path) -> str:
    """Return the program's log: empty if nothing went wrong, as Qt's warnings go there too."""
    files = sorted((home / "logs").glob("pokergui.log*"))
    return "".join(file.read_text() for file in files)


def hands(home: Path) -> list[dict[str, Any]]:
    done = command(home, "hands", "list", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    listing = json.loads(done.stdout)
    assert listing["damaged"] == []
    found: list[dict[str, Any]] = listing["hands"]
    return found


class Program:
    """The running program: a module of Python, its arguments, and changes to its environment."""

    def __init__(
        self, home: Path, module: str = "pokergui", *arguments: str, **changes: str
    ) -> None:
        self.home = home
        self.process = subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            cwd=ROOT,
            env=environment(home, **changes),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *error: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def until(self, key: str, count: int = 1) -> list[dict[str, Any]]:
        """Return its lines up to the ``count``-th one with a key."""
        told: list[dict[str, Any]] = []
        for line in self.process.stdout or ():
            told.append(json.loads(line))
            count -= key in told[-1]
            if not count:
                return told
        raise AssertionError((told, self.ended()))

    def ended(self, seconds: float = START_S) -> tuple[int, str]:
        _, err = self.process.communicate(timeout=seconds)
        return self.process.returncode, err

    def told(self, seconds: float = START_S) -> list[dict[str, Any]]:
        out, err = self.process.communicate(timeout=seconds)
        ended = self.process.returncode, err
        assert ended == (0, ""), (ended, log_text(self.home), out)
        return [json.loads(line) for line in out.splitlines()]


class Desktop:
    def __init__(self, folder: Path) -> None:
        missing = [tool for tool in TOOLS if shutil.which(tool) is None]
        if missing:
            pytest.skip(f"{', '.join(missing)} missing: apt-get install xvfb openbox xdotool")
        read, write = os.pipe()
        self._log = (folder / "desktop.log").open("w")
        out = {"stdout": self._log, "stderr": self._log}
        # Otherwise the server resets when its last client leaves.
        screen = ["-screen", "0", "1440x900x24", "-noreset", "-nolisten", "tcp"]
        xvfb = ["Xvfb", "-displayfd", str(write), *screen]
        self._server = subprocess.Popen(xvfb, pass_fds=[write], **out)
        os.close(write)
        with os.fdopen(read) as pipe:
            number = pipe.readline().strip()
        if not number:
            self._log.close()
            pytest.skip("Xvfb does not start here")
        self.screen = {"DISPLAY": f":{number}", "QT_QPA_PLATFORM": "xcb"}
        manager = environment(folder, **self.screen, HOME=str(folder))
        self._manager = subprocess.Popen(["openbox"], env=manager, **out)
        # A window mapped before the manager starts never gets the keyboard.
        wait_for(lambda: self._do("get_num_desktops").returncode == 0, "the window manager")

    def close(self) -> None:
        for process in (self._manager, self._server):
            process.terminate()
            process.wait(60)
        self._log.close()

    def program(self, home: Path, module: str = "pokergui", *arguments: str) -> Program:
        return Program(home, module, *arguments, **self.screen)

    def _do(self, *arguments: str) -> Ended:
        return run(ROOT, "xdotool", *arguments, **self.screen)

    def focused(self, title: str) -> bool:
        return self._do("getactivewindow", "getwindowname").stdout.strip() == title

    def behind(self, program: Program) -> bool:
        """Return whether a window of another program has the keyboard focus."""
        found = self._do("getactivewindow", "getwindowpid").stdout.strip()
        return found.isdigit() and int(found) != program.process.pid

    def minimize(self) -> None:
        assert self._do("getactivewindow", "windowminimize").returncode == 0

    def keys(self, *names: str) -> None:
        done = self._do("key", "--delay", "15", *names)
        assert done.returncode == 0, done.stderr

    def close_window(self) -> None:
        self.keys("alt+F4")
