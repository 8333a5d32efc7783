"""Salvages the intact part of a damaged database into a new one.

Rows are found by their own checksums in the raw pages (``raw``), so it matters little which part of
the file is damaged. Hands, decks, matches and blocks keep their numbers; their chains are rebuilt
across the gaps, and a salvage record (``_marks``) holds the lost numbers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from engine.errors import PokerError
from engine.jobs import JobControl
from engine.wording import Wording
from pokergui.store import _index, _marks, open_hands
from pokergui.store._chain import (
    CHAINS,
    COLUMNS_OF,
    GENESIS,
    MARK_COLUMNS,
    OPPONENT_COLUMNS,
    Seal,
    fingerprint,
    kind_of,
    row_checksum,
    row_words,
)
from pokergui.store._connect import open_writer, transaction
from pokergui.store._marks import NOTHING, Lost, Mark, Marks, gaps, joined
from pokergui.store.drills import drill_problems
from pokergui.store.errors import StoreError, explained
from pokergui.store.hands import StoredHand
from pokergui.store.judge import Judge, learned_problem
from pokergui.store.matches import rows_of
from pokergui.store.raw.rows import RawRow, raw_rows
from pokergui.store.raw.versions import VERSIONS, covered
from pokergui.store.tournaments import tournament_problems

_SHAPES: tuple[tuple[str, tuple[str, ...]], ...] = (
    *((table, columns) for one in VERSIONS for table, columns in one.tables.items()),
    ("salvages", (*MARK_COLUMNS, "checksum")),
)
"""The tables, and the order of columns in their records, in every version."""
_KEYS = {
    "people": ("name",),
    "opponents": ("name", "family"),
    "open_hands": ("deck",),
    "seal": (),
}
_APPENDED = (*CHAINS, "drill_answers", "seal")
_WIDEST_GAP = 100_000
"""Maximum gap in the numbers of rows: a number beyond it is invalid."""
_BATCH = 200


@dataclass(frozen=True)
class Salvaged:
    """The outcome of a salvage.

    Attributes:
        hands: hands that are sound.
        decks: committed decks that are sound.
        matches: matches that are sound, some perhaps incomplete.
        match_hands: hands of matches that are sound.
        opponents: opponents and families of games with a kept model.
        unfinished: hands in progress that are sound.
        tournaments: tournaments that are sound.
        drill_answers: answers in drills that are sound.
        names: names of the user and of others in imported hands.
        lost: numbers that were lost now, without those lost in earlier salvages.
        problems: errors of rows that were found and left out, with the number of a hand.
        marks: marks of earlier salvages.
    """

    hands: int = 0
    decks: int = 0
    matches: int = 0
    match_hands: int = 0
    opponents: int = 0
    unfinished: int = 0
    tournaments: int = 0
    drill_answers: int = 0
    names: int = 0
    lost: Lost = NOTHING
    problems: tuple[tuple[Wording, int], ...] = ()
    marks: tuple[Mark, ...] = ()

    @property
    def found(self) -> bool:
        """True if anything in the file is ours."""
        counts = (self.hands, self.decks, self.matches, self.opponents, self.unfinished)
        return any((*counts, self.tournaments, self.drill_answers, self.names))


def salvage(source: Path, target: Path, time: str, control: JobControl, name: str = "") -> Salvaged:
    """Write the intact part of a database into a new one.

    Args:
        source: the database; it is only read, and not by SQLite.
        target: the new one; it must not exist yet.
        time: the present, for the mark.
        control: to report progress and to stop.
        name: of the source in the mark.

    Raises:
        StoreError: if the new one cannot be written or the old one cannot be read.
        CancelledError: if stopped.
    """
    try:
        with explained(target), closing(open_writer(target)) as db:
            # It gets its name when it is complete, and keeps no traces of dropped rows.
            for setting in ("journal_mode = DELETE", "synchronous = OFF", "secure_delete = ON"):
                db.execute(f"PRAGMA {setting}").fetchall()
            with transaction(db):
                work = _Salvage(db, control)
                work.gather(source)
                return work.finish(time, name or source.name)
    except OSError as error:
        raise StoreError(
            "{source} cannot be read: {reason}", source=source, reason=error.strerror or error
        ) from None


class _Salvage:
    """A salvage in progress: collects all rows found, then keeps the valid ones."""

    def __init__(self, db: Database, control: JobControl) -> None:
        self._db = db
        self._control = control
        self._ranks: dict[tuple[object, ...], tuple[object, ...]] = {}
        self._seal = Seal(0, GENESIS, 0, GENESIS, "")
        self._problems: list[tuple[Wording, int]] = []
        self._kept: dict[str, list[int]] = {table: [] for table in CHAINS}
        self._judge = Judge()
        self._marks: dict[int, Mark] = {}
        self._listed: list[StoredHand] = []

    def gather(self, source: Path) -> None:
        """Collect all rows with a right checksum; of several copies the live one, or the last."""
        shapes: dict[int, list[tuple[str, tuple[str, ...]]]] = {}
        for table, columns in _SHAPES:
            shapes.setdefault(len(columns), []).append((table, columns))
        for count, raw in enumerate(raw_rows(source)):
            if count % _BATCH == 0:
                self._control.check()
            for table, columns in shapes.get(len(raw.values), ()):
                row = _sound_row(table, columns, raw)
                if row is not None:
                    self._take(table, row, raw.live)

    def _take(self, table: str, row: dict[str, Any], live: bool) -> None:
        if table == "salvages":
            mark = Mark.of_row([row[name] for name in MARK_COLUMNS], row["checksum"])
            if mark is not None:
                self._marks[mark.number] = mark
            return
        rank: tuple[object, ...]
        if table == "seal":
            seal = Seal(**{name: row[name] for name in row if name not in ("id", "checksum")})
            rank = (live, *(seal.end(chain) for chain in CHAINS))
        else:
            rank = (live, row.get("updated") or (row["time"] if table == "open_hands" else ""))
        key = (table, *(row[name] for name in _KEYS.get(table, ("number",)) if name in row))
        # Rows of unchained tables are removed and replaced.
        if not (live or table in _APPENDED) or rank < self._ranks.get(key, (False,)):
            return
        self._ranks[key] = rank
        if table == "seal":
            self._seal = seal
            return
        names, marks = ", ".join(row), ", ".join("?" * len(row))
        sql = f"INSERT OR REPLACE INTO {table} ({names}) VALUES ({marks})"
        self._db.execute(sql, list(row.values()))

    def finish(self, time: str, name: str) -> Salvaged:
        """Drop invalid rows, chain the rest, and record what is lost."""
        before = [self._marks[number] for number in sorted(self._marks)]
        judge = self._judge
        judge.lost = known = Marks(tuple(before)).lost
        for table in CHAINS:
            end = self._chain(table)
            kept = joined((number, number) for number in self._kept[table])
            judge.lost |= Lost({table: gaps(kept, end)})
        self._list()
        self._unchained()
        fresh = judge.lost - known
        number = max([0, *self._marks]) + 1
        _marks.write(self._db, [*before, Mark(number, time, name, fresh)])
        replace(self._seal, schema=fingerprint(self._db)).write(self._db)
        counts = {table: len(numbers) for table, numbers in self._kept.items()}
        others = ("opponents", "open_hands", "people", "tournaments", "drill_answers")
        counts |= {table: self._count(table) for table in others}
        return Salvaged(
            hands=counts["hands"],
            decks=counts["decks"],
            matches=counts["matches"],
            match_hands=judge.match_hands,
            opponents=counts["opponents"],
            unfinished=counts["open_hands"],
            tournaments=counts["tournaments"],
            drill_answers=counts["drill_answers"],
            names=counts["people"],
            lost=fresh,
            problems=tuple(self._problems),
            marks=tuple(before),
        )

    def _chain(self, table: str) -> int:
        """Chain the valid rows of a table, drop the others; return its last number."""
        kept, last = self._kept[table], GENESIS
        end = self._seal.end(table)[0]
        for values in self._rows(table):
            number = values[0]
            before = kept[-1] if kept else 0
            if table == "match_blocks" and number != before + 1:
                self._judge.lose_blocks()
            if number > max(end, before) + _WIDEST_GAP:
                problem: Wording | None = Wording("its number is invalid")
            else:
                problem = self._judged(table, values)
            if problem:
                self._problem(table, number, problem)
                self._db.execute(f"DELETE FROM {table} WHERE number = ?", [number])
                continue
            previous, last = last, row_checksum(table, last, values)
            sql = f"UPDATE {table} SET previous = ?, checksum = ? WHERE number = ?"
            self._db.execute(sql, [previous, last, number])
            kept.append(number)
        end = max([end, *kept[-1:]])
        if table == "decks":  # including those that hands were dealt from
            sql = "SELECT max(deck) FROM (SELECT deck FROM hands UNION SELECT deck FROM open_hands)"
            dealt = self._db.execute(f"{sql} WHERE deck <= ?", [end + _WIDEST_GAP]).fetchone()[0]
            end = max(end, dealt or 0)
        self._seal = self._seal.moved(table, end, last)
        return end

    def _judged(self, table: str, values: list[Any]) -> Wording | None:
        """Return what is wrong with a row; index an intact hand."""
        if table == "decks":
            self._judge.deck(values)
            return None
        if table == "matches":
            return self._judge.match(values)
        if table == "match_blocks":
            sql = "SELECT data FROM match_blocks WHERE number = ?"
            return self._judge.block(values, self._db.execute(sql, values[:1]).fetchone()[0])
        try:
            hand = StoredHand.of_row(values)
        except PokerError as error:
            return Wording("{error}", error=error)
        problem = self._judge.hand(hand)
        if not problem:
            self._listed.append(hand)
        if len(self._listed) >= _BATCH:
            self._list()
        return problem

    def _list(self) -> None:
        _index.add(self._db, self._listed)
        self._listed = []

    def _unchained(self) -> None:
        """Drop invalid rows of the tables outside the chains."""
        found = open_hands.read_all(self._db.execute)
        wrong = [hand.deck_number for hand in found.hands if self._judge.open_hand(hand)]
        for deck in dict.fromkeys((*found.damaged, *wrong)):
            open_hands.remove(self._db, deck)
        columns = ", ".join((*OPPONENT_COLUMNS, "checksum"))
        for *values, own in self._db.execute(f"SELECT {columns} FROM opponents").fetchall():
            where = "WHERE name = ? AND family = ?"
            sql = f"SELECT data FROM opponents {where}"
            data = self._db.execute(sql, values[:2]).fetchone()[0]
            if problem := learned_problem(values, own, data):
                self._problems.append((problem, 0))
                self._db.execute(f"DELETE FROM opponents {where}", values[:2])
        for number, problem in tournament_problems(rows_of(self._db)):
            self._problems.append((problem, 0))
            self._db.execute("DELETE FROM tournaments WHERE number = ?", [number])
        for number, problem in drill_problems(rows_of(self._db)):
            self._problems.append((problem, 0))
            self._db.execute("DELETE FROM drill_answers WHERE number = ?", [number])

    def _rows(self, table: str) -> Iterator[list[Any]]:
        """Yield the checksummed columns of a table's rows, in order; rows may go meanwhile."""
        columns = ", ".join(COLUMNS_OF[table])
        sql = f"SELECT {columns} FROM {table} WHERE number > ? ORDER BY number LIMIT {_BATCH}"
        last = 0
        while rows := self._db.execute(sql, [last]).fetchall():
            self._control.check()
            for row in rows:
                yield list(row)
            last = rows[-1][0]

    def _count(self, table: str) -> int:
        return int(self._db.execute(f"SELECT count(*) FROM {table}").fetchone()[0])

    def _problem(self, table: str, number: int, problem: Wording) -> None:
        words = Wording("{row}: {problem}", row=row_words(table, number), problem=problem)
        self._problems.append((words, number if table == "hands" else 0))


def _sound_row(table: str, columns: tuple[str, ...], raw: RawRow) -> dict[str, Any] | None:
    """Return a record as a row of a table; None if its checksum is wrong."""
    # Columns added later are empty; the seal has them by name.
    names = covered(columns) if table == "seal" else COLUMNS_OF[table]
    for number in raw.rowids or (0,):
        values = [number if value is None else value for value in raw.values]
        row = dict(zip(columns, values, strict=True))
        row |= {name: kind_of(name)() for name in names if name not in row}
        if not all(_fits(name, value) for name, value in row.items()):
            return None
        values = [row[name] for name in names]
        if row_checksum(table, row.get("previous", GENESIS), values) == row["checksum"]:
            data = row.get("data")
            if isinstance(data, bytes) and hashlib.sha256(data).hexdigest() != row["digest"]:
                return None
            return row
    return None


def _fits(column: str, value: object) -> bool:
    """Return whether a column can hold a value; invalid UTF-8 cannot be written."""
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            return False
    return type(value) is kind_of(column)
