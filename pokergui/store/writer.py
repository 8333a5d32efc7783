"""The single writer of the hand database.

A single thread owns the connection. Callers get futures, so the window never waits; errors are in
the future. One finished hand is one transaction with full synchronisation: once its future is done,
neither kill -9 nor a power cut undoes it, and there are no torn hands.

Files: ``hands.db``, and while it is open ``hands.db-wal`` and ``hands.db-shm``. SQLite ignores
everything after a damaged frame of the write-ahead log, and none of our checksums could detect the
loss. So whenever the queue is empty, the log is checkpointed into ``hands.db``: at rest all hands
are in that one file, whose hash chain shows every loss.
"""

from __future__ import annotations

import logging
import secrets
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, TypeVar

from sqlite_utils import Database

from engine.cards import Card
from engine.game import Game
from engine.match_chunk import MatchChunk
from engine.player import Action
from engine.rake import NO_RAKE, Rake
from engine.records.record import HandRecord
from pokergui.files import FolderError, ready_folder, replacing
from pokergui.localtime import now
from pokergui.store import filter, open_hands
from pokergui.store._chain import append_deck
from pokergui.store._connect import (
    PRIVATE,
    WRITTEN,
    impatient,
    keep_as,
    open_writer,
    stamp,
    transaction,
)
from pokergui.store.errors import StoreError, explained
from pokergui.store.hands import deck_hash, row_of
from pokergui.store.matches import MatchTicket, row_of_match
from pokergui.store.open_hands import Deal, OpenHand, WaitingHands
from pokergui.store.raw.rows import log_path

T = TypeVar("T")


class OwnedFile:
    """A database open for writing; for the writer's thread only.

    Args:
        path: the file; created if it does not exist.

    Raises:
        StoreError: as ``open_writer``.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._open()

    def _open(self) -> None:
        self.db = open_writer(self.path)
        WRITTEN.add(self.path)
        self._place, self._size = _place(self.path)
        self._log, _ = _place(log_path(self.path))

    def reopen(self, between: Callable[[Path], T]) -> T:
        """Close the file, run ``between``, and reopen the file at that path.

        Raises:
            StoreError: as ``between`` or ``open_writer``; writing fails until the file opens again.
        """
        self.close()
        try:
            return between(self.path)
        finally:
            self._open()

    def empty_log(self) -> None:
        """Checkpoint the write-ahead log, unless another program prevents it."""
        # Blocked by a reader or a full disk: the hands are safe in the log until the next attempt.
        with suppress(sqlite3.OperationalError), impatient(self.db):
            self.db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def look(self) -> str:
        """Restore the file if it was removed, moved or replaced; SQLite does not notice.

        Through its open handles SQLite still reads all of it, so all of it is restored. A file in
        its place by then is kept under another name.

        Returns:
            The event, in a sentence; empty if there was none.

        Raises:
            StoreError: if it cannot be restored; the next look tries again.
        """
        place, size = _place(self.path)
        if place == self._place and size >= self._size:
            self._size = size
            self._log, _ = _place(log_path(self.path))
            return ""
        other = self.path.with_name(f"{self.path.stem}-other-{stamp()}{self.path.suffix}")
        try:
            ready_folder(self.path.parent)
            with replacing(self.path, PRIVATE) as temporary:
                whole = self._copied(temporary)
                if not whole:
                    raise _LostError
                if place:
                    keep_as(self.path, other)
                log, _ = _place(log_path(self.path))
                if log and log != self._log:
                    log_path(self.path).replace(log_path(other))
                for rest in ("-wal", "-shm"):
                    self.path.with_name(f"{self.path.name}{rest}").unlink(missing_ok=True)
        except (FolderError, OSError) as error:
            raise StoreError(
                "{path} was removed and cannot be restored: {error}", path=self.path, error=error
            ) from None
        except _LostError:
            whole = False
        self.close()
        self._open()
        if not whole:
            return (
                f"{self.path} was taken away and cannot be read;"
                " hands now go to the file in its place"
            )
        if not place:
            return f"{self.path} was gone; its contents are restored"
        return f"{self.path} was replaced; it is restored, and the other file is now {other.name}"

    def _copied(self, path: Path) -> bool:
        """Return whether the copy of a lost file, made through its open handles, is complete."""
        try:
            with closing(sqlite3.connect(path)) as copy:
                self.db.conn.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE").fetchall()
                return copy.execute("PRAGMA quick_check(1)").fetchall() == [("ok",)]
        except sqlite3.DatabaseError as error:
            if getattr(error, "sqlite_errorname", "") == "SQLITE_FULL":
                raise StoreError(
                    "{path} was removed, and the disk is full", path=self.path
                ) from None
            return False

    def close(self) -> None:
        WRITTEN.discard(self.path)
        self.db.close()


class _LostError(Exception):
    """The lost file cannot be read."""


def _place(path: Path) -> tuple[tuple[int, int] | None, int]:
    """Return a file's place on the disk, None if it does not exist, and its size in bytes."""
    try:
        status = path.stat()
    except OSError:
        return None, 0
    return (status.st_dev, status.st_ino), status.st_size


