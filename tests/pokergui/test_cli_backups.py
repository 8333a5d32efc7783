"""Backups on the command line."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pokergui.instance import InstanceLock
from pokergui.store import Store, verify
from tests.pokergui.cli_runner import Cli
from tests.pokergui.store.random_hands import play_into


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path))
    return tmp_path


def play(home: Path, hands: int) -> None:
    with closing(Store.open(home / "hands.db")) as store:
        play_into(store, hands, games=("kuhn",))


def test_backups_are_made_listed_and_restored(cli: Cli, home: Path) -> None:
    folder = home / "backups"
    assert cli.json("hands", "backups") == {"folder": str(folder), "backups": []}
    assert cli.run("hands", "backups")[:2] == (0, f"no backups in {folder}\n")
    assert "there are no backups" in cli.refused("hands", "restore", "newest")
    play(home, 2)
    first = cli.json("hands", "backup")
    play(home, 1)
    second = cli.json("hands", "backup")
    assert (first["hands"], second["hands"]) == (2, 3)
    found = cli.json("hands", "backups")["backups"]
    assert [one["file"] for one in found] == [second["file"], first["file"]]
    assert [(one["hands"], one["matches"]) for one in found] == [(3, 0), (2, 0)]
    assert found[0]["bytes"] == Path(second["file"]).stat().st_size
    status, out, err = cli.run("hands", "backups")
    assert (status, err) == (0, "")
    assert out.splitlines()[0].split() == ["time", "hands", "matches", "size", "file"]
    play(home, 1)
    done = cli.json("hands", "restore", "NEWEST")
    assert (done["file"], done["hands"]) == (second["file"], 3)
    assert verify(Path(done["kept"])).hands == 4
    done = cli.json("hands", "restore", Path(first["file"]).name)
    assert done["hands"] == verify(home / "hands.db").hands == 2
    (home / "hands.db").unlink()
    status, out, _ = cli.run("hands", "restore", second["file"])
    assert (status, out) == (0, f"3 hands restored from {second['file']}\n")


def test_a_backup_that_cannot_be_read_is_listed_as_such(cli: Cli, home: Path) -> None:
    play(home, 1)
    Path(cli.json("hands", "backup")["file"]).write_bytes(b"nothing" * 1000)
    (found,) = cli.json("hands", "backups")["backups"]
    assert (found["hands"], found["matches"]) == (None, None)
    assert "unreadable" in cli.run("hands", "backups")[1]
    assert "is damaged" in cli.refused("hands", "restore", "newest")


def test_a_damaged_backup_is_refused(cli: Cli, home: Path) -> None:
    play(home, 2)
    file = cli.json("hands", "backup")["file"]
    with closing(sqlite3.connect(file)) as db, db:
        db.execute("UPDATE hands SET line = line || 'c' WHERE number = 2")
    assert "is damaged: hand 2" in cli.refused("hands", "restore", "newest")
    done = cli.json("hands", "restore", "newest", "--salvage")
    assert (done["hands"], done["lost"]) == (1, "hand 2")
    assert done["file"] != file and verify(home / "hands.db").sound
    play(home, 1)
    assert "there is no backup nothing.db" in cli.refused("hands", "restore", "nothing.db")
    assert verify(home / "hands.db").hands == 2
    status, out, _ = cli.run("hands", "restore", done["file"], "--salvage")
    assert status == 0 and "lost" not in out


def test_while_a_window_is_open_nothing_is_restored(cli: Cli, home: Path) -> None:
    play(home, 2)
    cli.json("hands", "backup")
    lock = InstanceLock(home)
    assert "a window is open" in cli.refused("hands", "restore", "newest")
    lock.release()
    assert cli.json("hands", "restore", "newest")["hands"] == 2
