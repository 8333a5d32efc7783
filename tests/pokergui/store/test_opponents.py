"""Learned facts about opponents in the database: kept, replaced, forgotten, never half."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from pokergui.store import (
    HandReader,
    OpponentReader,
    OpponentStore,
    Store,
    StoreError,
    verify,
)
from pokergui.store._schema import NAMES
from tests.pokergui.store.random_hands import play_into


def state(seed: float = 1.0) -> dict[str, object]:
    return {"format": 1, "key": "leduc", "lives": [float("inf"), seed], "n": np.full(4, seed)}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A database with hands and three rows."""
    path = tmp_path / "hands.db"
    with closing(Store.open(path)) as store:
        play_into(store, 5)
        opponents = OpponentStore(store)
        opponents.save("you", "leduc", 10, state(1.0)).result()
        opponents.save("you", "holdem", 20, state(2.0)).result()
        opponents.save("Zoe", "leduc", 30, state(3.0)).result()
    return path


def change(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as db:
        for statement in statements:
            db.execute(statement)
        db.commit()


def test_nothing_is_there_at_first_and_reading_makes_no_database(tmp_path: Path) -> None:
    reader = OpponentReader(tmp_path / "hands.db")
    assert reader.list() == ()
    assert reader.load("you", "leduc") is None
    assert not reader.path.exists()


def test_what_was_saved_comes_back(path: Path) -> None:
    reader = OpponentReader(path)
    kept = [(row.name, row.family, row.hands, row.sound) for row in reader.list()]
    assert kept == [
        ("Zoe", "leduc", 30, True),
        ("you", "holdem", 20, True),
        ("you", "leduc", 10, True),
    ]
    assert all(row.updated.endswith("Z") for row in reader.list())
    found = reader.load("you", "holdem")
    assert found is not None
    assert found["lives"] == [float("inf"), 2.0]
    assert (found["n"] == 2.0).all()
    assert reader.load("you", "kuhn") is None
    assert reader.load("nobody", "leduc") is None
    report = verify(path)
    assert (report.sound, report.opponents, report.hands) == (True, 3, 5)


def test_a_save_replaces_and_a_reset_forgets(path: Path) -> None:
    with closing(Store.open(path)) as store:
        opponents = OpponentStore(store)
        mutable = state(7.0)
        saved = opponents.save("you", "leduc", 11, mutable)
        mutable["n"][:] = 0.0  # type: ignore[index]  # the next hand is learned already
        saved.result()
        found = opponents.load("you", "leduc")
        assert found is not None
        assert (found["n"] == 7.0).all()
        assert [row.hands for row in opponents.list()] == [30, 20, 11]
        assert opponents.reset("you", "kuhn").result() == 0
        assert opponents.reset("you", "holdem").result() == 1
        assert opponents.load("you", "leduc") is not None
        assert opponents.reset("Zoe").result() == 1
        assert [(row.name, row.family) for row in opponents.list()] == [("you", "leduc")]
    assert verify(path).opponents == 1


@pytest.mark.parametrize(
    "damage",
    [
        "hands = hands + 1",
        "updated = updated || ' '",
        "digest = 'x'",
        "checksum = 'x'",
        "data = zeroblob(length(data))",
        "data = x''",
        "data = substr(data, 1, 100)",
        "family = 'holdem', hands = 20 WHERE 0; --",
    ],
)
def test_a_damaged_row_is_refused_and_the_others_are_as_before(path: Path, damage: str) -> None:
    if "WHERE" in damage:
        change(path, "DELETE FROM opponents WHERE family = 'holdem'")
        change(path, "UPDATE opponents SET family = 'holdem' WHERE name = 'you'")
        damaged, others = ("you", "holdem"), [("Zoe", "leduc")]
    else:
        change(path, f"UPDATE opponents SET {damage} WHERE name = 'you' AND family = 'leduc'")
        damaged, others = ("you", "leduc"), [("Zoe", "leduc"), ("you", "holdem")]
    reader = OpponentReader(path)
    with pytest.raises(StoreError, match=r"learned about 'you' is damaged.*this and nothing else"):
        reader.load(*damaged)
    for other in others:
        assert reader.load(*other) is not None
    named = {(row.name, row.family): row.sound for row in reader.list()}
    assert all(named[other] for other in others)
    if not damage.startswith("data"):  # the list leaves the data alone
        assert not named[damaged]
    report = verify(path)
    assert [problem.text for problem in report.problems] == [
        "what was learned about 'you' is damaged: its checksum does not fit"
    ]
    assert (report.opponents, report.hands) == (len(others), 5)
    with closing(Store.open(path)) as store:
        opponents = OpponentStore(store)
        assert opponents.reset(*damaged).result() == 1
        assert opponents.load(*damaged) is None
    assert verify(path).sound


def test_damaged_names_are_found_as_they_are_listed(path: Path) -> None:
    for column in ("name", "family"):
        change(path, f"UPDATE opponents SET {column} = CAST(x'ff00fe' AS TEXT) WHERE name = 'Zoe'")
        with closing(Store.open(path)) as store:
            opponents = OpponentStore(store)
            (damaged,) = (row for row in opponents.list() if not row.sound)
            with pytest.raises(StoreError, match="is damaged"):
                opponents.load(damaged.name, damaged.family)
            assert opponents.reset(damaged.name, damaged.family).result() == 1
            state = opponents.load("you", "leduc")
            assert state is not None
            opponents.save("Zoe", "leduc", 1, state).result()


def test_bytes_that_are_sound_but_no_state_are_refused(path: Path) -> None:
    import hashlib  # only this test forges a row

    from pokergui.store._chain import GENESIS, checksum  # likewise

    data = b"no state at all"
    values = ["you", "leduc", 1, "2026-01-01T00:00:00.000Z", hashlib.sha256(data).hexdigest()]
    with closing(sqlite3.connect(path)) as db:
        db.execute(
            "INSERT OR REPLACE INTO opponents VALUES (?, ?, ?, ?, ?, ?, ?)",
            [*values, checksum(GENESIS, values), data],
        )
        db.commit()
    with pytest.raises(StoreError, match=r"cannot be read: .*not what was learned"):
        OpponentReader(path).load("you", "leduc")
    assert not verify(path).sound


@pytest.mark.parametrize("name", ["", "x" * 201, "a\nb", "\ud800"])
def test_a_name_that_is_none_is_refused(path: Path, name: str) -> None:
    with closing(Store.open(path)) as store, pytest.raises(StoreError, match="name has 1 to 200"):
        OpponentStore(store).save(name, "leduc", 1, state())


def test_a_state_that_is_too_large_is_refused(path: Path) -> None:
    with closing(Store.open(path)) as store, pytest.raises(StoreError, match="larger than"):
        OpponentStore(store).save("you", "leduc", 1, {"n": np.zeros(400_000)})


def test_a_failed_save_keeps_what_was_there(path: Path) -> None:
    with closing(Store.open(path)) as store:
        opponents = OpponentStore(store)
        with closing(sqlite3.connect(path)) as other:
            other.execute("BEGIN IMMEDIATE")
            failed = opponents.save("you", "leduc", 11, state(9.0)).exception()
            assert isinstance(failed, StoreError)
        assert opponents.save("you", "holdem", 21, state(9.0)).exception() is None
    found = OpponentReader(path).load("you", "leduc")
    assert found is not None
    assert (found["n"] == 1.0).all()
    closed = opponents.save("you", "leduc", 12, state()).exception()
    assert isinstance(closed, StoreError)


def test_a_backup_has_it(path: Path, tmp_path: Path) -> None:
    with HandReader(path) as reader:
        reader.backup(tmp_path / "copy.db")
    assert [row.name for row in OpponentReader(tmp_path / "copy.db").list()] == [
        "Zoe",
        "you",
        "you",
    ]


OLD = Path(__file__).with_name("version3.sql")


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A database as the version before had it, with hands and a match."""
    path = tmp_path / "hands.db"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(OLD.read_text("utf-8"))
        assert db.execute("PRAGMA user_version").fetchone() == (3,)
    return path


def test_an_older_database_is_brought_up_to_date(old: Path, tmp_path: Path) -> None:
    before = shutil.copy(old, tmp_path / "before.db")
    assert verify(old).sound  # which changes nothing
    with HandReader(old) as reader:
        hands, matches = reader.list(), reader.matches()
    assert (len(hands.hands), hands.damaged, len(matches)) == (3, (), 1)
    assert OpponentReader(old).list() == ()
    report = verify(old)
    assert (report.sound, report.hands, report.opponents) == (True, 3, 0)
    with closing(sqlite3.connect(old)) as new, closing(sqlite3.connect(before)) as db:
        assert new.execute("PRAGMA user_version").fetchone() == (len(NAMES),)
        for table in ("decks", "hands", "hand_index", "matches", "match_blocks"):
            columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
            sql = f"SELECT {', '.join(columns)} FROM {table} ORDER BY number"
            assert new.execute(sql).fetchall() == db.execute(sql).fetchall()


def test_an_older_database_is_written_to_at_once(old: Path) -> None:
    with closing(Store.open(old)) as store:
        OpponentStore(store).save("you", "leduc", 1, state()).result()
    assert verify(old).opponents == 1


def test_a_database_of_a_newer_version_is_refused(path: Path) -> None:
    row = "INSERT INTO _sqlite_migrations VALUES (99, 'hands', '099_more', '')"
    change(path, row, f"PRAGMA user_version = {len(NAMES) + 1}")
    with pytest.raises(StoreError, match="newer version of pokergui"):
        OpponentReader(path).list()
