"""Hash chain of the tables: each row holds the previous row's checksum; a seal ends the chain.

SQLite's own check misses most changed bits. So each row of the chained tables holds ``previous``,
the checksum of the row before, and ``checksum`` = sha256 of ``previous`` and all its other fields;
for a match block's bytes it covers their own sha256. The single row of ``seal`` holds the numbers
and checksums of the last rows, so that a truncated chain is detected as well, and a fingerprint of
the schema. This detects damage; it does not protect against someone who recomputes the checksums.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlite_utils import Database

from engine.errors import RecordError
from engine.wording import Wording
from pokergui.store.raw.versions import VERSIONS, covered, shapes_of, tables_of

_encode = json.JSONEncoder(separators=(",", ":"), default=repr).encode
GENESIS = "0" * 64
"""The checksum before the first row."""

_NOW = {table: covered(columns) for table, columns in tables_of(len(VERSIONS)).items()}
DECK_COLUMNS = _NOW["decks"]
HAND_COLUMNS = _NOW["hands"]
MATCH_COLUMNS = _NOW["matches"]
BLOCK_COLUMNS = _NOW["match_blocks"]
"""Columns of ``match_blocks``, except ``data``, whose sha256 is ``digest``."""
SEAL_COLUMNS = _NOW["seal"]
"""Columns of the seal, between its ``id`` and its ``checksum``."""
MOST_NUMBER = 10**12
"""A number beyond any number of rows, and within SQLite's integers."""
MARK_COLUMNS = ("number", "time", "file", "lost")
"""Columns of ``salvages``."""
CHAINS = ("decks", "hands", "matches", "match_blocks")
"""The chained tables."""
WHAT = {"decks": "deck", "hands": "hand", "matches": "match", "match_blocks": "block"}
"""The name of a row of each of these tables."""
_ROW: dict[str, Callable[[object], Wording]] = {
    "decks": lambda numbers: Wording("deck {numbers}", numbers=numbers),
    "hands": lambda numbers: Wording("hand {numbers}", numbers=numbers),
    "matches": lambda numbers: Wording("match {numbers}", numbers=numbers),
    "match_blocks": lambda numbers: Wording("block {numbers}", numbers=numbers),
}
_ROWS: dict[str, Callable[[object], Wording]] = {
    "decks": lambda numbers: Wording("decks {numbers}", numbers=numbers),
    "hands": lambda numbers: Wording("hands {numbers}", numbers=numbers),
    "matches": lambda numbers: Wording("matches {numbers}", numbers=numbers),
    "match_blocks": lambda numbers: Wording("blocks {numbers}", numbers=numbers),
}
_WHOLE_NUMBERS = {*("id", "number", "hand", "deck", "hero", "duplicate", "match", "first"), *CHAINS}
COLUMNS_OF = {**_NOW, "salvages": MARK_COLUMNS}
"""Columns that the checksum of a table's row covers."""
_AT_FIRST = {table: len(covered(shapes_of(table)[0])) for table in _NOW}
_SEALS = [covered(columns) for columns in shapes_of("seal")]


def kind_of(column: str) -> type[int] | type[str] | type[bytes]:
    return int if column in _WHOLE_NUMBERS else bytes if column == "data" else str


def row_checksum(table: str, previous: object, values: Sequence[object]) -> str:
    """Return a row's checksum: columns added later count if filled, so older rows stay valid."""
    end = len(values)
    while end > _AT_FIRST.get(table, end) and not values[end - 1]:
        end -= 1
    return checksum(previous, values[:end])


def checksum(previous: object, values: Sequence[object]) -> str:
    """Return the checksum (64 hex digits) of a row's values after the row with ``previous``."""
    return hashlib.sha256(_encode([previous, *values]).encode()).hexdigest()


def fingerprint(db: Database) -> str:
    """Return the checksum of the schema and its applied migrations."""
    schema = db.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name")
    migrations = db.execute("SELECT * FROM _sqlite_migrations ORDER BY id")
    return checksum(GENESIS, [*schema.fetchall(), *migrations.fetchall()])


