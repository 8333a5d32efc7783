"""Databases of every version: opened, brought up to date, gone on with, salvaged."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from engine.game import get_game
from pokergui.store import (
    HandReader,
    OpponentReader,
    Store,
    StoreError,
    begin_tournament,
    learn_people,
    mend,
    verify,
)
from pokergui.store._connect import open_writer
from pokergui.store.drills import keep_answers
from pokergui.store.raw.versions import VERSIONS, tables_of
from pokergui.tournaments.plan import Entrant, Plan
from tests.pokergui.store.damage import lose_definitions
from tests.pokergui.store.drilled import drill_answer
from tests.pokergui.store.random_hands import play_into

ALL = range(1, len(VERSIONS) + 1)
HANDS = {1: 3, 3: 3}
"""Hands in the database of a version, if not 4."""


def old(folder: Path, number: int) -> Path:
    """Return a database as a version wrote it; ``make_version`` writes that of a new version."""
    path = folder / "hands.db"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(Path(__file__).with_name(f"version{number}.sql").read_text("utf-8"))
        assert db.execute("PRAGMA user_version").fetchone() == (number,)
    return path


def rows(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """The key and the checksum of every row."""
    found = {}
    with closing(sqlite3.connect(path)) as db:
        named = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
        for table, (key, *_) in tables_of(len(VERSIONS)).items():
            if table in named and table != "seal":
                sql = f"SELECT {key}, checksum FROM {table} ORDER BY {key}"
                found[table] = db.execute(sql).fetchall()
    return found


@pytest.mark.parametrize("number", ALL)
def test_a_database_of_every_version_goes_on(tmp_path: Path, number: int) -> None:
    path = old(tmp_path, number)
    hands, before = HANDS.get(number, 4), rows(path)
    assert all(before[table] for table in tables_of(number) if table != "seal")
    found = verify(path)  # which changes nothing
    assert (found.problems, found.hands) == ((), hands)
    assert rows(path) == before
    with HandReader(path) as reader:
        assert len(reader.list().hands) == hands
        assert len(reader.drill_answers("leduc")) == 2 * (number >= 8)
        assert len(reader.tournaments()) == (number >= 7)
        assert len(reader.open_hands().hands) == (number >= 5)
    assert len(OpponentReader(path).list()) == (number >= 4)
    with closing(Store.open(path)) as store:
        after = rows(path)
        assert {table: after[table] for table in before} == before
        play_into(store, 2)
        keep_answers(store, [drill_answer()]).result()
    found = verify(path)
    assert (found.problems, found.hands) == ((), hands + 2)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (len(VERSIONS),)


@pytest.mark.parametrize("number", ALL)
def test_a_database_of_every_version_is_salvaged(tmp_path: Path, number: int) -> None:
    path = old(tmp_path, number)
    before = rows(path)
    lose_definitions(path)
    mended = mend(path)
    assert mended is not None
    assert (mended.found.lost.words(), mended.found.problems) == ("", ())
    report = verify(path)
    assert (report.problems, report.hands) == ((), HANDS.get(number, 4))
    after = rows(path)
    assert {table: after[table] for table in before} == before


@pytest.mark.parametrize("number", ALL)
def test_a_damaged_hand_of_an_older_version_stays_damaged(tmp_path: Path, number: int) -> None:
    path = old(tmp_path, number)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE hands SET line = 'x' WHERE number = 3")
    for _ in range(2):
        assert "hand 3 is damaged" in " ".join(problem.text for problem in verify(path).problems)
        with HandReader(path) as reader:
            assert reader.list().damaged == (3,)


def test_a_version_with_more_columns_opens_every_database(tmp_path: Path) -> None:
    paths = []
    for number in ALL:
        folder = tmp_path / str(number)
        folder.mkdir()
        paths.append(str(old(folder, number)))
    command = (sys.executable, "-m", "tests.pokergui.store.next_version", *paths)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    for number, told in zip(ALL, json.loads(done.stdout), strict=True):
        hands = HANDS.get(number, 4)
        assert told == {
            "hands": [hands, hands, hands + 1, hands + 1],
            "moods": [["calm"]],
            "problems": [],
            "lost": "",
        }


def _tournament(store: Store) -> None:
    plan = Plan((Entrant("raise"), Entrant("random")), False, 1000, 4, 3, 10.0)
    begin_tournament(store, get_game("leduc"), plan).result()


@pytest.mark.parametrize(
    ("fill", "found"),
    [
        (lambda store: keep_answers(store, [drill_answer()]).result(), "drill_answers"),
        (_tournament, "tournaments"),
        (lambda store: learn_people(store, ["ann"]).result(), "names"),
    ],
)
def test_a_database_without_hands_is_salvaged(
    tmp_path: Path, fill: Callable[[Store], object], found: str
) -> None:
    path = tmp_path / "hands.db"
    with closing(Store.open(path)) as store:
        fill(store)
    before = rows(path)
    lose_definitions(path)
    mended = mend(path)
    assert mended is not None
    assert getattr(mended.found, found) == 1
    assert rows(path) == before
    assert verify(path).sound


def test_a_database_with_nothing_in_it_is_not_salvaged(tmp_path: Path) -> None:
    path = tmp_path / "hands.db"
    open_writer(path).close()
    lose_definitions(path)
    with pytest.raises(StoreError, match="nothing in it is sound"):
        mend(path)
