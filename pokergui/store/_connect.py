"""Database connections: read-write and read-only."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import zip_longest
from pathlib import Path

from sqlite_utils import Database

from ai.files.atomic import remove_leftovers
from engine import timing
from engine.jobs import JobControl
from engine.wording import Wording
from pokergui.files import FolderError, ready_folder, replacing
from pokergui.store import filter
from pokergui.store._schema import NAMES, migrate, shape_problem, version, version_problem
from pokergui.store.errors import NoDatabaseError, StoreError, damaged, explained
from pokergui.store.raw.rows import LONGEST_ROW, log_problem

MAX_BYTES = LONGEST_ROW
"""Longest value that is read or written, as a damaged length could exhaust memory."""
FIRST_PAGE_BYTES = 4096
"""Size of a database in which nothing was ever written."""
BACKUPS = "backups"
"""Folder beside the database with its backups."""
PRIVATE = 0o600
"""Permissions of a file that holds whole decks."""
SQLITE_VERSION = sqlite3.sqlite_version
"""Version of the library that reads and writes the database."""
SYNCHRONOUS = "FULL"
"""Level at which each commit is on the disk before it is reported; power loss undoes nothing."""
BUSY_S = 3.0
"""Time that a connection waits for another program's lock."""
WRITTEN: set[Path] = set()
"""Files that this process has open for writing, whose logs are its own."""
_PAGES, _CHECK_EVERY = 5_000, 1_000
"""Pages and rows that are copied or compared between two checks of a job's control."""
_LOOK_S = 0.05
_FIRST_LOCK_BYTE, _LOCK_BYTES = 0x40000000, 512
"""Bytes at which SQLite locks a database."""


def open_writer(path: Path) -> Database:
    """Open the read-write connection, creating or migrating the database.

    Write-ahead log with full synchronisation: a finished transaction survives kill -9 and power
    loss.

    Raises:
        DamagedError: if the file is damaged.
        StoreError: if it cannot be used.
    """
    check_place(path)
    for folder in (path.parent, path.parent / BACKUPS):
        remove_leftovers(folder, path.stem)
    _make_private(path, new=True)
    prepare(path)
    with explained(path):
        connection = sqlite3.connect(path, timeout=BUSY_S)
        try:
            db = _database(connection)
            _refuse_unknown(db, path)
            if 0 < version(db) < len(NAMES):
                _keep_before_change(db, path)
            db.execute("PRAGMA journal_mode = WAL").fetchall()
            db.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
            with transaction(db):
                migrate(db)
                if not filter.is_whole(db):
                    filter.rebuild(db)
        except BaseException:
            connection.close()
            raise
    return db


def read_traits(path: Path) -> None:
    """Find what a search by traits needs of all hands, a batch at a time.

    Raises:
        StoreError: if the database cannot be written.
    """
    with explained(path), closing(sqlite3.connect(path, timeout=BUSY_S)) as connection:
        db = _database(connection)
        left = True
        while left:
            with transaction(db):
                left = filter.read_traits(db)


def copy_to(db: Database, path: Path, control: JobControl | None = None) -> None:
    """Copy a consistent snapshot of a database to an empty file, self-contained without a log.

    Raises:
        StoreError: if the copy differs from the original in any row.
    """
    control = control or JobControl()
    db.execute("BEGIN")  # concurrent writes are in neither
    try:
        db.execute("PRAGMA user_version").fetchone()
        with closing(sqlite3.connect(path)) as copy:
            db.conn.backup(copy, pages=_PAGES, progress=lambda *_: control.check())
            copy.execute("PRAGMA journal_mode = DELETE").fetchall()
        with closing(open_raw(path)) as copied:
            if not _same_rows(db, copied, control):
                raise StoreError(
                    "{path} cannot be written: the copy differs from the original", path=path
                )
    finally:
        db.rollback()


def backup_path(path: Path) -> Path:
    """Return the path of a backup made now: ``hands-2026-05-01T18-30-00.123Z.db``."""
    return path.parent / BACKUPS / f"{path.stem}-{stamp()}{path.suffix}"


