"""The data folder moves whole, or stays; ``test_kills`` kills a move at every step."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from ai.review.verdict import HandReview
from engine.errors import CancelledError, PokerError
from engine.jobs import JobControl
from pokergui.instance import InstanceLock
from pokergui.moving import finish_move, move_data
from pokergui.paths import config_dir, data_dir, database_path, pointer_path, reviews_path
from pokergui.store import Store, verify
from pokergui.store.derived.reviews import ReviewCache
from tests.pokergui.cli_runner import Cli
from tests.pokergui.store.random_hands import play_into


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder where the platform has it, with hands and other files."""
    monkeypatch.delenv("POKERGUI_HOME", raising=False)
    for name in ("DATA", "CONFIG", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    folder = data_dir()
    assert folder.is_relative_to(tmp_path)
    with closing(Store.open(database_path())) as store:
        play_into(store, 3, games=("kuhn",))
    (folder / "strategies" / "trained").mkdir(parents=True)
    (folder / "strategies" / "trained" / "mine.safetensors").write_bytes(os.urandom(3000))
    (folder / "strategies" / ".pokergui-0123456789abcdef-x").write_bytes(b"left by a kill")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (folder / "spots").symlink_to("../../elsewhere")
    InstanceLock(folder).release()
    return folder


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir())


LEAVING = """
import os, sqlite3, sys
db = sqlite3.connect(sys.argv[1])
db.execute("UPDATE reviews SET hand = 'b', checksum = 0")
db.commit()
os._exit(0)
"""


def test_reviews_move_along_with_what_a_kill_left_of_them(old: Path, tmp_path: Path) -> None:
    ReviewCache(reviews_path()).keep("judge", {"a": HandReview(())})
    subprocess.run([sys.executable, "-c", LEAVING, str(reviews_path())], check=True)
    assert (old / "reviews.db-wal").stat().st_size > 0
    move_data(tmp_path / "new", remove=True)
    assert reviews_path().parent == tmp_path / "new"
    with closing(sqlite3.connect(reviews_path())) as db:
        assert db.execute("SELECT hand FROM reviews").fetchall() == [("b",)]
    assert not list(old.glob("reviews*"))
    cache = ReviewCache(reviews_path())
    cache.keep("judge", {"c": HandReview(())})
    assert cache.find("judge", ["a", "b", "c"]) == {"c": HandReview(())}


def test_all_is_in_the_new_folder_and_the_old_one_stays(old: Path, tmp_path: Path) -> None:
    target = tmp_path / "new"
    before = files(old)
    moved = move_data(target)
    assert (moved.source, moved.target, data_dir()) == (old, target, target)
    assert (verify(database_path()).hands, database_path().parent) == (3, target)
    mine = "strategies/trained/mine.safetensors"
    assert (target / mine).read_bytes() == (old / mine).read_bytes()
    assert (target / mine).stat().st_mtime == (old / mine).stat().st_mtime
    assert (target / "spots").resolve() == tmp_path / "elsewhere"
    assert sorted(path.name for path in target.iterdir()) == ["hands.db", "spots", "strategies"]
    assert files(old) == before
    assert sorted(path.name for path in config_dir().iterdir()) == ["data-folder"]


def test_the_old_files_go_if_that_is_asked(old: Path, tmp_path: Path) -> None:
    (old / "strategies" / ".pokergui-0123456789abcdef-x").unlink()
    (old / "hands.db-journal").write_text("")  # as a kill leaves it
    move_data(tmp_path / "new", remove=True)
    assert not list(old.glob("reviews*"))
    assert verify(database_path()).hands == 3
    old.mkdir()  # and back again
    move_data(old, remove=True)
    assert data_dir() == old
    assert not (tmp_path / "new").exists()
    assert (old / "spots").resolve() == tmp_path / "elsewhere"


def refused(target: Path, words: str) -> None:
    with pytest.raises(PokerError, match=words):
        move_data(target)
    assert not pointer_path().exists()


def test_a_place_that_will_not_do_is_refused(old: Path, tmp_path: Path) -> None:
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


def test_a_home_is_moved_by_hand(old: Path, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path / "home"))
    with pytest.raises(PokerError, match="POKERGUI_HOME or --home"):
        move_data(tmp_path / "new")


