"""Runs a tournament: dispatches jobs, writes results in order, then shows them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ai.external.agent import SECONDS
from ai.registry import check_engine
from engine import timing
from engine.errors import CancelledError
from engine.game import Game
from engine.jobs import JobControl
from engine.match import check_rake
from engine.rake import NO_RAKE, Rake
from pokergui.store import HandReader, StoreError, TournamentJournal
from pokergui.tournaments.blocks import BlockResult, changed, digest_of, job_of, play_block
from pokergui.tournaments.plan import (
    Entrant,
    Plan,
    StoredTournament,
    Table,
    TableResult,
)
from pokergui.workers import Workers

BLOCKS = 32
"""Approximate number of blocks per table, within the bounds below."""
LEAST_BLOCK, MOST_BLOCK = 200, 65_536
_MOST_WRITES = 16
"""Blocks that may wait for the disk: as many as are played while it writes some."""
_GATHER_S = 0.1
"""Blocks that come within this many seconds are written together: the disk cost is that of one."""
_LOOK_S = 0.2
_Written = tuple[StoredTournament, TableResult]


@dataclass(frozen=True)
class Progress:
    """A tournament's state on disk."""

    tournament: StoredTournament
    results: dict[Table, TableResult]
    playing: frozenset[Table] = frozenset()

    def left(self, table: Table) -> int:
        lost = self.tournament.state(table).loser >= 0
        return 0 if lost else max(0, self.tournament.plan.hands - self.results[table].hands)

    @property
    def hands(self) -> int:
        return sum(result.hands for result in self.results.values())

    @property
    def share(self) -> float:
        """The share that is done, 0 to 1."""
        tables = self.tournament.plan.tables
        return 1.0 - sum(map(self.left, tables)) / (len(tables) * self.tournament.plan.hands)

    @property
    def tables_done(self) -> int:
        return sum(not self.left(table) for table in self.tournament.plan.tables)

    @property
    def finished(self) -> bool:
        return self.tables_done == len(self.tournament.plan.tables)


def entrant(name: str, game: Game, home: Path) -> Entrant:
    """Return an engine that is to play, with the checksum of its files.

    Raises:
        PokerError: if it cannot be built for the game.
    """
    check_engine(name, game, home)
    return Entrant(name, digest_of(name, game, home))