def stamp() -> str:
    return timing.now().strftime("%Y-%m-%dT%H-%M-%S.%f")[:-3] + "Z"


def _keep_before_change(db: Database, path: Path) -> None:
    """Back up an older database, verified row by row, before migrating it.

    Raises:
        StoreError: if it cannot be made; the database stays unchanged.
    """
    target = backup_path(path)
    try:
        ready_folder(target.parent)
        with replacing(target, PRIVATE) as temporary:
            copy_to(db, temporary)
    except (FolderError, StoreError) as error:
        raise StoreError(
            "the hand database {path} is from an older version and stays as it is, because it "
            "cannot be backed up: {error}",
            path=path,
            error=error,
        ) from None


def _same_rows(one: Database, other: Database, control: JobControl) -> bool:
    """Return whether two databases have the same tables and rows, as far as both are readable."""
    try:
        names = one.table_names()
        if names != other.table_names():
            return False
        for name in names:
            both = (db.execute(f"SELECT * FROM [{name}]") for db in (one, other))
            for number, (row, copied) in enumerate(zip_longest(*both)):
                if row != copied:
                    return False
                if number % _CHECK_EVERY == 0:
                    control.check()
    except sqlite3.DatabaseError:  # damaged, and copied as such: ``verify`` names what is wrong
        pass
    return True


def open_reader(path: Path) -> Database:
    """Open a read-only connection; an older database is migrated first.

    In a read-only folder SQLite cannot make its lock files; then the file is read directly, which
    is safe since nobody can write it.

    Raises:
        NoDatabaseError: if there is no database.
        DamagedError: if the file is damaged.
        StoreError: if it cannot be used.
    """
    db = open_raw(path)
    with explained(path):
        _refuse_unknown(db, path)
        # Another program may be making the tables at this moment.
        if not db.table_names() and path.stat().st_size <= FIRST_PAGE_BYTES:
            db.close()
            raise NoDatabaseError("no hands have been saved yet in {path}", path=path)
        if 0 < version(db) < len(NAMES):
            db.close()
            open_writer(path).close()
            db = open_raw(path)
    return db


def open_raw(path: Path) -> Database:
    """Open a connection like ``open_reader``, whatever the file holds."""
    check_place(path)
    if not os.path.isfile(path):  # noqa: PTH113 - also in a folder that cannot be read
        raise NoDatabaseError("no hands have been saved yet: there is no {path}", path=path)
    _make_private(path)
    prepare(path)
    with explained(path):
        try:
            return _reading(path, "mode=rw")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname not in ("SQLITE_CANTOPEN", "SQLITE_READONLY_DIRECTORY"):
                raise
            return _reading(path, "immutable=1")


def check_place(path: Path) -> None:
    """Refuse a database path that is not a regular file.

    Raises:
        StoreError: naming that thing.
    """
    if os.path.isfile(path) or not os.path.lexists(path):  # noqa: PTH113 - as above
        return
    links = path.is_symlink() and not os.path.exists(path)  # noqa: PTH110 - as above
    kind = Wording("not a regular file")
    if links:
        kind = Wording("a broken symbolic link")
    elif path.is_dir():
        kind = Wording("a folder")
    raise StoreError(
        "{path} is {kind}, not a hand database; a new one is created once it is removed",
        path=path,
        kind=kind,
    )


def _make_private(path: Path, *, new: bool = False) -> None:
    """Make a database readable by its owner only: it holds whole decks.

    SQLite gives the files beside it the same permissions.
    """
    if new:
        # An existing file must not be opened and closed: SQLite's locks on it would be released. If
        # it cannot be written, whoever opens it reports that.
        with suppress(OSError):
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE))
    for file in (path, *(path.with_name(f"{path.name}{end}") for end in ("-wal", "-shm"))):
        with suppress(OSError):  # it does not exist, or belongs to somebody else
            mode = stat.S_IMODE(file.stat().st_mode)
            if mode & 0o077:
                file.chmod(mode & 0o700)


