"""Reading the hand database, beside the writer or without one.

Every row is checked before it is served: a damaged one is named, never shown as truth.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np

from engine.match import Interval
from pokergui.files import FolderError, replacing
from pokergui.store._chain import HAND_COLUMNS, checksum
from pokergui.store._connect import open_reader
from pokergui.store.errors import StoreError, explained
from pokergui.store.hands import StoredHand

_COLUMNS = ", ".join((*HAND_COLUMNS, "previous", "checksum"))


@dataclass(frozen=True)
class HandFilter:
    """Which hands; an empty field lets all through.

    Attributes:
        game: name of the game with its depth.
        opponent: name of an engine that played in it.
        session: name of the session.
        mode: how it was played.
        since: earliest time, ISO 8601, such as ``2026-05-01``.
        until: time that all hands are before.
        newest: only so many, the newest.
    """

    game: str = ""
    opponent: str = ""
    session: str = ""
    mode: str = ""
    since: str = ""
    until: str = ""
    newest: int | None = None

    @property
    def sql(self) -> tuple[str, list[Any]]:
        """A query of the hands, newest first, and its parameters."""
        conditions = {
            "game = ?": self.game,
            "EXISTS (SELECT 1 FROM json_each(engines) WHERE value = ?)": self.opponent,
            "session = ?": self.session,
            "mode = ?": self.mode,
            "time >= ?": self.since,
            "time < ?": self.until,
        }
        used = {condition: value for condition, value in conditions.items() if value}
        where = f" WHERE {' AND '.join(used)}" if used else ""
        limit = -1 if self.newest is None else self.newest
        sql = f"SELECT {_COLUMNS} FROM hands{where} ORDER BY number DESC LIMIT ?"
        return sql, [*used.values(), limit]


ALL = HandFilter()


@dataclass(frozen=True)
class Listing:
    """Hands in the order of playing, and the numbers of those that are damaged."""

    hands: tuple[StoredHand, ...]
    damaged: tuple[int, ...]


@dataclass(frozen=True)
class SessionStatistics:
    """How the person did in a set of hands.

    Attributes:
        payoffs: net chips of each hand, in the order of playing.
        mean: chips per hand with its 95% interval.
    """

    payoffs: tuple[int, ...]
    mean: Interval = field(init=False)

    def __post_init__(self) -> None:
        """Compute the interval."""
        mean = Interval.of(np.array(self.payoffs, np.float64))
        object.__setattr__(self, "mean", mean)

    @property
    def hands(self) -> int:
        """How many hands."""
        return len(self.payoffs)


class HandReader:
    """The hand database, open for reading; for one thread, as a context manager.

    Raises:
        NoDatabaseError: if no hand was ever saved.
        StoreError: if the database is damaged, locked or written by a newer version.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._db = open_reader(path)

    def __enter__(self) -> HandReader:
        """Open already."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the database."""
        self.close()

    def close(self) -> None:
        """Close the database."""
        self._db.close()

    def list(self, wanted: HandFilter = ALL) -> Listing:
        """The hands that a filter lets through."""
        hands: list[StoredHand] = []
        damaged: list[int] = []
        with explained(self.path):
            sql, parameters = wanted.sql
            for row in self._db.execute(sql, parameters):
                hand = checked(row)
                if hand is None:
                    damaged.append(row[0])
                else:
                    hands.append(hand)
        return Listing(tuple(reversed(hands)), tuple(reversed(damaged)))

    def count(self) -> int:
        """How many hands were ever saved."""
        with explained(self.path):
            return int(self._db.execute("SELECT max(number) FROM hands").fetchone()[0] or 0)

    def show(self, number: int) -> StoredHand:
        """One hand.

        Raises:
            StoreError: if there is no such hand, or it is damaged.
        """
        with explained(self.path):
            rows = self._db.execute(f"SELECT {_COLUMNS} FROM hands WHERE number = ?", [number])
            row = rows.fetchone()
            last = self._db.execute("SELECT max(number) FROM hands").fetchone()[0]
        if row is None:
            there = f"they go from 1 to {last}" if last else "none has been saved yet"
            raise StoreError(f"there is no hand {number}; {there}")
        hand = checked(row)
        if hand is None:
            raise StoreError(f"hand {number} is damaged: its checksum does not fit what it says")
        return hand

    def statistics(self, game: str, opponent: str, session: str = "") -> SessionStatistics:
        """The person's results against an opponent; of all sessions if none is named."""
        played = self.list(HandFilter(game, opponent, session, mode="play"))
        return SessionStatistics(tuple(hand.result for hand in played.hands if hand.hero >= 0))

    def backup(self, path: Path) -> None:
        """Copy the database as it is at one moment, whoever is writing to it.

        The copy is one file that needs nothing beside it; it takes its name when it is whole.

        Raises:
            StoreError: if it cannot be written.
        """
        if path.exists() and path.samefile(self.path):
            raise StoreError("a backup needs another place than the database itself")
        try:
            with (
                replacing(path) as temporary,
                explained(path),
                closing(sqlite3.connect(temporary)) as copy,
            ):
                self._db.conn.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE").fetchall()
        except FolderError as error:
            raise StoreError(str(error)) from None


def checked(row: Sequence[Any]) -> StoredHand | None:
    """The hand in a row of ``hands`` with all its columns; None if its checksum is wrong."""
    *values, previous, own = row
    if checksum(previous, values) != own:
        return None
    return StoredHand.of_row(values)
