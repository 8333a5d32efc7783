"""Salvages the intact part of a damaged database into a new one.

Rows are found by their own checksums in the raw pages (``raw``), so it matters little which part of
the file is damaged. Hands, decks, matches and blocks keep their numbers; their chains are rebuilt
across the gaps, and a salvage record (``_marks``) holds the lost numbers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from ai.opponent.record import state_of_bytes
from engine.cards import card_names
from engine.errors import PokerError, StrategyFileError
from engine.jobs import JobControl
from engine.running_result import RunningResult, Tally
from engine.wording import Wording
from pokergui.store import _marks, filter, open_hands
from pokergui.store._chain import (
    CHAINS,
    COLUMNS_OF,
    GENESIS,
    MARK_COLUMNS,
    Seal,
    checksum,
    fingerprint,
    kind_of,
    row_checksum,
    row_words,
)
from pokergui.store._connect import open_writer, transaction
from pokergui.store._marks import NOTHING, Lost, Mark, Marks, gaps, joined
from pokergui.store.drills import drill_problems
from pokergui.store.errors import StoreError, explained
from pokergui.store.hands import IMPORTED, StoredHand
from pokergui.store.matches import StoredMatch, decode, parse_tally, tally_text
from pokergui.store.notes import note_problems
from pokergui.store.open_hands import OpenHand
from pokergui.store.raw.rows import RawRow, raw_rows
from pokergui.store.raw.versions import VERSIONS, covered
from pokergui.store.tournaments import tournament_problems


class RowCheck:
    """Checks all rows in order, referenced rows first; returns error messages.

    Attributes:
        lost: rows that a salvage could not find, and that are not reported missing.
    """

    def __init__(self, lost: Lost = NOTHING) -> None:
        self.hashes: dict[int, tuple[str, str]] = {}
        self.match_hands = 0
        self.lost = lost
        self._dealt: set[int] = set()
        self._running: dict[int, tuple[StoredMatch, RunningResult | None]] = {}

    def deck(self, values: Sequence[Any]) -> None:
        number, _, game, hash_ = values
        self.hashes[number] = (game, hash_)

    def hand(self, hand: StoredHand) -> Wording | None:
        """Return what is wrong with a hand; None if nothing is."""
        try:
            return _import_problem(hand) if hand.mode == IMPORTED else self._deal_problem(hand)
        except PokerError as error:  # a row written by another program
            return Wording("{error}", error=error)

    def _deal_problem(self, hand: StoredHand) -> Wording | None:
        """Return what does not fit the deck that was committed for a hand."""
        deck = hand.deck_number
        if deck in self._dealt:
            return Wording("its deck was already dealt")
        self._dealt.add(deck)
        committed = self.hashes.get(deck)
        if committed is None and not self.lost.has("decks", deck):
            return Wording("the row that committed its deck is damaged or missing")
        if committed is not None and committed != (hand.game_name, hand.deck_hash):
            return Wording("its deck is not the one that was committed")
        return None if _dealt_from_deck(hand) else Wording("its cards are not those of its deck")

    def open_hand(self, hand: OpenHand) -> Wording | None:
        """Return what is wrong with a hand in progress, once all finished ones were taken."""
        committed = self.hashes.get(hand.deck_number)
        if committed is None and self.lost.has("decks", hand.deck_number):
            return None
        if committed != (hand.game_name, hand.deck_hash):
            return Wording("its deck is not the one that was committed")
        return Wording("it is also stored as finished") if hand.deck_number in self._dealt else None

    def match(self, values: Sequence[Any]) -> Wording | None:
        """Return what is wrong with the row of a match; its blocks follow."""
        try:
            match = StoredMatch.of_row(values)
        except PokerError as error:
            return Wording("{error}", error=error)
        running = RunningResult(match.game, match.players, match.duplicate)
        self._running[match.number] = (match, running)
        return None

    def lose_blocks(self) -> None:
        """Note a damaged or missing block: the sums of matches continue from the next one's."""
        for number, (match, _) in self._running.items():
            self._running[number] = (match, None)

    def block(self, values: Sequence[Any], data: bytes) -> Wording | None:
        """Return what is wrong with a block: its hands must be legal, and its sums theirs."""
        _, match, first, hands, tally, _ = values
        if match not in self._running:
            return Wording("the row of its match {number} is damaged or missing", number=match)
        stored, running = self._running[match]
        try:
            chunk = decode(stored.game, stored.duplicate, first, hands, data, stored.rake)
            players = len(stored.players)
            if running is None:
                running = RunningResult(stored.game, stored.players, stored.duplicate)
                running.tally = parse_tally(tally, players)
            else:
                if not running.hands:  # only tournaments of several keep products
                    kept = parse_tally(tally, players).products is not None
                    running.tally = Tally.zero(players, products=kept)
                running.add(chunk)
        except (PokerError, ValueError) as error:
            self.lose_blocks()
            return Wording("{error}", error=error)
        self._running[match] = (stored, running)
        self.match_hands += hands
        if tally_text(running.tally) != tally:
            return Wording("its totals do not match its hands")
        return None


