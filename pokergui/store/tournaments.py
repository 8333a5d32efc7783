"""Tournament rows: read, and written block by block.

A tournament is one row: its plan, and the state of each table. The hands of a table are a match
like any other, so everything that reads, verifies, salvages or exports matches also works with
them. The row is replaced as tables begin and end; it is outside the chains with its own checksum.
"""

from __future__ import annotations

import copy
import json
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any

from sqlite_utils import Database

from engine.errors import PokerError, RecordError
from engine.game import Game
from engine.match_chunk import MatchChunk
from engine.rake import Rake
from engine.running_result import RunningResult, Tally
from engine.wording import Wording
from pokergui.localtime import check_stored, now
from pokergui.store import matches as matches_module
from pokergui.store._chain import (
    MATCH_COLUMNS,
    MOST_NUMBER,
    Rows,
    append,
    row_checksum,
    seal_rows,
    sealed,
    sealed_problems,
)
from pokergui.store._connect import transaction
from pokergui.store.errors import StoreError
from pokergui.store.hands import game_of
from pokergui.store.matches import append_blocks, row_of_match, stored_sums
from pokergui.store.writer import Store
from pokergui.tournaments.plan import (
    Entrant,
    Plan,
    StoredTournament,
    Table,
    TableResult,
    TableState,
)

MODE = "tournament"
"""Mode of the matches of tables."""


def _values(tournament: StoredTournament) -> list[Any]:
    """Return the columns of a tournament's row."""
    seed, rake = str(tournament.plan.seed), tournament.plan.rake.text
    plan = asdict(tournament.plan) | {"seed": seed, "rake": rake}
    states = [
        {"pair": one.table, "match": one.match, "loser": one.loser, "reason": one.reason}
        for one in tournament.states.values()
    ]
    state = {"stop": tournament.stop, "pairs": states}
    both = (json.dumps(part, separators=(",", ":")) for part in (plan, state))
    head = (
        tournament.number,
        tournament.time,
        tournament.updated,
        tournament.game.name,
        tournament.game.to_acpc(),
    )
    return [*head, *both]


def _of_row(row: Sequence[Any]) -> StoredTournament:
    """Return a tournament from the columns of ``tournaments``, whose checksum is right.

    Raises:
        RecordError: if they are invalid.
    """
    number, time, updated, game, definition, plan, state = row
    try:
        read, told = json.loads(plan), json.loads(state)
        engines = tuple(Entrant(str(one["name"]), str(one["digest"])) for one in read["engines"])
        tournament = StoredTournament(
            int(number),
            str(time),
            str(updated),
            game_of(str(definition), str(game)),
            Plan(
                engines,
                bool(read["gauntlet"]),
                int(read["hands"]),
                int(read["block"]),
                int(read["seed"]),
                float(read["clock"]),
                int(read.get("seats", 2)),  # earlier ones were of two
                Rake.parse(str(read.get("rake", ""))),
            ),
            {one.table: one for one in map(_state, told["pairs"])},
            bool(told["stop"]),
        )
        tournament.plan.check()
        check_stored(tournament.time)
        check_stored(tournament.updated)
        if tournament.game.num_players != tournament.plan.seats:
            raise RecordError("a game with a different number of players")
        if not {*tournament.states} <= {*tournament.plan.tables}:
            raise RecordError("engines that do not meet")
    except (
        PokerError,
        ValueError,
        TypeError,
        LookupError,
        ArithmeticError,
        RecursionError,
    ) as error:
        raise RecordError(
            "tournament {number}: its columns are invalid: {error}", number=number, error=error
        ) from None
    return tournament


def _state(told: dict[str, Any]) -> TableState:
    table = tuple(int(place) for place in told["pair"])
    loser, match = int(told["loser"]), int(told["match"])
    if loser not in (-1, *table):
        raise RecordError("a forfeiting engine that is not in the pair or table")
    if not 0 <= match <= MOST_NUMBER:
        raise RecordError("a match without a number")
    return TableState(table, match, loser, str(told["reason"]))


