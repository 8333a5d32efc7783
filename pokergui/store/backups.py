"""Backups of the hand database, rotated in a folder beside it, and their restoration.

One is made before the tables change (``_connect``), once a day if there are new hands, and on
request. All but the first kind are read completely before they count as backups.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from sqlite_utils import Database

from engine import timing
from engine.jobs import JobControl
from engine.wording import Wording
from pokergui.files import FolderError, ready_folder, replacing
from pokergui.localtime import now
from pokergui.store._chain import GENESIS
from pokergui.store._connect import (
    BACKUPS,
    BUSY_S,
    PRIVATE,
    alone,
    backup_path,
    check_place,
    copy_to,
    keep_as,
    open_frozen,
    open_raw,
    prepare,
    salvaged_path,
    stamp,
    take_salvaged,
)
from pokergui.store._schema import version_problem
from pokergui.store.check import VerifyReport, verify
from pokergui.store.errors import DamagedError, NoDatabaseError, StoreError, explained
from pokergui.store.raw.rows import log_path
from pokergui.store.reader import HandReader
from pokergui.store.salvage import Salvaged, salvage
from pokergui.store.writer import Store

KEPT = 5
"""Number of the newest backups that stay."""
MAX_AGE = timedelta(days=1)
"""Age of the newest backup after which new hands are backed up without being asked."""
_COUNTED = ("hands", "match_blocks", "drill_answers")
_BESIDE = ("-wal", "-journal")


@dataclass(frozen=True)
class Backup:
    """A backup in the folder.

    Attributes:
        hands: finished hands in it, without those of matches; -1 if it cannot be read.
        matches: matches in it; -1 if it cannot be read.
    """

    path: Path
    time: str
    hands: int
    matches: int
    size: int


@dataclass(frozen=True)
class Restored:
    """The outcome of restoring a backup.

    Attributes:
        hands: hands in the database now, without those of matches.
    """

    hands: int
    kept: Path | None


@dataclass(frozen=True)
class Salvage:
    """A backup that was made from a damaged one."""

    path: Path
    found: Salvaged


def backups_of(path: Path) -> tuple[Backup, ...]:
    """Return the backups of a database, newest first."""
    backups = []
    with suppress(OSError):
        for file in sorted((path.parent / BACKUPS).iterdir(), reverse=True):
            made = _made(file, path)
            if made is not None and file.is_file():
                hands, matches = _counts(file)
                size = file.stat().st_size
                time = made.isoformat(timespec="milliseconds") + "Z"
                backups.append(Backup(file, time, hands, matches, size))
    return tuple(backups)


def make_backup(path: Path, control: JobControl | None = None) -> Backup:
    """Back up a database into its folder, and remove the oldest backups.

    The last ``KEPT`` stay, and the one with the most hands.

    Raises:
        NoDatabaseError: if no hand was ever saved.
        StoreError: if the database is damaged, or the backup cannot be written.
    """
    target = backup_path(path)
    with HandReader(path) as reader:
        try:
            ready_folder(target.parent)
        except FolderError as error:
            raise StoreError("{error}", error=error) from None
        reader.backup(target, control)
    made, *older = backups_of(path)
    most = max(older, key=lambda one: one.hands, default=made)
    for one in older[KEPT - 1 :]:
        if one is not most or most.hands <= made.hands:
            with suppress(OSError):
                one.path.unlink()
    return made


def keep_backed_up(path: Path, control: JobControl | None = None) -> Backup | None:
    """Make a backup if the newest is older than a day and there are new hands; raises the same.

    Returns:
        The backup; None if none was due.
    """
    try:
        ends = _ends(path)
    except NoDatabaseError:
        return None
    if not any(number for number, _ in ends.values()):
        return None
    newest = next(iter(backups_of(path)), None)
    if newest is not None:
        age = timing.now() - datetime.fromisoformat(newest.time)
        with suppress(StoreError):  # an unreadable backup does not count
            if _ends(newest.path) == ends or timedelta(0) <= age < MAX_AGE:
                return None
    return make_backup(path, control)


def restore(
    path: Path, backup: Path, control: JobControl | None = None, checked: VerifyReport | None = None
) -> Restored:
    """Replace a database, which nobody may be using, by a backup.

    The previous database is kept beside it as ``hands-before-restore-TIME.db``. If killed at any
    moment, either the one or the other is in use, whole.

    Args:
        backup: a backup file; it stays unchanged.
        control: to stop before anything is changed.
        checked: the result of ``verify`` for the backup, if already known.

    Raises:
        StoreError: if the backup is damaged or another program uses the database.
    """
    path = path.resolve()
    if not backup.is_file():
        raise StoreError("there is no backup {backup}", backup=backup)
    if path.exists() and backup.samefile(path):
        raise StoreError("{backup} is the hand database itself", backup=backup)
    checked = checked or verify(backup, control)
    if not checked.sound:
        raise StoreError("{backup} is damaged: {first}", backup=backup, first=_first(checked))
    kept = path.with_name(f"{path.stem}-before-restore-{stamp()}{path.suffix}")
    try:
        ready_folder(path.parent)
        there = path.exists()
        _put_in_place(path, backup, kept)
    except FolderError as error:
        raise StoreError("{error}", error=error) from None
    return Restored(checked.hands, kept if there else None)


def salvage_backup(path: Path, backup: Path, control: JobControl | None = None) -> Salvage:
    """Make a backup of the intact part of a damaged one, which stays.

    Raises:
        StoreError: if nothing in it is ours, or the new one cannot be written.
    """
    target = backup_path(path)
    try:
        ready_folder(target.parent)
        with replacing(target, PRIVATE) as new:
            salvaged = salvage(backup, new, now(), control or JobControl())
            if not salvaged.found:
                raise StoreError(
                    "{backup} is not a hand database, or nothing in it is intact", backup=backup
                )
    except FolderError as error:
        raise StoreError("{error}", error=error) from None
    return Salvage(target, salvaged)


@contextmanager
def alone_with(path: Path) -> Iterator[Database]:
    """Yield a database opened exclusively, its log checkpointed and removed.

    Raises:
        StoreError: if another program uses it, or it is damaged.
    """
    prepare(path)
    with explained(path), closing(sqlite3.connect(path, timeout=BUSY_S)) as connection:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE").fetchall()
        connection.execute("PRAGMA journal_mode = DELETE").fetchall()
        connection.execute("BEGIN EXCLUSIVE")
        connection.commit()
        yield Database(connection)


@contextmanager
def held(path: Path) -> Iterator[Callable[[Path], object]]:
    """Lock a database while it is moved.

    Yields:
        A copier to a new file; byte by byte, with its logs, if SQLite cannot open it.

    Raises:
        StoreError: if another program uses it.
    """
    copy: Callable[[Path], object] = partial(_copy_raw, path)
    with ExitStack() as stack:
        with suppress(DamagedError):
            copy = partial(copy_to, stack.enter_context(alone_with(path)))
        yield copy


def _copy_raw(path: Path, target: Path) -> None:
    for beside in ("", *_BESIDE):
        if Path(f"{path}{beside}").exists():
            with replacing(Path(f"{target}{beside}"), PRIVATE) as temporary:
                shutil.copyfile(f"{path}{beside}", temporary)


def _put_in_place(path: Path, backup: Path, kept: Path) -> None:
    if not path.exists():
        _replace_files(path, backup)
        return
    try:
        with alone_with(path) as db:
            with replacing(kept, PRIVATE) as temporary:
                copy_to(db, temporary)
            with closing(open_raw(backup)) as source:
                source.conn.backup(db.conn)  # one transaction
    except DamagedError:
        _copy_raw(path, kept)
        _replace_files(path, backup)


def _replace_files(path: Path, backup: Path) -> None:
    """Install a backup where no database can be opened."""
    with replacing(path, PRIVATE) as temporary:
        shutil.copyfile(backup, temporary)
        for beside in (*_BESIDE, "-shm"):
            Path(f"{path}{beside}").unlink(missing_ok=True)


def _first(checked: VerifyReport) -> Wording:
    first, *more = (problem.words for problem in checked.problems)
    if not more:
        return Wording("{problem}", problem=first)
    return Wording("{problem}, and {count:,} more", problem=first, count=len(more))


def _made(file: Path, path: Path) -> datetime | None:
    """Return the timestamp in a backup's file name; None for any other name."""
    begin, end = f"{path.stem}-", f"Z{path.suffix}"
    if not (file.name.startswith(begin) and file.name.endswith(end)):
        return None
    text = file.name[len(begin) : -len(end)]
    try:
        return datetime.strptime(text, "%Y-%m-%dT%H-%M-%S.%f")
    except ValueError:
        return None


