"""The program's clocks. Every other file asks here, so that a test can set them."""

from __future__ import annotations

import time
from datetime import UTC, datetime

__all__ = ["now", "seconds", "sleep"]


def seconds() -> float:
    """Return seconds since some moment; they never go back, whatever is done to the time of day."""
    return time.perf_counter()


def now() -> datetime:
    """Return the date and time, in UTC."""
    return datetime.now(UTC)


def sleep(duration: float) -> None:
    """Let the calling thread sleep for some seconds."""
    time.sleep(duration)
