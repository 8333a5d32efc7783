"""Memory of this machine, and errors for spots that need more."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from engine.wording import Wording

_MEMINFO = Path("/proc/meminfo")
_GROUP = Path("/sys/fs/cgroup")
_ROOM = 0.9
"""Share of the free memory that a solver may use."""


def free_bytes(meminfo: Path = _MEMINFO, group: Path = _GROUP) -> int | None:
    """Return the memory available to a solver; None if unknown.

    Args:
        meminfo: Linux's memory statistics.
        group: folder of a container's limits.
    """
    try:
        text = meminfo.read_text("ascii", "replace")
    except OSError:
        return _physical()
    match = re.search(r"^MemAvailable:\s*([0-9]+) kB", text, re.MULTILINE)
    if match is None:
        return _physical()
    free = int(match[1]) * 1024
    try:
        limit, used = ((group / f"memory.{name}").read_text() for name in ("max", "current"))
        free = min(free, int(limit) - int(used))
    except (OSError, ValueError):  # no container, or one without a limit
        pass
    return max(0, int(_ROOM * free))


def _physical() -> int | None:
    """Total physical memory, for systems without Linux's list."""
    if sys.platform == "win32":
        return None
    try:
        return int(_ROOM * os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    except (OSError, ValueError):
        return None


def size_text(num_bytes: float) -> str:
    """Memory as text: "3.2 MB", "410 MB", "27 GB"."""
    unit = "MB" if num_bytes < 999.5e6 else "GB"
    amount = num_bytes / (1e6 if unit == "MB" else 1e9)
    return f"{amount:.1f} {unit}" if amount < 9.95 else f"{amount:,.0f} {unit}"


def refusal(num_bytes: int, half: bool, free: int | None) -> Wording | None:
    """Return why a solver of that size does not fit, and what to reduce; None if it fits."""
    if free is None or num_bytes <= free:
        return None
    size, room = size_text(num_bytes), size_text(free)
    if half:
        return Wording(
            "solving takes {size}, but only {room} is free: leave out bet or raise sizes, or"
            " use a smaller stack",
            size=size,
            room=room,
        )
    return Wording(
        "solving takes {size}, but only {room} is free: store numbers in 16 bits, leave out"
        " bet or raise sizes, or use a smaller stack",
        size=size,
        room=room,
    )
