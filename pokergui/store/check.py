"""Integrity check of the hand database."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from engine.errors import PokerError
from engine.jobs import JobControl
from engine.wording import Wording
from pokergui.store import filter
from pokergui.store._chain import (
    COLUMNS_OF,
    GENESIS,
    WHAT,
    Seal,
    fingerprint,
    kind_of,
    row_checksum,
    row_words,
    rows_words,
)
from pokergui.store._connect import open_raw, open_reader
from pokergui.store._marks import Mark, Marks, Spans, gaps, joined, spans_text
from pokergui.store._reading import list_problem
from pokergui.store._schema import NAMES, shape_problem, version, version_problem
from pokergui.store.errors import DamagedError, NoDatabaseError, explained
from pokergui.store.filter import NO_NOTE, HandNote, People
from pokergui.store.hands import StoredHand
from pokergui.store.open_hands import read_all
from pokergui.store.raw.rows import head_problem
from pokergui.store.raw.versions import covered, tables_of
from pokergui.store.salvage import NUMBERED, RowCheck, learned_problems, salvage

CHECK_EVERY = 200
"""Rows between two checks of the job's control."""


_NOT_FOLLOWING: dict[str, Callable[[int], Wording]] = {
    "decks": lambda n: Wording("deck {number} does not follow the deck before it", number=n),
    "hands": lambda n: Wording("hand {number} does not follow the hand before it", number=n),
    "matches": lambda n: Wording("match {number} does not follow the match before it", number=n),
    "match_blocks": lambda n: Wording(
        "block {number} does not follow the block before it", number=n
    ),
}
_OTHER_END = {
    "decks": Wording("the most recent decks are missing or were replaced"),
    "hands": Wording("the most recent hands are missing or were replaced"),
    "matches": Wording("the most recent matches are missing or were replaced"),
    "match_blocks": Wording("the most recent blocks are missing or were replaced"),
}


@dataclass(frozen=True)
class Problem:
    """An integrity error; ``hand`` is 0 if it concerns no single hand."""

    words: Wording
    hand: int = 0

    @property
    def text(self) -> str:
        return str(self.words)


@dataclass(frozen=True)
class VerifyReport:
    """The result of ``verify``.

    Attributes:
        problems: everything that is not; empty if all is well.
        written: hands that were ever written, except those that a salvage could not save.
        salvages: earlier losses that are not reported as missing any more.
    """

    hands: int
    decks: int
    problems: tuple[Problem, ...]
    opponents: int = 0
    unfinished: int = 0
    matches: int = 0
    match_hands: int = 0
    written: int = 0
    salvages: tuple[Mark, ...] = ()

    @property
    def sound(self) -> bool:
        return not self.problems