@dataclass(frozen=True)
class Seal:
    """Heads of all chains: number and checksum of the last row of each table."""

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
        return getattr(self, table), getattr(self, f"{table}_checksum")

    def moved(self, table: str, number: int, own: str) -> Seal:
        end: dict[str, Any] = {table: number, f"{table}_checksum": own}
        return replace(self, **end)

    @classmethod
    def read(cls, db: Database) -> Seal | None:
        """Return the stored seal, of this version or an older one; None if missing or damaged."""
        cursor = db.execute("SELECT * FROM seal")
        names = tuple(column[0] for column in cursor.description)[1:-1]
        rows = cursor.fetchall()
        if len(rows) != 1 or names not in _SEALS:
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


def row_words(table: str, number: int) -> Wording:
    """Return a row of a chained table in words: "hand 9"."""
    return _ROW[table](number)


def rows_words(table: str, numbers: str, *, one: bool) -> Wording:
    """Return rows of a chained table in words: "hand 9", "hands 4 to 6, 9"."""
    return (_ROW if one else _ROWS)[table](numbers)


Rows = Callable[[str, Sequence[object]], Iterable[Sequence[Any]]]
"""Gives the rows of a query."""


def sealed(
    rows: Rows, table: str, rest: str = "", parameters: Sequence[object] = ()
) -> list[tuple[list[Any], bool]]:
    """Return rows of a table outside the chains, and whether their own checksum is right.

    Args:
        rest: of the query, after the table.
    """
    names = ", ".join((*COLUMNS_OF[table], "checksum"))
    found = rows(f"SELECT {names} FROM {table} {rest}", parameters)
    return [(values, checksum(GENESIS, values) == own) for *values, own in found]


def seal_rows(
    db: Database, table: str, rows: Iterable[Sequence[Any]], data: Sequence[bytes] = ()
) -> None:
    """Put rows into a table outside the chains, each with its checksum, in the open transaction.

    Args:
        rows: values of its columns; they replace rows with the same key.
        data: what the last column of each row holds, in a table with one that is not covered.
    """
    names = (*COLUMNS_OF[table], "checksum", *(["data"] if data else []))
    filled = [[*row, checksum(GENESIS, row)] for row in rows]
    for row, more in zip(filled, data, strict=False):
        row.append(more)
    marks = ", ".join("?" * len(names))
    db.conn.executemany(
        f"INSERT OR REPLACE INTO {table} ({', '.join(names)}) VALUES ({marks})", filled
    )


def sealed_problems(
    rows: Rows,
    table: str,
    named: Callable[[int], Wording],
    read: Callable[[Sequence[Any]], object],
) -> list[tuple[int, Wording]]:
    """Return damaged or invalid rows of a table outside the chains: number and error message.

    Args:
        read: takes number and columns; raises a RecordError if they are invalid.
    """
    problems = []
    for values, sound in sealed(rows, table, "ORDER BY 1"):
        problem: Wording | None = None
        if not sound:
            row = named(values[0])
            problem = Wording("{row} is damaged: its checksum does not match", row=row)
        else:
            try:
                read(values)
            except RecordError as error:
                problem = Wording("{error}", error=error)
        if problem:
            problems.append((values[0], problem))
    return problems


def append(db: Database, table: str, columns: Sequence[str], row: dict[str, Any]) -> int:
    """Add a row to a chained table and move the seal, in the open transaction.

    Args:
        columns: the columns that the checksum covers, the number first.
        row: all columns but number and checksums; those not in ``columns`` are stored unchanged.

    Returns:
        The row's number.
    """
    seal = Seal.current(db)
    last, previous = seal.end(table)
    row = {**row, "number": last + 1, "previous": previous}
    own = row["checksum"] = row_checksum(table, previous, [row[column] for column in columns])
    # Not with the library's insert: it inspects all tables first, which doubles the time.
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

    Columns that were added later may be missing: they are empty.

    Returns:
        The values of ``HAND_COLUMNS`` of each row.
    """
    later = {name: kind_of(name)() for name in HAND_COLUMNS[_AT_FIRST["hands"] :]}
    seal = Seal.current(db)
    number, own = seal.end("hands")
    added: list[list[Any]] = []
    chained: list[list[Any]] = []
    for row in rows:
        number += 1
        filled = {**later, **row, "number": number}
        values = [filled[column] for column in HAND_COLUMNS]
        previous, own = own, row_checksum("hands", own, values)
        added.append(values)
        chained.append([*values, previous, own])
    columns = (*HAND_COLUMNS, "previous", "checksum")
    db.conn.executemany(
        f"INSERT INTO hands ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})",
        chained,
    )
    seal.moved("hands", number, own).write(db)
    return added