def learned_problem(values: Sequence[Any], own: object, data: object) -> Wording | None:
    """Return why a row about an opponent is damaged, in one sentence; None if it is not."""
    name = str(values[0])[:200]
    if (
        not isinstance(data, bytes)
        or hashlib.sha256(data).hexdigest() != values[-1]
        or checksum(GENESIS, values) != own
    ):
        return Wording("the model of '{name}' is damaged: its checksum does not match", name=name)
    try:
        state_of_bytes(data)
    except StrategyFileError as error:
        return Wording("the model of '{name}' cannot be read: {error}", name=name, error=error)
    return None


def learned_problems(db: Database) -> Iterator[tuple[int, Wording | None]]:
    """Yield the id of each row about an opponent, and what is wrong with it; it may go then."""
    columns = ", ".join((*COLUMNS_OF["opponents"], "checksum"))
    for row, *values, own in db.execute(f"SELECT rowid, {columns} FROM opponents").fetchall():
        data = db.execute("SELECT data FROM opponents WHERE rowid = ?", [row]).fetchone()[0]
        yield row, learned_problem(values, own, data)


NUMBERED = {
    "tournaments": tournament_problems,
    "drill_answers": drill_problems,
    "hand_notes": note_problems,
}
"""Tables outside the chains whose rows are numbered, and what finds their invalid rows."""


def _import_problem(hand: StoredHand) -> Wording | None:
    """Return what is wrong with a hand that has no deck, by the rulebook."""
    if hand.deck_number or hand.cards:
        return Wording("it was imported, yet has a deck")
    if not hand.is_wide:
        hand.record.verify_payoffs()
        return None
    wide = hand.wide
    said = card_names(wide.board), wide.line, wide.payoffs
    if said == (hand.board, hand.line, hand.payoffs):
        return None
    return Wording("it differs from its text")


def _dealt_from_deck(hand: StoredHand) -> bool:
    """Return whether the hand's cards are at the front of its deck, as ``HandState.deal`` does."""
    record = hand.record
    size = record.game.num_hole
    start = size * record.game.num_players
    holes = tuple(
        tuple(sorted(record.deck[seat * size : (seat + 1) * size]))
        for seat in range(record.game.num_players)
    )
    return holes == record.holes and record.deck[start:][: len(record.board)] == record.board


_SHAPES: tuple[tuple[str, tuple[str, ...]], ...] = (
    *((table, columns) for one in VERSIONS for table, columns in one.tables.items()),
    ("salvages", (*MARK_COLUMNS, "checksum")),
)
"""The tables, and the order of columns in their records, in every version."""
_KEYS = {
    "people": ("name",),
    "opponents": ("name", "family"),
    "open_hands": ("deck",),
    "hand_notes": ("hand",),
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
        opponents: opponents and families of games with a kept model.
        lost: numbers that were lost now, without those lost in earlier salvages.
        problems: errors of rows that were found and left out, with the number of a hand.
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
        counts = (self.hands, self.decks, self.matches, self.opponents, self.unfinished)
        return any((*counts, self.tournaments, self.drill_answers, self.names))


def salvage(source: Path, target: Path, time: str, control: JobControl, name: str = "") -> Salvaged:
    """Write the intact part of a database into a new one.

    Args:
        source: the database; it is only read, and not by SQLite.
        target: the new one; it must not exist yet.

    Raises:
        StoreError: if the new one cannot be written or the old one cannot be read.
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
        self._judge = RowCheck()
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
            mark = Mark.of_row([row[name] for name in MARK_COLUMNS])
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
        filter.add(self._db, self._listed, filter.read_notes(self._db.execute))
        self._listed = []

    def _unchained(self) -> None:
        """Drop invalid rows of the tables outside the chains."""
        hands = open_hands.read_all(self._db.execute)
        wrong = [hand.deck_number for hand in hands.hands if self._judge.open_hand(hand)]
        for deck in dict.fromkeys((*hands.damaged, *wrong)):
            open_hands.remove(self._db, deck)
        for row, learned in learned_problems(self._db):
            if learned:
                self._problems.append((learned, 0))
                self._db.execute("DELETE FROM opponents WHERE rowid = ?", [row])
        for table, problems in NUMBERED.items():
            for number, problem in problems(self._db.execute):
                self._problems.append((problem, 0))
                key = COLUMNS_OF[table][0]
                self._db.execute(f"DELETE FROM {table} WHERE {key} = ?", [number])

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
