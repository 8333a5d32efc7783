"""The tables, and the updates of older databases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlite_utils import Database, Migrations

from pokergui.language import tr
from pokergui.store import _index
from pokergui.store._chain import (
    BLOCK_COLUMNS,
    DECK_COLUMNS,
    DRILL_COLUMNS,
    MATCH_COLUMNS,
    OLD_HAND_COLUMNS,
    OLD_SEAL_COLUMNS,
    OPEN_COLUMNS,
    OPPONENT_COLUMNS,
    PEOPLE_COLUMNS,
    SEAL_COLUMNS,
    TOURNAMENT_COLUMNS,
    Seal,
    fingerprint,
    kind_of,
)

MIGRATIONS = Migrations("hands")
"""Each migration ends by setting ``PRAGMA user_version`` to its own number."""

NAMES = (
    "001_hands",
    "002_hand_index",
    "003_matches",
    "004_opponents",
    "005_open_hands",
    "006_facts",
    "007_tournaments",
    "008_drill_answers",
)
"""All migrations, in order; their number is the version of the schema."""
WITH_FACTS = NAMES.index("006_facts") + 1
"""The first version in which rows of hands have facts."""


def _create(db: Database, table: str, columns: Sequence[str], keys: int = 1) -> None:
    """Create a strict table without NULL, its first columns the key."""
    kinds = {name: kind_of(name) for name in columns}
    db.table(table).create(kinds, pk=columns[:keys], not_null=columns, strict=True)


@MIGRATIONS(name=NAMES[0])
def _hands(db: Database) -> None:
    """Create the tables of committed decks, finished hands, and the seal behind the last."""
    for table, columns in (("decks", DECK_COLUMNS), ("hands", OLD_HAND_COLUMNS)):
        _create(db, table, (*columns, "previous", "checksum"))
    _create(db, "seal", ("id", *OLD_SEAL_COLUMNS, "checksum"))
    db.execute("PRAGMA user_version = 1")


@MIGRATIONS(name=NAMES[1])
def _hand_index(db: Database) -> None:
    """Create the index that the list of hands filters and sums."""
    _index.create(db)
    db.execute("PRAGMA user_version = 2")


@MIGRATIONS(name=NAMES[2])
def _matches(db: Database) -> None:
    """Create the tables of matches and of their hands in blocks, and a seal with both ends too."""
    _create(db, "matches", (*MATCH_COLUMNS, "previous", "checksum"))
    # The bytes come last: the columns before them are read without them.
    columns = (*BLOCK_COLUMNS, "previous", "checksum", "data")
    _create(db, "match_blocks", columns)
    db.table("match_blocks").create_index(["match", "first"])
    seal = Seal.read(db)
    db.table("seal").drop()
    _create(db, "seal", ("id", *SEAL_COLUMNS, "checksum"))
    if seal is not None:
        seal.write(db)
    db.execute("PRAGMA user_version = 3")


@MIGRATIONS(name=NAMES[3])
def _opponents(db: Database) -> None:
    """Create the table of knowledge about opponents."""
    _create(db, "opponents", (*OPPONENT_COLUMNS, "checksum", "data"), keys=2)
    db.execute("PRAGMA user_version = 4")


@MIGRATIONS(name=NAMES[4])
def _open_hands(db: Database) -> None:
    """Create the table of unfinished hands."""
    _create(db, "open_hands", (*OPEN_COLUMNS, "checksum"))
    db.execute("PRAGMA user_version = 5")


@MIGRATIONS(name=NAMES[5])
def _facts(db: Database) -> None:
    """Add facts of imported hands and names of the person, and make the list anew by both."""
    db.execute("ALTER TABLE hands ADD COLUMN facts TEXT NOT NULL DEFAULT ''")
    _create(db, "people", (*PEOPLE_COLUMNS, "checksum"))
    db.table("hand_index").drop()
    _index.create(db)
    _index.rebuild(db)
    db.execute("PRAGMA user_version = 6")


@MIGRATIONS(name=NAMES[6])
def _tournaments(db: Database) -> None:
    """Create the table of tournaments: their plans, and the match of each table."""
    _create(db, "tournaments", (*TOURNAMENT_COLUMNS, "checksum"))
    db.execute("PRAGMA user_version = 7")


@MIGRATIONS(name=NAMES[7])
def _drill_answers(db: Database) -> None:
    """Create the table of a person's answers in drills."""
    _create(db, "drill_answers", (*DRILL_COLUMNS, "checksum"))
    db.execute("PRAGMA user_version = 8")


