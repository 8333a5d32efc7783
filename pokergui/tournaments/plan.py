"""What a tournament is: its plan, and what became of each table. Plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.errors import PokerError
from engine.game import Game
from engine.rules import MAX_PLAYERS
from engine.running import Tally
from pokergui.tournaments.seating import Table, is_drawn, tables_of

MOST_ENGINES = 100


@dataclass(frozen=True)
class Entrant:
    """An engine of a tournament.

    Attributes:
        name: as commands take it.
        digest: SHA-256 of the files that it plays from; empty where it has none.
    """

    name: str
    digest: str = ""


@dataclass(frozen=True)
class Plan:
    """What is played; all results follow from it.

    Attributes:
        engines: in order; engines that join later are added at the end.
        gauntlet: whether the first engine sits at every table; else everybody meets everybody.
        hands: of each table, every seating of each deal counted.
        block: hands that are played and written together, a multiple of ``group``.
        seed: of all cards and draws.
        clock: seconds that an engine of others may think about a decision.
        seats: of a table.
    """

    engines: tuple[Entrant, ...]
    gauntlet: bool
    hands: int
    block: int
    seed: int
    clock: float
    seats: int = 2

    @property
    def names(self) -> tuple[str, ...]:
        """The engines' names."""
        return tuple(engine.name for engine in self.engines)

    @property
    def titles(self) -> tuple[str, ...]:
        """The names, an engine that is there several times told apart by a number."""
        names = self.names
        before = [names[:place].count(name) for place, name in enumerate(names)]
        return tuple(
            f"{name} ({count + 1})" if count else name
            for name, count in zip(names, before, strict=True)
        )

    @property
    def tables(self) -> tuple[Table, ...]:
        """Who sits with whom; an engine that joins changes nothing before its own tables."""
        return tables_of(len(self.engines), self.seats, self.gauntlet, self.seed)

    @property
    def drawn(self) -> bool:
        """Whether the tables are a part of all."""
        return is_drawn(len(self.engines), self.seats, self.gauntlet)

    @property
    def group(self) -> int:
        """Hands after which every engine has begun a deal in every position."""
        return self.seats**2

    def joined(self, engine: Entrant) -> Plan:
        """The same with one engine more.

        Raises:
            PokerError: if there would be too many, or the tables would be others.
        """
        found = replace(self, engines=(*self.engines, engine))
        found.check()
        if found.drawn:
            raise PokerError("its tables are drawn for these engines: no other can join")
        return found

    def check(self) -> None:
        """Refuse what cannot be played.

        Raises:
            PokerError: with the reason.
        """
        if not 2 <= self.seats <= MAX_PLAYERS:
            raise PokerError(f"a table has 2 to {MAX_PLAYERS} seats")
        if not 2 <= len(self.engines) <= MOST_ENGINES:
            raise PokerError(f"a tournament has 2 to {MOST_ENGINES} engines")
        if len(self.engines) < self.seats:
            raise PokerError(f"{len(self.engines)} engines for {self.seats} seats")
        if self.hands < self.seats or self.hands % self.seats:
            raise PokerError("its hands make no whole deals")
        if self.block < self.group or self.block % self.group:
            raise PokerError("its blocks make no whole deals")
        if self.seed < 0 or not 0 < self.clock < float("inf"):
            raise PokerError("its seed and clock are positive numbers")


@dataclass(frozen=True)
class TableState:
    """What became of a table.

    Attributes:
        table: places of its engines.
        match: number of its match; 0 before its first hand.
        loser: place of the engine that failed and plays it no further; -1 where none did.
        reason: why it failed.
    """

    table: Table
    match: int = 0
    loser: int = -1
    reason: str = ""


@dataclass(frozen=True)
class TableResult:
    """The hands of a table that are on disk."""

    hands: int
    tally: Tally = field(compare=False)


Results = Mapping[Table, TableResult]


@dataclass(frozen=True)
class StoredTournament:
    """A tournament as the database holds it; its row's checksum was right.

    Attributes:
        number: from 1.
        time: when it began, UTC, ISO 8601 with milliseconds.
        updated: when its row changed last.
        game: the game.
        plan: what is played.
        states: tables that have begun or were lost, by their places.
        stop: whether somebody asked it to finish what it plays and stop.
    """

    number: int
    time: str
    updated: str
    game: Game
    plan: Plan
    states: dict[Table, TableState]
    stop: bool = False

    def state(self, table: Table) -> TableState:
        """What became of a table so far."""
        return self.states.get(table, TableState(table))

    def with_state(self, state: TableState) -> StoredTournament:
        """The same with news of a table."""
        return replace(self, states={**self.states, state.table: state})