def open_frozen(path: Path) -> Database:
    """Open an immutable connection, without locks or logs; it does not see the log.

    Raises:
        DamagedError: if the file is damaged.
        StoreError: if it cannot be read.
    """
    with explained(path):
        return _reading(path, "immutable=1")


def salvaged_path(path: Path) -> Path:
    return path.with_name(f"{path.name}-salvaged")


def take_salvaged(path: Path) -> None:
    """Move the salvaged database into place; the damaged one's log must not be applied to it.

    The caller has it ``alone``.
    """
    for rest in ("-wal", "-shm"):
        path.with_name(f"{path.name}{rest}").unlink(missing_ok=True)
    salvaged_path(path).replace(path)


def keep_as(path: Path, name: Path) -> None:
    """Hard-link a file, or copy it if the file system has no hard links."""
    try:
        os.link(path, name)
    except OSError:
        with replacing(name, PRIVATE) as copy:
            shutil.copyfile(path, copy)


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Hold the database exclusively within the block, by SQLite's own locks.

    Raises:
        StoreError: if another process keeps it for long, or it cannot be written.
    """
    try:
        with path.open("rb+") as file:
            _lock(file.fileno(), path)
            yield
    except OSError as error:
        raise StoreError(
            "{path} cannot be written: {reason}", path=path, reason=error.strerror
        ) from None


if sys.platform == "win32":

    def _lock(handle: int, path: Path) -> None:
        """Do nothing: on that system a file open in another program cannot be replaced."""

else:
    import fcntl

    def _lock(handle: int, path: Path) -> None:
        """Lock all bytes that SQLite locks, until the file is closed."""
        for _ in range(round(BUSY_S / _LOOK_S) + 1):
            try:
                fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB, _LOCK_BYTES, _FIRST_LOCK_BYTE)
            except (BlockingIOError, PermissionError):
                timing.sleep(_LOOK_S)
            else:
                return
        raise StoreError(
            "another program is using the hand database {path}; close it and try again", path=path
        )


def prepare(path: Path) -> None:
    """Recover a database before SQLite opens it.

    An interrupted salvage is finished if only the rename was left. SQLite would silently drop
    everything after a damaged frame of the log, and then remove the log.

    Raises:
        DamagedError: if the log is damaged.
    """
    if salvaged_path(path).exists() and path.exists():
        with alone(path):
            if salvaged_path(path).exists():
                take_salvaged(path)
    problem = "" if path in WRITTEN else log_problem(path)
    if problem:
        raise damaged(path, problem)


def _reading(path: Path, mode: str) -> Database:
    uri = f"{path.absolute().as_uri()}?{mode}"
    connection = sqlite3.connect(uri, uri=True, timeout=BUSY_S)
    try:
        db = _database(connection)
        db.execute("PRAGMA query_only = ON")
        db.execute("PRAGMA schema_version").fetchone()  # actually opens the file
    except BaseException:
        connection.close()
        raise
    return db


def _database(connection: sqlite3.Connection) -> Database:
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_BYTES)
    # Damaged text must reach the checksum instead of failing to decode.
    connection.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
    db = Database(connection, recursive_triggers=False, execute_plugins=False)
    db.execute("PRAGMA trusted_schema = OFF")
    db.execute("PRAGMA cell_size_check = ON")
    return db


def _refuse_unknown(db: Database, path: Path) -> None:
    problem = version_problem(db)
    if problem:
        raise StoreError("the hand database {path} {problem}", path=path, problem=problem)
    problem = shape_problem(db)
    if problem:
        raise damaged(path, problem)


@contextmanager
def transaction(db: Database) -> Iterator[None]:
    """Begin an immediate transaction, which takes the write lock at once.

    ``db.atomic()`` would begin as a reader, and fail at its first write if another has written.
    """
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.commit()
    except BaseException:
        db.rollback()
        raise


@contextmanager
def impatient(db: Database) -> Iterator[None]:
    """Within the block, do not wait for other programs' locks."""
    db.execute("PRAGMA busy_timeout = 0")
    try:
        yield
    finally:
        db.execute(f"PRAGMA busy_timeout = {int(1000 * BUSY_S)}")
