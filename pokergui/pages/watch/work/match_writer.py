"""Writes finished hands of a watched match to the store."""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future

from engine.match_chunk import MatchChunk
from pokergui.pages.watch.scenes.choices import WatchChoice
from pokergui.store import Store


class MatchWriter:
    """The writer of one match's hands to the store, block by block, which notes errors.

    ``keep`` is called on the worker that plays, the rest on the window's thread.

    Attributes:
        begun: done once the match has its row.

    Args:
        store: the store of the hands.
        choice: the choices of the match.
        seed: seed of the match.
    """

    def __init__(self, store: Store, choice: WatchChoice, seed: int) -> None:
        self._store = store
        self._ticket = store.begin_match(
            choice.build_game(),
            engines=choice.engines,
            players=choice.titles,
            seed=seed,
            duplicate=choice.duplicate,
            hands=choice.hands,
        )
        self.begun: Future[int] = self._ticket.number
        self._writes: deque[Future[int]] = deque()
        self._over = False

    def keep(self, chunk: MatchChunk) -> None:
        """Take finished hands, but none from an engine that answers after the end of its match.

        Raises:
            StoreError: if too many of them could not be written.
        """
        if not self._over:
            self._writes.append(self._store.append_block(self._ticket, chunk))

    def problem(self) -> Exception | None:
        """Return the error since the last call; None if all is well."""
        outcome_error: Exception | None = None
        while self._writes and self._writes[0].done():
            outcome = self._writes.popleft()
            if not outcome.cancelled():
                error = outcome.exception()
                outcome_error = error if isinstance(error, Exception) else None
        return outcome_error

    @property
    def number(self) -> int:
        """The match's number; 0 before its row is on disk."""
        return self._ticket.stored_as

    def retry(self) -> Future[int]:
        """Retry failed writes."""
        return self._store.retry()

    def finish(self) -> Future[int]:
        """Flush pending hands; the result is the number of hands on disk."""
        self._over = True
        return self._store.finish_match(self._ticket)
