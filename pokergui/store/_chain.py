"""Checksums: every row has its own and that of the row before; a seal ends the chain.

SQLite's own check misses most changed bits. So each row of the chained tables holds ``previous``,
the checksum of the row before, and ``checksum`` = sha256 of ``previous`` and all its other fields;
for a match block's bytes it covers their own sha256. The single row of ``seal`` holds the numbers
and checksums of the last rows, so that a lost end is noticed as well, and a fingerprint of the
tables themselves. This finds damage; it is no defence against somebody who computes the checksums
anew.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlite_utils import Database

from engine.errors import RecordError

_encode = json.JSONEncoder(separators=(",", ":"), default=repr).encode
GENESIS = "0" * 64
"""The checksum before the first row."""

DECK_COLUMNS = ("number", "time", "game", "hash")
HAND_COLUMNS = (
    "number",
    "deck",
    "time",
    "session",
    "mode",
    "game",
    "definition",
    "players",
    "engines",
    "hero",
    "cards",
    "salt",
    "holes",
    "board",
    "line",
    "payoffs",
    "notes",
    "facts",
)
MOST_NUMBER = 10**12
"""A number beyond any number of rows, and within SQLite's integers."""
OLD_HAND_COLUMNS = HAND_COLUMNS[:-1]
"""Columns of a hand's row before there were facts of files."""
PEOPLE_COLUMNS = ("name", "hero")
"""Columns of ``people``; no part of a chain."""

MATCH_COLUMNS = (
    "number",
    "time",
    "session",
    "mode",
    "game",
    "definition",
    "engines",
    "players",
    "seed",
    "duplicate",
    "hands",
)
BLOCK_COLUMNS = ("number", "match", "first", "hands", "tally", "digest")
"""Columns of ``match_blocks``, except ``data``, whose sha256 is ``digest``."""
OPPONENT_COLUMNS = ("name", "family", "hands", "updated", "digest")
"""Columns of ``opponents``, except ``data``, whose sha256 is ``digest``; no part of a chain."""
OPEN_COLUMNS = (
    "deck",
    "time",
    "game",
    "definition",
    "engines",
    "hero",
    "cards",
    "salt",
    "line",
    "notes",
)
"""Columns of ``open_hands``; no part of a chain."""
TOURNAMENT_COLUMNS = ("number", "time", "updated", "game", "definition", "plan", "state")
"""Columns of ``tournaments``; no part of a chain."""
DRILL_COLUMNS = (
    "number",
    "time",
    "game",
    "definition",
    "judge",
    "source",
    "card",
    "line",
    "board",
    "hole",
    "action",
    "verdict",
)
"""Columns of ``drill_answers``; no part of a chain."""
MARK_COLUMNS = ("number", "time", "file", "lost")
"""Columns of ``salvages``; no part of a chain."""
CHAINS = ("decks", "hands", "matches", "match_blocks")
"""The chained tables."""
WHAT = {"decks": "deck", "hands": "hand", "matches": "match", "match_blocks": "block"}
"""The name of a row of each of these tables."""
_WHOLE_NUMBERS = {"id", "number", "deck", "hero", "duplicate", "match", "first", *CHAINS}
OLD_SEAL_COLUMNS = ("decks", "decks_checksum", "hands", "hands_checksum", "schema")
"""Columns of the seal before there were matches."""
SEAL_COLUMNS = (*(part for table in CHAINS for part in (table, f"{table}_checksum")), "schema")
"""Columns of the seal, between its ``id`` and its ``checksum``."""

COLUMNS_OF = {
    "decks": DECK_COLUMNS,
    "hands": HAND_COLUMNS,
    "matches": MATCH_COLUMNS,
    "match_blocks": BLOCK_COLUMNS,
    "people": PEOPLE_COLUMNS,
    "opponents": OPPONENT_COLUMNS,
    "open_hands": OPEN_COLUMNS,
    "tournaments": TOURNAMENT_COLUMNS,
    "drill_answers": DRILL_COLUMNS,
    "salvages": MARK_COLUMNS,
}
"""Columns that the checksum of a table's row covers."""


def kind_of(column: str) -> type[int] | type[str] | type[bytes]:
    """Return the type of a column of our tables."""
    return int if column in _WHOLE_NUMBERS else bytes if column == "data" else str


def hand_checksum(previous: object, values: Sequence[object]) -> str:
    """Return the checksum of a hand's row: facts count if any, so older rows stay valid."""
    return checksum(previous, values if values[-1] else values[:-1])


def checksum(previous: object, values: Sequence[object]) -> str:
    """Return the checksum (64 hex digits) of a row's values after the row with ``previous``."""
    return hashlib.sha256(_encode([previous, *values]).encode()).hexdigest()


def fingerprint(db: Database) -> str:
    """Return the checksum of the tables' definitions and of the migrations that made them."""
    schema = db.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name")
    migrations = db.execute("SELECT * FROM _sqlite_migrations ORDER BY id")
    return checksum(GENESIS, [*schema.fetchall(), *migrations.fetchall()])


