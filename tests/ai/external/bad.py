"""Runs the misbehaving engine."""

import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from ai.external.agent import ProcessAgent
from engine import timing
from engine.game import Game

PROGRAM = Path(__file__).with_name("misbehaving.py")

FLOOD = "sent more than any answer|more than 10,000 lines|did not answer in time"
FORFEITS = {
    "exits": "exited by itself, with status 0",
    "exits with words": "with status 1: out of ideas",
    "reads address 0": "killed by SIGSEGV",
    "aborts": "killed by SIGABRT",
    "kills itself": "killed by SIGKILL",
    "sleeps": "did not answer in time",
    "computes for ever": "did not answer in time",
    "minds no signal": "did not answer in time",
    "closes its output": "closed its output",
    "stops in the middle of a line": "did not answer in time",
    "folds for free or raises nothing": "an illegal action",
    "says act r999999999": "an illegal action: raises here go",
    **dict.fromkeys(("says act r-200", "says act raise 400"), "an illegal action"),
    "says act check": "an illegal action: 'check' is not an action",
    "says act": "an illegal action: '' is not an action",
    "says ": "a line that is not understood: ''",
    "says I call": "a line that is not understood: 'I call'",
    **dict.fromkeys(("says an escape", "says bytes"), "a line that is not understood"),
    "says error no idea": "no idea",
    "says actions c|done": "a line that is not understood: 'actions",
    "says act c|act c": "sent an unrequested line: 'act c'",
    "never ends a line": "a line of more than 5,242,880 bytes",
    "floods with lines": "an illegal action|more than 10,000 lines",
    "floods with information": FLOOD,
    "wants more memory": "with status 1: MemoryError",
    "writes a huge file": "with status 1: OSError|killed by SIGXFSZ",
    "opens too many files": "Too many open files",
    "leaves a child and dies": "with status 1",
}
"""Kinds of misbehaviour after which an engine forfeits, with the reason given."""


def bad_engine(
    kind: str, mark: str, game: Game, log: Path | None = None, seconds: float = 0.3
) -> ProcessAgent:
    """An engine that misbehaves in one way; by the path ``mark`` ``processes`` finds it.

    It writes a character there whenever it begins to hang.
    """
    command = (sys.executable, "-I", "-S", str(PROGRAM), kind, mark)
    return ProcessAgent(command, game, name="bad", seconds=seconds, log=log)


def bad_name(kind: str, mark: object) -> str:
    """The same as commands take it."""
    return f"process:{sys.executable} -I -S '{PROGRAM}' '{kind}' '{mark}'"


def processes(mark: str) -> list[str]:
    """Return running programs and their children that have a word in their command line."""
    found = []
    for one in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if mark in one.read_text("utf-8", "replace"):
                found.append(one.parent.name)
        except OSError:
            continue
    return [pid for pid in found if pid != str(os.getpid())]


def gone(mark: str, left: int = 0) -> None:
    """Wait until the given number of such processes is left."""
    until(lambda: len(processes(mark)) == left)


def until(condition: Callable[[], bool]) -> None:
    """Wait for another process; the limit only bounds a hang."""
    pause = threading.Event()
    for _ in range(6_000):
        if condition():
            return
        pause.wait(0.01)
    raise AssertionError("nothing came in a minute")


def late_as_marked(patch: pytest.MonkeyPatch, mark: Path) -> None:
    """Freeze the clock; it advances an hour for each character a hanging program writes."""

    def seconds() -> float:
        return 1000.0 + 3600.0 * (mark.stat().st_size if mark.exists() else 0)

    patch.setattr(timing, "seconds", seconds)
