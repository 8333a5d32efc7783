"""Runs the engine that misbehaves."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from ai.process.agent import ProcessAgent
from engine.game import Game

PROGRAM = Path(__file__).with_name("misbehaving.py")


def bad_engine(
    kind: str, mark: str, game: Game, log: Path | None = None, seconds: float = 0.3
) -> ProcessAgent:
    """An engine that misbehaves in one way.

    Args:
        kind: of ``misbehaving.py``.
        mark: a path on its command line by which ``processes`` finds it.
        game: that it plays.
        log: its log.
        seconds: how long it may think.
    """
    command = (sys.executable, "-I", "-S", str(PROGRAM), kind, mark)
    return ProcessAgent(command, game, name="bad", seconds=seconds, log=log)


def bad_name(kind: str, mark: object) -> str:
    """The same as commands take it."""
    return f"process:{sys.executable} -I -S '{PROGRAM}' '{kind}' '{mark}'"


def processes(mark: str) -> list[str]:
    """Running programs and their children whose command line has a word."""
    found = []
    for one in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if mark in one.read_text("utf-8", "replace"):
                found.append(one.parent.name)
        except OSError:
            continue
    return [pid for pid in found if pid != str(os.getpid())]


def gone(mark: str) -> None:
    """Wait until no such process is left; what is killed takes a moment to go."""
    deadline = time.monotonic() + 5.0
    while processes(mark):
        assert time.monotonic() < deadline, processes(mark)
