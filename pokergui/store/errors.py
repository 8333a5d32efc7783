"""Error messages of the hand database."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from engine.errors import PokerError
from engine.wording import Wording

# SQLITE_ERROR means missing tables and columns, since all our queries are fixed;
# SQLITE_CONSTRAINT means a duplicate number, since the last one was read before.
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
    """The file is damaged or not a hand database; its intact part can be salvaged.

    Attributes:
        why: the reason, as part of a sentence.
    """

    why: str | Wording = ""


class NoDatabaseError(StoreError):
    """There is no database yet: no hand was ever saved here."""


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turn SQLite's errors with external causes into messages; its other errors are bugs.

    Raises:
        DamagedError: if SQLite cannot make sense of the file.
        StoreError: naming the file and what to do.
    """
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if _name(error).startswith(_DAMAGE):
            raise damaged(path, str(error)) from error
        problem = _outside(_name(error), path)
        if problem is None:
            raise
        raise problem from error


def damaged(path: Path, why: str | Wording) -> DamagedError:
    """Return the error for a file that SQLite cannot read, or that is not what it should be."""
    error = DamagedError(
        "{path} is damaged or not a hand database: {why}; 'pokergui hands salvage' saves what is "
        "intact in it",
        path=path,
        why=why,
    )
    error.why = why
    return error


def not_saved(path: Path, copy: Path, problems: Sequence[str | Wording]) -> StoreError:
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


def _outside(name: str, path: Path) -> StoreError | None:
    """Return the error for an external cause; None if it is a bug."""
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return StoreError(
            "another program is using the hand database {path}; close it and try again", path=path
        )
    if name == "SQLITE_FULL":
        return StoreError(
            "the disk that holds {path} is full; free some space and try again", path=path
        )
    if name.startswith("SQLITE_CANTOPEN"):
        return StoreError(
            "the hand database {path} cannot be opened; allow reading it and writing its folder",
            path=path,
        )
    if name.startswith(("SQLITE_READONLY", "SQLITE_PERM", "SQLITE_AUTH")):
        return StoreError(
            "the hand database {path} cannot be written; allow writing to it and its folder",
            path=path,
        )
    if name.startswith("SQLITE_IOERR"):
        return StoreError(
            "the hand database {path} cannot be read or written ({name}); check the disk",
            path=path,
            name=name,
        )
    return None