log = logging.getLogger(__name__)

SALT_BYTES = 32


class Store:
    """The hand database, open for writing. Made by ``open``.

    Attributes:
        session: name of the session, the time of its start.
        tell: gets a sentence, on the writer's thread, if the file was not in its place.
    """

    def __init__(self, file: OwnedFile, executor: ThreadPoolExecutor) -> None:
        self.path = file.path
        self.session = now()
        self._executor = executor
        self._file = file
        self._lock = threading.Lock()
        self._queued = 0
        self._closed = False
        self._unsaved = WaitingHands()
        self._matches: list[MatchTicket] = []
        self.tell: Callable[[str], None] = log.warning

    @classmethod
    def open(cls, path: Path) -> Store:
        """Open the database, create it if there is none, update an older one.

        Raises:
            StoreError: if it is damaged, locked, read-only or written by a newer version.
        """
        try:
            ready_folder(path.parent)
        except FolderError as error:
            raise StoreError("{error}", error=error) from None
        executor = ThreadPoolExecutor(1, thread_name_prefix="store")
        try:
            file = executor.submit(OwnedFile, path).result()
        except BaseException:
            executor.shutdown()
            raise
        return cls(file, executor)

    @property
    def _db(self) -> Database:
        return self._file.db

    @property
    def unsaved(self) -> int:
        """Finished hands that could not be written yet; every later write tries again."""
        return len(self._unsaved) + sum(ticket.unsaved for ticket in self._matches)

    def begin_hand(
        self,
        game: Game,
        deck: Sequence[Card],
        *,
        engines: Sequence[str] = (),
        hero: int = -1,
        notes: Sequence[str] = (),
    ) -> Deal:
        """Commit the hash of a shuffled deck.

        Args:
            deck: the whole deck in dealing order.
            engines: engine names by position, empty for a human. With them the hand is kept from
                now on, until it is finished or dropped.
            notes: what is known of it before it begins.

        Returns:
            The deal; its ``committed`` fails with a StoreError if the hash cannot be written. The
            hand can be played and saved even then, and its notes record that.
        """
        salt, cards = secrets.token_hex(SALT_BYTES), tuple(deck)
        hash_ = deck_hash(salt, cards)
        begun = OpenHand.begun(game, cards, salt, engines, hero) if engines else None

        def commit() -> int:
            with transaction(self._db):
                row = append_deck(self._db, now(), game.name, hash_)
                if begun is not None:
                    open_hands.put(self._db, begun.after(row, now(), (), notes))
            return row

        return Deal(game, cards, salt, hash_, self._submit(commit), begun)

    def keep_hand(
        self, deal: Deal, actions: Sequence[Action], notes: Sequence[str] = ()
    ) -> Future[None]:
        """Save a hand in progress in its current state; ``HandReader.open_hands`` reads it.

        Raises:
            ValueError: if the hand was dealt without its engines.
        """
        begun, done, said = deal.begun, tuple(actions), tuple(notes)
        if begun is None:
            raise ValueError("the hand was dealt without its engines")

        def keep() -> None:
            hand = begun.after(deal.committed.result(), now(), done, said)
            with transaction(self._db):
                open_hands.put(self._db, hand)

        return self._submit(keep)

    def drop_hand(self, deal: Deal) -> Future[None]:
        """Delete a hand in progress."""

        def drop() -> None:
            row = deal.committed.result()
            with transaction(self._db):
                open_hands.remove(self._db, row)

        return self._submit(drop)

    def drop_damaged(self) -> Future[None]:
        """Delete damaged hands in progress."""

        def drop() -> None:
            with transaction(self._db):
                for row in open_hands.read_all(self._db.execute).damaged:
                    open_hands.remove(self._db, row)

        return self._submit(drop)

    def finish_hand(
        self,
        deal: Deal,
        record: HandRecord,
        *,
        engines: Sequence[str],
        hero: int,
        mode: str = "play",
        notes: Sequence[str] = (),
    ) -> Future[int]:
        """Save a finished hand.

        Args:
            record: the hand; its own number does not count.
            mode: how it was played; only ``play`` counts in statistics.

        Returns:
            The hand's number, once it is safe. With a StoreError in it the hand waits in memory
            and is written by the next write that succeeds.

        Raises:
            ValueError: if the record and the deal are not of the same hand.
        """
        if (record.game, record.deck) != (deal.game, deal.deck):
            raise ValueError("the record is of another deal")
        row = row_of(
            record,
            salt=deal.salt,
            session=self.session,
            mode=mode,
            engines=engines,
            hero=hero,
            notes=notes,
        )
        row["time"] = now()

        def save() -> int:
            self._unsaved.put(deal, row, notes)
            return self._unsaved.save(self._db)

        return self._submit(save)

    def begin_match(
        self,
        game: Game,
        *,
        engines: Sequence[str],
        players: Sequence[str],
        seed: int,
        duplicate: bool,
        hands: int,
        mode: str = "watch",
        rake: Rake = NO_RAKE,
    ) -> MatchTicket:
        """Begin to store a match between engines.

        Args:
            hands: number of hands it is to have; 0 if that is open.

        Returns:
            The argument of ``append_block``; its ``number`` is the match's, once its row is safe.
        """
        row = row_of_match(
            game,
            session=self.session,
            mode=mode,
            engines=engines,
            players=players,
            seed=seed,
            duplicate=duplicate,
            hands=hands,
            rake=rake,
        )
        ticket = MatchTicket(game, duplicate, row)
        with self._lock:
            self._matches.append(ticket)
        ticket.number = self._submit(lambda: ticket.begin(self._db, now))
        return ticket

    def append_block(self, ticket: MatchTicket, chunk: MatchChunk) -> Future[int]:
        """Enqueue a match's next finished hands, blocking while the writer is far behind.

        Returns:
            The number of hands of the match that are safe. With a StoreError in it they wait in
            memory and are written by the next write that succeeds.

        Raises:
            ValueError: if they do not follow those taken before.
            StoreError: if too many could not be written.
        """
        ticket.put(chunk)
        return self._submit(lambda: ticket.save(self._db, now))

    def finish_match(self, ticket: MatchTicket) -> Future[int]:
        """Write all queued hands of a match; the result is how many of its hands are safe."""

        def finish() -> int:
            safe = ticket.save(self._db, now, final=True)
            with self._lock:
                if ticket in self._matches:  # finishing may be retried after a failure
                    self._matches.remove(ticket)
            return safe

        return self._submit(finish)

    def add_imported(self, rows: Sequence[dict[str, Any]]) -> Future[int]:
        """Save hands that were not played here, all in one transaction.

        Returns:
            The number of those that were not there yet.
        """

        def add() -> int:
            with transaction(self._db):
                return filter.save_new(self._db, rows)

        return self._submit(add)

    def submit(self, write: Callable[[Database], T]) -> Future[T]:
        """Run a write on the writer's thread; it opens its own transaction."""
        return self._submit(lambda: write(self._db))

    def reindex(self) -> Future[None]:
        """Rebuild the index table from the hands."""

        def rebuild() -> None:
            with transaction(self._db):
                filter.rebuild(self._db)

        return self._submit(rebuild)

    def reopen(self, between: Callable[[Path], T]) -> Future[T]:
        """Close the database, run ``between``, and reopen the file at its path."""
        return self._submit(lambda: self._file.reopen(between))

    def look(self) -> Future[None]:
        """Check that the file is still at its path, and restore it if not.

        All that was submitted before is done then, and nothing follows.
        """
        return self._submit(lambda: None, writes=False)

    def retry(self) -> Future[int]:
        """Retry writing unsaved hands; the result is how many were written."""

        def save() -> int:
            before = self.unsaved
            self._unsaved.save(self._db)
            for ticket in list(self._matches):
                ticket.save(self._db, now)
            return before - self.unsaved

        return self._submit(save)

    def close(self) -> None:
        """Write unsaved hands and close the database.

        Raises:
            StoreError: if hands remain unsaved; the database is closed nevertheless.
        """
        with self._lock:
            if self._closed:
                return
            self._closed = True
        try:
            self._executor.submit(self._finish).result()
        finally:
            self._executor.shutdown()

    def _submit(self, task: Callable[[], T], *, writes: bool = True) -> Future[T]:
        def run() -> T:
            try:
                with explained(self.path):
                    done = task()
                self._look()  # hands are safe only if the file is at its path
                return done
            except StoreError:
                with suppress(StoreError):
                    self._look()
                raise
            finally:
                with self._lock:
                    self._queued -= writes

        with self._lock:
            if self._closed:
                failed: Future[T] = Future()
                failed.set_exception(StoreError("the hand database is closed"))
                return failed
            self._queued += writes
            future = self._executor.submit(run)
            if writes:
                self._executor.submit(self._empty_log)
            return future

    def _look(self) -> None:
        if said := self._file.look():
            self.tell(said)

    def _empty_log(self) -> None:
        with self._lock:
            if self._queued:
                return
        with suppress(StoreError):  # the next write fails with it
            self._look()  # the log is not a whole file: never emptied into a truncated one
            self._file.empty_log()

    def _finish(self) -> None:
        try:
            with explained(self.path):
                self._unsaved.save(self._db)
                for ticket in self._matches:
                    ticket.save(self._db, now, final=True)
            self._look()
        except StoreError as error:
            if not self.unsaved:
                raise
            raise StoreError(
                "{unsaved:,} finished hands could not be saved: {error}",
                unsaved=self.unsaved,
                error=error,
            ) from None
        finally:
            self._file.close()
