"""Writes matches to the database block by block."""

from __future__ import annotations

import copy
import hashlib
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from sqlite_utils import Database

from engine import timing
from engine.game import Game
from engine.match_chunk import Line, MatchChunk, joined
from engine.running_result import RunningResult
from pokergui.store import _blocks
from pokergui.store._chain import BLOCK_COLUMNS, MATCH_COLUMNS, append
from pokergui.store._connect import MAX_BYTES, transaction
from pokergui.store.errors import StoreError
from pokergui.store.matches import tally_text

BLOCK_HANDS = 1000
"""Hands that make a block, if they do not wait longer than ``BLOCK_S``."""
BLOCK_S = 2.0
"""Longest time that hands wait for others to make a block with, in seconds."""
MOST_QUEUED = 4 * _blocks.MOST_HANDS
"""Hands that are taken before the match has to wait for the disk."""
MOST_WAITING = 8 * _blocks.MOST_HANDS
"""Hands that are kept in memory while nothing can be written."""
_LONGEST = MAX_BYTES - 10_000
"""Longest block, in bytes, so that its row can be read."""


class MatchTicket:
    """A match being written; made by ``Store.begin_match``.

    Attributes:
        game: the game.
        duplicate: whether each deal is played from every position.
        number: the match's number, once its row is safe.
    """

    number: Future[int]

    def __init__(self, game: Game, duplicate: bool, row: dict[str, Any]) -> None:
        self.game = game
        self.duplicate = duplicate
        self._group = game.num_players if duplicate else 1
        self._row = row
        self._running = RunningResult(game, (), duplicate)
        self._texts = _blocks.LineTexts(game)
        self._most = _blocks.most_hands(game, duplicate)
        self._match = 0  # its number, 0 before it has one
        self._saved = 0  # hands on disk
        self._waiting: list[MatchChunk] = []  # for the writer's thread only
        self._written = -BLOCK_S  # the time when a block was last written
        self._room = threading.Condition()
        self._queue: list[MatchChunk] = []
        self._next = 0  # the hand that must come next
        self._refused = False

    def put(self, chunk: MatchChunk) -> None:
        """Take hands; wait while the writer is far behind.

        Raises:
            ValueError: if they do not follow those taken before.
            StoreError: if too many could not be written.
        """
        with self._room:
            if chunk.first != self._next and not self._refused:
                raise ValueError(f"hand {self._next} comes next, not {chunk.first}")
            while self._queue and self._queued() + chunk.hands > MOST_QUEUED:
                self._room.wait()
            if self._refused:
                raise StoreError(
                    "{saved:,} hands of the match are stored, {unsaved:,} wait for the disk, and "
                    "no more can be held",
                    saved=self._saved,
                    unsaved=self.unsaved,
                )
            self._next += chunk.hands
            self._queue.append(chunk)

    def _queued(self) -> int:
        return sum(chunk.hands for chunk in self._queue)

    @property
    def stored_as(self) -> int:
        """The match's number, 0 before its row is safe."""
        return self._match

    @property
    def saved(self) -> int:
        """Hands that are on disk: the first of the match."""
        return self._saved

    @property
    def unsaved(self) -> int:
        """Hands taken that are not on disk yet."""
        return self._next - self._saved

    def begin(self, db: Database, now: Callable[[], str]) -> int:
        """Write the match's row, on the writer's thread; return its number."""
        self.save(db, now)
        return self._match

    def save(self, db: Database, now: Callable[[], str], final: bool = False) -> int:
        """Write the blocks that are due, on the writer's thread.

        Args:
            db: the database.
            now: the time as text.
            final: whether all waiting hands are due.

        Returns:
            Hands of the match that are safe.

        Raises:
            StoreError: if the match is no longer in the database.
        """
        if self._match and not self._is_there(db):
            self._refused = True
            raise StoreError("the match is not in the hand database any more; start another one")
        with self._room:
            self._waiting += self._queue
            self._queue = []
            waiting = sum(chunk.hands for chunk in self._waiting)
            self._refused |= waiting > MOST_WAITING
            self._room.notify_all()
        old = timing.seconds() - self._written >= BLOCK_S
        whole = waiting if final else waiting - (self._saved + waiting) % self._group
        due = whole > 0 and (final or old or waiting >= BLOCK_HANDS)
        if self._match and not due:
            return self._saved
        running, number = copy.copy(self._running), self._match
        rest = self._waiting
        with transaction(db):
            if not number:
                number = append(db, "matches", MATCH_COLUMNS, {**self._row, "time": now()})
            if due:
                chunk = joined(self._waiting)
                rest = [chunk.part(whole, waiting)] if whole < waiting else []
                for start in range(0, whole, self._most):
                    part = chunk.part(start, min(start + self._most, whole))
                    append_blocks(db, number, running, part, self._texts.of)
        self._match, self._running, self._waiting = number, running, rest
        if due:
            self._saved += whole
            self._written = timing.seconds()
        return self._saved

    def _is_there(self, db: Database) -> bool:
        sql = "SELECT session, seed FROM matches WHERE number = ?"
        row = db.execute(sql, [self._match]).fetchone()
        return bool(row == (self._row["session"], self._row["seed"]))


def append_blocks(
    db: Database,
    match: int,
    running: RunningResult,
    chunk: MatchChunk,
    texts: Callable[[Line], str],
) -> None:
    """Add hands as a block, or as several if one would be too long, and count them.

    Args:
        db: the database, in a transaction.
        match: the match's number.
        running: the match's result so far.
        chunk: the hands that follow, in duplicate beginning with the first hand of a deal.
        texts: betting lines as text.
    """
    data = _blocks.encode(chunk, running.duplicate, texts)
    if len(data) > _LONGEST:
        group = running.game.num_players if running.duplicate else 1
        half = chunk.hands // 2 // group * group
        append_blocks(db, match, running, chunk.part(0, half), texts)
        append_blocks(db, match, running, chunk.part(half, chunk.hands), texts)
        return
    running.add(chunk)
    row = {
        "match": match,
        "first": chunk.first,
        "hands": chunk.hands,
        "tally": tally_text(running.tally),
        "digest": hashlib.sha256(data).hexdigest(),
        "data": data,
    }
    append(db, "match_blocks", BLOCK_COLUMNS, row)
