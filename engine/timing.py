"""The program's clock; every other module asks here, so that tests can set it."""

from __future__ import annotations

import time
from datetime import UTC, datetime

__all__ = ["now", "seconds", "sleep"]


def seconds() -> float:
    """Return seconds of a monotonic clock."""
    return time.perf_counter()


def now() -> datetime:
    """Return the date and time, in UTC."""
    return datetime.now(UTC)


def sleep(duration: float) -> None:
    """Block the calling thread for some seconds."""
    time.sleep(duration)
