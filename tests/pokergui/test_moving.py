"""The data folder is moved completely or not at all; ``test_kills`` kills a move at every step."""

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from types import SimpleNamespace

import pytest

from ai.review.verdict import HandReview
from engine.errors import CancelledError, PokerError
from engine.jobs import JobControl
from pokergui.instance import InstanceLock
from pokergui.moving import finish_move, move_data
from pokergui.paths import config_dir, data_dir, database_path, pointer_path, reviews_path
from pokergui.store import Store, verify
from pokergui.store.reviews import ReviewCache
from tests.pokergui.store.random_hands import played

MINE = "strategies/trained/mine.safetensors"
LEFT = "strategies/.pokergui-0123456789abcdef-x"


@pytest.fixture
def old(tmp_path, monkeypatch):
    monkeypatch.delenv("POKERGUI_HOME", raising=False)
    for name in ("DATA", "CONFIG", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    folder = data_dir()
    assert folder.is_relative_to(tmp_path)
    played(database_path(), 3)
    (folder / MINE).parent.mkdir(parents=True)
    (folder / MINE).write_bytes(os.urandom(3000))
    (folder / LEFT).write_bytes(b"left by a kill")
    (tmp_path / "elsewhere").mkdir()
    (folder / "spots").symlink_to("../../elsewhere")
    InstanceLock(folder).release()
    return folder


@pytest.fixture
def target(tmp_path):
    return tmp_path / "new"


def files(folder):
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir())


LEAVING = """
import os, sqlite3, sys
db = sqlite3.connect(sys.argv[1])
db.execute("UPDATE reviews SET hand = 'b', checksum = 0")
db.commit()
os._exit(0)
"""


def test_reviews_move_with_leftovers_of_a_killed_writer(old, target):
    ReviewCache(reviews_path()).keep("judge", {"a": HandReview(())})
    subprocess.run([sys.executable, "-c", LEAVING, str(reviews_path())], check=True)
    assert (old / "reviews.db-wal").stat().st_size > 0
    move_data(target, remove=True)
    assert reviews_path().parent == target
    with closing(sqlite3.connect(reviews_path())) as db:
        assert db.execute("SELECT hand FROM reviews").fetchall() == [("b",)]
    assert not list(old.glob("reviews*"))


def test_all_files_are_moved_and_the_old_folder_kept_or_removed(old, tmp_path, target):
    before = files(old)
    moved = move_data(target)
    assert (moved.source, moved.target, data_dir()) == (old, target, target)
    assert (verify(database_path()).hands, database_path().parent) == (3, target)
    assert (target / MINE).read_bytes() == (old / MINE).read_bytes()
    assert (target / MINE).stat().st_mtime == (old / MINE).stat().st_mtime
    assert (target / "spots").resolve() == tmp_path / "elsewhere"
    assert sorted(path.name for path in target.iterdir()) == ["hands.db", "spots", "strategies"]
    assert files(old) == before
    assert sorted(path.name for path in config_dir().iterdir()) == ["data-folder"]
    (target / "hands.db-journal").write_text("")  # as a kill leaves it
    move_data(tmp_path / "newer", remove=True)
    assert not target.exists() and verify(database_path()).hands == 3


def refused(target, words):
    with pytest.raises(PokerError, match=words):
        move_data(target)
    assert not pointer_path().exists()


def test_unsuitable_folder_is_rejected(old, tmp_path, target, monkeypatch):
    (tmp_path / "elsewhere" / "file").write_text("")
    for place, words in (
        (tmp_path / "elsewhere" / "no" / "folder", "there is no folder"),
        (tmp_path / "elsewhere", "is not empty"),
        (tmp_path / "elsewhere" / "file", "is not empty"),
        (old / "inside", "overlap"),
        (old, "overlap"),
        (old.parent, "overlap"),
    ):
        refused(place, words)
    assert not (old / "inside").exists()
    for place, found, words in (
        ("shutil.disk_usage", SimpleNamespace(free=10), "is free there"),
        ("filecmp.cmp", False, "differs from"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(place, lambda *args, found=found, **named: found)
            refused(target, words)
        assert not target.exists()
    monkeypatch.setattr("pokergui.store.backups.BUSY_S", 0.1)
    with closing(Store.open(database_path())):
        refused(target, "another program is using")
    assert not target.exists()
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path / "home"))
    refused(target, "POKERGUI_HOME or --home")


