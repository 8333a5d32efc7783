"""Errors of the hand database, in words for a person."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from engine.errors import PokerError
from pokergui.language import tr

# SQLITE_ERROR stands for missing tables and columns, since all our queries are fixed;
# SQLITE_CONSTRAINT for numbers that are taken, since the last one was read before.
_DAMAGE = (
    "SQLITE_CONSTRAINT",
    "SQLITE_CORRUPT",
    "SQLITE_NOTADB",
    "SQLITE_IOERR_SHORT_READ",
    "SQLITE_TOOBIG",
    "SQLITE_ERROR",
)


class StoreError(PokerError):
    """A failed request to the hand database; nothing in it is lost."""


class DamagedError(StoreError):
    """A file that is damaged or no hand database; its sound part can be salvaged.

    Attributes:
        why: the reason, as part of a sentence.
    """

    why = ""


class NoDatabaseError(StoreError):
    """No hand has ever been saved here."""


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn SQLite's errors with outside causes into sentences; its other errors are our mistakes.

    Raises:
        DamagedError: if SQLite cannot make sense of the file.
        StoreError: naming the file and what to do.
    """
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if _name(error).startswith(_DAMAGE):
            raise damaged(path, str(error)) from error
        sentence = _sentence(_name(error), path)
        if not sentence:
            raise
        raise StoreError(sentence) from error


def damaged(path: Path, why: str) -> DamagedError:
    """Return the error for a file that SQLite cannot read, or that is not what it should be."""
    error = DamagedError(
        "{path} is damaged or not a hand database: {why}; 'pokergui hands salvage' saves what is"
        " sound in it",
        path=path,
        why=why,
    )
    error.why = why
    return error


def not_saved(path: Path, copy: Path, problems: Sequence[str]) -> StoreError:
    """Return the error for a database that is too damaged to be copied."""
    first, *others = problems
    values = {"path": path.name, "copy": copy.name, "problem": first}
    if not others:
        return StoreError("{path} is damaged, so nothing is saved as {copy}: {problem}", **values)
    return StoreError(
        "{path} is damaged, so nothing is saved as {copy}: {problem}, and {count:,} more",
        count=len(others),
        **values,
    )


def _name(error: BaseException) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "SQLITE_CORRUPT"  # the name of a column: texts in rows are read byte by byte
    return getattr(error, "sqlite_errorname", "")


def _sentence(name: str, path: Path) -> str:
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return f"another program is using the hand database {path}; close it and try again"
    if name == "SQLITE_FULL":
        return f"the disk that holds {path} is full; free some space and try again"
    if name.startswith("SQLITE_CANTOPEN"):
        return f"the hand database {path} cannot be opened; allow reading it and writing its folder"
    if name.startswith(("SQLITE_READONLY", "SQLITE_PERM", "SQLITE_AUTH")):
        return f"the hand database {path} cannot be written; allow writing to it and its folder"
    if name.startswith("SQLITE_IOERR"):
        return f"the hand database {path} cannot be read or written ({name}); check the disk"
    return ""


def row_problem(table: str, number: int, problem: str) -> str:
    """Return what is wrong with a row, with its number: "hand 4: its cards are not its deck's"."""
    words = {
        "decks": tr("deck {number}: {problem}"),
        "hands": tr("hand {number}: {problem}"),
        "matches": tr("match {number}: {problem}"),
        "match_blocks": tr("block {number}: {problem}"),
    }
    return words[table].format(number=number, problem=problem)


def row_damaged(table: str, number: int) -> str:
    """Return that the checksum of a row does not fit."""
    words = {
        "decks": tr("deck {number} is damaged: its checksum does not fit"),
        "hands": tr("hand {number} is damaged: its checksum does not fit"),
        "matches": tr("match {number} is damaged: its checksum does not fit"),
        "match_blocks": tr("block {number} is damaged: its checksum does not fit"),
    }
    return words[table].format(number=number)


def row_out_of_order(table: str, number: int) -> str:
    """Return that a row does not follow the one before."""
    words = {
        "decks": tr("deck {number} does not follow the deck before it"),
        "hands": tr("hand {number} does not follow the hand before it"),
        "matches": tr("match {number} does not follow the match before it"),
        "match_blocks": tr("block {number} does not follow the block before it"),
    }
    return words[table].format(number=number)


def rows_end_elsewhere(table: str) -> str:
    """Return that a table does not end with the rows that were written last."""
    return {
        "decks": tr("the last decks are not those that were written last"),
        "hands": tr("the last hands are not those that were written last"),
        "matches": tr("the last matches are not those that were written last"),
        "match_blocks": tr("the last blocks are not those that were written last"),
    }[table]


def rows_missing(table: str, numbers: str, *, one: bool) -> str:
    """Return which rows are missing: "hands 4 to 6, 9 are missing"."""
    words = {
        "decks": tr("decks {numbers} are missing"),
        "hands": tr("hands {numbers} are missing"),
        "matches": tr("matches {numbers} are missing"),
        "match_blocks": tr("blocks {numbers} are missing"),
    }
    if one:
        words = {
            "decks": tr("deck {numbers} is missing"),
            "hands": tr("hand {numbers} is missing"),
            "matches": tr("match {numbers} is missing"),
            "match_blocks": tr("block {numbers} is missing"),
        }
    return words[table].format(numbers=numbers)
