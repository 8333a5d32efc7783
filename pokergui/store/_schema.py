"""Database schema and migrations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlite_utils import Database, Migrations

from engine.wording import Wording
from pokergui.store import filter
from pokergui.store._chain import Seal, fingerprint, kind_of
from pokergui.store.raw.versions import VERSIONS, tables_of

MIGRATIONS = Migrations("hands")
"""Each migration ends by setting ``PRAGMA user_version`` to its own number."""
NAMES = tuple(one.name for one in VERSIONS)
"""All migrations, in order; their number is the version of the schema."""


def _create(db: Database, table: str, columns: Sequence[str]) -> None:
    """Create a strict table without NULL, its first columns the key."""
    kinds = {name: kind_of(name) for name in columns}
    key = columns[: 2 if table == "opponents" else 1]
    db.table(table).create(kinds, pk=key, not_null=columns, strict=True)
    if table == "match_blocks":
        db.table(table).create_index(["match", "first"])


def _change(db: Database, number: int) -> None:
    """Migrate the tables to a version from the one before it."""
    before = tables_of(number - 1)
    for table, columns in VERSIONS[number - 1].tables.items():
        if table == "seal" and table in before:  # its row is written when all is done
            db.table(table).drop()
        elif table in before:
            for name in columns[len(before[table]) :]:
                kind = "INTEGER NOT NULL DEFAULT 0"
                if kind_of(name) is not int:
                    kind = "TEXT NOT NULL DEFAULT ''"
                db.execute(f"ALTER TABLE {table} ADD COLUMN {name} {kind}")
            continue
        _create(db, table, columns)
    db.execute(f"PRAGMA user_version = {number}")


def _register(number: int) -> None:
    """Add the migration to a version."""

    @MIGRATIONS(name=NAMES[number - 1])
    def change(db: Database) -> None:
        _change(db, number)


for _number in range(1, len(NAMES) + 1):
    _register(_number)


def shape_problem(db: Database) -> Wording | None:
    """Return how the tables differ from the schema, as part of a sentence; None if they match."""
    applied = _applied(db)
    now = len(applied)
    said = db.execute("PRAGMA user_version").fetchone()[0]
    if said != now or applied != set(NAMES[:now]) or (not now and db.table_names()):
        return Wording("its version number was changed")
    listed = "SELECT name, type, strict FROM pragma_table_list WHERE schema = 'main'"
    there = {name: (kind, strict) for name, kind, strict in db.execute(listed)}
    tables = tables_of(now)
    if now == len(NAMES):
        tables["hand_index"] = filter.COLUMNS
    for table, columns in tables.items():
        named = db.execute("SELECT name FROM pragma_table_info(?)", [table]).fetchall()
        if there.get(table) != ("table", 1) or not {*columns} <= {name for (name,) in named}:
            return Wording("its table '{table}' was changed", table=table)
    if db.execute("SELECT 1 FROM sqlite_master WHERE type = 'trigger'").fetchone():
        return Wording("it has triggers that the program did not create")
    return None


def version(db: Database) -> int:
    """Return the number of the last migration applied; 0 if there are no tables of ours."""
    return len(_applied(db))


def version_problem(db: Database) -> Wording | None:
    """Return why this program cannot use the database, as words after its name; None if it can."""
    applied = _applied(db)
    if db.execute("PRAGMA user_version").fetchone()[0] == len(applied) > len(NAMES):
        return Wording("was written by a newer version of pokergui; install that version to use it")
    names = db.table_names()
    if names and not applied and not {*tables_of(len(NAMES))} & {*names}:
        return Wording(
            "belongs to another program; move it away or choose another folder with --home"
        )
    return None


def migrate(db: Database) -> None:
    """Apply missing migrations, in the open transaction, and seal the tables."""
    applied = _applied(db)
    if applied < set(NAMES):
        seal = Seal.read(db) if applied else None
        MIGRATIONS.apply(db)
        if seal is not None:
            seal.write(db)
        filter.renew(db, len(applied))
        replace(Seal.current(db), schema=fingerprint(db)).write(db)


def _applied(db: Database) -> set[str]:
    table = Migrations.migrations_table
    if table not in db.table_names():
        return set()
    query = f"SELECT name FROM {table} WHERE migration_set = ?"
    return {str(name) for (name,) in db.execute(query, [MIGRATIONS.name])}
