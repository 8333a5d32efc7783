"""A tournament as plain data: its plan, and the state of each table."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations
from math import comb

from engine.errors import PokerError
from engine.game import Game
from engine.rake import NO_RAKE, Rake
from engine.rules import MAX_PLAYERS
from engine.running_result import Tally

Table = tuple[int, ...]
"""Places of engines in the tournament, in the order in which they sit."""
MOST_TABLES = 210
"""Most tables for more than two seats: the number for ten engines at tables of six."""


@lru_cache(256)
def tables_of(count: int, seats: int, gauntlet: bool, seed: int) -> tuple[Table, ...]:
    """Return the tables that are played.

    For two seats they are all pairs. For more they are all choices of engines, if these are no more
    than ``MOST_TABLES``. Else they are drawn from the seed: the engines are arranged in a
    random cycle, and a random choice of places is rotated through it, so that every engine sits at
    equally many tables; as many choices are rotated as fit.

    Args:
        gauntlet: whether the first engine sits at every table.
    """
    fixed = (0,) if gauntlet else ()
    others, free = range(len(fixed), count), seats - len(fixed)
    if is_drawn(count, seats, gauntlet):
        chosen = _turned(others, free, seed)
    else:
        chosen = sorted(combinations(others, free), key=lambda one: one[::-1])
    return tuple(_seated((*fixed, *one), seed) for one in chosen)


def is_drawn(count: int, seats: int, gauntlet: bool) -> bool:
    fixed = int(gauntlet)
    return seats > 2 and comb(count - fixed, seats - fixed) > MOST_TABLES


def _turned(engines: range, seats: int, seed: int) -> list[Table]:
    """Return a balanced set of at most ``MOST_TABLES`` choices of engines."""
    rng = random.Random(f"{seed}/tables")
    circle = list(engines)
    rng.shuffle(circle)
    size, tables = len(circle), list[Table]()
    known = set[Table]()
    while len(tables) + size <= MOST_TABLES:
        start = rng.sample(range(size), seats)
        turns = {tuple(sorted((place + by) % size for place in start)) for by in range(size)}
        if len(turns) == size and not turns & known:
            known |= turns
            tables += [tuple(sorted(circle[place] for place in one)) for one in sorted(turns)]
    return sorted(tables, key=lambda one: one[::-1])


def _seated(engines: Table, seed: int) -> Table:
    """Return the seat order at a table, drawn at random for more than two."""
    if len(engines) == 2:
        return engines
    order = list(engines)
    random.Random(f"{seed}/{'/'.join(map(str, engines))}").shuffle(order)
    return tuple(order)


MOST_ENGINES = 100


@dataclass(frozen=True)
class Entrant:
    """An engine of a tournament.

    Attributes:
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
        clock: seconds that an external engine may think about a decision.
        rake: the rule for the rake, at tables for more than two.
    """

    engines: tuple[Entrant, ...]
    gauntlet: bool
    hands: int
    block: int
    seed: int
    clock: float
    seats: int = 2
    rake: Rake = NO_RAKE

    @property
    def names(self) -> tuple[str, ...]:
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
        loser: place of the engine that failed and drops out of it; -1 if none did.
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
        return self.states.get(table, TableState(table))

    def with_state(self, state: TableState) -> StoredTournament:
        return replace(self, states={**self.states, state.table: state})
