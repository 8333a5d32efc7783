"""Ends a victim at each step in turn: ``python -m tests.pokergui.steps KIND FOLDER STRIDE``.

A step is a call that opens, writes, names or removes a file, or that SQLite runs. Kills at random
moments meet most of them once in thousands of times. The process forks, so that a kill costs what
the work costs and no start.
"""

from __future__ import annotations

import io
import os
import random
import sqlite3
import sys
import threading
import traceback
from pathlib import Path
from types import FrameType

from tests.pokergui import test_kills, victims
from tests.pokergui.test_kills import CASES, be_home

_KILLED = 9
_SYSTEM = ("posix", "_io", "io")
_NAMES = ("open", "write", "fsync", "link", "symlink", "unlink", "rename", "replace", "rmdir")
_NAMES += ("mkdir", "ftruncate", "sendfile", "execute", "commit", "rollback", "backup", "close")


def is_step(call: object) -> bool:
    """Return whether a function that is not Python's own code changes files."""
    if getattr(call, "__name__", "") not in _NAMES:
        return False
    owner = getattr(call, "__self__", None)
    of_system = getattr(call, "__module__", "") in _SYSTEM
    return of_system or isinstance(owner, sqlite3.Connection | sqlite3.Cursor | io.IOBase)


def killed_at(step: int, kind: str, folder: Path) -> tuple[list[str], bool]:
    """Let a victim work up to a step; return what it reported safe, and whether the step exists.

    Its steps count from where ``CASES`` says, up to the end of the round that is going on then.
    """
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(write, 1)
        _be_killed(step, kind, folder)
    os.close(write)
    with os.fdopen(read) as lines:
        said = lines.read().split("\n")[:-1]
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    assert code in (0, _KILLED), f"{kind} ends with status {code}"
    return said, code == _KILLED


def _be_killed(step: int, kind: str, folder: Path) -> None:
    say, told, done = victims.tell, 0, 0

    def tell(*words: object) -> None:
        nonlocal told
        say(*words)
        told += 1
        if told == CASES[kind].first + CASES[kind].round:
            os._exit(0)

    def look(frame: FrameType, event: str, call: object) -> None:
        nonlocal done
        if told >= CASES[kind].first and event == "c_call" and is_step(call):
            done += 1
            if done > step:
                os._exit(_KILLED)

    victims.tell = tell
    threading.setprofile(look)  # the writer of hands has a thread of its own
    sys.setprofile(look)
    try:
        victims.VICTIMS[kind](folder)
    except BaseException:
        traceback.print_exc()
    os._exit(1)


def main(kind: str, folder: Path, stride: int) -> None:
    """Kill at each step, or at one in ``stride``, and judge the result; print the number."""
    os.fsync = lambda handle: None  # a kill is no loss of power
    test_kills.FILES = 2
    be_home(folder, os.environ.__setitem__)
    case = CASES[kind]
    case.prepare(folder)
    step, there, kills = random.randrange(stride), True, 0
    while there:
        print(f"{kind}, step {step}", file=sys.stderr, flush=True)
        said, there = killed_at(step, kind, folder)
        case.judge(folder, said)
        case.again(folder)
        assert [str(file) for file in folder.rglob(".pokergui-*")] == []
        step += stride
        kills += there
    print(kills)


if __name__ == "__main__":
    os.environ.pop("POKERGUI_HOME", None)
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
