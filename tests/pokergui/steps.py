"""Kills crash cases at each step: ``python -m tests.pokergui.steps FOLDER KIND=STRIDE...``.

A step is a call that opens, writes, renames or removes a file, or an SQLite call; random kills
rarely hit most of them. The process forks, so that a kill costs no start.
"""

import io
import os
import random
import sqlite3
import subprocess
import sys
import threading
import traceback
from pathlib import Path
from types import FrameType

from tests.pokergui import crash_cases
from tests.pokergui.desktop import ROOT

_KILLED = 9
_SYSTEM = ("posix", "_io", "io")
_NAMES = ("open", "write", "fsync", "link", "symlink", "unlink", "rename", "replace", "rmdir")
_NAMES += ("mkdir", "ftruncate", "sendfile", "execute", "commit", "rollback", "backup", "close")


def is_step(call: object) -> bool:
    if getattr(call, "__name__", "") not in _NAMES:
        return False
    owner = getattr(call, "__self__", None)
    of_system = getattr(call, "__module__", "") in _SYSTEM
    return of_system or isinstance(owner, sqlite3.Connection | sqlite3.Cursor | io.IOBase)


def killed_at(step: int, case: crash_cases.CrashCase, folder: Path) -> tuple[list[str], bool]:
    """Run a case up to a step of its round; return its lines, and whether the step exists."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(write, 1)
        _be_killed(step, case, folder)
    os.close(write)
    with os.fdopen(read) as lines:
        said = lines.read().split("\n")[:-1]
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    assert code in (0, _KILLED), f"it ends with status {code}"
    return said, code == _KILLED


def _be_killed(step: int, case: crash_cases.CrashCase, folder: Path) -> None:
    say, told, done = crash_cases.tell, 0, 0

    def tell(*words: object) -> None:
        nonlocal told
        say(*words)
        told += 1
        if told == case.first + case.round:
            os._exit(0)

    def look(frame: FrameType, event: str, call: object) -> None:
        nonlocal done
        if told >= case.first and event == "c_call" and is_step(call):
            done += 1
            if done > step:
                os._exit(_KILLED)

    crash_cases.tell = tell
    threading.setprofile(look)  # the hand writer has its own thread
    sys.setprofile(look)
    try:
        case.work(folder)
    except BaseException:
        traceback.print_exc()
    os._exit(1)


def kill_at_steps(folder: Path, strides: dict[str, int]) -> dict[str, int]:
    kinds = [f"{kind}={stride}" for kind, stride in strides.items()]
    command = [sys.executable, "-m", "tests.pokergui.steps", str(folder), *kinds]
    one = os.environ | {"OPENBLAS_NUM_THREADS": "1"}  # it forks
    done = subprocess.run(command, cwd=ROOT, env=one, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return {kind: int(kills) for kind, kills in map(str.split, done.stdout.splitlines())}


def killed_and_judged(kind: str, folder: Path, stride: int) -> int:
    folder.mkdir()
    crash_cases.use_home(folder, os.environ.__setitem__)
    case = crash_cases.CRASH_CASES[kind]
    case.prepare(folder)
    step, there, kills = random.Random(kind).randrange(stride), True, 0
    while there:
        print(f"{kind}, step {step}", file=sys.stderr, flush=True)
        said, there = killed_at(step, case, folder)
        crash_cases.judged(case, folder, said)
        step += stride
        kills += there
    return kills


if __name__ == "__main__":
    os.environ.pop("POKERGUI_HOME", None)
    os.fsync = lambda handle: None  # a kill is not a power loss
    for argument in sys.argv[2:]:
        name, _, every = argument.partition("=")
        print(name, killed_and_judged(name, Path(sys.argv[1]) / name, int(every)), flush=True)
