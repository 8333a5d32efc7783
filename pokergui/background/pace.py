"""Breaks in work that nobody waits for yet."""

from __future__ import annotations

import threading

REST_MS = 100
"""So long after imports of some 10 ms, who plays meanwhile feels nothing of them."""


class Pace:
    """Work that nobody waits for rests between its pieces; once somebody does, no more."""

    def __init__(self) -> None:
        self._hurried = threading.Event()

    @property
    def rest_ms(self) -> int:
        """How long to rest after a piece of work, in ms."""
        return 0 if self._hurried.is_set() else REST_MS

    def rest(self) -> None:
        """Rest after a piece of work; on a worker."""
        self._hurried.wait(REST_MS / 1000)

    def hurry(self) -> None:
        """Somebody waits."""
        self._hurried.set()
