"""Tournaments as plain data, and their rows.

A tournament is one row: what is played, and what became of each pair. The hands of a pair are a
match like any other, so whatever reads, verifies, salvages or exports matches does so with them.
The row is replaced as pairs begin and end; it stands outside the chains with its own checksum.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import combinations
from typing import Any

from sqlite_utils import Database

from engine.errors import PokerError, RecordError
from engine.game import Game
from engine.running import Tally
from pokergui.store._chain import (
    GENESIS,
    MATCH_COLUMNS,
    MOST_NUMBER,
    TOURNAMENT_COLUMNS,
    checksum,
)
from pokergui.store.errors import StoreError
from pokergui.store.hands import game_of
from pokergui.store.matches import Rows, last_block, parse_tally

MOST_ENGINES = 100
GROUP = 4
"""Hands after which both engines have had both positions first; blocks are multiples of it."""
_COLUMNS = ", ".join((*TOURNAMENT_COLUMNS, "checksum"))


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
        gauntlet: whether the first engine alone meets the others; else everybody meets everybody.
        hands: of each pair, both seats of each deal counted.
        block: hands that are played and written together, a multiple of 4.
        seed: of all cards and draws.
        clock: seconds that an engine of others may think about a decision.
    """

    engines: tuple[Entrant, ...]
    gauntlet: bool
    hands: int
    block: int
    seed: int
    clock: float

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
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Places of those who meet; an engine that joins changes nothing before its own pairs."""
        places = range(len(self.engines))
        if self.gauntlet:
            return tuple((0, other) for other in places[1:])
        return tuple(sorted(combinations(places, 2), key=lambda pair: (pair[1], pair[0])))

    def check(self) -> None:
        """Refuse what cannot be played.

        Raises:
            StoreError: with the reason.
        """
        if not 2 <= len(self.engines) <= MOST_ENGINES:
            raise StoreError(f"a tournament has 2 to {MOST_ENGINES} engines")
        if self.hands < 2 or self.hands % 2 or self.block < GROUP or self.block % GROUP:
            raise StoreError("its hands make no whole deals")


@dataclass(frozen=True)
class Pairing:
    """What became of a pair.

    Attributes:
        pair: places of its two engines.
        match: number of its match; 0 before its first hand.
        loser: place of the engine that failed and plays it no further; -1 where none did.
        reason: why it failed.
    """

    pair: tuple[int, int]
    match: int = 0
    loser: int = -1
    reason: str = ""


@dataclass(frozen=True)
class PairResult:
    """The hands of a pair that are on disk."""

    hands: int
    tally: Tally = field(compare=False)


@dataclass(frozen=True)
class StoredTournament:
    """A tournament as the database holds it; its row's checksum was right.

    Attributes:
        number: from 1.
        time: when it began, UTC, ISO 8601 with milliseconds.
        updated: when its row changed last.
        game_name: name of the game with its depth.
        definition: the game as ACPC text.
        plan: what is played.
        pairings: pairs that have begun or were lost, by their places.
        stop: whether somebody asked it to finish what it plays and stop.
    """

    number: int
    time: str
    updated: str
    game_name: str
    definition: str
    plan: Plan
    pairings: dict[tuple[int, int], Pairing]
    stop: bool = False

    @property
    def game(self) -> Game:
        """The game."""
        return game_of(self.definition, self.game_name)

    def pairing(self, pair: tuple[int, int]) -> Pairing:
        """What became of a pair so far."""
        return self.pairings.get(pair, Pairing(pair))

    def with_pairing(self, pairing: Pairing) -> StoredTournament:
        """The same with news of a pair."""
        return replace(self, pairings={**self.pairings, pairing.pair: pairing})

    def values(self) -> list[Any]:
        """What its row says."""
        plan = asdict(self.plan) | {"seed": str(self.plan.seed)}
        state = {"stop": self.stop, "pairs": [asdict(one) for one in self.pairings.values()]}
        both = (json.dumps(part, separators=(",", ":")) for part in (plan, state))
        head = (self.number, self.time, self.updated, self.game_name, self.definition)
        return [*head, *both]

    @classmethod
    def of_row(cls, row: Sequence[Any]) -> StoredTournament:
        """From the columns of ``TOURNAMENT_COLUMNS``, their checksum being right.

        Raises:
            RecordError: if they make no sense.
        """
        number, time, updated, game, definition, plan, state = row
        try:
            read, told = json.loads(plan), json.loads(state)
            engines = tuple(
                Entrant(str(one["name"]), str(one["digest"])) for one in read["engines"]
            )
            found = cls(
                int(number),
                str(time),
                str(updated),
                str(game),
                str(definition),
                Plan(
                    engines,
                    bool(read["gauntlet"]),
                    int(read["hands"]),
                    int(read["block"]),
                    int(read["seed"]),
                    float(read["clock"]),
                ),
                {one.pair: one for one in map(_pairing, told["pairs"])},
                bool(told["stop"]),
            )
            found.plan.check()
            if found.game.num_players != 2 or not {*found.pairings} <= {*found.plan.pairs}:
                raise ValueError("pairs that do not meet")
        except (TypeError, KeyError, ValueError, RecursionError, PokerError) as error:
            words = f"tournament {number}: its columns make no sense: {error}"
            raise RecordError(words) from None
        return found


def _pairing(told: dict[str, Any]) -> Pairing:
    first, second = (int(place) for place in told["pair"])
    loser = int(told["loser"])
    if loser not in (-1, first, second):
        raise ValueError("a loser who did not play")
    return Pairing((first, second), int(told["match"]), loser, str(told["reason"]))


def all_tournaments(rows: Rows) -> tuple[StoredTournament, ...]:
    """All sound tournaments, newest first."""
    found = []
    for *values, own in rows(f"SELECT {_COLUMNS} FROM tournaments ORDER BY number DESC", []):
        if checksum(GENESIS, values) == own:
            try:
                found.append(StoredTournament.of_row(values))
            except RecordError:
                continue
    return tuple(found)


def find_tournament(rows: Rows, number: int) -> StoredTournament:
    """One tournament.

    Raises:
        StoreError: if it is not there or damaged.
        RecordError: if its columns make no sense.
    """
    asked = number if number <= MOST_NUMBER else 0
    found = rows(f"SELECT {_COLUMNS} FROM tournaments WHERE number = ?", [asked])
    if not found:
        raise StoreError(f"there is no tournament {number}")
    *values, own = found[0]
    if checksum(GENESIS, values) != own:
        raise StoreError(f"tournament {number} is damaged: its checksum does not fit what it says")
    return StoredTournament.of_row(values)


def pair_results(rows: Rows, found: StoredTournament) -> dict[tuple[int, int], PairResult]:
    """What each pair has on disk: the sums beside the last sound block of its match."""
    results = {}
    for pair in found.plan.pairs:
        pairing = found.pairing(pair)
        hands, tally = last_block(rows, pairing.match) if pairing.match else (0, None)
        sums = Tally.zero(2) if tally is None else parse_tally(tally, 2)
        results[pair] = PairResult(hands, sums)
    return results


def has_match(rows: Rows, number: int) -> bool:
    """Whether the row of a match is sound; a salvage may have left it out."""
    columns = ", ".join((*MATCH_COLUMNS, "previous", "checksum"))
    found = rows(f"SELECT {columns} FROM matches WHERE number = ?", [number])
    return any(checksum(previous, values) == own for *values, previous, own in found)


def tournament_problems(rows: Rows) -> list[tuple[int, str]]:
    """The tournaments that are damaged or make no sense: number and sentence."""
    problems = []
    for *values, own in rows(f"SELECT {_COLUMNS} FROM tournaments ORDER BY number", []):
        problem = ""
        if checksum(GENESIS, values) != own:
            problem = f"tournament {values[0]} is damaged: its checksum does not fit"
        else:
            try:
                StoredTournament.of_row(values)
            except RecordError as error:
                problem = str(error)
        if problem:
            problems.append((values[0], problem))
    return problems


def put(db: Database, found: StoredTournament) -> None:
    """Write a tournament's row, in the transaction that is open."""
    values = found.values()
    marks = ", ".join("?" * (len(values) + 1))
    sql = f"INSERT OR REPLACE INTO tournaments ({_COLUMNS}) VALUES ({marks})"
    db.execute(sql, [*values, checksum(GENESIS, values)])
