"""Feeding the program changed files and reporting the outcome of each.

``python -m tests.hostile.feed SEED FIRST COUNT FOLDER`` prints one JSON object a line: the number
of an input before it is read, then what came of it. Its memory is bounded, so that no input can
take that of the machine.
"""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import sys
import time
import traceback
import warnings
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

from ai import strategy
from ai.tensors import Record, arrays_hash, tensor_bytes
from engine.errors import PokerError
from tests.hostile import mutants
from tests.hostile.kinds import Arrays, Kind, prepare, run_command

HANG_S = 10.0
_MOST_MORE = 3 * 2**30
"""Address space that an input may take; its actual memory is measured."""
_COMMANDS = 0.12
"""Share of inputs that go through a command."""
_READY = "ready"
"""Message to the feeding process, after one that compiled missing kernels."""


class HangError(BaseException):
    """An input takes too long."""


def _too_long(number: int, frame: FrameType | None) -> None:
    raise HangError


def _status(name: str) -> int:
    """A figure of this process in bytes."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(f"{name}:"):
            return 1024 * int(line.split()[1])
    return 0


def _forged(rng: random.Random, kind: Kind) -> bytes:
    """Return a file with right checksums around a forger's changes."""
    assert kind.forged is not None
    record, arrays = rng.choice(kind.forged)
    record = json.loads(json.dumps(record))
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        if rng.random() < 0.5:
            changed = mutants.plain(rng, record)
            record = changed if isinstance(changed, dict) else record
        else:
            arrays = mutants.arrays(rng, arrays)
    _rehash(rng, record, arrays)
    return tensor_bytes(record, arrays)


def _rehash(rng: random.Random, record: Record, arrays: Arrays) -> None:
    """The checksums within a record: mostly those of the changed arrays."""
    if rng.random() < 0.1:
        return
    cards = {name[6:]: array for name, array in arrays.items() if name.startswith("cards.")}
    if "key" in record:
        record["key"] = arrays_hash(arrays)
    if cards:
        record["abstraction_hash"] = arrays_hash(cards)
    elif "num_rows" in arrays and "abstraction_hash" in record:
        record["abstraction_hash"] = strategy._abstraction_hash(arrays)


def made(rng: random.Random, every: list[Kind], number: int) -> tuple[Kind, bytes, bool]:
    """The input of a number: every other one is forged."""
    forged = [kind for kind in every if kind.forged]
    if number % 2:
        kind = rng.choice(forged)
        return kind, _forged(rng, kind), True
    kind = rng.choice(every)
    assert kind.seeds
    data = rng.choice(kind.seeds)
    if kind.suffix == ".json" and rng.random() < 0.5:
        return kind, json.dumps(mutants.plain(rng, json.loads(data))).encode(), False
    return kind, mutants.text(rng, data, rng.choice(kind.seeds)), False


def feed(kind: Kind, path: Path, home: Path, by_command: bool) -> dict[str, Any]:
    """Read a file and return the outcome."""
    Path("/proc/self/clear_refs").write_text("5")  # resets the peak
    begin = time.perf_counter()
    signal.setitimer(signal.ITIMER_REAL, HANG_S)
    try:
        if by_command:
            run_command(kind.command, path)
        else:
            kind.read(path, home)
        came, reason = "read", ""
    except PokerError as error:
        came, reason = "refused", str(error)
        if "\n" in reason.rstrip():
            came = "traceback"
    except HangError:
        came, reason = "hang", traceback.format_exc()
    except MemoryError:
        came, reason = "memory", traceback.format_exc()
    except BaseException:  # whatever else it is, it is what is looked for
        came, reason = "traceback", traceback.format_exc()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    seconds = time.perf_counter() - begin
    return {"came": came, "reason": reason, "seconds": seconds, "peak": _status("VmHWM")}


def main() -> None:
    """Feed a range of inputs."""
    seed, first, count, folder = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4])
    home, seeds = folder / "home", folder / "seeds"
    for each in (home, seeds):
        each.mkdir(parents=True, exist_ok=True)
    os.environ["POKERGUI_HOME"] = str(home)
    every = prepare(seeds)
    if sys.argv[5:] != [_READY]:  # compiling takes more time and memory than a file may
        for kind in every:
            path = home / (kind.place or f"input{kind.suffix}")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(kind.seeds[0])
            with suppress(PokerError):
                kind.read(path, home)
            path.unlink(missing_ok=True)
        words = ["-m", "tests.hostile.feed", *sys.argv[1:5], _READY]
        os.execv(sys.executable, [sys.executable, *words])
    warnings.simplefilter("error")  # a line on stderr that nobody understands
    resource.setrlimit(resource.RLIMIT_AS, (_status("VmSize") + _MOST_MORE,) * 2)
    signal.signal(signal.SIGALRM, _too_long)
    print(json.dumps({"kinds": [kind.name for kind in every]}), flush=True)
    for number in range(first, first + count):
        rng = random.Random(f"{seed} {number}")
        kind, data, forged = made(rng, every, number)
        path = home / (kind.place or f"input{kind.suffix}")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        print(json.dumps({"number": number, "kind": kind.name, "forged": forged}), flush=True)
        by_command = bool(kind.command) and rng.random() < _COMMANDS
        print(json.dumps(feed(kind, path, home, by_command)), flush=True)
        path.unlink(missing_ok=True)


if __name__ == "__main__":
    main()
