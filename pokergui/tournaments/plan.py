"""A tournament as plain data: its plan, and the state of each table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.errors import PokerError
from engine.game import Game
from engine.rules import MAX_PLAYERS
from engine.running_result import Tally
from pokergui.tournaments.seating import Table, is_drawn, tables_of

MOST_ENGINES = 100


@dataclass(frozen=True)
class Entrant:
    """An engine of a tournament.

    Attributes:
        name: its name, as for commands.
        digest: SHA-256 of the files that it plays from; empty if it has none.
    """

    name: str
    digest: str = ""


@dataclass(frozen=True)
class Plan:
    """The plan of a tournament; all results follow from it.

    Attributes:
        engines: in order; engines that join later are added at the end.
        gauntlet: whether the first engine sits at every table; else it is a round robin.
        hands: of each table, every seating of each deal counted.
        block: hands that are played and written together, a multiple of ``group``.
        seed: of all cards and draws.
        clock: seconds that an external engine may think about a decision.
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
        """The names, with repeated engines numbered."""
        names = self.names
        before = [names[:place].count(name) for place, name in enumerate(names)]
        return tuple(
            f"{name} ({count + 1})" if count else name
            for name, count in zip(names, before, strict=True)
        )

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables with their engines; one that joins changes nothing before its own tables."""
        return tables_of(len(self.engines), self.seats, self.gauntlet, self.seed)

    @property
    def drawn(self) -> bool:
        """True if the tables are a selection of all possible ones."""
        return is_drawn(len(self.engines), self.seats, self.gauntlet)

    @property
    def group(self) -> int:
        """Hands after which every engine has started a deal in every position."""
        return self.seats**2

    def joined(self, engine: Entrant) -> Plan:
        """Return the same with one more engine.

        Raises:
            PokerError: if there would be too many, or the tables would change.
        """
        joined = replace(self, engines=(*self.engines, engine))
        joined.check()
        if joined.drawn:
            raise PokerError("its tables are drawn for these engines: no other can join")
        return joined

    def check(self) -> None:
        """Validate the plan.

        Raises:
            PokerError: with the reason.
        """
        if not 2 <= self.seats <= MAX_PLAYERS:
            raise PokerError("a table has 2 to {most} seats", most=MAX_PLAYERS)
        if not 2 <= len(self.engines) <= MOST_ENGINES:
            raise PokerError("a tournament has 2 to {most} engines", most=MOST_ENGINES)
        if len(self.engines) < self.seats:
            raise PokerError(
                "{count} engines for {seats} seats", count=len(self.engines), seats=self.seats
            )
        if self.hands < self.seats or self.hands % self.seats:
            raise PokerError("the number of hands is not a multiple of a full deal")
        if self.block < self.group or self.block % self.group:
            raise PokerError("the number of hands in a block is not a multiple of a full deal")
        if self.seed < 0 or not 0 < self.clock < float("inf"):
            raise PokerError("its seed and clock must be positive numbers")


@dataclass(frozen=True)
class TableState:
    """The state of a table.

    Attributes:
        table: places of its engines.
        match: number of its match; 0 before its first hand.
        loser: place of the engine that failed and drops out of it; -1 if none did.
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
    """A tournament as stored in the database; its row's checksum was right.

    Attributes:
        number: from 1.
        time: when it began, UTC, ISO 8601 with milliseconds.
        updated: time of the last change of its row.
        game: the game.
        plan: its plan.
        states: tables that have begun or were lost, by their places.
        stop: whether it was asked to finish its present blocks and stop.
    """

    number: int
    time: str
    updated: str
    game: Game
    plan: Plan
    states: dict[Table, TableState]
    stop: bool = False

    def state(self, table: Table) -> TableState:
        """Return the state of a table so far."""
        return self.states.get(table, TableState(table))

    def with_state(self, state: TableState) -> StoredTournament:
        """Return the same with another state of a table."""
        return replace(self, states={**self.states, state.table: state})
