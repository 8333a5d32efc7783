"""Matches kept by the command line."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database

from pokergui.store import HandReader, verify
from pokergui.store._connect import open_writer
from tests.pokergui.cli_runner import Cli


def test_a_match_is_kept_listed_and_written_out(cli: Cli, tmp_path: Path) -> None:
    db, log = tmp_path / "matches.db", tmp_path / "match.log"
    options = ("--hands", "300", "--duplicate", "--seed", "5")
    plain = cli.json("match", "leduc", "random", "call", *options)
    kept = cli.json("match", "leduc", "random", "call", *options, "--db", str(db))
    assert kept["mean_mbb"] == plain["mean_mbb"]
    (match,) = cli.json("hands", "matches", "--db", str(db))["matches"]
    for key in ("game", "engines", "hands", "mean_mbb", "ci95_mbb"):
        assert match[key] == kept[key], key
    assert (match["seed"], match["duplicate"], match["done"]) == ("5", True, True)
    assert match["stats"] == kept["stats"]["engines"]
    assert verify(db).sound
    done = cli.json("hands", "export-match", "1", "--out", str(log), "--db", str(db))
    assert done["hands"] == 600
    replayed = cli.json("replay", str(log), "--game", "leduc")
    assert (replayed["hands"], replayed["mismatches"]) == (600, 0)


def test_matches_add_up_in_one_database(cli: Cli, tmp_path: Path) -> None:
    db = str(tmp_path / "matches.db")
    for engine in ("call", "raise"):
        cli.json("match", "kuhn", "random", engine, "--hands", "50", "--db", db)
    found = cli.json("hands", "matches", "--db", db)["matches"]
    assert [match["engines"][1] for match in found] == ["raise", "call"]


def test_no_matches_and_no_such_match(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POKERGUI_HOME", str(tmp_path))
    assert cli.json("hands", "matches") == {"matches": []}
    db = str(tmp_path / "matches.db")
    cli.json("match", "kuhn", "random", "call", "--hands", "50", "--db", db)
    out = str(tmp_path / "out.log")
    assert "there is no match 2" in cli.refused(
        "hands", "export-match", "2", "--out", out, "--db", db
    )
    assert "PHH is for hold'em" in cli.refused(
        "hands", "export-match", "1", "--out", str(tmp_path / "out.phhs"), "--db", db
    )


def test_a_file_that_is_no_database_is_refused(cli: Cli, tmp_path: Path) -> None:
    db = tmp_path / "notes.txt"
    db.write_text("once upon a time " * 1000)
    message = cli.refused("match", "kuhn", "random", "call", "--hands", "50", "--db", str(db))
    assert "not a hand database" in message


def test_a_locked_database_is_named(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pokergui.store._connect.BUSY_S", 0.05)
    db = tmp_path / "matches.db"
    cli.json("match", "kuhn", "random", "call", "--hands", "50", "--db", str(db))
    with closing(sqlite3.connect(db)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert "another program" in cli.refused(
            "match", "kuhn", "random", "call", "--hands", "50", "--db", str(db)
        )
    with HandReader(db) as reader:
        assert len(reader.matches()) == 1


def test_a_full_disk_leaves_the_result_and_tells_what_is_stored(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def small(path: Path) -> Database:
        opened = open_writer(path)
        (pages,) = opened.execute("PRAGMA page_count").fetchone()
        opened.execute(f"PRAGMA max_page_count = {pages + 8}").fetchall()
        return opened

    # Small blocks, each on disk before the next: some of them fit.
    monkeypatch.setattr("engine.table_match.MOST_HANDS", 256)
    monkeypatch.setattr("pokergui.store.match_writer.BLOCK_HANDS", 200)
    monkeypatch.setattr("pokergui.store.match_writer.MOST_QUEUED", 1)
    monkeypatch.setattr("pokergui.store._owned.open_writer", small)
    monkeypatch.setattr("pokergui.store.match_writer.MOST_WAITING", 50_000)
    db, log = tmp_path / "small" / "matches.db", tmp_path / "match.phhs"
    names = ("--db", str(db), "--acpc", "/dev/full", "--phh", str(log))
    status, out, err = cli.run(
        "match", "holdem-limit", "random", "call", "--hands", "5000", *names, "--json"
    )
    result = json.loads(out)
    assert (status, result["hands"]) == (2, 5_000)
    with HandReader(db) as reader:
        (match,) = reader.matches()
    assert 0 < match.hands == result["stored"] < 5_000
    assert f"only the first {match.hands:,} of 5,000 hands are stored: the disk" in err
    assert f"that holds {db} is full" in err
    assert "/dev/full cannot be written: the disk with the folder /dev is full" in err
    assert log.read_text().count("actions = ") == 5_000
    assert verify(db).sound
