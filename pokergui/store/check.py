"""Is everything in the hand database as it was written?"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlite_utils import Database

from engine.cards import card_names
from engine.errors import PokerError
from engine.jobs import JobControl
from engine.running import RunningResult
from pokergui.store import _index
from pokergui.store._blocks import decode
from pokergui.store._chain import (
    BLOCK_COLUMNS,
    DECK_COLUMNS,
    GENESIS,
    HAND_COLUMNS,
    MATCH_COLUMNS,
    OLD_HAND_COLUMNS,
    OPPONENT_COLUMNS,
    Seal,
    checksum,
    fingerprint,
    hand_checksum,
)
from pokergui.store._connect import open_raw
from pokergui.store._people import People
from pokergui.store._schema import NAMES, version, version_problem
from pokergui.store.errors import StoreError, explained, is_damage
from pokergui.store.hands import IMPORTED, StoredHand
from pokergui.store.matches import StoredMatch, tally_text
from pokergui.store.open_hands import read_all
from pokergui.store.opponents import problem_of

_WHAT = {"decks": "deck", "hands": "hand", "matches": "match", "match_blocks": "block"}
_PLURAL = {"deck": "decks", "hand": "hands", "match": "matches", "block": "blocks"}
CHECK_EVERY = 200
"""Rows between two looks at the job's control."""


@dataclass(frozen=True)
class Problem:
    """Something that is not as it was written; ``hand`` is 0 where it is no single hand's."""

    text: str
    hand: int = 0


@dataclass(frozen=True)
class VerifyReport:
    """What ``verify`` found.

    Attributes:
        hands: hands that are sound.
        decks: committed decks that are sound.
        opponents: opponents and families of games that are sound.
        unfinished: hands in progress that are sound.
        problems: everything that is not; empty where all is well.
    """

    hands: int
    decks: int
    problems: tuple[Problem, ...]
    opponents: int = 0
    unfinished: int = 0

    @property
    def sound(self) -> bool:
        """Whether everything is as it was written."""
        return not self.problems