def all_tournaments(rows: Rows) -> tuple[StoredTournament, ...]:
    """Return all sound tournaments, newest first."""
    tournaments = []
    for values, sound in sealed(rows, "tournaments", "ORDER BY number DESC"):
        with suppress(RecordError):
            tournaments += [_of_row(values)] if sound else []
    return tuple(tournaments)


def find_tournament(rows: Rows, number: int) -> StoredTournament:
    """Return one tournament.

    Raises:
        StoreError: if it is not there or damaged.
        RecordError: if its columns are invalid.
    """
    asked = number if number <= MOST_NUMBER else 0
    stored = sealed(rows, "tournaments", "WHERE number = ?", [asked])
    if not stored:
        raise StoreError("there is no tournament {number}", number=number)
    values, sound = stored[0]
    if not sound:
        raise StoreError(
            "tournament {number} is damaged: its checksum does not match its content", number=number
        )
    return _of_row(values)


def table_results(rows: Rows, tournament: StoredTournament) -> dict[Table, TableResult]:
    """Return each table's results on disk: the sums of the last sound block of its match."""
    results = {}
    for table in tournament.plan.tables:
        state = tournament.state(table)
        results[table] = TableResult(*_sums(rows, state))
    return results


def _sums(rows: Rows, state: TableState) -> tuple[int, Tally]:
    """Return the hands of a table and their sums; those of more than two engines with products."""
    players = len(state.table)
    hands, tally = stored_sums(rows, state.match, players) if state.match else (0, None)
    return hands, tally if hands and tally else Tally.zero(players, products=players > 2)


def has_match(rows: Rows, number: int) -> bool:
    """Return whether the row of a match is sound; a salvage may have left it out."""
    columns = ", ".join((*MATCH_COLUMNS, "previous", "checksum"))
    stored = rows(f"SELECT {columns} FROM matches WHERE number = ?", [number])
    return any(
        row_checksum("matches", previous, values) == own for *values, previous, own in stored
    )


def tournament_problems(rows: Rows) -> list[tuple[int, Wording]]:
    """Return the tournaments that are damaged or invalid: number and sentence."""
    return sealed_problems(rows, "tournaments", _named, _of_row)


def _named(number: int) -> Wording:
    return Wording("tournament {number}", number=number)


def begin_tournament(store: Store, game: Game, plan: Plan) -> Future[StoredTournament]:
    """Write the row of a new tournament.

    Raises:
        StoreError: if the plan cannot be played.
    """
    plan.check()

    def write(db: Database) -> StoredTournament:
        with transaction(db):
            ((last,),) = db.execute("SELECT coalesce(max(number), 0) FROM tournaments").fetchall()
            time = now()
            tournament = StoredTournament(last + 1, time, time, game, plan, {})
            seal_rows(db, "tournaments", [_values(tournament)])
        return tournament

    return store.submit(write)


def add_engine(store: Store, number: int, entrant: Entrant) -> Future[StoredTournament]:
    """Add an engine to a tournament; it fails with a StoreError if there are too many."""

    def join(tournament: StoredTournament) -> StoredTournament:
        return replace(tournament, plan=tournament.plan.joined(entrant))

    return _change(store, number, join)


def ask_to_stop(store: Store, number: int, *, stop: bool = True) -> Future[StoredTournament]:
    """Ask the process playing a tournament to stop after its current blocks, or cancel that."""
    return _change(store, number, lambda found: replace(found, stop=stop))


def _change(
    store: Store, number: int, change: Callable[[StoredTournament], StoredTournament]
) -> Future[StoredTournament]:
    def write(db: Database) -> StoredTournament:
        with transaction(db):
            tournament = replace(change(find_tournament(db.execute, number)), updated=now())
            seal_rows(db, "tournaments", [_values(tournament)])
        return tournament

    return store.submit(write)


