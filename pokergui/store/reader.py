"""Reader of the hand database, concurrent with the writer or without one.

Every row is verified before it is returned: a damaged one is reported, never shown as valid.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any

from ai.sit_and_go.plan import NAME, TournamentEntry
from engine.errors import RecordError
from engine.jobs import JobControl
from engine.match_chunk import MatchChunk
from pokergui.files import FolderError, replacing
from pokergui.store._chain import HAND_COLUMNS, MATCH_COLUMNS, row_checksum
from pokergui.store._connect import PRIVATE, copy_to, read_traits
from pokergui.store._reading import StoreReading
from pokergui.store.check import verify
from pokergui.store.drills import DrillAnswer, answers_of
from pokergui.store.errors import StoreError, explained, not_saved
from pokergui.store.filter import ALL, HandNote, HandSelection, People, read_notes, unread
from pokergui.store.hands import IMPORTED, TRAINING, StoredHand
from pokergui.store.matches import BLOCK_ROW, StoredMatch, decode, is_sound, stored_sums
from pokergui.store.open_hands import OpenHands, read_all
from pokergui.store.statistics import GameStats, Total, TotalSum, count_games, totals_of
from pokergui.store.tournaments import all_tournaments, find_tournament, table_results
from pokergui.tournaments.plan import StoredTournament, Table, TableResult

_COLUMNS = ", ".join(f"hands.{name}" for name in (*HAND_COLUMNS, "previous", "checksum"))
_CHUNK = 500
_RECENT = 1000
"""Hands among which an unfinished sit-and-go is looked for."""
PLAYED = HandSelection(modes=("play",))
"""Hands that count in results and statistics if nothing else is asked for."""


@dataclass(frozen=True)
class Listing:
    """Hands in the order played, and the numbers of damaged ones."""

    hands: tuple[StoredHand, ...]
    damaged: tuple[int, ...]

    def replayable(self) -> Listing:
        """Return the same, counting hands with invalid betting as damaged."""
        hands = tuple(hand for hand in self.hands if hand.is_wide or hand.replays)
        wrong = {hand.number for hand in self.hands} - {hand.number for hand in hands}
        return Listing(hands, tuple(sorted({*self.damaged, *wrong})))


@dataclass(frozen=True)
class Page:
    """A page of the list, newest first.

    Attributes:
        damaged: numbers of those that are not.
        before: the argument for the next page, None at the end of the list.
    """

    hands: tuple[StoredHand, ...]
    damaged: tuple[int, ...]
    before: int | None


@dataclass(frozen=True)
class Summary:
    """Totals of a selection, from the index table.

    Attributes:
        totals: the user's result in those that count, one for each game; the most hands first.
        left_out: hands with the user in them that do not count.
    """

    hands: int
    totals: tuple[Total, ...] = ()
    left_out: int = 0


@dataclass(frozen=True)
class Facets:
    """The filter values that occur, each list sorted."""

    games: tuple[str, ...]
    opponents: tuple[str, ...]
    modes: tuple[str, ...]


class HandReader:
    """The hand database, open for reading; for one thread, as a context manager.

    Raises:
        NoDatabaseError: if no hand was ever saved.
        StoreError: if the database is damaged, locked or written by a newer version.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._reading = StoreReading(path)
        self._damaged: set[int] = set()
        self._known: People | None = None

    def __enter__(self) -> HandReader:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._reading.close()

    @property
    def damaged(self) -> tuple[int, ...]:
        """The damaged hands met so far."""
        return tuple(sorted({*self._damaged, *self._reading.lost.numbers("hands")}))

    def look(self) -> None:
        """Check for silent damage; lost hands are then in ``damaged``.

        It takes a few milliseconds for each megabyte of hands.

        Raises:
            StoreError: if the database cannot be read.
        """
        self._reading.look()

    def list(self, wanted: HandSelection = ALL, control: JobControl | None = None) -> Listing:
        pages = tuple(self.pages(wanted, control))
        hands = tuple(hand for page in reversed(pages) for hand in reversed(page.hands))
        return Listing(hands, self.damaged)

    def pages(
        self, wanted: HandSelection = ALL, control: JobControl | None = None
    ) -> Iterator[Page]:
        """Yield the list page by page, newest first."""
        control = control or JobControl()
        left = sys.maxsize if wanted.newest is None else wanted.newest
        # Used for progress only: a damaged index may give a wrong count.
        expected = min(left, max(self.summary(wanted).hands, 1))
        before: int | None = None
        done = 0
        while left > 0:
            control.check()
            page = self.page(wanted, before, min(left, _CHUNK))
            yield page
            if page.before is None:
                break
            before, left, done = page.before, left - _CHUNK, done + _CHUNK
            control.progress(min(done / expected, 1.0))

    def page(
        self, wanted: HandSelection = ALL, before: int | None = None, limit: int = 100
    ) -> Page:
        """Return a page of the list, newest first.

        Args:
            wanted: the filter; its ``newest`` does not count.
        """
        where, parameters = self._where(wanted, before)
        sql = (
            f"SELECT found.number, {_COLUMNS} FROM (SELECT number FROM hand_index{where}"
            " ORDER BY number DESC LIMIT ?) AS found LEFT JOIN hands USING (number)"
            " ORDER BY found.number DESC"
        )
        rows = self._reading.rows(sql, [*parameters, limit])
        numbered = [(number, self._checked(row)) for number, *row in rows]
        damaged = tuple(number for number, hand in numbered if hand is None)
        self._damaged.update(damaged)
        hands = tuple(hand for _, hand in numbered if hand is not None)
        return Page(hands, damaged, numbered[-1][0] if len(numbered) == limit else None)

    def summary(
        self, wanted: HandSelection = ALL, counted: tuple[str, ...] = PLAYED.modes
    ) -> Summary:
        """Return a selection's totals, with damaged hands as indexed; ``newest`` is ignored.

        Args:
            counted: modes of hands whose results count; those of training never do.
        """
        where, parameters = self._where(wanted)
        counted = tuple(mode for mode in counted if mode != TRAINING)
        # In the order of an index, texts would be read from all over the file.
        table = "hand_index NOT INDEXED" if "instr(" in where else "hand_index"
        sql = (
            "SELECT game, big_blind, mode, count(*), sum(hero >= 0), sum(result)"
            f" FROM {table}{where} GROUP BY 1, 2, 3"
        )
        rows = self._reading.rows(sql, parameters)
        sums: dict[str, TotalSum] = {}
        for game, blind, mode, _, heroes, chips in rows:
            if mode in counted and heroes and blind > 0:
                sums.setdefault(game, TotalSum()).add(heroes, blind, chips)
        left_out = sum(heroes for _, _, mode, _, heroes, _ in rows if mode not in counted)
        return Summary(sum(row[3] for row in rows), totals_of(sums), left_out)

    def unclear(self) -> dict[str, int]:
        """Return candidate hero names in imported hands, each with its number of hands.

        Hands whose players are all known to be others are left out.
        """
        sql = (
            "SELECT opponents, count(*) FROM hand_index WHERE mode = ? AND hero < 0"
            " AND text <> '' GROUP BY opponents"
        )
        unclear: dict[str, int] = {}
        for names, hands in self._reading.rows(sql, [IMPORTED]):
            for name in set(names.split("\n")) - self._people.others - {""}:
                unclear[name] = unclear.get(name, 0) + hands
        return unclear

    def facets(self) -> Facets:
        """Return the games, opponents and modes that occur."""

        def values(column: str) -> list[str]:
            rows = self._reading.rows(f"SELECT DISTINCT {column} FROM hand_index")
            return sorted(str(value) for (value,) in rows if value)

        opponents = {name for names in values("opponents") for name in names.split("\n")}
        games, modes = values("game"), values("mode")
        return Facets(tuple(games), tuple(sorted(opponents - {""})), tuple(modes))

    def player_statistics(
        self, wanted: HandSelection = PLAYED, control: JobControl | None = None
    ) -> tuple[GameStats, ...]:
        """Return statistics of the user and each engine in the hands that match a filter.

        Training and imported hands are left out unless the filter's modes name them.

        Returns:
            One entry for each game, the most hands first.
        """
        wanted = replace(wanted, modes=wanted.modes or PLAYED.modes)
        pages = self.pages(wanted, control)
        return count_games((hand for page in pages for hand in page.hands), self._damaged.add)

    def notes(self, hands: Sequence[int] | None = None) -> dict[int, HandNote]:
        """Return the tags and notes on some hands, or on all, by their numbers."""
        if hands is None:
            return read_notes(self._reading.rows)
        marks = ", ".join("?" * len(hands))
        return read_notes(self._reading.rows, f"WHERE hand IN ({marks})", hands)

    def _where(
        self, wanted: HandSelection, before: int | None = None
    ) -> tuple[str, Sequence[object]]:
        """Return the condition of a filter; older hands are made ready for it first."""
        if wanted.by_traits and not self._reading.damage and unread(self._reading.rows):
            read_traits(self.path)
        return wanted.where(before)

    def count(self) -> int:
        return int(self._reading.rows("SELECT count(*) FROM hand_index")[0][0])

    def last(self) -> int:
        return int(self._reading.rows("SELECT max(number) FROM hands")[0][0] or 0)

    def show(self, number: int) -> StoredHand:
        """Return one hand.

        Raises:
            StoreError: if there is no such hand, or it is damaged.
        """
        rows = self._reading.rows(f"SELECT {_COLUMNS} FROM hands WHERE number = ?", [number])
        lost = self._reading.lost.has("hands", number)
        if not (rows or lost):
            if not (last := self.last()):
                raise StoreError("there is no hand {n}; none has been saved yet", n=number)
            raise StoreError(
                "there is no hand {n}; hands are numbered 1 to {last}", n=number, last=last
            )
        hand = self._checked(rows[0]) if rows else None
        if hand is None:
            raise StoreError(
                "hand {number} is damaged: its checksum does not match its content", number=number
            )
        return hand

    def open_hands(self) -> OpenHands:
        """Return what is unfinished; the cards of hands in progress must stay hidden."""
        return replace(read_all(self._reading.rows), entry=self._entry_left())

    def _entry_left(self) -> TournamentEntry | None:
        """Return the sit-and-go of the user's last hand in one, if it is not over for the user."""
        columns, since = _COLUMNS, self.last() - _RECENT
        ways = "number > ? AND mode = 'play' AND notes LIKE '[\"sit-and-go %'"
        found = self._reading.rows(
            f"SELECT {columns} FROM hands WHERE {ways} ORDER BY number DESC LIMIT 1", [since]
        )
        hand = self._checked(found[0]) if found else None
        if hand is None or hand.entry is None:
            return None
        entry = hand.entry.after(hand.payoffs)
        return entry if entry.stage.stacks[0] and not entry.stage.over else None

    def matches(self) -> tuple[StoredMatch, ...]:
        """Return all intact matches, newest first, with the totals of their last intact blocks.

        A match with a damaged row is left out; ``verify`` names it.
        """
        columns = ", ".join((*MATCH_COLUMNS, "previous", "checksum"))
        matches = []
        for *values, previous, own in self._reading.rows(
            f"SELECT {columns} FROM matches ORDER BY number DESC"
        ):
            if row_checksum("matches", previous, values) == own:
                with suppress(RecordError):
                    match = StoredMatch.of_row(values)
                    rows, players = self._reading.rows, len(match.players)
                    hands, tally = stored_sums(rows, match.number, players)
                    matches.append(replace(match, hands=hands, tally=tally))
        return tuple(matches)

    def match_hands(self, match: StoredMatch, first: int = 0) -> Iterator[MatchChunk]:
        """Yield the hands of a match, block by block, beginning with the block of hand ``first``.

        Damaged blocks are left out: the number of each block's first hand shows the gap.
        """
        sql = "SELECT max(first) FROM match_blocks WHERE match = ? AND first <= ?"
        ((start,),) = self._reading.rows(sql, [match.number, first])
        sql = (
            f"SELECT {', '.join(BLOCK_ROW)}, data FROM match_blocks"
            " WHERE match = ? AND first >= ? AND first < ? ORDER BY first LIMIT 1"
        )
        while rows := self._reading.rows(sql, [match.number, start or 0, match.hands]):
            *block, data = rows[0]
            _, _, start, hands, _, digest, *_ = block
            if is_sound(block) and hashlib.sha256(data).hexdigest() == digest:
                with suppress(StoreError):
                    yield decode(match.game, match.duplicate, start, hands, data, match.rake)
            start += 1

    def tournaments(self) -> tuple[StoredTournament, ...]:
        return all_tournaments(self._reading.rows)

    def tournament(self, number: int) -> StoredTournament:
        """Return one tournament.

        Raises:
            StoreError: if it is not there or damaged.
            RecordError: if its columns are invalid.
        """
        return find_tournament(self._reading.rows, number)

    def table_results(self, tournament: StoredTournament) -> dict[Table, TableResult]:
        return table_results(self._reading.rows, tournament)

    def drill_answers(self, game: str) -> tuple[DrillAnswer, ...]:
        return answers_of(self._reading.rows, game)

    def sit_and_go_answers(self) -> tuple[DrillAnswer, ...]:
        """Return all sound answers to spots of sit-and-gos, oldest first."""
        return answers_of(self._reading.rows, NAME, whole=False)

    @property
    def _people(self) -> People:
        if self._known is None:
            self._known = People.read(self._reading.rows)
        return self._known

    def _checked(self, row: Sequence[Any]) -> StoredHand | None:
        hand = checked(row)
        return None if hand is None else self._people.resolved(hand)

    def backup(self, path: Path, control: JobControl | None = None) -> int:
        """Copy a consistent snapshot of the database, even while it is written to.

        The copy is one self-contained file. It replaces a file of that name only once everything
        in it has been verified.

        Returns:
            The number of hands in the copy.

        Raises:
            StoreError: if it cannot be written, or the database is damaged.
        """
        if path.exists() and path.samefile(self.path):
            raise StoreError("a backup cannot replace the database itself")
        try:
            with replacing(path, PRIVATE) as temporary, explained(path):
                copy_to(self._reading.db, temporary)
                (control or JobControl()).check()
                checked = verify(temporary, control)
                problems = [problem.text for problem in checked.problems]
                if self._reading.damage:  # so that the copy has only the intact part
                    problems.insert(0, str(self._reading.damage))
                if problems:
                    raise not_saved(self.path, path, problems)
                return checked.hands
        except FolderError as error:
            raise StoreError("{error}", error=error) from None


def checked(row: Sequence[Any]) -> StoredHand | None:
    """Return the hand in a complete row of ``hands``; None if its checksum is wrong."""
    *values, previous, own = row
    if row_checksum("hands", previous, values) == own:
        with suppress(RecordError):
            return StoredHand.of_row(values)
    return None