@pytest.mark.parametrize(
    ("place", "found", "words"),
    [
        ("shutil.disk_usage", SimpleNamespace(free=10), "are free there"),
        ("filecmp.cmp", False, "differs from"),
    ],
)
def test_what_does_not_fit_or_is_not_copied_well_leaves_nothing(
    old: Path, tmp_path: Path, monkeypatch, place: str, found: object, words: str
) -> None:
    monkeypatch.setattr(place, lambda *args, **named: found)
    refused(tmp_path / "new", words)
    assert not (tmp_path / "new").exists()


def test_a_database_in_use_is_not_moved(old: Path, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("pokergui.store.backups.BUSY_S", 0.1)
    with closing(Store.open(database_path())):
        refused(tmp_path / "new", "another program is using")
    assert not (tmp_path / "new").exists()


def test_a_damaged_database_is_moved_as_it_is(old: Path, tmp_path: Path) -> None:
    database_path().write_bytes(b"no database" * 1000)
    move_data(tmp_path / "new")
    assert (tmp_path / "new" / "hands.db").read_bytes() == b"no database" * 1000


@pytest.mark.parametrize("made", [True, False])
@pytest.mark.parametrize("early", [True, False])
def test_a_move_that_is_stopped_leaves_nothing(
    old: Path, tmp_path: Path, made: bool, early: bool
) -> None:
    target = tmp_path / "new"
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


def killed_moving(old: Path, target: Path) -> None:
    """A note as a move leaves it that is killed."""
    note = {"source": str(old), "target": str(target), "token": "12ab", "made": True}
    config_dir().mkdir(parents=True, exist_ok=True)
    (config_dir() / "moving.json").write_text(json.dumps(note | {"remove": True}))


def test_killed_between_the_files_and_their_folders_no_empty_ones_stay(
    old: Path, tmp_path: Path
) -> None:
    (old / "strategies" / ".pokergui-0123456789abcdef-x").unlink()
    move_data(tmp_path / "new")
    killed_moving(old, tmp_path / "new")
    for name in ("hands.db", "spots", "strategies/trained/mine.safetensors"):
        (old / name).unlink()
    finish_move()
    assert not old.exists() or not list(old.iterdir())


def test_killed_while_the_mark_is_written_no_new_folder_stays(old: Path, tmp_path: Path) -> None:
    target = tmp_path / "new"
    target.mkdir()
    killed_moving(old, target)
    (target / ".pokergui-0123456789abcdef-.pokergui-12ab-moving").write_text("")
    finish_move()
    assert not target.exists()


@pytest.mark.parametrize("marked", [True, False])
def test_files_of_the_person_stay_when_a_move_is_taken_back(
    old: Path, tmp_path: Path, marked: bool
) -> None:
    target = tmp_path / "new"
    target.mkdir()
    killed_moving(old, target)
    names = ["hands.db", "hands.db-journal", "letter.txt"]
    for name in names:
        (target / name).write_text("half, or mine")
    if marked:
        (target / ".pokergui-12ab-moving").write_text("")
    finish_move()
    assert files(target) == (["letter.txt"] if marked else names)
    assert verify(database_path()).hands == 3


@pytest.mark.parametrize("text", ["", "[]", "{}", "nonsense", '{"source": 3}', "[" * 9000])
def test_a_note_that_makes_no_sense_does_nothing(old: Path, text: str) -> None:
    config_dir().mkdir(parents=True)
    (config_dir() / "moving.json").write_text(text)
    finish_move()
    assert verify(database_path()).hands == 3


@pytest.mark.parametrize("text", ["relative", "", "/no/such/folder", "\0", "/dev/null"])
def test_a_place_that_is_not_there_is_said(old: Path, cli: Cli, text: str) -> None:
    config_dir().mkdir(parents=True)
    pointer_path().write_text(text)
    assert "is not there; connect its disk, or remove" in cli.refused("hands", "list")


def test_the_command_moves_and_tells(old: Path, cli: Cli, tmp_path: Path) -> None:
    first = cli.json("move-data", str(tmp_path / "new"))
    assert (first["folder"], first["old"], first["files"]) == (str(tmp_path / "new"), str(old), 3)
    status, out, err = cli.run("move-data", str(tmp_path / "newer"), "--remove-old")
    assert (status, err) == (0, "")
    assert out == f"3 files, 0.1 MB, moved to {tmp_path / 'newer'}\n"
    assert cli.json("hands", "list")["hands"][0]["number"] == 1
    lock = InstanceLock(data_dir())
    assert "a window is open" in cli.refused("move-data", str(tmp_path / "last"))
    lock.release()
    with closing(sqlite3.connect(database_path())) as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("delete",)