class _Check:
    """One walk over the whole database within one transaction."""

    def __init__(self, db: Database, control: JobControl) -> None:
        self.db = db
        self.control = control
        self.problems: list[Problem] = []
        self.hashes: dict[int, tuple[str, str]] = {}
        self.dealt: set[int] = set()
        self.hands = 0
        self.opponents = 0
        self.unfinished = 0
        self.indexed = False
        self.people = People()
        self.running: dict[int, tuple[StoredMatch, RunningResult] | None] = {}

    def problem(self, text: str, hand: int = 0) -> None:
        self.problems.append(Problem(text, hand))

    def whole(self) -> None:
        for (line,) in self.db.execute("PRAGMA integrity_check(20)"):
            if line != "ok":
                self.problem(f"the file is damaged: {line}")
        seal = Seal.read(self.db)
        if seal is None:
            self.problem("the seal that ends the chain of checksums is damaged or missing")
        elif seal.schema != fingerprint(self.db):
            self.problem("the definitions of the tables are not as they were written")
        elif version_problem(self.db):
            self.problem(f"the database {version_problem(self.db)}")
        elif self.db.execute("PRAGMA user_version").fetchone()[0] != version(self.db):
            self.problem("the version of the database is not the one that was written")
        # An older list is made anew before it is used.
        self.indexed = version(self.db) == len(NAMES) and "hand_index" in self.db.table_names()
        if "people" in self.db.table_names():
            self.people = People.read(self.db)
            for name in self.people.damaged:
                self.problem(f"the name '{name[:60]}' of the person is damaged")
        self.decks(seal)
        self.all_hands(seal)
        if "matches" in self.db.table_names():
            self.matches(seal)
            self.blocks(seal)
        if "opponents" in self.db.table_names():
            self.learned()
        if "open_hands" in self.db.table_names():
            self.in_progress()

    def learned(self) -> None:
        """Every row about an opponent is as it was written and can be read."""
        columns = ", ".join((*OPPONENT_COLUMNS, "checksum", "data"))
        for *values, own, data in self.db.execute(f"SELECT {columns} FROM opponents"):
            self.control.check()
            problem = problem_of(values, own, data)
            if problem:
                self.problem(problem)
            self.opponents += not problem

    def in_progress(self) -> None:
        """Every hand that is not over can go on with the deck that was committed for it."""
        found = read_all(self.db)
        for deck in found.damaged:
            self.problem(f"the unfinished hand of deck {deck} is damaged: it cannot go on")
        for hand in found.hands:
            committed = (hand.game_name, hand.deck_hash)
            if self.hashes.get(hand.deck_number) != committed:
                self.problem(
                    f"the unfinished hand of deck {hand.deck_number}: its deck is not the one that"
                    " was committed"
                )
            elif hand.deck_number in self.dealt:
                self.problem(f"the unfinished hand of deck {hand.deck_number} is finished, too")
            else:
                self.unfinished += 1

    def matches(self, seal: Seal | None) -> None:
        end = seal.end("matches") if seal else None
        for values, sound in self.chain("matches", MATCH_COLUMNS, end):
            if sound:
                self.running[values[0]] = self.started(values)

    def started(self, values: list[Any]) -> tuple[StoredMatch, RunningResult] | None:
        """A match with what its blocks must add up to; None if it cannot be read."""
        try:
            match = StoredMatch.of_row(values, 0, None)
            return match, RunningResult(match.game, match.players, match.duplicate)
        except (PokerError, ValueError, TypeError) as error:
            self.problem(f"match {values[0]} cannot be read: {error}")
            return None

    def blocks(self, seal: Seal | None) -> None:
        """Every block holds hands by the rules, follows the one before, and was summed right."""
        end = seal.end("match_blocks") if seal else None
        for values, sound in self.chain("match_blocks", BLOCK_COLUMNS, end):
            number, match, first, hands, tally, digest = values
            self.control.check()
            if not sound:
                self.running[match] = None  # its sums cannot be followed any more
                continue
            rows = self.db.execute("SELECT data FROM match_blocks WHERE number = ?", [number])
            data = rows.fetchone()[0]
            if hashlib.sha256(data).hexdigest() != digest:
                self.problem(f"block {number} is damaged: its checksum does not fit")
                self.running[match] = None
                continue
            known = self.running.get(match)
            if known is None:
                continue
            stored, running = known
            try:
                running.add(decode(stored.game, stored.duplicate, first, hands, data))
            except (StoreError, ValueError) as error:
                self.problem(f"block {number}: {error}")
                continue
            if tally_text(running.tally) != tally:
                self.problem(f"block {number}: its sums are not those of its hands")

    def decks(self, seal: Seal | None) -> None:
        end = seal.end("decks") if seal else None
        for values, sound in self.chain("decks", DECK_COLUMNS, end):
            if sound:
                number, _, game, hash_ = values
                self.hashes[number] = (game, hash_)

    def all_hands(self, seal: Seal | None) -> None:
        end = seal.end("hands") if seal else None
        there = {column.name for column in self.db.table("hands").columns}
        columns = HAND_COLUMNS if "facts" in there else OLD_HAND_COLUMNS
        for values, sound in self.chain("hands", columns, end):
            if sound:
                hand = StoredHand.of_row(values)
                agrees = self.was_imported(hand) if hand.mode == IMPORTED else self.agrees(hand)
                self.hands += agrees
                if agrees and self.indexed and _index.differs(self.db, self.people.resolved(hand)):
                    self.problem(
                        f"hand {hand.number}: the index of the list is not as it should be;"
                        " 'pokergui hands reindex' makes it anew",
                        hand.number,
                    )

    def chain(
        self, table: str, columns: tuple[str, ...], end: tuple[int, str] | None
    ) -> Iterator[tuple[list[Any], bool]]:
        """All rows of a table with whether their own checksum is right; tells of all breaks."""
        what = _WHAT[table]
        last, ends = 0, {GENESIS}
        names = ", ".join((*columns, "previous", "checksum"))
        for row in self.db.execute(f"SELECT {names} FROM {table} ORDER BY number"):
            *values, previous, own = row
            number = values[0] if isinstance(values[0], int) else last + 1
            hand = number if what == "hand" else 0
            if number % CHECK_EVERY == 0:
                self.control.check()
                self.control.progress(number / max(number, end[0] if end else 0), what)
            with_facts = columns is HAND_COLUMNS
            computed = (hand_checksum if with_facts else checksum)(previous, values)
            if computed != own:
                self.problem(f"{what} {number} is damaged: its checksum does not fit", hand)
            if number != last + 1:
                self.problem(_missing(what, last + 1, number - 1))
            elif previous not in ends:
                self.problem(f"{what} {number} does not follow the {what} before it", hand)
            # A damaged row counts as followed by both what it says and what it was.
            last, ends = number, {own, computed}
            yield values, computed == own
        if end is not None and last < end[0]:
            self.problem(_missing(what, last + 1, end[0]))
        elif end is not None and (last != end[0] or end[1] not in ends):
            self.problem(f"the last {_PLURAL[what]} are not those that were written last")

    def agrees(self, hand: StoredHand) -> bool:
        """Whether a sound row fits the deck that was committed for it."""
        before = len(self.problems)
        committed = self.hashes.get(hand.deck_number)
        try:
            if committed is None:
                self.problem(
                    f"hand {hand.number}: the row that committed its deck is damaged or missing",
                    hand.number,
                )
            elif committed != (hand.game_name, hand.deck_hash):
                self.problem(
                    f"hand {hand.number}: its deck is not the one that was committed", hand.number
                )
            if hand.deck_number in self.dealt:
                self.problem(f"hand {hand.number}: its deck was dealt before", hand.number)
            self.dealt.add(hand.deck_number)
            if not _dealt_from_deck(hand):
                self.problem(f"hand {hand.number}: its cards are not its deck's", hand.number)
        except PokerError as error:  # a row written by something else than this program
            self.problem(f"hand {hand.number}: {error}", hand.number)
        return len(self.problems) == before

    def was_imported(self, hand: StoredHand) -> bool:
        """Whether a sound row that has no deck is a hand that the rulebook knows."""
        problem = ""
        if hand.deck_number or hand.cards:
            problem = "it was imported, yet a deck stands with it"
        try:
            if hand.is_wide:
                problem = problem or _wide_problem(hand)
            else:
                hand.record.verify()
        except PokerError as error:
            problem = str(error)
        if problem:
            self.problem(f"hand {hand.number}: {problem}", hand.number)
        return not problem


