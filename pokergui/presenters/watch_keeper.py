"""Finished hands of a watched match on their way to the store."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Protocol

from engine.match import MatchChunk


class Keeper(Protocol):
    """Takes one match's hands, block by block, and knows what went wrong.

    ``keep`` is called on the worker that plays, the rest on the window's thread.

    Attributes:
        begun: done once the match has its row.
    """

    begun: Future[int]

    def keep(self, chunk: MatchChunk) -> None:
        """Take finished hands."""

    def problem(self) -> Exception | None:
        """What went wrong since this was asked last; None if all is well."""

    def finish(self) -> Future[int]:
        """Write what still waits; the result is how many hands are safe."""
