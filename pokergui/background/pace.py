"""Breaks in work that nobody is waiting for yet."""

from __future__ import annotations

import threading

REST_MS = 100
"""Imports of some 10 ms this far apart go unnoticed at the table."""


class Pace:
    """The pauses between pieces of work that nobody is waiting for; none once somebody is."""

    def __init__(self) -> None:
        self._hurried = threading.Event()

    @property
    def hurried(self) -> bool:
        """True if somebody is waiting."""
        return self._hurried.is_set()

    @property
    def rest_ms(self) -> int:
        """The length of the rest after a piece of work, in ms."""
        return 0 if self.hurried else REST_MS

    def rest(self) -> None:
        """Rest after a piece of work; on a worker."""
        self._hurried.wait(REST_MS / 1000)

    def hurry(self) -> None:
        """Stop resting: somebody is waiting."""
        self._hurried.set()
