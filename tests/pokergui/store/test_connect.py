import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pokergui.store import DamagedError, HandReader, Store, StoreError
from pokergui.store.errors import explained
from tests.pokergui.store.random_hands import hands_in, play_into


def modes(folder):
    return {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}


def test_database_is_private_to_the_user(tmp_path, path):
    before = os.umask(0)
    try:
        with closing(Store.open(path)) as store:
            play_into(store, 1, seed=1)
            names = ("hands.db", "hands.db-wal", "hands.db-shm")
            assert modes(tmp_path) == dict.fromkeys(names, 0o600)
            for file in tmp_path.iterdir():  # as earlier programs left them
                file.chmod(0o644)
            assert len(hands_in(path)) == 1
            assert set(modes(tmp_path).values()) == {0o600}
    finally:
        os.umask(before)
    path.chmod(0o466)
    HandReader(path).close()
    assert modes(tmp_path)["hands.db"] == 0o400  # the owner's permissions stay


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (Path.mkdir, "is a folder"),
        (lambda path: path.symlink_to(path.with_name("nowhere")), "is a broken symbolic link"),
        (os.mkfifo, "is not a regular file"),
    ],
)
def test_invalid_database_paths_are_named(cli, home, path, make, words):
    make(path)
    with pytest.raises(StoreError, match=words):
        Store.open(path)
    for command in (("list",), ("verify",), ("show", "1"), ("stats",), ("matches",), ("salvage",)):
        assert words in cli.refused("hands", *command)
    assert not (home / "nowhere").exists()


def test_commits_are_durable_before_they_are_reported(path, monkeypatch, synchronous):
    monkeypatch.setattr("pokergui.store._connect.SYNCHRONOUS", synchronous)
    with closing(Store.open(path)) as store:
        level = store.submit(lambda db: db.execute("PRAGMA synchronous").fetchone())
        assert level.result() == (2,)


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
        ("SQLITE_MISUSE", None),  # a bug of ours
    ],
)
def test_system_errors_are_explained(name, words):
    error = sqlite3.OperationalError("said by SQLite")
    error.sqlite_errorname = name
    kind = StoreError if words else sqlite3.OperationalError
    with pytest.raises(kind, match=words or "said") as caught, explained(Path("hands.db")):
        raise error
    if words:
        assert "hands.db" in str(caught.value)
        assert isinstance(caught.value, DamagedError) == ("damaged" in words)


def test_undecodable_name_counts_as_damage():
    with pytest.raises(DamagedError, match=r"hands\.db is damaged"), explained(Path("hands.db")):
        b"\xff".decode()
