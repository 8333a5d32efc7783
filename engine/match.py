"""Seeded and duplicate matches between engines, and their results.

All cards and all engines' random numbers derive from the seed, so a match is reproducible. In a
duplicate match each deal is played once from every position, and such a group is the unit of the
interval: the luck of the deal cancels. An engine that learns plays as a separate copy in each
seating of the group, so that no copy meets a deal that it has seen before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine import timing
from engine.agent import Agent
from engine.combos import combo_index
from engine.errors import CancelledError, EngineError, ForfeitError, PokerError
from engine.game import Game
from engine.hand import Event
from engine.jobs import JobControl
from engine.match_chunk import HandBuffer, Line, MatchChunk, num_dealt, positions_of
from engine.player import Action, SeatView, Strategy
from engine.rake import NO_RAKE, Rake
from engine.records.record import HandRecord
from engine.rng import rng_state
from engine.running_result import Interval, RunningResult
from engine.stats import PlayerStats
from engine.table import Table, shuffled_deck
from engine.table_match import KernelMatch, PlaysInKernels, TableMatch, fit_for_kernel
from engine.wording import Wording

MAX_HANDS = 10**8
"""Most hands or deals of one match: the result of each is kept in memory."""
CHUNK_S = 0.09
"""Longest time in seconds that hands played one by one are buffered."""
CHUNK_HANDS = 1000
"""Most hands buffered."""

_KINDS = (np.int8, np.int16, np.int32, np.int64)
RecordListener = Callable[[HandRecord], None]
ChunkListener = Callable[[MatchChunk], None]


def check_rake(game: Game, rake: Rake) -> None:
    """Refuse a rake where the results of engines are compared in pairs.

    Raises:
        PokerError: with the reason.
    """
    if rake != NO_RAKE and (game.is_heads_up or not game.has_stacks):
        raise PokerError("a rake is taken at no-limit hold'em tables for three players and more")


class Draws:
    """Random numbers of engines that are queried directly, a stream for each decision.

    Source: Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", 2011: hand
    and decision are words of the counter of Philox.

    Args:
        seed: of the match.
    """

    def __init__(self, seed: int) -> None:
        self._bits = np.random.Philox(key=rng_state(seed, 1)[2:])  # kernels use another word
        self._rng, self._state = np.random.Generator(self._bits), self._bits.state

    def at(self, hand: int, decision: int) -> np.random.Generator:
        """The stream of a decision, from its start; valid until the next call."""
        self._state["state"]["counter"][:] = 0, decision, hand, 0
        self._bits.state = self._state
        return self._rng


class Match:
    """A match played incrementally, decision by decision or at full speed.

    Positions rotate from hand to hand. Finished hands are delivered as chunks, each once and in
    order: by ``run`` to its listener, by ``take_chunk`` after a hand that was played decision by
    decision.

    Engines that are all tables, or all networks of one kind, are played in a kernel. Decision by
    decision such a hand follows the kernel's actions as well, so that a seed gives the same hands
    either way; an engine is queried directly once a different action was applied. Its random
    numbers then belong to the hand and the decision alone, whatever was drawn before.

    Args:
        game: the game.
        agents: one engine for each position; in duplicate, those that learn are copied before the
            first hand.
        seed: of the cards and of all engines' random numbers.
        duplicate: whether to play each deal from every position.
        rake: the rule for the rake, at tables for more than two; engines play without it.

    Attributes:
        agents: the engines as given, which play the first turn of every group.
        table: the table at which hands are played one by one.
        hands: finished hands.

    Raises:
        PokerError: if the number of engines is not the game's number of players.
    """

    def __init__(
        self,
        game: Game,
        agents: Sequence[Agent],
        seed: int,
        duplicate: bool = False,
        rake: Rake = NO_RAKE,
    ) -> None:
        players = game.num_players
        check_rake(game, rake)
        if len(agents) != players:
            raise PokerError(
                "{title} is played by {players} engines, not {count}",
                title=Wording(game.title),
                players=players,
                count=len(agents),
            )
        self.game = game
        self.agents = tuple(agents)
        self.names = tuple(agent.name for agent in agents)
        self.seed = seed
        self.duplicate = duplicate
        self.table = Table(game)
        self.hands = 0
        self.in_progress = False
        self._group = players if duplicate else 1
        self._by_turn = [self.agents]
        for _ in range(1, self._group):
            self._by_turn.append(tuple(agent.copy() for agent in self.agents))
        self._cards = rng_state(seed)
        self._draws = Draws(seed)
        self._deck = np.array(game.deck, np.uint8)
        self._rake = rake
        self._finished = HandBuffer(game, rake)
        self._planned: Line = ()

    @cached_property
    def _kernel(self) -> KernelMatch | None:
        """The kernel match, if all engines are tables or share one kind with its own kernel."""
        tables = fit_for_kernel([agent.table() for agent in self.agents])
        if tables is not None:
            return TableMatch(self.game, tables, self.seed, self._group)
        first = self.agents[0]
        if isinstance(first, PlaysInKernels):
            return first.match(self.game, self.agents, self.seed, self._group)
        return None

    def run(
        self,
        hands: int,
        control: JobControl,
        on_chunk: ChunkListener,
        at_once: int = MAX_HANDS,
    ) -> int:
        """Play on at the engines' own speed.

        A hand in progress is finished first and counts. Cancelling stops between hands, or between
        decisions of slow engines; the hand in progress then stays in progress.

        Args:
            hands: maximum number of hands to finish.
            control: progress and cancellation.
            on_chunk: receives the finished hands, including those pending for ``take_chunk``.
            at_once: maximum hands per chunk; smaller chunks cancel sooner with slow listeners.

        Returns:
            the number of hands finished.

        Raises:
            ForfeitError: if an engine forfeits; the hand in progress stays in progress.
        """
        start = self.hands
        handed_out = timing.seconds()
        try:
            while self.hands < start + hands and not control.cancelled:
                if self._kernel is not None and not self.in_progress:
                    self._hand_out(on_chunk)
                    left = min(start + hands - self.hands, at_once)
                    chunk = self._kernel.play(self.hands, left, self._deck, self._cards)
                    self.hands += chunk.hands
                    on_chunk(replace(chunk, rake=self._rake))
                else:
                    self._play_hand(control)
                    if (
                        len(self._finished) >= min(CHUNK_HANDS, at_once)
                        or timing.seconds() - handed_out >= CHUNK_S
                    ):
                        self._hand_out(on_chunk)
                        handed_out = timing.seconds()
                control.progress((self.hands - start) / hands)
        finally:
            self._hand_out(on_chunk)
        return self.hands - start

    def _hand_out(self, on_chunk: ChunkListener) -> None:
        if len(self._finished):
            on_chunk(self._finished.take(self.hands))

    @property
    def _playing(self) -> tuple[Agent, ...]:
        """The engines of the current or next hand."""
        return self._by_turn[self.hands % self._group]

    def _play_hand(self, control: JobControl) -> None:
        """Finish the current hand or a new one, unless cancelled between decisions."""
        if not self.in_progress:
            self.deal()
        silent = control.silent()
        while self.in_progress and not control.cancelled:
            try:
                action = self._drawn(silent)
            except CancelledError:
                if not control.cancelled:
                    raise
            else:
                self.apply(action)

    def deal(self) -> tuple[Event, ...]:
        """Deal the next hand; returns the events of blinds, hole cards and first board.

        Raises:
            PokerError: if a hand is in progress.
        """
        if self.in_progress:
            raise PokerError("the hand in progress is not over")
        turn = self.hands % self._group
        if self._kernel is not None:
            chunk = self._kernel.play(self.hands, 1, self._deck.copy(), self._cards.copy())
            self._planned = chunk.lines[chunk.line_of[0]]
        if turn == 0:
            self._deck[:] = shuffled_deck(self.game, self._cards)
        events = self.table.deal(tuple(self._deck.tolist()), self.hands // self._group + turn)
        self.in_progress = True
        self._end_if_over()
        return events

    def view(self) -> SeatView:
        """Return the view of the player to act.

        Raises:
            PokerError: if no hand is in progress.
        """
        if not self.in_progress:
            raise PokerError("no hand is in progress")
        return self.table.view(self.table.player_to_act)

    def answer(self, control: JobControl | None = None) -> tuple[Action, Strategy | None]:
        """Query the engine to act, without applying its action.

        Returns:
            its action, drawn with the random numbers of this decision, and the strategy row of its
            combo; None where it can only act.

        Raises:
            PokerError: if no hand is in progress.
            CancelledError: if cancelled.
        """
        view = self.view()
        agent = self._playing[self.table.player_to_act]
        row = None
        if agent.has_ranges:
            with suppress(EngineError):  # an engine that fails here may still act
                row = _own_row(agent.strategy(view.spot, control), view)
        return self._drawn(control), row

    def _drawn(self, control: JobControl | None) -> Action:
        """Return the action drawn by the engine to act."""
        if self._planned:
            line = self.table.hand.spot.actions
            if len(line) < len(self._planned) and self._planned[: len(line)] == line:
                return self._planned[len(line)]
        agent, view = self._playing[self.table.player_to_act], self.view()
        return agent.act(view, self._draws.at(self.hands, len(view.spot.actions)), control)

    def apply(self, action: Action) -> tuple[Event, ...]:
        """Apply an action of the player to act, from any source; returns the events.

        Raises:
            PokerError: if no hand is in progress.
            IllegalActionError: with the rulebook's reason; the state is unchanged.
        """
        if not self.in_progress:
            raise PokerError("no hand is in progress")
        events = self.table.apply(action)
        self._end_if_over()
        return events

    def take_chunk(self) -> MatchChunk:
        """The hands finished since the last chunk.

        Raises:
            PokerError: if there are none.
        """
        if not len(self._finished):
            raise PokerError("no hand was finished since the last chunk")
        return self._finished.take(self.hands)

    def _end_if_over(self) -> None:
        table = self.table
        if table.player_to_act >= 0:
            return
        playing = self._playing
        self.in_progress = False
        self.hands += 1
        self._finished.add(
            table.payoffs_by_player(),
            table.position_of(0),
            table.deck[: num_dealt(self.game)],
            table.hand.spot.actions,
        )
        for player, agent in enumerate(playing):
            agent.observe(table.hand.record_for(table.position_of(player)))


def _own_row(answer: Strategy, view: SeatView) -> Strategy:
    """The row of one combo, as a strategy of that row alone."""
    combo = combo_index(view.hole, view.spot.game.deck)
    values, error = (
        None if part is None else part[combo : combo + 1] for part in (answer.values, answer.error)
    )
    row = answer.probabilities[combo : combo + 1]
    return Strategy(answer.actions, row, values, error, answer.note)


@dataclass(frozen=True)
class MatchResult:
    """The result of a match; in duplicate, of the deals played from all positions.

    Attributes:
        running: its running sums.
        seconds: wall time.
        forfeit: why the match ended early; empty if it did not.
        parts: ``payoffs`` split by hands, each part in the smallest integer type.
    """

    running: RunningResult
    seconds: float
    forfeit: str
    parts: Sequence[NDArray[np.signedinteger[Any]]]

    @property
    def game(self) -> Game:
        """The game."""
        return self.running.game

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the engines in the order given; results are those of the first by default."""
        return self.running.names

    @property
    def duplicate(self) -> bool:
        """True if each deal was played from every position."""
        return self.running.duplicate

    @property
    def stats(self) -> tuple[PlayerStats, ...]:
        """The statistics of each engine, in the order given."""
        return self.running.stats

    @property
    def hands(self) -> int:
        """Hands played."""
        return self.running.hands

    @property
    def payoffs(self) -> NDArray[np.int64]:
        """(hands, players) net chips of each engine in each hand, after the rake."""
        nothing = np.zeros((0, self.game.num_players), np.int64)
        return np.concatenate([nothing, *self.parts], dtype=np.int64)[: self.hands]

    @property
    def positions(self) -> NDArray[np.int8]:
        """(hands,) position of the first engine in each hand."""
        return positions_of(self.game, 0, self.hands, self.duplicate)

    @property
    def method(self) -> str:
        """Variance reduction: ``raw`` or ``duplicate``."""
        return "duplicate" if self.duplicate else "raw"

    @property
    def hands_per_second(self) -> float:
        """Hands played per second."""
        return self.hands / self.seconds if self.seconds > 0 else 0.0

    def units(self, player: int = 0) -> NDArray[np.float64]:
        """Chips per hand of each independent unit: a hand, or a duplicate deal."""
        group = self.game.num_players if self.duplicate else 1
        parts = [part[:, player] for part in self.parts]
        chips = np.concatenate([np.zeros(0), *parts], dtype=np.float64)[: self.hands]
        return chips if group == 1 else np.asarray(chips.reshape(-1, group).mean(axis=1))

    def chips(self, player: int = 0) -> Interval:
        """Mean result of a player in chips per hand."""
        return self.running.tally.chips_per_hand(player=player)

    def mbb(self, player: int = 0) -> Interval:
        """Mean result of a player in thousandths of the big blind (or ante) per hand."""
        return self.running.interval(player=player)

    def mbb_in_position(self, position: int) -> Interval:
        """Result of the first engine in one position, in mbb per hand."""
        return self.running.interval(position)

    def hands_in_position(self, position: int) -> int:
        """Hands that the first engine played in one position."""
        return int(self.running.tally.hands_in[0, position])

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
    on_chunk: ChunkListener | None = None,
    at_once: int = MAX_HANDS,
    rake: Rake = NO_RAKE,
) -> MatchResult:
    """Play a whole match, with positions rotating from hand to hand.

    Args:
        game: the game.
        agents: one engine for each position.
        hands: hands, or deals in a duplicate match (each played from every position).
        seed: of the cards and of all engines' random numbers.
        duplicate: whether to play each deal from every position.
        on_record: called with every finished hand, chunk by chunk.
        control: progress and cancellation; hands played until then are kept.
        on_chunk: called with every chunk of finished hands.
        at_once: maximum hands per chunk.
        rake: the rule for the rake, at tables for more than two.

    Raises:
        PokerError: if the number of engines is not the game's number of players, or the number of
            hands is out of bounds.
    """
    if not 1 <= hands <= MAX_HANDS:
        raise PokerError("a match has 1 to {most:,} hands", most=MAX_HANDS)
    match = Match(game, agents, seed, duplicate, rake)
    running = RunningResult(game, match.names, duplicate)
    parts: list[NDArray[np.signedinteger[Any]]] = []

    def keep(chunk: MatchChunk) -> None:
        running.add(chunk)
        if on_chunk is not None:
            on_chunk(chunk)
        parts.append(_narrowest(chunk.results))
        if on_record is not None:
            for hand in range(chunk.hands):
                on_record(chunk.record(hand, match.names))

    begin = timing.seconds()
    group = game.num_players if duplicate else 1
    forfeit = ""
    try:
        match.run(hands * group, control or JobControl(), keep, at_once)
    except ForfeitError as error:
        forfeit = str(error)
    seconds = timing.seconds() - begin
    return MatchResult(running, seconds, forfeit, parts)


def _narrowest(chips: NDArray[np.int64]) -> NDArray[np.signedinteger[Any]]:
    """Return chips in the smallest integer type that holds them: 30 million hands must fit."""
    most = int(np.abs(chips).max())
    return chips.astype(next(kind for kind in _KINDS if most <= np.iinfo(kind).max))
