"""Breaks in work that nobody waits for yet."""

from __future__ import annotations

import threading

REST_MS = 100
"""Imports of some 10 ms this far apart go unnoticed at the table."""


class Pace:
    """Work that nobody waits for rests between its pieces; once somebody does, no more."""

    def __init__(self) -> None:
        self._hurried = threading.Event()

    @property
    def hurried(self) -> bool:
        """Whether somebody waits."""
        return self._hurried.is_set()

    @property
    def rest_ms(self) -> int:
        """How long to rest after a piece of work, in ms."""
        return 0 if self.hurried else REST_MS

    def rest(self) -> None:
        """Rest after a piece of work; on a worker."""
        self._hurried.wait(REST_MS / 1000)

    def hurry(self) -> None:
        """Somebody waits."""
        self._hurried.set()