class _Check:
    """One pass over the whole database within one transaction."""

    def __init__(self, db: Database, control: JobControl) -> None:
        self.db = db
        self.control = control
        self.problems: list[Problem] = []
        self.judge = RowCheck()
        self.counts = dict.fromkeys(("hands", "matches", "opponents", "open_hands"), 0)
        self.written = 0
        self.indexed = False
        self.people = People()
        self.notes: dict[int, HandNote] = {}
        self.unsure: set[int] = set()  # hands whose note is damaged, and so what lists find by it
        self.marks = Marks()

    def problem(self, words: Wording, hand: int = 0) -> None:
        self.problems.append(Problem(words, hand))

    def report(self) -> VerifyReport:
        return VerifyReport(
            self.counts["hands"],
            len(self.judge.hashes),
            tuple(self.problems),
            self.counts["opponents"],
            self.counts["open_hands"],
            self.counts["matches"],
            self.judge.match_hands,
            self.written,
            self.marks.found,
        )

    def structure(self, path: Path) -> None:
        """Check the file through SQLite.

        Raises:
            DamagedError: if the rows cannot be reached through it.
        """
        lines = [line for (line,) in self.db.execute("PRAGMA integrity_check(20)") if line != "ok"]
        problem = Wording("{lines}", lines="; ".join(lines)) if lines else shape_problem(self.db)
        if not problem:
            named = self.db.table_names()
            problem = head_problem(path) if named else Wording("it is empty")
        if problem:
            raise DamagedError("{problem}", problem=problem)

    def whole(self) -> None:
        seal = Seal.read(self.db)
        if seal is None:
            self.problem(Wording("the seal that ends the chain of checksums is damaged or missing"))
        elif seal.schema != fingerprint(self.db):
            self.problem(Wording("the definitions of the tables were changed"))
        elif self.db.execute("PRAGMA user_version").fetchone()[0] != version(self.db):
            self.problem(Wording("the version number of the database was changed"))
        there = set(self.db.table_names())
        # An outdated index is rebuilt before use.
        self.indexed = version(self.db) == len(NAMES)
        self.marks = Marks.read(self.db)
        self.judge.lost = self.marks.lost
        if self.marks.damaged:
            self.problem(Wording("the mark of a salvage is damaged"))
        if "people" in there:
            self.people = People.read(self.db.execute)
            for name in self.people.damaged:
                self.problem(Wording("the name '{name}' of the person is damaged", name=name[:60]))
        if "hand_notes" in there:
            self.notes = filter.read_notes(self.db.execute)
            noted = {number for (number,) in self.db.execute("SELECT hand FROM hand_notes")}
            self.unsure = noted - set(self.notes)
        for table, look in (
            ("decks", self.deck),
            ("hands", self.hand),
            ("matches", self.match),
            ("match_blocks", self.block),
        ):
            if table in there:
                for values, sound in self.chain(table, seal.end(table) if seal else None):
                    look(values, sound)
        if "opponents" in there:
            self.learned()
        if "open_hands" in there:
            self.in_progress()
        for table, problems in NUMBERED.items():
            for _, problem in problems(self.db.execute) if table in there else ():
                self.problem(problem)

    def deck(self, values: list[Any], sound: bool) -> None:
        if sound:
            self.judge.deck(values)

    def hand(self, values: list[Any], sound: bool) -> None:
        """Check that a hand is valid and its index row right."""
        self.written += 1
        if not sound:
            return
        number = values[0]
        try:
            hand = StoredHand.of_row(values)
            problem = self.judge.hand(hand)
        except PokerError as error:
            problem = Wording("{error}", error=error)
        if problem:
            words = Wording("hand {number}: {problem}", number=number, problem=problem)
            self.problem(words, number)
            return
        self.counts["hands"] += 1
        hand, note = self.people.resolved(hand), self.notes.get(number, NO_NOTE)
        indexed = self.indexed and number not in self.unsure
        if indexed and filter.differs(self.db, hand, note):
            words = Wording(
                "hand {number}: its entry in the hand index is wrong; 'pokergui hands reindex' "
                "rebuilds the index",
                number=number,
            )
            self.problem(words, number)

    def match(self, values: list[Any], sound: bool) -> None:
        problem = self.judge.match(values) if sound else None
        if problem:
            self.problem(Wording("match {number}: {problem}", number=values[0], problem=problem))
        self.counts["matches"] += sound and not problem

    def block(self, values: list[Any], sound: bool) -> None:
        """Check that a block holds legal hands, follows the one before, and has the right sums."""
        number = values[0]
        self.control.check()
        if sound:
            rows = self.db.execute("SELECT data FROM match_blocks WHERE number = ?", [number])
            data = rows.fetchone()[0]
            if hashlib.sha256(data).hexdigest() == values[-1]:
                if problem := self.judge.block(values, data):
                    words = Wording("block {number}: {problem}", number=number, problem=problem)
                    self.problem(words)
                return
            row = row_words("match_blocks", number)
            self.problem(Wording("{row} is damaged: its checksum does not match", row=row))
        self.judge.lose_blocks()

    def learned(self) -> None:
        """Check that every row about an opponent is as it was written and can be read."""
        for _, problem in learned_problems(self.db):
            self.control.check()
            if problem:
                self.problem(problem)
            self.counts["opponents"] += not problem

    def in_progress(self) -> None:
        """Check that every unfinished hand can be resumed with the deck committed for it."""
        hands = read_all(self.db.execute)
        for deck in hands.damaged:
            self.problem(
                Wording(
                    "the unfinished hand of deck {deck} is damaged: it cannot continue", deck=deck
                )
            )
        for hand in hands.hands:
            problem = self.judge.open_hand(hand)
            if problem:
                self.problem(
                    Wording(
                        "the unfinished hand of deck {deck}: {problem}",
                        deck=hand.deck_number,
                        problem=problem,
                    )
                )
            self.counts["open_hands"] += not problem

    def chain(self, table: str, end: tuple[int, str] | None) -> Iterator[tuple[list[Any], bool]]:
        """Yield a table's rows, each with whether its checksum is right; report chain breaks."""
        what = WHAT[table]
        last, ends = 0, {GENESIS}
        columns = covered(tables_of(version(self.db))[table])
        later = [kind_of(name)() for name in COLUMNS_OF[table][len(columns) :]]
        names = ", ".join((*columns, "previous", "checksum"))
        for row in self.db.execute(f"SELECT {names} FROM {table} ORDER BY number"):
            *values, previous, own = row
            values += later
            number = values[0]
            hand = number if what == "hand" else 0
            if number % CHECK_EVERY == 0:
                self.control.check()
                self.control.progress(number / max(number, end[0] if end else 0), what)
            computed = row_checksum(table, previous, values)
            if computed != own:
                named = row_words(table, number)
                damage = Wording("{row} is damaged: its checksum does not match", row=named)
                self.problem(damage, hand)
            if not self.missing(table, last, number - 1) and previous not in ends:
                self.problem(_NOT_FOLLOWING[table](number), hand)
            # A damaged row counts as followed by both its present and its original checksum.
            last, ends = number, {own, computed}
            yield values, computed == own
        if end is None or self.missing(table, last, end[0]):
            return
        if last > end[0] or end[1] not in ends:
            self.problem(_OTHER_END[table])

    def missing(self, table: str, last: int, end: int) -> Spans:
        """Return the missing numbers behind ``last`` up to ``end``."""
        if end <= last:
            return ()
        spans = gaps(joined(((1, last), *self.marks.lost.of(table))), end)
        if spans:
            one = spans[0][0] == spans[-1][1]
            rows = rows_words(table, spans_text(spans), one=one)
            words = Wording("{row} is missing", row=rows)
            self.problem(words if one else Wording("{rows} are missing", rows=rows))
            if table == "match_blocks":
                self.judge.lose_blocks()
            if table == "hands":
                self.written += sum(stop - start + 1 for start, stop in spans)
        elif end > last and table == "match_blocks":
            self.judge.lose_blocks()
        return spans