@dataclass(frozen=True)
class Seal:
    """The ends of all chains: number and checksum of the last row of each table.

    Attributes:
        schema: fingerprint of the tables.
    """

    decks: int
    decks_checksum: str
    hands: int
    hands_checksum: str
    schema: str
    matches: int = 0
    matches_checksum: str = GENESIS
    match_blocks: int = 0
    match_blocks_checksum: str = GENESIS

    def end(self, table: str) -> tuple[int, str]:
        """Return number and checksum of the last row of a chained table."""
        return getattr(self, table), getattr(self, f"{table}_checksum")

    def moved(self, table: str, number: int, own: str) -> Seal:
        """Return the seal with another last row of a chained table."""
        end: dict[str, Any] = {table: number, f"{table}_checksum": own}
        return replace(self, **end)

    @classmethod
    def read(cls, db: Database) -> Seal | None:
        """Return the stored seal, of this version or an older one; None if missing or damaged."""
        found = db.execute("SELECT * FROM seal")
        names = tuple(column[0] for column in found.description)[1:-1]
        rows = found.fetchall()
        known = (SEAL_COLUMNS, OLD_SEAL_COLUMNS)
        if len(rows) != 1 or names not in known:
            return None
        values, own = rows[0][1:-1], rows[0][-1]
        if checksum(GENESIS, values) != own:
            return None
        return cls(**dict(zip(names, values, strict=True)))

    @classmethod
    def current(cls, db: Database) -> Seal:
        """Return the seal to continue from.

        It is never moved back: if the end of a chain was lost, the numbers of the lost rows stay
        unused and the gap stays visible.
        """
        seal = cls.read(db) or cls(0, GENESIS, 0, GENESIS, fingerprint(db))
        for table in CHAINS:
            row = db.execute(
                f"SELECT number, checksum FROM {table} WHERE number <= ?"
                " ORDER BY number DESC LIMIT 1",
                [MOST_NUMBER],
            ).fetchone()
            if row and row[0] > seal.end(table)[0]:
                seal = seal.moved(table, int(row[0]), str(row[1]))
        return seal

    def write(self, db: Database) -> None:
        """Store the seal in the open transaction."""
        values = [getattr(self, name) for name in SEAL_COLUMNS]
        columns = ("id", *SEAL_COLUMNS, "checksum")
        db.execute(
            f"INSERT OR REPLACE INTO seal ({', '.join(columns)})"
            f" VALUES ({', '.join('?' * len(columns))})",
            (1, *values, checksum(GENESIS, values)),
        )


def sealed_problems(
    rows: Iterable[Sequence[Any]], damaged: str, read: Callable[[Sequence[Any]], object]
) -> list[tuple[int, str]]:
    """Return the rows outside the chains that are damaged or make no sense: number and sentence.

    Args:
        rows: number, other columns and checksum of each.
        damaged: the sentence for one whose checksum does not fit, with ``{number}``.
        read: takes number and columns; raises a RecordError if they make no sense.
    """
    problems = []
    for *values, own in rows:
        problem = ""
        if checksum(GENESIS, values) != own:
            problem = damaged.format(number=values[0])
        else:
            try:
                read(values)
            except RecordError as error:
                problem = str(error)
        if problem:
            problems.append((values[0], problem))
    return problems


def append(db: Database, table: str, columns: Sequence[str], row: dict[str, Any]) -> int:
    """Add a row to a chained table and move the seal, in the open transaction.

    Args:
        db: the database.
        table: its name.
        columns: the columns that the checksum covers, the number first.
        row: all columns but number and checksums; those not in ``columns`` are stored unchanged.

    Returns:
        The row's number.
    """
    seal = Seal.current(db)
    last, previous = seal.end(table)
    row = {**row, "number": last + 1, "previous": previous}
    own = row["checksum"] = checksum(previous, [row[column] for column in columns])
    # Not by the library's insert: it looks at all tables first, which takes as long as the rest.
    marks = ", ".join("?" * len(row))
    db.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", [*row.values()])
    seal.moved(table, last + 1, own).write(db)
    return last + 1


def append_deck(db: Database, time: str, game: str, hash_: str) -> int:
    """Add a row to ``decks`` and move the seal, in the open transaction."""
    return append(db, "decks", DECK_COLUMNS, {"time": time, "game": game, "hash": hash_})


def has_deck(db: Database, number: int, hash_: str) -> bool:
    """Return whether a row of ``decks`` holds a deck's hash; a salvage may have left it out."""
    row = db.execute("SELECT hash FROM decks WHERE number = ?", [number]).fetchone()
    return row is not None and row[0] == hash_


def append_hands(db: Database, rows: Sequence[dict[str, Any]]) -> list[list[Any]]:
    """Add rows to ``hands``, with all columns but the number, and move the seal.

    A row without ``facts`` has none.

    Returns:
        The values of ``HAND_COLUMNS`` of each row.
    """
    seal = Seal.current(db)
    number, own = seal.end("hands")
    added: list[list[Any]] = []
    chained: list[list[Any]] = []
    for row in rows:
        number += 1
        values = [{"facts": "", **row, "number": number}[column] for column in HAND_COLUMNS]
        previous, own = own, hand_checksum(own, values)
        added.append(values)
        chained.append([*values, previous, own])
    columns = (*HAND_COLUMNS, "previous", "checksum")
    db.conn.executemany(
        f"INSERT INTO hands ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})",
        chained,
    )
    seal.moved("hands", number, own).write(db)
    return added
