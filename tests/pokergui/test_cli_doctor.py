"""``pokergui doctor``, and the messages of a bad file of a trained engine elsewhere."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from pokergui.store import Store
from tests.pokergui.cli_runner import Cli
from tests.pokergui.store.random_hands import play_into


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path))
    return tmp_path


def test_nothing_is_wrong(cli: Cli, home: Path) -> None:
    found = cli.json("doctor")
    assert found["versions"]["sqlite"] == sqlite3.sqlite_version
    assert (found["database"], found["problems"]) == ("no hands yet", [])
    with closing(Store.open(home / "hands.db")) as store:
        play_into(store, 1, games=("kuhn",))
    assert cli.json("doctor")["database"] == "1 hand, all as they were written"


def test_folders_that_take_no_files_are_named(
    cli: Cli, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "file").write_text("")
    monkeypatch.setenv("POKERGUI_HOME", str(home / "file" / "below"))
    data, logs = cli.json("doctor")["problems"]
    assert data == f"the folder {home}/file/below cannot be written: Not a directory"
    assert logs.startswith(f"the folder {home}/file/below/logs cannot")


@pytest.mark.parametrize("content", [b"SQLite format 3\0" + bytes(2000), b"\xff" * 9000])
def test_a_database_that_cannot_be_read_is_said(cli: Cli, home: Path, content: bytes) -> None:
    (home / "hands.db").write_bytes(content)
    assert "1 problem; pokergui hands verify" in cli.json("doctor")["database"]
    (home / "hands.db").unlink()
    (home / "hands.db").mkdir()
    assert "hands.db is a folder" in cli.json("doctor")["database"]


def test_a_bad_file_of_an_engine_is_told_here_alone(cli: Cli, home: Path) -> None:
    folder = home / "strategies" / "trained"
    folder.mkdir(parents=True)
    (folder / "bad.safetensors").write_bytes(b"\0\0")
    (folder / "b\x1b[31md.safetensors").write_bytes(b"\0\0")
    name, content = cli.json("doctor")["problems"]
    assert "is not a name of a trained engine" in name and "\x1b" not in name
    assert content.endswith("bad.safetensors: not a strategy file: it is cut short")
    lines = cli.run("doctor")[1].splitlines()
    assert sum(line.startswith("problem ") for line in lines) == 2
    for command in (("engines",), ("match", "kuhn", "random", "call", "--hands", "2")):
        status, _, err = cli.run(*command)
        assert (status, err) == (0, "")