def test_a_damaged_database_is_moved_as_it_is(old, target):
    database_path().write_bytes(b"no database" * 1000)
    move_data(target)
    assert (target / "hands.db").read_bytes() == b"no database" * 1000


@pytest.mark.parametrize("made", [True, False])
@pytest.mark.parametrize("early", [True, False])
def test_cancelled_move_leaves_nothing(old, target, made, early):
    if not made:
        target.mkdir()
    control = JobControl(lambda done, text: control.cancel())
    if early:
        control.cancel()
    with pytest.raises(CancelledError):
        move_data(target, control=control)
    assert target.exists() is not made
    assert not target.exists() or files(target) == []
    assert list(config_dir().iterdir()) == []
    assert data_dir() == old
    assert verify(database_path()).hands == 3


def killed_moving(old, target):
    note = {"source": str(old), "target": str(target), "token": "12ab", "made": True}
    config_dir().mkdir(parents=True, exist_ok=True)
    (config_dir() / "moving.json").write_text(json.dumps(note | {"remove": True}))


def test_a_kill_between_files_and_folders_leaves_no_empty_folder(old, target):
    (old / LEFT).unlink()
    move_data(target)
    killed_moving(old, target)
    for name in ("hands.db", "spots", MINE):
        (old / name).unlink()
    finish_move()
    assert not old.exists() or not list(old.iterdir())


@pytest.mark.parametrize("marked", ["", ".pokergui-12ab-moving"])
def test_user_files_survive_an_undone_move(old, target, marked):
    target.mkdir()
    killed_moving(old, target)
    names = ["hands.db", "hands.db-journal", "letter.txt"]
    for name in filter(None, [*names, marked]):
        (target / name).write_text("half, or mine")
    finish_move()
    assert files(target) == (["letter.txt"] if marked else names)
    assert verify(database_path()).hands == 3


def test_kill_while_writing_the_marker_leaves_no_new_folder(old, target):
    target.mkdir()
    killed_moving(old, target)
    (target / ".pokergui-0123456789abcdef-.pokergui-12ab-moving").write_text("")
    finish_move()
    assert not target.exists()


@pytest.mark.parametrize("text", ["", "[]", "{}", "nonsense", '{"source": 3}', "[" * 9000])
def test_invalid_move_note_is_ignored(old, text):
    config_dir().mkdir(parents=True)
    (config_dir() / "moving.json").write_text(text)
    finish_move()
    assert verify(database_path()).hands == 3


@pytest.mark.parametrize("text", ["relative", "", "/no/such/folder", "\0", "/dev/null"])
def test_a_missing_folder_is_reported(old, cli, text):
    config_dir().mkdir(parents=True)
    pointer_path().write_text(text)
    assert "is missing; connect its disk, or remove" in cli.refused("hands", "list")


def test_move_command_moves_and_reports(old, cli, tmp_path, target):
    first = cli.json("move-data", str(target))
    assert (first["folder"], first["old"], first["files"]) == (str(target), str(old), 3)
    newer = tmp_path / "newer"
    told = cli.text("move-data", str(newer), "--remove-old")
    assert told == f"3 files, 0.1 MB, moved to {newer}\n"
    lock = InstanceLock(data_dir())
    assert "a window is open" in cli.refused("move-data", str(tmp_path / "last"))
    lock.release()
    with closing(sqlite3.connect(database_path())) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("delete",)