def plan_of(
    game: Game,
    engines: Sequence[str],
    home: Path,
    *,
    hands: int,
    gauntlet: bool = False,
    seed: int = 0,
    clock: float = SECONDS,
    rake: Rake = NO_RAKE,
) -> Plan:
    """Plan a tournament, with whole deals for each table.

    Raises:
        PokerError: if there are fewer engines than seats, or an engine cannot play the game, or
            none may be charged a rake.
    """
    check_rake(game, rake)
    seats = game.num_players
    group = seats**2
    block = min(MOST_BLOCK, max(LEAST_BLOCK, hands // BLOCKS)) // group * group
    entrants = tuple(entrant(name, game, home) for name in engines)
    plan = Plan(entrants, gauntlet, hands + -hands % seats, block, seed, clock, seats, rake)
    plan.check()
    return plan


def check_same(tournament: StoredTournament, home: Path) -> None:
    """Refuse to resume with engines that have changed.

    Raises:
        PokerError: naming the first one that differs.
    """
    for engine in tournament.plan.engines:
        if words := changed(engine.name, engine.digest, tournament.game, home):
            raise StoreError(
                "tournament {number} cannot continue: {words}; put them back, or start another",
                number=tournament.number,
                words=words,
            )


def read_progress(reader: HandReader, number: int) -> Progress:
    """Return a tournament's state on disk.

    Raises:
        PokerError: if it is not there or damaged.
    """
    tournament = reader.tournament(number)
    return Progress(tournament, reader.table_results(tournament))


class TournamentRun:
    """Plays the rest of a tournament; ``play`` runs on the caller's thread.

    Args:
        show: gets the progress after every block that was written.
    """

    def __init__(
        self,
        journal: TournamentJournal,
        progress: Progress,
        home: Path,
        workers: Workers,
        show: Callable[[Progress], None],
    ) -> None:
        self.progress = progress
        self._journal = journal
        self._home = home
        self._workers = workers
        self._show = show
        self._next = {table: result.hands for table, result in progress.results.items()}
        self._sent = dict(self._next)
        self._stride: dict[Table, int] = {}  # known once a block of the table came back
        self._lost = {table for table in self._next if progress.tournament.state(table).loser >= 0}
        self._flying: dict[Future[BlockResult], tuple[Table, int]] = {}
        self._ready: dict[tuple[Table, int], BlockResult] = {}
        self._writes: dict[Future[_Written], Table] = {}
        self._written_at = -_GATHER_S

    def play(self, control: JobControl, finishing: Callable[[], bool] = lambda: False) -> None:
        """Play until nothing is left, or until stopped.

        Args:
            control: stops at once; unwritten hands are played again another time.
            finishing: returns whether to finish the blocks being played, and no more.

        Raises:
            StoreError: if blocks cannot be written; what is on disk stays.
            PokerError: if workers cannot play.
        """
        try:
            while True:
                stopping = finishing()
                if not control.cancelled and not stopping:
                    self._feed(control)
                if not self._flying and not self._writes:
                    return
                if control.cancelled or (stopping and not self._workers.remote):
                    self._drop()  # threads abandon their current work
                wait(self._pending, _LOOK_S, FIRST_COMPLETED)
                self._collect(control)
                if not self._flying or timing.seconds() >= self._written_at + _GATHER_S:
                    self._write_ready()
                self._take_written(control)
        except BaseException as error:
            control.cancel()
            self._drop()
            if not isinstance(error, StoreError):  # hands played so far are kept
                self._write_ready()
            raise
        finally:
            wait(self._pending)

    def _feed(self, control: JobControl) -> None:
        """Dispatch jobs until every worker has one and one is queued.

        The table with the fewest hands comes first.
        """
        hands = self.progress.tournament.plan.hands
        slots = self._workers.slots()
        while len(self._writes) + len(self._ready) < _MOST_WRITES and len(self._flying) <= slots:
            waited = {table for table, _ in self._flying.values()} - self._stride.keys()
            open_tables = [
                table
                for table, sent in self._sent.items()
                if sent < hands and table not in self._lost | waited
            ]
            if not open_tables:
                return
            table = min(open_tables, key=lambda one: (self._sent[one], one[::-1]))
            job = job_of(self.progress.tournament, table, self._sent[table], self._home)
            first = self._sent[table]
            if stride := self._stride.get(table):
                self._sent[table] = min(hands, (first // stride + 1) * stride)
            self._flying[self._workers.submit(play_block, job, control)] = (table, first)

    @property
    def _pending(self) -> list[Future[Any]]:
        return [*self._flying, *self._writes]

    def _drop(self) -> None:
        for future in self._flying:
            future.cancel()

    def _collect(self, control: JobControl) -> None:
        """Take the results that have come in."""
        for future in [future for future in self._flying if future.done()]:
            table, first = self._flying.pop(future)
            if future.cancelled():
                continue
            try:
                result = self._workers.outcome(future)
            except CancelledError:
                if control.cancelled:
                    continue
                raise
            if table not in self._stride and result.stride:
                self._stride[table] = result.stride
                self._sent[table] = first + (result.chunk.hands if result.chunk is not None else 0)
            if table not in self._lost:
                self._ready[table, first] = result

    def _write_ready(self) -> None:
        """Write results whose predecessors are written or waiting."""
        if self._ready:
            self._written_at = timing.seconds()
        for table in sorted({table for table, _ in self._ready}):
            self._write(table)

    def _write(self, table: Table) -> None:
        while (result := self._ready.pop((table, self._next[table]), None)) is not None:
            first, chunk = self._next[table], result.chunk
            write = self._journal.write(table, first, chunk, result.loser, result.reason)
            self._writes[write] = table
            self._next[table] = first + (chunk.hands if chunk is not None else 0)
            if result.loser >= 0:
                self._lost.add(table)
                for place in [place for place in self._ready if place[0] == table]:
                    del self._ready[place]
                return

    def _take_written(self, control: JobControl) -> None:
        """Show the results that are safe."""
        done = [future for future in self._writes if future.done()]
        for future in done:
            table = self._writes.pop(future)
            try:
                tournament, result = future.result()
            except StoreError as error:
                number = self.progress.tournament.number
                raise StoreError(
                    "tournament {number} stopped: {error}; {hands:,} hands are stored, and it "
                    "continues from there when it is resumed",
                    number=number,
                    error=error,
                    hands=self.progress.hands,
                ) from None
            results = {**self.progress.results, table: result}
            playing = frozenset(table for table, _ in self._flying.values())
            self.progress = Progress(tournament, results, playing)
        if done:
            control.progress(self.progress.share)
            self._show(self.progress)
