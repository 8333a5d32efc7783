"""Runs the instrumented program on a virtual display where there is one."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from engine.game import Game
from pokergui.settings import Settings, save_settings

_ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Run:
    """One run of the program.

    Attributes:
        painted: seconds from the command to the first paint of the window.
        playable: seconds from the command to the first decision.
        loading: gaps between heartbeats in between, in ms.
        playing: gaps between heartbeats after that, in ms.
        playing_spent: processor time of the program in each of these gaps, in ms.
        hands: finished hands.
        memory: peak memory of the process, in bytes.
    """

    painted: float
    playable: float
    loading: list[float]
    playing: list[float]
    playing_spent: list[float]
    hands: int
    memory: int


def run(
    home: Path,
    display: dict[str, str],
    seconds: float = 0.0,
    *,
    think: bool = False,
    installed: bool = False,
) -> Run:
    """Start the program with its folders and kernels under ``home``; play for some seconds.

    With ``think`` an engine thinks without a break meanwhile; with ``installed`` the kernels are
    those of this machine, compiled by its setup.
    """
    kept = {k: v for k, v in os.environ.items() if k != "WAYLAND_DISPLAY"}
    changes = {"POKERGUI_HOME": str(home / "home")}
    if not installed:
        changes["POKERGUI_KERNELS"] = str(home / "kernels")
    start = time.time()
    done = subprocess.run(
        [sys.executable, "-m", "bench._watched", str(seconds), *["think"] * think],
        cwd=_ROOT,
        env={**kept, **changes, **display},
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    found = json.loads(done.stdout)
    return Run(
        found["painted"] - start,
        found["playable"] - start,
        found["loading"],
        found["playing"],
        found["playing_spent"],
        found["hands"],
        found["memory"],
    )


def play_against(
    game: Game,
    engine: str,
    home: Path,
    display: dict[str, str],
    seconds: float,
    *,
    installed: bool = False,
) -> Run:
    """The same, with a game and an opponent at the table."""
    name, big_blinds = game.name.partition("@")[0], game.stacks[0] / game.big_blind
    settings = Settings() if game.is_limit else Settings(depths={name: big_blinds})
    settings = replace(settings, game=name, opponents={name: engine})
    save_settings(settings, home / "home" / "settings.json")
    return run(home, display, seconds, installed=installed)


@contextmanager
def screen() -> Iterator[dict[str, str]]:
    """Environment of a program with a screen: Xvfb, or Qt's offscreen platform without it."""
    if shutil.which("Xvfb") is None:
        yield {"QT_QPA_PLATFORM": "offscreen"}
        return
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1920x1080x24", "-noreset"]
    server = subprocess.Popen(
        command, pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    os.close(write)
    with os.fdopen(read) as pipe:
        number = pipe.readline().strip()
    try:
        yield {"QT_QPA_PLATFORM": "xcb", "DISPLAY": f":{number}"}
    finally:
        server.terminate()
        server.wait(10)


def kernel_files(home: Path) -> dict[Path, int]:
    """Every file of the kernel cache and when it was written, in ns."""
    files = [path for path in (home / "kernels").rglob("*") if path.is_file()]
    return {path: path.stat().st_mtime_ns for path in files}


def spread(gaps: list[float]) -> dict[str, float]:
    """99% and largest of the gaps, rounded."""
    return {"p99": round(float(np.quantile(gaps, 0.99)), 1), "largest": round(max(gaps), 1)}
