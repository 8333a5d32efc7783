"""What can go wrong with the hand database, in words for a person."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.errors import PokerError

# SQLITE_ERROR stands for tables and columns that are not there, as all our queries are fixed.
_DAMAGE = (
    "SQLITE_CORRUPT",
    "SQLITE_NOTADB",
    "SQLITE_IOERR_SHORT_READ",
    "SQLITE_TOOBIG",
    "SQLITE_ERROR",
)


class StoreError(PokerError):
    """The hand database cannot do what was asked; nothing that it holds is lost."""


class NoDatabaseError(StoreError):
    """No hand has ever been saved here."""


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn SQLite's errors about the world into sentences; its other errors are ours.

    Raises:
        StoreError: naming the file and what to do.
    """
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:
        sentence = _sentence(_name(error), path)
        if not sentence:
            raise
        raise StoreError(sentence) from error


def is_damage(error: BaseException | None) -> bool:
    """Whether SQLite could not make sense of the file."""
    return _name(error).startswith(_DAMAGE)


def _name(error: BaseException | None) -> str:
    if isinstance(error, UnicodeDecodeError):
        return "SQLITE_CORRUPT"  # the name of a column: texts in rows are read byte by byte
    return getattr(error, "sqlite_errorname", "")


def _sentence(name: str, path: Path) -> str:
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return f"another program is using the hand database {path}; close it and try again"
    if name == "SQLITE_FULL":
        return f"the disk that holds {path} is full; free some space and try again"
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_AUTH")):
        return f"the hand database {path} cannot be written; allow writing to it and its folder"
    if name.startswith(_DAMAGE):
        return (
            f"{path} is damaged or no hand database; 'pokergui hands verify' says more,"
            " a new one begins when it is moved away"
        )
    if name.startswith("SQLITE_IOERR"):
        return f"the hand database {path} cannot be read or written ({name}); check the disk"
    return ""
