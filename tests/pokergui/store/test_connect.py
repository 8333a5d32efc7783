"""The file of a database: its owner, and things that must not be in its place."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

import pytest

from pokergui.store import HandReader, Store, StoreError, _connect
from pokergui.store._connect import open_raw
from tests.pokergui.cli_runner import Cli
from tests.pokergui.store.random_hands import play_into


def modes(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}


def test_nobody_else_may_read_the_hands(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with closing(Store.open(tmp_path / "hands.db")) as store:
            play_into(store, 1, seed=1)
            assert modes(tmp_path) == dict.fromkeys(
                ("hands.db", "hands.db-wal", "hands.db-shm"), 0o600
            )
    finally:
        os.umask(before)


def test_files_of_earlier_programs_are_closed_to_others_when_they_are_opened(
    tmp_path: Path,
) -> None:
    path = tmp_path / "hands.db"
    with closing(Store.open(path)) as store:
        play_into(store, 1, seed=1)
        for file in tmp_path.iterdir():
            file.chmod(0o644)
        with HandReader(path) as reader:
            assert len(reader.list().hands) == 1
        assert set(modes(tmp_path).values()) == {0o600}
    path.chmod(0o466)
    open_raw(path).close()
    assert modes(tmp_path)["hands.db"] == 0o400  # the owner's permissions stay


@pytest.mark.parametrize(
    ("kind", "words"),
    [("folder", "is a folder"), ("link", "is a link to nothing"), ("pipe", "is no regular file")],
)
def test_what_is_no_file_is_named(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, words: str
) -> None:
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path))
    path = tmp_path / "hands.db"
    if kind == "folder":
        path.mkdir()
    elif kind == "link":
        path.symlink_to(tmp_path / "nowhere")
    else:
        os.mkfifo(path)
    with pytest.raises(StoreError, match=words):
        Store.open(path)
    for command in (("list",), ("verify",), ("show", "1"), ("stats",), ("matches",), ("salvage",)):
        assert words in cli.refused("hands", *command)
    assert not (tmp_path / "nowhere").exists()


def test_commits_are_on_the_disk_before_they_are_called_safe(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, synchronous: str
) -> None:
    monkeypatch.setattr(_connect, "SYNCHRONOUS", synchronous)
    with closing(_connect.open_writer(tmp_path / "hands.db").conn) as db:
        assert db.execute("PRAGMA synchronous").fetchone() == (2,)
