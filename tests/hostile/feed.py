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
import traceback
import warnings
from contextlib import suppress
from pathlib import Path
from types import FrameType

from ai.tensors import Record, arrays_hash, tensor_bytes
from engine.errors import PokerError
from tests.hostile import mutants
from tests.hostile.kinds import Arrays, Kind, prepare, run_command

HANG_S = 10.0
"""Processor time that an input may take."""
MOST_MORE = 2**30
"""Address space that an input may take."""
_COMMANDS = 0.12
"""Share of inputs that go through a command."""
_READY = "ready"
"""Message to the feeding process, after one that compiled missing kernels."""


class HangError(BaseException):
    """An input takes too long."""


def too_long(number: int, frame: FrameType | None) -> None:
    raise HangError


def _forged(pick: random.Random, kind: Kind) -> bytes:
    """Return a file with right checksums around a forger's changes."""
    record, arrays = pick.choice(kind.forged)
    record = json.loads(json.dumps(record))
    for _ in range(pick.choice((1, 1, 1, 2, 4))):
        if pick.random() < 0.5:
            changed = mutants.plain(pick, record)
            record = changed if isinstance(changed, dict) else record
        else:
            arrays = mutants.arrays(pick, arrays)
    if pick.random() > 0.1:
        _rehash(record, arrays)
    return tensor_bytes(record, arrays)


def _rehash(record: Record, arrays: Arrays) -> None:
    """Correct the checksums within a record."""
    cards = {name[6:]: array for name, array in arrays.items() if name.startswith("cards.")}
    if "key" in record:
        record["key"] = arrays_hash(arrays)
    if cards:
        record["abstraction_hash"] = arrays_hash(cards)
    elif "num_rows" in arrays and "abstraction_hash" in record:
        others = {name: array for name, array in arrays.items() if name != "probabilities"}
        record["abstraction_hash"] = arrays_hash(others)


def made(pick: random.Random, kind: Kind) -> bytes:
    """Return a changed file; half of those with checksums are forged."""
    if kind.forged and pick.random() < 0.5:
        return _forged(pick, kind)
    data = pick.choice(kind.seeds)
    if kind.suffix == ".json" and pick.random() < 0.5:
        return json.dumps(mutants.plain(pick, json.loads(data))).encode()
    return mutants.text(pick, data, pick.choice(kind.seeds))


def feed(kind: Kind, path: Path, home: Path, by_command: bool = False) -> tuple[str, str]:
    """Read a file; return the outcome, and the reason or traceback."""
    signal.setitimer(signal.ITIMER_PROF, HANG_S)
    try:
        if by_command:
            run_command(kind.command, path)
        else:
            kind.read(path, home)
    except PokerError as error:
        reason = str(error)
        return ("traceback" if "\n" in reason.rstrip() else "refused"), reason
    except HangError:
        return "hang", traceback.format_exc()
    except MemoryError:
        return "memory", traceback.format_exc()
    except BaseException:  # whatever else it is, it is what is looked for
        return "traceback", traceback.format_exc()
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return "read", ""


def _address_space() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return pages * os.sysconf("SC_PAGE_SIZE")


def main() -> None:
    """Feed a range of inputs, each kind in turn."""
    seed, first, count, folder = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4])
    home, seeds = folder / "home", folder / "seeds"
    for each in (home, seeds):
        each.mkdir(parents=True, exist_ok=True)
    os.environ["POKERGUI_HOME"] = str(home)
    every = prepare(seeds, setattr)
    if sys.argv[5:] != [_READY]:  # compiling takes more time and memory than a file may
        for kind in every:
            path = kind.put(home, kind.seeds[0])
            with suppress(PokerError):
                kind.read(path, home)
            path.unlink(missing_ok=True)
        words = ["-m", "tests.hostile.feed", *sys.argv[1:5], _READY]
        os.execv(sys.executable, [sys.executable, *words])
    warnings.simplefilter("error")  # a line on stderr that nobody understands
    resource.setrlimit(resource.RLIMIT_AS, (_address_space() + MOST_MORE,) * 2)
    signal.signal(signal.SIGPROF, too_long)
    for number in range(first, first + count):
        pick, kind = random.Random(f"{seed} {number}"), every[number % len(every)]
        path = kind.put(home, made(pick, kind))
        print(json.dumps({"number": number, "kind": kind.name}), flush=True)
        by_command = bool(kind.command) and pick.random() < _COMMANDS
        came, reason = feed(kind, path, home, by_command)
        print(json.dumps({"came": came, "reason": reason}), flush=True)
        path.unlink(missing_ok=True)


if __name__ == "__main__":
    main()