@dataclass(eq=False)
class _Block:
    """The arguments of ``TournamentJournal.write``, and their outcome."""

    table: Table
    first: int
    chunk: MatchChunk | None
    loser: int
    reason: str
    outcome: tuple[StoredTournament, TableResult] | Exception | None = None


class TournamentJournal:
    """Writes the blocks of a running tournament, in order for each table.

    Blocks that come while others are written wait, and then all are one transaction, since the disk
    takes longer than the writing. If it fails, none of them is written.
    """

    def __init__(self, store: Store, tournament: StoredTournament) -> None:
        self._store = store
        self._number = tournament.number
        self._game = tournament.game
        self._texts = matches_module.LineTexts(self._game)
        self._most = matches_module.most_hands(self._game, True)
        self._waiting: deque[_Block] = deque()
        self._running: dict[Table, RunningResult] = {}  # for the writer's thread only

    def write(
        self, table: Table, first: int, chunk: MatchChunk | None, loser: int, reason: str
    ) -> Future[tuple[StoredTournament, TableResult]]:
        """Write the next hands of a table, and the engine that failed in them, if any.

        Returns:
            The tournament and the table's result as now on disk. With a StoreError in it nothing
            was written.
        """
        block = _Block(table, first, chunk, loser, reason)
        self._waiting.append(block)
        return self._store.submit(lambda db: self._written(db, block))

    def _written(self, db: Database, block: _Block) -> tuple[StoredTournament, TableResult]:
        if block.outcome is None:
            blocks = [self._waiting.popleft() for _ in range(len(self._waiting))]
            running = dict(self._running)
            try:
                with transaction(db):
                    done = [self._append(db, one, running) for one in blocks]
            except Exception as error:
                for one in blocks:
                    one.outcome = error
            else:
                self._running = running
                for one, outcome in zip(blocks, done, strict=True):
                    one.outcome = outcome
        assert block.outcome is not None, "it was among those that waited"
        if isinstance(block.outcome, Exception):
            raise block.outcome
        return block.outcome

    def _append(
        self, db: Database, block: _Block, known: dict[Table, RunningResult]
    ) -> tuple[StoredTournament, TableResult]:
        rows, table, chunk = db.execute, block.table, block.chunk
        tournament = find_tournament(rows, self._number)
        state = tournament.state(table)
        if state.match and not has_match(rows, state.match):
            state = replace(state, match=0)
        hands, tally = _sums(rows, state)
        if hands != block.first or state.loser >= 0:
            raise StoreError(
                "tournament {number} is also being played by another program; stop one",
                number=self._number,
            )
        running = copy.copy(known.get(table)) or RunningResult(self._game, (), True)
        running.tally = tally
        if chunk is not None:
            if not state.match:
                row = self._match_row(tournament, table) | {"time": now()}
                state = replace(state, match=append(db, "matches", MATCH_COLUMNS, row))
            for start in range(0, chunk.hands, self._most):
                part = chunk.part(start, min(start + self._most, chunk.hands))
                append_blocks(db, state.match, running, part, self._texts.of)
            hands += chunk.hands
        known[table] = running
        after = TableState(table, state.match, block.loser, block.reason)
        if after != tournament.state(table):
            tournament = replace(tournament.with_state(after), updated=now())
            seal_rows(db, "tournaments", [_values(tournament)])
        return tournament, TableResult(hands, running.tally)

    def _match_row(self, tournament: StoredTournament, table: Table) -> dict[str, Any]:
        plan = tournament.plan
        return row_of_match(
            self._game,
            session=self._store.session,
            mode=MODE,
            engines=[plan.names[place] for place in table],
            players=[plan.titles[place] for place in table],
            seed=plan.seed,
            duplicate=True,
            hands=plan.hands,
            rake=plan.rake,
        )
