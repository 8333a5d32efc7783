"""Seeded and duplicate matches between engines, and what they show.

Every hand's cards and every engine's draws come from the seed, so a match is reproducible.
In a duplicate match each deal is played once from every position, and such a group is the unit
of the interval: what the cards gave to one they give to the other.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card
from engine.errors import PokerError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import Agent
from engine.records.record import HandRecord
from engine.rng import rng_state
from engine.stats import NUM_COUNTS, PlayerStats, count_line, count_table_hands
from engine.table import Table, shuffled_deck
from engine.table_match import fit_for_kernel, play_tables

Z95 = 1.959963984540054
"""Two-sided 95% quantile of the normal distribution."""

MAX_HANDS = 10**8
"""Most hands or deals of one match: what each gave is kept in memory."""

RecordListener = Callable[[HandRecord], None]


@dataclass(frozen=True)
class Interval:
    """A mean with the half-width of its 95% interval, infinite below two units."""

    mean: float
    half_width: float

    @classmethod
    def of(cls, values: NDArray[np.float64]) -> Interval:
        """Mean and normal 95% interval of independent values."""
        if len(values) == 0:
            return cls(0.0, float("inf"))
        if len(values) == 1:
            return cls(float(values[0]), float("inf"))
        spread = float(values.std(ddof=1)) / len(values) ** 0.5
        return cls(float(values.mean()), Z95 * spread)

    @property
    def includes_zero(self) -> bool:
        """Whether no verdict is possible yet; an exact zero is one without."""
        return abs(self.mean) <= self.half_width


@dataclass(frozen=True)
class MatchResult:
    """A finished or stopped match.

    Attributes:
        game: the game.
        names: engines in the order given; results are the first one's unless said otherwise.
        payoffs: (hands, players) int64 net chips of each engine in each hand.
        positions: (hands,) int8 position of the first engine in each hand.
        duplicate: whether each deal was played from every position.
        seconds: wall time.
        stats: what each engine did, in the order given.
    """

    game: Game
    names: tuple[str, ...]
    payoffs: NDArray[np.int64]
    positions: NDArray[np.int8]
    duplicate: bool
    seconds: float
    stats: tuple[PlayerStats, ...]

    @property
    def hands(self) -> int:
        """Hands played."""
        return len(self.payoffs)

    @property
    def method(self) -> str:
        """How luck was treated: ``raw`` or ``duplicate``."""
        return "duplicate" if self.duplicate else "raw"

    @property
    def hands_per_second(self) -> float:
        """Hands played per second."""
        return self.hands / self.seconds if self.seconds > 0 else 0.0

    def units(self, player: int = 0) -> NDArray[np.float64]:
        """Chips per hand of each independent unit: a hand, or a deal from all positions."""
        chips = self.payoffs[:, player].astype(np.float64)
        if not self.duplicate:
            return chips
        group = self.game.num_players
        whole = len(chips) // group * group
        return np.asarray(chips[:whole].reshape(-1, group).mean(axis=1), np.float64)

    def chips(self, player: int = 0) -> Interval:
        """Mean result of a player in chips per hand."""
        return Interval.of(self.units(player))

    def mbb(self, player: int = 0) -> Interval:
        """Mean result of a player in thousandths of the big blind (or ante) per hand."""
        return Interval.of(self.units(player) * (1000.0 / self.game.big_blind))

    def mbb_in_position(self, position: int) -> Interval:
        """Result of the first engine in one position, in mbb per hand."""
        chips = self.payoffs[self.positions == position, 0].astype(np.float64)
        return Interval.of(chips * (1000.0 / self.game.big_blind))

    def blocks(self, count: int) -> list[tuple[int, Interval]]:
        """(hands, result in mbb per hand) of ``count`` consecutive blocks of units."""
        units = self.units() * (1000.0 / self.game.big_blind)
        group = self.game.num_players if self.duplicate else 1
        return [(len(part) * group, Interval.of(part)) for part in np.array_split(units, count)]


def play(
    game: Game,
    agents: Sequence[Agent],
    hands: int,
    seed: int,
    duplicate: bool = False,
    on_record: RecordListener | None = None,
    control: JobControl | None = None,
) -> MatchResult:
    """Play a match; engines move on by one position from hand to hand.

    Args:
        game: the game.
        agents: one engine for each position.
        hands: hands, or deals in a duplicate match (each played from every position).
        seed: of the cards and of every engine's draws.
        duplicate: whether to play each deal from every position.
        on_record: called with every finished hand.
        control: to report progress and to stop; what is done is kept then.

    Raises:
        PokerError: if the number of engines is not the game's number of players, or that of hands
            is out of bounds.
    """
    players = game.num_players
    if len(agents) != players:
        raise PokerError(f"{game.title} is played by {players} engines, not {len(agents)}")
    if not 1 <= hands <= MAX_HANDS:
        raise PokerError(f"a match has 1 to {MAX_HANDS:,} hands")
    control = control or JobControl()
    group = players if duplicate else 1
    names = tuple(agent.name for agent in agents)
    tables = fit_for_kernel(game, [agent.table() for agent in agents])
    counts = np.zeros((hands * group if tables is None else 0, players, NUM_COUNTS), np.int16)
    begin = time.perf_counter()
    if tables is not None:
        played = play_tables(game, tables, hands * group, seed, group, control)
        payoffs, done = played.payoffs, len(played.ends)
    else:
        payoffs = np.zeros((hands * group, players), np.int64)
        done = _play_agents(game, agents, payoffs, counts, group, seed, on_record, control)
    done -= done % group
    seconds = time.perf_counter() - begin
    payoffs = payoffs[:done]
    numbers = np.arange(done) // group + np.arange(done) % group
    positions = (numbers % players).astype(np.int8)
    if tables is not None:
        ends, line_of = np.unique(played.ends[:done], return_inverse=True)
        lines = [played.tree.line_to(int(end)) for end in ends]
        total = count_table_hands(game, lines, line_of, positions, payoffs)
    else:
        total = counts[:done].sum(axis=0, dtype=np.int64)
    stats = tuple(PlayerStats.of(row) for row in total)
    result = MatchResult(game, names, payoffs, positions, duplicate, seconds, stats)
    if tables is not None and on_record is not None:
        for hand in range(done):
            on_record(played.record(hand, hand, _by_position(names, int(numbers[hand]))))
    return result


def _by_position(names: tuple[str, ...], number: int) -> tuple[str, ...]:
    """Names by position in the hand of that number."""
    return tuple(names[(position - number) % len(names)] for position in range(len(names)))


def _play_agents(
    game: Game,
    agents: Sequence[Agent],
    payoffs: NDArray[np.int64],
    counts: NDArray[np.int16],
    group: int,
    seed: int,
    on_record: RecordListener | None,
    control: JobControl,
) -> int:
    """Play hand by hand, asking each engine; fills ``payoffs`` and ``counts`` by player.

    Returns:
        hands finished, fewer than asked for if cancelled.
    """
    cards = rng_state(seed)
    draws = [np.random.default_rng([seed, 1, player]) for player in range(game.num_players)]
    names = tuple(agent.name for agent in agents)
    table = Table(game)
    hands = len(payoffs)
    deck: tuple[Card, ...] = ()
    for hand in range(hands):
        if control.cancelled:
            return hand
        if hand % group == 0:
            deck = shuffled_deck(game, cards)
        number = hand // group + hand % group
        table.deal(deck, number)
        while (player := table.player_to_act) >= 0:
            table.apply(agents[player].act(table.view(player), draws[player]))
        for player, agent in enumerate(agents):
            agent.observe(table.hand.record_for(table.position_of(player)))
        payoffs[hand] = table.payoffs_by_player()
        line = count_line(game, table.hand.spot.actions)
        by_position = [table.position_of(player) for player in range(game.num_players)]
        counts[hand] = line.with_result(np.array(table.hand.payoffs))[by_position]
        if on_record is not None:
            on_record(HandRecord.of(table.hand, hand, _by_position(names, number), deck))
        control.progress((hand + 1) / hands)
    return hands
