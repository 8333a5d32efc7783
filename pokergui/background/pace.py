"""Pauses in background work that is not yet urgent."""

from __future__ import annotations

import threading

REST_MS = 100
"""Imports of some 10 ms this far apart go unnoticed at the table."""


class Pace:
    """Pauses between pieces of background work; none once it is urgent."""

    def __init__(self) -> None:
        self._hurried = threading.Event()

    @property
    def hurried(self) -> bool:
        """True if the work is urgent."""
        return self._hurried.is_set()

    @property
    def rest_ms(self) -> int:
        """The length of the rest after a piece of work, in ms."""
        return 0 if self.hurried else REST_MS

    def rest(self) -> None:
        """Sleep after a piece of work; on a worker."""
        self._hurried.wait(REST_MS / 1000)

    def hurry(self) -> None:
        """Skip further pauses: the work is urgent."""
        self._hurried.set()
