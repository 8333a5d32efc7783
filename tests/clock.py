"""A clock moved only by tests."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import pytest

from engine import timing


class ManualClock:
    """Stands in for ``engine.timing``; only a test or a sleep moves it."""

    def __init__(self):
        self._begin = datetime(2026, 5, 1, 12, tzinfo=UTC)
        self._passed = 0.0

    def seconds(self):
        return 1000.0 + self._passed

    def now(self):
        return self._begin + timedelta(seconds=self._passed)

    def set(self, moment):
        """Set the wall clock; ``seconds`` does not follow."""
        self._begin = moment - timedelta(seconds=self._passed)

    def advance(self, seconds):
        self._passed += seconds


@contextmanager
def frozen() -> Iterator[ManualClock]:
    """Freeze time for everything in this process."""
    clock = ManualClock()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(timing, "seconds", clock.seconds)
        patch.setattr(timing, "now", clock.now)
        patch.setattr(timing, "sleep", clock.advance)
        yield clock
