from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import QObject

from pokergui.store import Store, backups_of
from pokergui.window.backups import BackupKeeper
from tests.pokergui.store.random_hands import play_into
from tests.sync_runner import SyncRunner


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with closing(Store.open(tmp_path / "hands.db")) as store:
        play_into(store, 2, games=("kuhn",))
    return tmp_path / "hands.db"


def test_a_backup_is_made_where_one_is_due(qtbot, path: Path) -> None:
    runner, told, owner = SyncRunner(), [], QObject()
    writer = BackupKeeper(runner, path, told.append, owner)
    writer.look()
    writer.look()  # the second cancels the first
    runner.run_all()
    writer.look()
    runner.run_all()
    assert len(backups_of(path)) == 1
    assert told == []


def test_what_goes_wrong_is_told_once(qtbot, path: Path) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE hands SET line = line || 'c' WHERE number = 2")
    runner, told, owner = SyncRunner(), [], QObject()
    writer = BackupKeeper(runner, path, told.append, owner)
    for _ in range(2):
        writer.look()
        runner.run_all()
    (sentence,) = told
    assert sentence.startswith("no backup of the hands could be made: hands.db is damaged")
    assert backups_of(path) == ()