def _ends(path: Path) -> dict[str, tuple[int, str]]:
    """Return number and checksum of the last hand, block of a match and answer in a drill."""
    ends = {}
    with explained(path), closing(open_raw(path)) as db:
        there = set(db.table_names())
        for table in _COUNTED:
            sql = f"SELECT number, checksum FROM {table} ORDER BY number DESC LIMIT 1"
            row = db.execute(sql).fetchone() if table in there else None
            ends[table] = row or (0, GENESIS)
    return ends


def _counts(path: Path) -> tuple[int, int]:
    """Return the numbers of hands and matches, both -1 if they cannot be counted."""
    try:
        with explained(path), closing(open_raw(path)) as db:
            there = set(db.table_names())
            hands = "hand_index" if "hand_index" in there else "hands"
            counts = [
                db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] if table in there else 0
                for table in (hands, "matches")
            ]
    except StoreError:
        return -1, -1
    return int(counts[0]), int(counts[1])


@dataclass(frozen=True)
class Mended:
    """The outcome of a salvage in place."""

    found: Salvaged
    kept: Path


def mend(path: Path, control: JobControl | None = None) -> Mended | None:
    """Replace a damaged database by a new one with its intact part.

    The damaged file stays beside it under a name that says so, with its log. A kill loses nothing:
    one of the two files always has the name, and the next program to open it finishes the work.

    Returns:
        None if nothing is damaged; then nothing is changed.

    Raises:
        NoDatabaseError: if there is no such file.
        StoreError: if it is not a regular file, nothing in it is ours, another program uses it, or
            the new one cannot be written.
    """
    control = control or JobControl()
    check_place(path)
    if not path.is_file():
        raise NoDatabaseError("there is no hand database {path}", path=path)
    with suppress(DamagedError), explained(path), closing(open_frozen(path)) as db:
        if problem := version_problem(db):
            raise StoreError("the hand database {path} {problem}", path=path, problem=problem)
    kept = path.with_name(f"{path.stem}-damaged-{stamp()}{path.suffix}")
    with alone(path):
        try:
            with replacing(salvaged_path(path), PRIVATE) as new:
                salvaged = salvage(path, new, now(), control, kept.name)
                # Only now may SQLite open the file: it would modify it.
                there = verify(path, control)
                if there.sound and (there.hands, there.decks) == (salvaged.hands, salvaged.decks):
                    raise _SoundError
                if not salvaged.found:
                    raise StoreError(
                        "{path} is not a hand database, or nothing in it is intact", path=path
                    )
                keep_as(path, kept)
                if log_path(path).exists():
                    keep_as(log_path(path), log_path(kept))
        except FolderError as error:
            raise StoreError("{error}", error=error) from None
        except _SoundError:
            return None
        take_salvaged(path)
    return Mended(salvaged, kept)


class _SoundError(Exception):
    """Nothing is damaged."""


def mend_open(store: Store, control: JobControl | None = None) -> Future[Mended | None]:
    """Repair a database that is open for writing; queued hands are written afterwards."""
    return store.reopen(lambda path: mend(path, control))
