"""Time slices for runs if there are more than cores, so that the window stays responsive."""

from __future__ import annotations

import os
import threading
from collections import deque

from engine import timing

LEAST = 2
SLICE_S = 0.008
"""Minimum length of a time slice; steps may be far shorter than the usual 10 to 20 ms."""


class Turns:
    """The limit of runs that compute at the same time; the longest waiting is next.

    Six threads that compute on two cores left the window a third of a core.

    Args:
        at_once: most runs; by default all cores but one, at least ``LEAST``.
    """

    def __init__(self, at_once: int = 0) -> None:
        self._free = at_once or max(LEAST, (os.cpu_count() or LEAST) - 1)
        self._lock = threading.Lock()
        self._waiting: deque[threading.Event] = deque()
        self._own = threading.local()  # when the turn of the current thread began

    @property
    def waiting(self) -> int:
        """The number of runs that wait for a turn."""
        return len(self._waiting)

    def take(self) -> None:
        """Wait for a turn."""
        with self._lock:
            if self._free and not self._waiting:
                self._free -= 1
                self._own.began = timing.seconds()
                return
            turn = threading.Event()
            self._waiting.append(turn)
        turn.wait()
        self._own.began = timing.seconds()

    def give(self) -> None:
        """End a turn."""
        with self._lock:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._free += 1

    def pass_on(self) -> None:
        """Yield if others wait and this time slice is used up."""
        if self._waiting and timing.seconds() - self._own.began >= SLICE_S:
            self.give()
            self.take()