_SINCE: tuple[tuple[int, str, Sequence[str]], ...] = (
    (1, "decks", (*DECK_COLUMNS, "previous", "checksum")),
    (1, "hands", (*OLD_HAND_COLUMNS, "previous", "checksum")),
    (1, "seal", ("id", *OLD_SEAL_COLUMNS, "checksum")),
    (3, "seal", ("id", *SEAL_COLUMNS, "checksum")),
    (3, "matches", (*MATCH_COLUMNS, "previous", "checksum")),
    (3, "match_blocks", (*BLOCK_COLUMNS, "previous", "checksum", "data")),
    (4, "opponents", (*OPPONENT_COLUMNS, "checksum", "data")),
    (5, "open_hands", (*OPEN_COLUMNS, "checksum")),
    (6, "hands", ("facts",)),
    (6, "people", (*PEOPLE_COLUMNS, "checksum")),
    (6, "hand_index", _index.COLUMNS),
    (7, "tournaments", (*TOURNAMENT_COLUMNS, "checksum")),
    (8, "drill_answers", (*DRILL_COLUMNS, "checksum")),
)
"""The columns of each table, and the first version with them."""


def shape_problem(db: Database) -> str:
    """Return why the tables are not the ones made, as part of a sentence; empty if they are."""
    applied = _applied(db)
    now = len(applied)
    said = db.execute("PRAGMA user_version").fetchone()[0]
    if said != now or applied != set(NAMES[:now]) or (not now and db.table_names()):
        return tr("its version is not the one that was written")
    listed = "SELECT name, type, strict FROM pragma_table_list WHERE schema = 'main'"
    there = {name: (kind, strict) for name, kind, strict in db.execute(listed)}
    for since, table, columns in _SINCE:
        if since <= now:
            named = db.execute("SELECT name FROM pragma_table_info(?)", [table]).fetchall()
            if there.get(table) != ("table", 1) or not {*columns} <= {name for (name,) in named}:
                return tr("its table '{table}' is not the one that was made").format(table=table)
    if db.execute("SELECT 1 FROM sqlite_master WHERE type = 'trigger'").fetchone():
        return tr("it has triggers that the program did not make")
    return ""


def version(db: Database) -> int:
    """Return the number of the last migration applied; 0 if there are no tables of ours."""
    return len(_applied(db))


def version_problem(db: Database) -> str:
    """Return why this program cannot use the database, in one sentence; empty if it can."""
    applied = _applied(db)
    if db.execute("PRAGMA user_version").fetchone()[0] == len(applied) > len(NAMES):
        return tr("was written by a newer version of pokergui; install that version to use it")
    names = db.table_names()
    if names and not applied and not {table for _, table, _ in _SINCE} & set(names):
        return tr("belongs to another program; move it away or choose another folder with --home")
    return ""


def migrate(db: Database) -> None:
    """Apply missing migrations, in the open transaction, and seal the tables."""
    if _applied(db) < set(NAMES):
        MIGRATIONS.apply(db)
        replace(Seal.current(db), schema=fingerprint(db)).write(db)


def _applied(db: Database) -> set[str]:
    table = Migrations.migrations_table
    if table not in db.table_names():
        return set()
    query = f"SELECT name FROM {table} WHERE migration_set = ?"
    return {str(name) for (name,) in db.execute(query, [MIGRATIONS.name])}
