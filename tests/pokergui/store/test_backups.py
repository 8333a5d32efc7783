import shutil
import sqlite3
from contextlib import closing
from datetime import timedelta
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
from tests.pokergui.store.damage import change
from tests.pokergui.store.random_hands import hands_in, play_into, played
from tests.pokergui.store.test_versions import old

OLD = Path(__file__).with_name("imported4.sql")
DAY = 86_400.0
WRONG = "UPDATE hands SET line = line || 'c' WHERE number = 1"


@pytest.fixture(autouse=True)
def _time(clock):
    """Time passes only when a test says so."""


def backup_after(clock, path, hands):
    made = make_backup(played(path, hands, hands)).path
    clock.advance(DAY)
    return made


def names(folder):
    return sorted(file.name for file in folder.iterdir())


def count(path):
    with HandReader(path) as reader:
        return reader.count()


def version(path):
    with closing(sqlite3.connect(path)) as db:
        return db.execute("PRAGMA user_version").fetchone()[0]


def test_a_backup_is_made_listed_and_private(path):
    with pytest.raises(NoDatabaseError):
        make_backup(path)
    assert not (path.parent / "backups").exists()
    made = make_backup(played(path, 3))
    assert backups_of(path) == (made,)
    assert made.path.name == "hands-2026-05-01T12-00-00.000Z.db"
    assert (made.hands, made.matches, made.size) == (3, 0, made.path.stat().st_size)
    assert made.time.startswith("2026-05-01T12:00:00")
    assert made.path.stat().st_mode & 0o777 == 0o600
    assert verify(made.path).hands == 3
    control = JobControl()
    control.cancel()
    with pytest.raises(CancelledError):
        make_backup(path, control)
    assert names(path.parent / "backups") == [made.path.name]


def test_backup_is_made_once_a_day_and_only_for_new_hands(path, clock):
    assert keep_backed_up(path) is None  # no database
    Store.open(path).close()
    assert keep_backed_up(path) is None  # no hands
    assert keep_backed_up(played(path, 2)).hands == 2
    assert keep_backed_up(played(path, 1)) is None  # the newest is from today
    clock.advance(DAY)
    assert keep_backed_up(path).hands == 3
    clock.advance(DAY)
    assert keep_backed_up(path) is None  # nothing is new
    clock.set(clock.now() - timedelta(days=400))  # the clock was wrong
    assert keep_backed_up(played(path, 1)) is not None
    assert sorted(one.hands for one in backups_of(path)) == [2, 3, 4]


def test_last_five_backups_and_the_largest_are_kept(path, clock):
    folder = path.parent / "backups"
    largest = backup_after(clock, path, 9)
    path.unlink()
    stranger = folder / "hands-of-my-own.db"
    stranger.write_text("")
    kept = [backup_after(clock, path, 1) for _ in range(7)]
    assert names(folder) == sorted(file.name for file in (largest, stranger, *kept[-5:]))
    made = make_backup(played(path, 3))  # now it has the most hands
    assert names(folder) == sorted(file.name for file in (stranger, *kept[-4:], made.path))


def test_damaged_database_never_evicts_a_backup(path, clock, tmp_path):
    for _ in range(5):
        backup_after(clock, path, 1)
    before, own = backups_of(path), tmp_path / "copy.db"
    own.write_text("an older one")
    change(path, "UPDATE hands SET payoffs = '[7,-7]' WHERE number > 3")
    words = r"hands\.db is damaged, so nothing is saved as .*\.db: hand 4.*, and .* more"
    with pytest.raises(StoreError, match=words):
        make_backup(path)
    with HandReader(path) as reader, pytest.raises(StoreError, match=words):
        reader.backup(own)
    assert own.read_text() == "an older one"
    assert backups_of(path) == before
    assert len(names(path.parent / "backups")) == 5


def test_backup_goes_to_the_chosen_path(path, tmp_path):
    target = tmp_path / "copy.db"
    target.write_text("an older one")
    with closing(Store.open(path)) as store, HandReader(path) as reader:
        play_into(store, 6)
        assert reader.backup(target) == 6
        with pytest.raises(StoreError, match="cannot replace"):
            reader.backup(path)
        with pytest.raises(StoreError, match=r"missing.*copy\.db"):
            reader.backup(tmp_path / "missing" / "copy.db")
    assert names(tmp_path) == ["copy.db", "hands.db"]
    assert (verify(target).hands, verify(target).problems) == (6, ())
    assert [hand.number for hand in hands_in(played(target, 1))][-1] == 7  # it can be played on


def test_an_older_database_is_backed_up_before_it_changes(path):
    old(path, OLD.name, 4)
    (path.parent / "backups").write_text("in the way")
    with pytest.raises(StoreError, match="stays as it is, because it cannot be backed up"):
        Store.open(path)
    assert (verify(path).hands, version(path)) == (9, 4)
    (path.parent / "backups").unlink()
    assert count(path) == 9  # reading upgrades it, too
    (made,) = backups_of(path)
    assert version(made.path) == 4
    assert made.hands == verify(made.path).hands == 9
    Store.open(path).close()
    assert backups_of(path) == (made,)
    other = old(path.parent / "other" / "hands.db", OLD.name, 4)
    change(other, WRONG)  # a damaged one is copied as it is
    Store.open(other).close()
    (made,) = backups_of(other)
    assert len(verify(made.path).problems) == len(verify(other).problems) > 0


def test_restoring_a_backup_keeps_the_previous_database(path):
    made = make_backup(played(path, 2))
    done = restore(played(path, 3), made.path)
    assert done.hands == count(path) == 2
    assert count(done.kept) == 5
    assert done.kept.name.startswith("hands-before-restore-")
    assert done.kept.stat().st_mode & 0o777 == 0o600
    assert verify(path).sound
    assert (count(played(path, 1)), count(made.path)) == (3, 2)  # and play continues
    assert names(path.parent) == sorted(("backups", "hands.db", done.kept.name))
    path.unlink()
    assert restore(path, made.path).kept is None and count(path) == 2
    path.write_bytes(b"no database at all" * 1000)
    assert restore(path, made.path).kept.read_bytes() == b"no database at all" * 1000
    older = old(path.with_name("old.db"), OLD.name, 4)
    assert restore(path, older).hands == count(path) == 9


def test_write_ahead_log_of_a_killed_writer_is_kept(path, hot, rest, tmp_path):
    backup = tmp_path / "backup.db"
    backup.write_bytes(rest.data)
    path.write_bytes(hot.data)
    path.with_name("hands.db-wal").write_bytes(hot.log)
    shutil.copyfile(path, tmp_path / "alone.db")
    done = restore(path, backup)
    assert (count(path), count(done.kept)) == (len(rest.hands), len(hot.hands))
    assert count(tmp_path / "alone.db") < len(hot.hands)


def test_damaged_and_invalid_backups_are_rejected(path, clock):
    backup = backup_after(clock, path, 2)
    change(backup, WRONG)
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
    backup.write_bytes(b"nothing" * 999)
    assert [(one.hands, one.matches) for one in backups_of(path)] == [(-1, -1)]
    assert keep_backed_up(path) is not None  # that is not one


def test_database_in_use_is_not_replaced(path, short_lock_timeout):
    backup = make_backup(played(path, 1)).path
    for use in (Store.open, HandReader):
        with closing(use(path)), pytest.raises(StoreError, match="another program is using"):
            restore(path, backup)
    assert count(played(path, 1)) == 2