def verify(path: Path, control: JobControl | None = None) -> VerifyReport:
    """Check every row of the database against the checksums written with it.

    Reports each changed value, lost, added or reordered row, a lost end, changed tables, and decks
    that are not those committed before play. If SQLite cannot make sense of the file, the sound
    rows are those that a salvage would find.

    Raises:
        NoDatabaseError: if no hand was ever saved.
        StoreError: if the database is locked or cannot be read at all.
    """
    control = control or JobControl()
    try:
        with closing(open_raw(path)) as db, explained(path):
            db.execute("BEGIN")
            if problem := version_problem(db):
                return VerifyReport(
                    0, 0, (Problem(Wording("the database {problem}", problem=problem)),)
                )
            check = _Check(db, control)
            check.structure(path)
            check.whole()
            return check.report()
    except DamagedError as error:
        return _salvageable(path, error.why or error, control)


def examine(path: Path, control: JobControl | None = None) -> VerifyReport | None:
    """Return the result of ``verify`` if the file as a whole is damaged; None if it looks sound.

    It checks SQLite's trees and whether rows are missing: milliseconds for each megabyte. Rows with
    a wrong checksum are found when they are read.

    Raises:
        StoreError: if the database cannot be read.
    """
    try:
        with closing(open_reader(path)) as db, explained(path):
            (line,) = db.execute("PRAGMA quick_check(1)").fetchone()
            if line == "ok" and not list_problem(db):
                return None
    except NoDatabaseError:
        return None
    except DamagedError:
        pass
    return verify(path, control)


def _salvageable(path: Path, why: object, control: JobControl) -> VerifyReport:
    """Return the result for a file that SQLite cannot parse."""
    with tempfile.TemporaryDirectory(prefix="pokergui-") as folder:
        salvaged = salvage(path, Path(folder) / path.name, "", control)
    problems = [Problem(Wording("the file is damaged: {why}", why=why))]
    problems += [Problem(words, hand) for words, hand in salvaged.problems]
    if lost := salvaged.lost.words():
        problems.append(Problem(Wording("damaged or missing: {lost}", lost=lost)))
    return VerifyReport(
        salvaged.hands,
        salvaged.decks,
        tuple(problems),
        salvaged.opponents,
        salvaged.unfinished,
        salvaged.matches,
        salvaged.match_hands,
        salvaged.hands + salvaged.lost.count("hands"),
        salvaged.marks,
    )
