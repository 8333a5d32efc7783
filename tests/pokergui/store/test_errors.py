from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from pokergui.store import StoreError
from pokergui.store.errors import DamagedError, explained


def sqlite_error(name: str) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("said by SQLite")
    error.sqlite_errorname = name
    return error


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("SQLITE_BUSY_SNAPSHOT", "another program is using"),
        ("SQLITE_LOCKED", "another program is using"),
        ("SQLITE_FULL", "full; free some space"),
        ("SQLITE_READONLY_DIRECTORY", "cannot be written"),
        ("SQLITE_CANTOPEN", "cannot be opened"),
        ("SQLITE_CORRUPT_VTAB", "damaged or not a hand database"),
        ("SQLITE_NOTADB", "damaged or not a hand database"),
        ("SQLITE_IOERR_WRITE", "SQLITE_IOERR_WRITE"),
    ],
)
def test_the_world_is_explained(name, words):
    with pytest.raises(StoreError, match=words) as caught, explained(Path("hands.db")):
        raise sqlite_error(name)
    assert "hands.db" in str(caught.value)
    assert isinstance(caught.value, DamagedError) == ("damaged" in words)


def test_a_name_that_is_no_text_is_damage():
    with pytest.raises(DamagedError, match=r"hands\.db is damaged"), explained(Path("hands.db")):
        b"\xff".decode()


@pytest.mark.parametrize("error", [sqlite_error("SQLITE_MISUSE"), sqlite3.ProgrammingError("ours")])
def test_our_own_mistakes_are_not(error):
    with pytest.raises(sqlite3.Error, match=r"said|ours"), explained(Path("hands.db")):
        raise error
