"""Backups: made in time, kept few, listed, and taken back whole."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from engine.errors import CancelledError
from engine.jobs import JobControl
from pokergui.store import (
    HandReader,
    NoDatabaseError,
    Store,
    StoreError,
    backups_of,
    keep_backed_up,
    make_backup,
    restore,
    verify,
)
from tests.pokergui.store.random_hands import play_into

OLD = Path(__file__).with_name("imported4.sql")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "hands.db"


def played(path: Path, hands: int) -> None:
    with closing(Store.open(path)) as store:
        play_into(store, hands, seed=hands, games=("kuhn",))


def aged(path: Path, days: float, hands: int) -> Path:
    """A backup that was made some time ago."""
    played(path, hands)
    made = make_backup(path).path
    time = datetime.now(UTC) - timedelta(days=days)
    name = time.strftime("hands-%Y-%m-%dT%H-%M-%S.%f")[:-3] + "Z.db"
    return made.rename(made.with_name(name))


def damage(path: Path) -> None:
    """Change a hand behind the back of its checksum."""
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE hands SET line = line || 'c' WHERE number = 1")


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def count(path: Path) -> int:
    with HandReader(path) as reader:
        return reader.count()


def test_a_backup_is_made_listed_and_private(path: Path) -> None:
    assert backups_of(path) == ()
    with pytest.raises(NoDatabaseError):
        make_backup(path)
    assert not (path.parent / "backups").exists()
    played(path, 3)
    made = make_backup(path)
    assert backups_of(path) == (made,)
    assert (made.hands, made.matches, made.size) == (3, 0, made.path.stat().st_size)
    assert abs(datetime.now(UTC) - datetime.fromisoformat(made.time)) < timedelta(minutes=10)
    assert made.path.stat().st_mode & 0o777 == 0o600
    assert verify(made.path).hands == 3


def test_it_is_made_once_a_day_and_only_for_new_hands(path: Path) -> None:
    assert keep_backed_up(path) is None  # no database
    Store.open(path).close()
    assert keep_backed_up(path) is None  # no hands
    played(path, 2)
    first = keep_backed_up(path)
    assert first is not None and first.hands == 2
    played(path, 1)
    assert keep_backed_up(path) is None  # the newest is of today
    old = first.path.rename(first.path.with_name("hands-2026-01-01T00-00-00.000Z.db"))
    second = keep_backed_up(path)
    assert second is not None and second.hands == 3
    second.path.rename(second.path.with_name("hands-2026-01-02T00-00-00.000Z.db"))
    assert keep_backed_up(path) is None  # nothing is new
    assert [one.hands for one in backups_of(path)] == [3, 2]
    assert backups_of(path)[-1].path == old


def test_a_clock_that_was_wrong_does_not_stop_backups(path: Path) -> None:
    aged(path, -400, 1)
    played(path, 1)
    assert keep_backed_up(path) is not None


def test_a_backup_that_cannot_be_read_is_none(path: Path) -> None:
    kept = aged(path, 0.1, 1)
    kept.write_bytes(b"nothing" * 999)
    assert [(one.hands, one.matches) for one in backups_of(path)] == [(-1, -1)]
    assert keep_backed_up(path) is not None


def test_the_last_five_stay_and_the_one_with_the_most_hands(path: Path) -> None:
    folder = path.parent / "backups"
    largest = aged(path, 9, 9)
    path.unlink()
    stranger = folder / "hands-of-my-own.db"
    stranger.write_text("")
    kept = [aged(path, 8 - age, 1) for age in range(7)]
    assert names(folder) == sorted(file.name for file in (largest, stranger, *kept[-5:]))
    played(path, 3)
    made = make_backup(path)  # it has the most hands now
    assert names(folder) == sorted(file.name for file in (stranger, *kept[-4:], made.path))


def test_a_damaged_database_lets_no_backup_go(path: Path) -> None:
    for age in range(5):
        aged(path, 6 - age, 1)
    before = backups_of(path)
    damage(path)
    with pytest.raises(StoreError, match="is damaged, so nothing is saved"):
        make_backup(path)
    assert backups_of(path) == before
    assert len(names(path.parent / "backups")) == 5


def test_it_is_stopped_without_a_trace(path: Path) -> None:
    played(path, 1)
    control = JobControl()
    control.cancel()
    with pytest.raises(CancelledError):
        make_backup(path, control)
    assert names(path.parent / "backups") == []


def older(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.executescript(OLD.read_text("utf-8"))


def test_an_older_database_is_backed_up_before_it_changes(path: Path) -> None:
    older(path)
    with HandReader(path) as reader:  # reading brings it up to date, too
        assert reader.count() == 9
    (made,) = backups_of(path)
    with closing(sqlite3.connect(made.path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (4,)
    assert made.hands == verify(made.path).hands == 9
    Store.open(path).close()
    assert backups_of(path) == (made,)


def test_an_older_database_stays_as_it_is_where_no_backup_can_be_made(path: Path) -> None:
    older(path)
    (path.parent / "backups").write_text("in the way")
    with pytest.raises(StoreError, match="stays as it is, as no backup of it can be made"):
        Store.open(path)
    assert verify(path).hands == 9
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (4,)


def test_a_damaged_older_database_is_copied_as_it_is(path: Path) -> None:
    older(path)
    damage(path)
    Store.open(path).close()
    (made,) = backups_of(path)
    assert len(verify(made.path).problems) == len(verify(path).problems) > 0


def test_a_backup_is_taken_back_and_what_was_there_is_kept(path: Path) -> None:
    played(path, 2)
    made = make_backup(path)
    played(path, 3)
    done = restore(path, made.path)
    assert done.hands == count(path) == 2
    assert done.kept is not None and count(done.kept) == 5
    assert done.kept.name.startswith("hands-before-restore-")
    assert done.kept.stat().st_mode & 0o777 == 0o600
    assert verify(path).sound
    played(path, 1)  # and play goes on
    assert (count(path), count(made.path)) == (3, 2)
    assert names(path.parent) == sorted(("backups", "hands.db", done.kept.name))


def test_a_backup_of_an_older_version_is_taken_back(path: Path) -> None:
    played(path, 1)
    backup = path.with_name("old.db")
    older(backup)
    assert restore(path, backup).hands == 9
    assert count(path) == 9
    assert [one.hands for one in backups_of(path)] == [9]


def test_where_there_is_no_database_there_is_nothing_to_keep(path: Path) -> None:
    played(path, 2)
    backup = make_backup(path).path
    path.unlink()
    assert restore(path, backup).kept is None
    assert count(path) == 2


def test_the_log_of_a_killed_writer_is_kept_with_its_database(path: Path, tmp_path: Path) -> None:
    played(path, 1)
    backup = make_backup(path).path
    other = tmp_path / "other" / "hands.db"
    store = Store.open(path)
    with closing(sqlite3.connect(path)) as reader:  # in the way of emptying the log
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM hands").fetchone()
        play_into(store, 2, games=("kuhn",))
        other.parent.mkdir()
        for file in ("hands.db", "hands.db-wal"):
            shutil.copyfile(path.with_name(file), other.with_name(file))
    store.close()
    assert other.with_name("hands.db-wal").stat().st_size > 0
    done = restore(other, backup)
    assert done.kept is not None
    assert (count(other), count(done.kept)) == (1, 3)


def test_what_cannot_be_opened_is_kept_as_it_is(path: Path) -> None:
    played(path, 2)
    backup = make_backup(path).path
    path.write_bytes(b"no database at all" * 1000)
    done = restore(path, backup)
    assert done.kept is not None
    assert done.kept.read_bytes() == b"no database at all" * 1000
    assert verify(path).hands == 2
    played(path, 1)


def test_a_backup_is_refused_that_is_damaged_or_none(path: Path) -> None:
    played(path, 2)
    backup = make_backup(path).path
    damage(backup)
    for file, words in (
        (backup, "is damaged: hand 1 is damaged"),
        (path, "is the hand database itself"),
        (path.with_name("nothing.db"), "there is no backup"),
        (OLD, "is damaged"),
    ):
        with pytest.raises(StoreError, match=words):
            restore(path, file)
    assert count(path) == 2
    assert names(path.parent) == ["backups", "hands.db"]


def test_a_database_that_is_used_is_not_replaced(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pokergui.store.backups.BUSY_S", 0.1)
    played(path, 1)
    backup = make_backup(path).path
    with closing(Store.open(path)) as store:
        with pytest.raises(StoreError, match="another program is using"):
            restore(path, backup)
        assert play_into(store, 1, games=("kuhn",)) == [2]
    with HandReader(path), pytest.raises(StoreError, match="another program is using"):
        restore(path, backup)
    assert count(path) == 2
    assert "hands.db" in names(path.parent)
