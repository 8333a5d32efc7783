"""Cache of hand reviews, in its own file beside the hand database.

All of it can be recomputed: a damaged file is replaced by a new one, a row with a wrong checksum is
skipped.
"""

from __future__ import annotations

import json
import os
import sqlite3
import zlib
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import TypeVar

from sqlite_utils import Database

from ai.review.verdict import HandReview
from engine.errors import PokerError
from pokergui.files import ready_folder
from pokergui.store.errors import DamagedError, StoreError, explained
from pokergui.store.raw.rows import LONGEST_ROW

T = TypeVar("T")

BUSY_S = 3.0
"""Time that a connection waits for another program's lock."""
_AT_ONCE = 500
_COLUMNS = "judge, hand, review, checksum"
_TABLE = (
    "CREATE TABLE IF NOT EXISTS reviews (judge TEXT NOT NULL, hand TEXT NOT NULL,"
    " review TEXT NOT NULL, checksum INTEGER NOT NULL, PRIMARY KEY (judge, hand)) WITHOUT ROWID"
)


class ReviewCache:
    """Cached reviews by judge and hand; for one thread.

    Args:
        path: the file; it is created when the first review is kept.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def find(self, judge: str, hands: Iterable[str]) -> dict[str, HandReview]:
        """Return the kept reviews of some hands, by their keys.

        Raises:
            StoreError: if the file cannot be used.
        """
        wanted = list(hands)
        if not os.path.lexists(self._path):  # also if the folder is unreadable
            return {}

        def read(db: Database) -> dict[str, HandReview]:
            reviews: dict[str, HandReview] = {}
            for start in range(0, len(wanted), _AT_ONCE):
                part = wanted[start : start + _AT_ONCE]
                sql = (
                    f"SELECT {_COLUMNS} FROM reviews WHERE judge = ?"
                    f" AND hand IN ({', '.join('?' * len(part))})"
                )
                for *row, checksum in db.execute(sql, [judge, *part]).fetchall():
                    if all(isinstance(one, str) for one in row) and checksum == _checksum(*row):
                        with suppress(PokerError, ValueError, RecursionError):
                            reviews[row[1]] = HandReview.from_json(json.loads(row[2]))
            return reviews

        return self._use(read)

    def keep(self, judge: str, reviews: Mapping[str, HandReview]) -> None:
        """Keep reviews of hands, by their keys.

        Raises:
            PokerError: if the file cannot be written.
        """
        texts = {hand: json.dumps(one.to_json()) for hand, one in reviews.items()}
        rows = [(judge, hand, text, _checksum(judge, hand, text)) for hand, text in texts.items()]

        def write(db: Database) -> None:
            db.conn.executemany(
                f"INSERT OR REPLACE INTO reviews ({_COLUMNS}) VALUES (?,?,?,?)", rows
            )
            db.conn.commit()

        if rows:
            ready_folder(self._path.parent)
            self._use(write)

    def _use(self, work: Callable[[Database], T]) -> T:
        """Open the cache file; one that is damaged or of another kind is replaced.

        Raises:
            StoreError: if it can be neither used nor replaced.
        """
        if os.path.lexists(self._path) and not self._path.is_file():
            raise StoreError(
                "{path} is not a file; reviews can be stored once it is removed", path=self._path
            )
        try:
            return self._once(work)
        except DamagedError:
            for ending in ("", "-wal", "-shm", "-journal"):
                _remove(self._path.with_name(f"{self._path.name}{ending}"))
            return self._once(work)

    def _once(self, work: Callable[[Database], T]) -> T:
        with explained(self._path), closing(self._open()) as db:
            return work(db)

    def _open(self) -> Database:
        connection = sqlite3.connect(self._path, timeout=BUSY_S)
        try:
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_ROW)
            # Damaged text must reach the checksum instead of failing to decode.
            connection.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
            db = Database(connection, recursive_triggers=False, execute_plugins=False)
            db.execute("PRAGMA trusted_schema = OFF")
            db.execute("PRAGMA journal_mode = WAL").fetchall()
            db.execute(_TABLE)
            db.execute(f"SELECT {_COLUMNS} FROM reviews LIMIT 1").fetchall()
        except BaseException:
            connection.close()
            raise
        return db


def _remove(file: Path) -> None:
    try:
        file.unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(
            "{file} cannot be removed: {reason}", file=file, reason=error.strerror
        ) from None


def _checksum(judge: str, hand: str, review: str) -> int:
    return zlib.crc32("\0".join((judge, hand, review)).encode("utf-8", "surrogateescape"))
