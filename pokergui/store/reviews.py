"""Reviews of hands that were computed once, in a file of their own beside the hand database.

Nothing here is a record: all of it can be computed again. A file that is damaged is begun anew.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing, suppress
from pathlib import Path

from sqlite_utils import Database

from ai.review.verdict import HandReview
from engine.errors import PokerError
from pokergui.files import ready_folder
from pokergui.store._connect import BUSY_S, MAX_BYTES
from pokergui.store.errors import StoreError

_AT_ONCE = 500
_TABLE = (
    "CREATE TABLE IF NOT EXISTS reviews (judge TEXT NOT NULL, hand TEXT NOT NULL,"
    " review TEXT NOT NULL, PRIMARY KEY (judge, hand)) WITHOUT ROWID"
)


class ReviewCache:
    """Reviews by judge and hand; for one thread, as a context manager is not needed.

    Args:
        path: the file; it is made when the first review is kept.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def find(self, judge: str, hands: Iterable[str]) -> dict[str, HandReview]:
        """Return the reviews that are kept of some hands, by their keys.

        Args:
            judge: identity of the judge.
            hands: keys of hands.
        """
        wanted, found = list(hands), {}
        if not self._path.exists():
            return {}
        with self._sound() as db:
            for start in range(0, len(wanted), _AT_ONCE):
                part = wanted[start : start + _AT_ONCE]
                sql = (
                    "SELECT hand, review FROM reviews WHERE judge = ?"
                    f" AND hand IN ({', '.join('?' * len(part))})"
                )
                for hand, text in db.execute(sql, [judge, *part]).fetchall():
                    with suppress(PokerError, ValueError, RecursionError):
                        found[hand] = HandReview.from_json(json.loads(text))
        return found

    def keep(self, judge: str, reviews: Mapping[str, HandReview]) -> None:
        """Keep reviews of hands, by their keys.

        Raises:
            PokerError: if the file cannot be written.
        """
        rows = [(judge, hand, json.dumps(one.to_json())) for hand, one in reviews.items()]
        if rows:
            ready_folder(self._path.parent)
            with self._sound() as db:
                db.conn.executemany("INSERT OR REPLACE INTO reviews VALUES (?, ?, ?)", rows)
                db.conn.commit()

    def _sound(self) -> closing[Database]:
        """Open the file; one that is no database of reviews is replaced.

        Raises:
            StoreError: if it can be neither read nor made anew.
        """
        try:
            try:
                return closing(self._open())
            except sqlite3.DatabaseError as error:
                if isinstance(error, sqlite3.OperationalError):
                    raise
                self._path.unlink(missing_ok=True)
                return closing(self._open())
        except (OSError, sqlite3.Error) as error:
            raise StoreError(f"{self._path} cannot be used: {error}") from error

    def _open(self) -> Database:
        connection = sqlite3.connect(self._path, timeout=BUSY_S)
        try:
            connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_BYTES)
            db = Database(connection, recursive_triggers=False, execute_plugins=False)
            db.execute("PRAGMA trusted_schema = OFF")
            db.execute("PRAGMA journal_mode = WAL").fetchall()
            db.execute(_TABLE)
            db.execute("SELECT judge, hand, review FROM reviews LIMIT 1").fetchall()
        except BaseException:
            connection.close()
            raise
        return db
