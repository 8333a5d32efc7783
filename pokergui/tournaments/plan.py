"""What a tournament is: its plan, and what became of each pair. Plain data."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import combinations

from engine.errors import PokerError
from engine.game import Game
from engine.running import Tally

MOST_ENGINES = 100
GROUP = 4
"""Hands after which both engines have had both positions first; blocks are multiples of it."""


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
            PokerError: with the reason.
        """
        if not 2 <= len(self.engines) <= MOST_ENGINES:
            raise PokerError(f"a tournament has 2 to {MOST_ENGINES} engines")
        if self.hands < 2 or self.hands % 2 or self.block < GROUP or self.block % GROUP:
            raise PokerError("its hands make no whole deals")
        if self.seed < 0 or not 0 < self.clock < float("inf"):
            raise PokerError("its seed and clock are positive numbers")


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
        game: the game.
        plan: what is played.
        pairings: pairs that have begun or were lost, by their places.
        stop: whether somebody asked it to finish what it plays and stop.
    """

    number: int
    time: str
    updated: str
    game: Game
    plan: Plan
    pairings: dict[tuple[int, int], Pairing]
    stop: bool = False

    def pairing(self, pair: tuple[int, int]) -> Pairing:
        """What became of a pair so far."""
        return self.pairings.get(pair, Pairing(pair))

    def with_pairing(self, pairing: Pairing) -> StoredTournament:
        """The same with news of a pair."""
        return replace(self, pairings={**self.pairings, pairing.pair: pairing})
