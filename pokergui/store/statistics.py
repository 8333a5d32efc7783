"""Player statistics over stored hands, by game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import fsum
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.errors import PokerError
from engine.lines import parse_line
from engine.positions import POSITIONS, position_names
from engine.stats import NUM_COUNTS, LineCounts, PlayerStats, count_line
from pokergui.store.hands import TRAINING, StoredHand

PERSON = "You"
"""Name of the user in statistics, whatever the name in the hands."""


@dataclass(frozen=True)
class Player:
    """A player; an engine is distinct from a human of the same name.

    Attributes:
        name: ``PERSON``, the engine's name in the registry, or the name in the hands.
    """

    kind: Literal["you", "engine", "other"]
    name: str


YOU = Player("you", PERSON)


@dataclass(frozen=True)
class Total:
    """The user's result in the hands of one game, after the rake; training has no result.

    Attributes:
        big_blinds: the same, each hand in its own big blinds (in Kuhn and Leduc antes).
    """

    game: str
    hands: int
    chips: int
    big_blinds: float


@dataclass(frozen=True)
class PositionStats:
    """The user's statistics in one position."""

    name: str
    stats: PlayerStats
    total: Total | None = None


@dataclass(frozen=True)
class GameStats:
    """Statistics of the players in the hands of one game.

    Attributes:
        players: statistics of each, the user first, then by hands.
        positions: the user's, from the first to act before the flop to the big blind; none in
            games with antes.
    """

    game: str
    hands: int
    players: dict[Player, PlayerStats]
    total: Total | None = None
    positions: tuple[PositionStats, ...] = ()


_Sums: TypeAlias = dict[Player, NDArray[np.int64]]


def count_games(
    hands: Iterable[StoredHand], damaged: Callable[[int], None]
) -> tuple[GameStats, ...]:
    """Return statistics of each game, the most hands first.

    Args:
        damaged: gets the number of a hand whose betting is invalid; it is left out.
    """
    lines: dict[tuple[str, str, str], LineCounts] = {}
    sums: dict[str, _Sums] = {}
    games: dict[str, int] = {}
    results: dict[str, TotalSum] = {}
    places: dict[str, dict[str, PositionSum]] = {}
    for hand in hands:
        try:
            counts = _counts(hand, lines)
        except PokerError:
            damaged(hand.number)
            continue
        game = hand.listed_game
        games[game] = games.get(game, 0) + 1
        _add(sums.setdefault(game, {}), hand, counts)
        _add_result(results, hand)
        _add_position(places.setdefault(game, {}), hand, counts)
    totals = {game: result.total(game) for game, result in results.items()}
    stats = [
        GameStats(
            game, count, _players(sums[game]), totals.get(game), _positions(game, places[game])
        )
        for game, count in games.items()
    ]
    return tuple(sorted(stats, key=lambda one: (-one.hands, one.game)))


def total_up(hands: Iterable[StoredHand], modes: Sequence[str]) -> tuple[Total, ...]:
    """Return the user's result of each game in hands of some modes, the most hands first."""
    sums: dict[str, TotalSum] = {}
    for hand in hands:
        if hand.mode in modes:
            _add_result(sums, hand)
    return totals_of(sums)


def totals_of(sums: dict[str, TotalSum]) -> tuple[Total, ...]:
    """Return the totals of all games, the most hands first."""
    totals = (one.total(game) for game, one in sums.items())
    return tuple(sorted(totals, key=lambda total: (-total.hands, total.game)))


@dataclass
class TotalSum:
    """A running total, kept as chips per big blind so that the order of addition is irrelevant."""

    hands: int = 0
    chips: dict[int, int] = field(default_factory=dict)

    def add(self, hands: int, big_blind: int, chips: int) -> None:
        self.hands += hands
        self.chips[big_blind] = self.chips.get(big_blind, 0) + chips

    def total(self, game: str) -> Total:
        big_blinds = fsum(chips / blind for blind, chips in self.chips.items())
        finest = max(self.chips, default=1)  # of one table, where only some hands count cents
        chips = sum(chips * finest // blind for blind, chips in self.chips.items())
        return Total(game, self.hands, chips, big_blinds)


@dataclass
class PositionSum:
    """Running sums of one position."""

    counts: NDArray[np.int64] = field(default_factory=lambda: np.zeros(NUM_COUNTS, np.int64))
    result: TotalSum = field(default_factory=TotalSum)


def _add_position(
    sums: dict[str, PositionSum], hand: StoredHand, counts: NDArray[np.int64]
) -> None:
    """Add the user's actions in a hand with blinds, under the name of the position."""
    if hand.hero < 0 or (not hand.is_wide and hand.game.ante):
        return
    place = sums.setdefault(position_names(len(hand.players))[hand.hero], PositionSum())
    place.counts += counts[hand.hero]
    if hand.mode != TRAINING:
        place.result.add(1, hand.big_blind, hand.result)


def _positions(game: str, sums: dict[str, PositionSum]) -> tuple[PositionStats, ...]:
    """Return the positions that were held, in the order of play before the flop."""
    return tuple(
        PositionStats(
            name,
            PlayerStats.of(sums[name].counts),
            sums[name].result.total(game) if sums[name].result.hands else None,
        )
        for name in POSITIONS
        if name in sums
    )


def _add_result(sums: dict[str, TotalSum], hand: StoredHand) -> None:
    if hand.hero >= 0 and hand.mode != TRAINING:
        sums.setdefault(hand.listed_game, TotalSum()).add(1, hand.big_blind, hand.result)


def _counts(hand: StoredHand, lines: dict[tuple[str, str, str], LineCounts]) -> NDArray[np.int64]:
    """Return the counts of each position; lines counted before are not counted again."""
    if hand.is_wide:
        return hand.wide.counts
    key = (hand.definition, hand.game_name, hand.line)
    counted = lines.get(key)
    if counted is None:
        counted = lines[key] = count_line(hand.game, parse_line(hand.game, hand.line))
    return counted.with_result(np.array(hand.payoffs, np.int64))


def _add(sums: _Sums, hand: StoredHand, counts: NDArray[np.int64]) -> None:
    for seat, (engine, name) in enumerate(zip(hand.engines, hand.players, strict=True)):
        other = Player("engine", engine) if engine else Player("other", name)
        player = YOU if seat == hand.hero else other
        if player not in sums:
            sums[player] = np.zeros(NUM_COUNTS, np.int64)
        sums[player] += counts[seat]


def _players(sums: _Sums) -> dict[Player, PlayerStats]:
    stats = {player: PlayerStats.of(counts) for player, counts in sums.items()}
    order = sorted(stats, key=lambda one: (one != YOU, -stats[one].hands, one.name))
    return {player: stats[player] for player in order}