def verify(path: Path, control: JobControl | None = None) -> VerifyReport:
    """Check every row of the database against the checksums written with it.

    Reports each changed value, lost, added or reordered row, a lost end, changed tables, and decks
    that are not those committed before play.

    Raises:
        NoDatabaseError: if no hand was ever saved.
        StoreError: if the database is locked or cannot be read at all.
        CancelledError: if the control says so.
    """
    try:
        db = open_raw(path)
    except StoreError as error:
        if not is_damage(error.__cause__):
            raise
        return VerifyReport(0, 0, (Problem(f"the file is damaged: {error.__cause__}"),))
    check = _Check(db, control or JobControl())
    try:
        with explained(path):
            db.execute("BEGIN")
            check.whole()
    except StoreError as error:
        if not is_damage(error.__cause__):
            raise
        check.problem(f"the file is damaged: {error.__cause__}")
    finally:
        db.close()
    problems = tuple(check.problems)
    decks = len(check.hashes)
    return VerifyReport(check.hands, decks, problems, check.opponents, check.unfinished)


def _missing(what: str, first: int, last: int) -> str:
    return (
        f"{what} {first} is missing" if first == last else f"{what}s {first} to {last} are missing"
    )


def _wide_problem(hand: StoredHand) -> str:
    """What a hand that is kept as text says otherwise than its row; empty where nothing."""
    wide = hand.wide
    board, line = card_names(wide.board), wide.line
    if (board, line, wide.payoffs) == (hand.board, hand.line, hand.payoffs):
        return ""
    return "it is not what its text says"


def _dealt_from_deck(hand: StoredHand) -> bool:
    """Whether the hand's cards lie at the front of its deck, as ``HandState.deal`` takes them."""
    record = hand.record
    size = record.game.num_hole
    start = size * record.game.num_players
    holes = tuple(
        tuple(sorted(record.deck[seat * size : (seat + 1) * size]))
        for seat in range(record.game.num_players)
    )
    return holes == record.holes and record.deck[start:][: len(record.board)] == record.board
