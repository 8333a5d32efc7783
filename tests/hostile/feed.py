"""Reads mutated files with bounded processor time and memory."""

import json
import os
import resource
import signal
import traceback
from contextlib import contextmanager
from pathlib import Path

from ai.files.arrays import content_hash, tensor_bytes
from engine.errors import PokerError
from tests.hostile import mutants
from tests.hostile.kinds import run_command

HANG_S = 10.0
"""Processor time that an input may take."""
MOST_MORE = 2**31
"""Address space that inputs may take."""


class HangError(BaseException):
    """An input took too long."""


@contextmanager
def bounded():
    """Bound the address space, and let a signal end slow inputs."""

    def too_long(number, frame):
        raise HangError

    before = signal.signal(signal.SIGPROF, too_long)
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * os.sysconf("SC_PAGE_SIZE") + MOST_MORE, hard))
    yield
    resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
    signal.signal(signal.SIGPROF, before)


def _tampered(pick, kind):
    record, arrays = pick.choice(kind.tampered)
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


def _rehash(record, arrays):
    cards = {name[6:]: array for name, array in arrays.items() if name.startswith("cards.")}
    if "key" in record:
        record["key"] = content_hash(arrays)
    if cards:
        record["abstraction_hash"] = content_hash(cards)
    elif "num_rows" in arrays and "abstraction_hash" in record:
        others = {name: array for name, array in arrays.items() if name != "probabilities"}
        record["abstraction_hash"] = content_hash(others)


def made(pick, kind):
    """Return a mutated file; half of those with checksums get correct ones."""
    if kind.tampered and pick.random() < 0.5:
        return _tampered(pick, kind)
    data = pick.choice(kind.seeds)
    if kind.suffix == ".json" and pick.random() < 0.5:
        return json.dumps(mutants.plain(pick, json.loads(data))).encode()
    return mutants.text(pick, data, pick.choice(kind.seeds))


def feed(kind, path, home, by_command=False):
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
    except BaseException:  # whatever else it is, it is what we are looking for
        return "traceback", traceback.format_exc()
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return "read", ""
