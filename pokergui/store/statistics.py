"""Players' statistics over stored hands, game by game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.lines import parse_line
from engine.stats import NUM_COUNTS, LineCounts, PlayerStats, count_line
from pokergui.store.hands import TRAINING, StoredHand

PERSON = "You"
"""Name of the person in statistics, whatever the hands call him or her."""


@dataclass(frozen=True)
class Player:
    """Somebody who plays: an engine is told from a person of the same name.

    Attributes:
        kind: the person at this computer, an engine, or somebody else in an imported hand.
        name: ``PERSON``, the engine's name in the registry, or the name in the hands.
    """

    kind: Literal["you", "engine", "other"]
    name: str


YOU = Player("you", PERSON)


@dataclass(frozen=True)
class Total:
    """The person's result in the hands of one game, after the rake; training has no result.

    Attributes:
        game: as lists have it, depth and all.
        hands: hands with the person in them.
        chips: net chips.
        big_blinds: the same, each hand in its own big blinds (in Kuhn and Leduc antes).
    """

    game: str
    hands: int
    chips: int
    big_blinds: float


@dataclass(frozen=True)
class GameStats:
    """What players did in the hands of one game.

    Attributes:
        game: as lists have it, depth and all.
        hands: hands counted.
        players: statistics of each, the person first, then by hands.
        total: the person's result; None where no hand has the person in it.
    """

    game: str
    hands: int
    players: dict[Player, PlayerStats]
    total: Total | None = None


_Sums: TypeAlias = dict[Player, NDArray[np.int64]]


def count_games(hands: Iterable[StoredHand]) -> tuple[GameStats, ...]:
    """Statistics of each game, the most hands first."""
    lines: dict[tuple[str, str, str], LineCounts] = {}
    sums: dict[str, _Sums] = {}
    games: dict[str, int] = {}
    totals: dict[str, Total] = {}
    for hand in hands:
        game = hand.listed_game
        games[game] = games.get(game, 0) + 1
        _add(sums.setdefault(game, {}), hand, _counts(hand, lines))
        _add_result(totals, hand)
    found = [
        GameStats(game, count, _players(sums[game]), totals.get(game))
        for game, count in games.items()
    ]
    return tuple(sorted(found, key=lambda one: (-one.hands, one.game)))


def total_up(hands: Iterable[StoredHand], modes: Sequence[str]) -> tuple[Total, ...]:
    """The person's result of each game in hands of some modes, the most hands first."""
    totals: dict[str, Total] = {}
    for hand in hands:
        if hand.mode in modes:
            _add_result(totals, hand)
    return tuple(sorted(totals.values(), key=lambda total: (-total.hands, total.game)))


def _add_result(totals: dict[str, Total], hand: StoredHand) -> None:
    if hand.hero < 0 or hand.mode == TRAINING:
        return
    game, chips = hand.listed_game, hand.result
    before = totals.get(game, Total(game, 0, 0, 0.0))
    units = before.big_blinds + chips / hand.big_blind
    totals[game] = Total(game, before.hands + 1, before.chips + chips, units)


def _counts(hand: StoredHand, lines: dict[tuple[str, str, str], LineCounts]) -> NDArray[np.int64]:
    """What each position did; lines that were counted before are not counted again."""
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
