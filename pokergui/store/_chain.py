"""Checksums: every row carries its own and the one of the row before; a seal ends the chain.

SQLite's own check misses most changed bits. So each row of ``decks`` and ``hands`` holds
``previous``, the checksum of the row before, and ``checksum`` = sha256 of ``previous`` and all its
other fields. The single row of ``seal`` holds the numbers and checksums of the last rows, so that a
lost end shows too, and a fingerprint of the tables themselves. This finds damage; it is no defence
against somebody who computes the checksums anew.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlite_utils import Database

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
)


def checksum(previous: object, values: Sequence[object]) -> str:
    """Checksum (64 hex digits) of a row's values after the row with checksum ``previous``."""
    return hashlib.sha256(_encode([previous, *values]).encode()).hexdigest()


def fingerprint(db: Database) -> str:
    """Checksum of the tables' definitions and of the migrations that made them."""
    schema = db.execute("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name")
    migrations = db.execute("SELECT * FROM _sqlite_migrations ORDER BY id")
    return checksum(GENESIS, [*schema.fetchall(), *migrations.fetchall()])


@dataclass(frozen=True)
class Seal:
    """The end of both chains.

    Attributes:
        decks: number of the last deck.
        decks_checksum: its checksum.
        hands: number of the last hand.
        hands_checksum: its checksum.
        schema: fingerprint of the tables.
    """

    decks: int
    decks_checksum: str
    hands: int
    hands_checksum: str
    schema: str

    @property
    def values(self) -> tuple[object, ...]:
        """The fields, in the order of the table's columns."""
        return (self.decks, self.decks_checksum, self.hands, self.hands_checksum, self.schema)

    @classmethod
    def read(cls, db: Database) -> Seal | None:
        """The seal as stored; None if it is missing or damaged."""
        rows = db.execute(
            "SELECT decks, decks_checksum, hands, hands_checksum, schema, checksum FROM seal"
        ).fetchall()
        if len(rows) != 1 or checksum(GENESIS, rows[0][:-1]) != rows[0][-1]:
            return None
        return cls(*rows[0][:-1])

    @classmethod
    def current(cls, db: Database) -> Seal:
        """The seal to go on from.

        It is never moved back: where the end of a chain was lost, the numbers of the lost rows
        stay unused and the gap stays visible.
        """
        seal = cls.read(db) or cls(0, GENESIS, 0, GENESIS, fingerprint(db))
        decks, decks_checksum = _last(db, "decks")
        if decks > seal.decks:
            seal = replace(seal, decks=decks, decks_checksum=decks_checksum)
        hands, hands_checksum = _last(db, "hands")
        if hands > seal.hands:
            seal = replace(seal, hands=hands, hands_checksum=hands_checksum)
        return seal

    def write(self, db: Database) -> None:
        """Store the seal in the transaction that is open."""
        db.execute(
            "INSERT OR REPLACE INTO seal VALUES (1, ?, ?, ?, ?, ?, ?)",
            (*self.values, checksum(GENESIS, self.values)),
        )


def append_deck(db: Database, time: str, game: str, hash_: str) -> int:
    """Add a row to ``decks`` and move the seal, in the transaction that is open."""
    seal = Seal.current(db)
    values = (seal.decks + 1, time, game, hash_)
    previous, own = seal.decks_checksum, checksum(seal.decks_checksum, values)
    names = (*DECK_COLUMNS, "previous", "checksum")
    db.table("decks").insert(dict(zip(names, (*values, previous, own), strict=True)))
    replace(seal, decks=seal.decks + 1, decks_checksum=own).write(db)
    return seal.decks + 1


def append_hands(db: Database, rows: Sequence[dict[str, Any]]) -> list[list[Any]]:
    """Add rows to ``hands``, all columns but the number given, and move the seal.

    Returns:
        The values of ``HAND_COLUMNS`` of each row.
    """
    seal = Seal.current(db)
    number, own = seal.hands, seal.hands_checksum
    added: list[list[Any]] = []
    chained: list[list[Any]] = []
    for row in rows:
        number += 1
        values = [{**row, "number": number}[column] for column in HAND_COLUMNS]
        previous, own = own, checksum(own, values)
        added.append(values)
        chained.append([*values, previous, own])
    columns = (*HAND_COLUMNS, "previous", "checksum")
    db.conn.executemany(
        f"INSERT INTO hands ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})",
        chained,
    )
    replace(seal, hands=number, hands_checksum=own).write(db)
    return added


def _last(db: Database, table: str) -> tuple[int, str]:
    row = db.execute(
        f"SELECT number, checksum FROM {table} ORDER BY number DESC LIMIT 1"
    ).fetchone()
    return (int(row[0]), str(row[1])) if row else (0, GENESIS)
