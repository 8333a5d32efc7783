"""A watched match as the worker plays it, without Qt; what it returns is frozen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

import numpy as np

from ai.evaluation.match_estimates import Verdicts
from ai.evaluation.multiplayer_aivat import corrector
from engine import timing
from engine.agent import Agent
from engine.cards import Card
from engine.combos import NUM_HOLDEM_COMBOS, combo_index
from engine.equity import Showdowns, equity, showdowns
from engine.evaluator import showdown_strength
from engine.game import Game
from engine.hand import Event, HandState
from engine.jobs import JobControl
from engine.match import MAX_HANDS, Match
from engine.match_chunk import MatchChunk
from engine.player import Action, PublicState, Strategy
from pokergui.background.engines import build, stand_in
from pokergui.background.jobs import Halt
from pokergui.matches import Counting, MatchWriter
from pokergui.pages.watch.scenes.choices import FIXED, KNOWN, MOST_HANDS, WatchChoice
from pokergui.pages.watch.scenes.standing import standing_scene
from pokergui.pages.watch.viewmodel import StandingScene
from pokergui.store import Store
from pokergui.warm import rehearse


def win_share(
    game: Game, first: Sequence[Card], second: Sequence[Card], board: Sequence[Card]
) -> float:
    """Return the share of all boards to come on which the first hand wins, ties counted half."""
    if game.is_part_of_holdem:
        weights = np.zeros((2, NUM_HOLDEM_COMBOS))
        for row, hole in enumerate((first, second)):
            weights[row, combo_index(hole)] = 1.0
        return equity(weights[0], weights[1], board).equity
    seen = {*first, *second, *board}
    left = [card for card in game.deck if card not in seen]
    missing = game.board_sizes[-1] - len(board)
    points = total = 0
    for cards in combinations(left, missing):
        mine, other = (
            int(showdown_strength(np.array((*hole, *board, *cards), np.uint8)))
            for hole in (first, second)
        )
        points += 2 if mine > other else int(mine == other)
        total += 2
    return points / total


_MOST_TRIALS = 12
SHOW_S = 0.08
"""Minimum time between two snapshots of a match that runs fast."""
FIGURES_S = 0.3
"""Minimum time between two updates of figures, as nobody reads ten of them a second."""
AT_ONCE = 16
"""Maximum number of hands between snapshots with variance reduction (milliseconds per hand)."""
Keep = Callable[[MatchChunk], None]
"""A function that takes finished hands, in order."""


@dataclass(frozen=True)
class Moved:
    """The result of one step: a deal, or an action with what followed.

    Attributes:
        seat_a: position of the first engine in it.
        share: probability that the first of two engines wins with the current cards; None once one
            has folded.
        chances: the same of more than two engines; None once only one is left.
    """

    events: tuple[Event, ...]
    spot: PublicState
    deck: tuple[Card, ...]
    number: int
    seat_a: int
    finished: bool
    share: float | None
    standing: StandingScene | None
    chances: Showdowns | None = None

    @property
    def to_act(self) -> int:
        """The engine to act: 0 is the first."""
        return (self.spot.to_act - self.seat_a) % self.spot.game.num_players


@dataclass(frozen=True)
class Answered:
    """The answer of the engine to act, before its action is taken."""

    action: Action
    row: Strategy | None


@dataclass(frozen=True)
class MatchSnapshot:
    """A match that runs fast, at one moment."""

    hands: int
    standing: StandingScene


class WatchedMatch:
    """A match and its running result; one step at a time, on any thread."""

    def __init__(
        self,
        choice: WatchChoice,
        agents: tuple[Agent, ...],
        seed: int,
        keep: Keep,
        luck: Verdicts | None = None,
    ) -> None:
        self.choice = choice
        self.game = choice.build_game()
        self._names = choice.titles
        self._match = Match(self.game, agents, seed, choice.duplicate, choice.rake_rule)
        self._counting = Counting(self.game, self._names, choice.duplicate, choice.rule, luck)
        self._at_once = MAX_HANDS if luck is None else AT_ONCE
        self._keep = keep
        self._counted: tuple[object, float] | None = None
        self._dealt_out: tuple[object, Showdowns] | None = None
        self.look: MatchSnapshot | None = None  # the newest, for display

    @property
    def hands(self) -> int:
        return self._counting.result.hands

    @property
    def over(self) -> bool:
        return self.hands >= self.choice.hands or self.decided

    @property
    def decided(self) -> bool:
        return bool(self._counting.decided)

    def standing(self, before: StandingScene | None = None) -> StandingScene:
        """Build the result so far; with the figures of ``before`` if they need not be new."""
        return standing_scene(self._counting, self._names, self.choice.hands, before)

    def deal(self, control: JobControl) -> Moved:
        control.check()
        return self._moved(self._match.deal())

    def answer(self, control: JobControl) -> Answered:
        return Answered(*self._match.answer(control))

    def apply(self, action: Action) -> Moved:
        """Take the action of the engine to act.

        Raises:
            IllegalActionError: with the rulebook's sentence; nothing has changed then.
        """
        return self._moved(self._match.apply(action))

    def run(
        self, pending: Action | None, halt: Halt, show: Callable[[], None]
    ) -> tuple[MatchSnapshot, Moved | None]:
        """Play on as fast as the engines can.

        Args:
            pending: an answer that the engine to act has already given.
            show: called when there is a new ``look``.

        Returns:
            The last snapshot, and the hand in progress if one is left.
        """
        shown, counted, before = 0.0, 0.0, None

        def take(chunk: MatchChunk) -> None:
            nonlocal shown, counted, before
            self._take(chunk)
            if self.over:
                halt.cancel()
            now = timing.seconds()
            if now - shown < SHOW_S:
                return
            if now - counted >= FIGURES_S:
                counted, before = now, None
            shown, before = now, self.standing(before)
            self.look = MatchSnapshot(self.hands, before)
            show()

        if pending is not None:
            self._match.apply(pending)
        left = self.choice.hands - self._match.hands
        if left > 0:
            self._match.run(left, halt, take, self._at_once)
        elif self._match.hands > self.hands:
            take(self._match.take_chunk())
        self.look = MatchSnapshot(self.hands, self.standing())
        return self.look, self.present() if self._match.in_progress else None

    def present(self) -> Moved:
        """Return the hand in progress with everything that happened in it."""
        table = self._match.table
        hand = HandState.deal(self.game, table.deck)
        events = hand.opening_events
        for action in table.hand.spot.actions:
            events += hand.apply(action)
        return self._state(events)

    @property
    def failures(self) -> list[tuple[str, str]]:
        return [
            (title, str(reason))
            for title, agent in zip(self._names, self._match.agents, strict=True)
            for reason in agent.failures
        ]

    def end(self) -> None:
        for agent in self._match.agents:
            agent.close()

    def _take(self, chunk: MatchChunk) -> None:
        self._keep(chunk)
        self._counting.add(chunk)

    def _moved(self, events: tuple[Event, ...]) -> Moved:
        if not self._match.in_progress:
            self._take(self._match.take_chunk())
        return self._state(events)

    def _state(self, events: tuple[Event, ...]) -> Moved:
        match, table = self._match, self._match.table
        spot, finished = table.hand.spot, not match.in_progress
        seat_a = table.position_of(0)
        number = match.hands + match.in_progress
        return Moved(
            events,
            spot,
            table.deck,
            number,
            seat_a,
            finished,
            self._share(number, seat_a),
            self.standing() if finished else None,
            self._chances(number),
        )

    def _chances(self, number: int) -> Showdowns | None:
        """Return the values of the hands of more than two; computed once per board and fold."""
        hand = self._match.table.hand
        live = [not hand.spot.folded(seat) for seat in range(self.game.num_players)]
        if self.game.is_heads_up or sum(live) < 2:
            return None
        key = (number, hand.board, tuple(live))
        if self._dealt_out is None or self._dealt_out[0] != key:
            self._dealt_out = (key, showdowns(self.game, hand.holes, hand.board, live))
        return self._dealt_out[1]

    def _share(self, number: int, seat_a: int) -> float | None:
        """Return the win probability of the first of two engines; computed once per board."""
        hand = self._match.table.hand
        if not self.game.is_heads_up or any(map(hand.spot.folded, (0, 1))):
            return None
        first, second = hand.holes[seat_a], hand.holes[1 - seat_a]
        assert first is not None and second is not None, "all cards of a match are known"
        key = (number, hand.board)
        if self._counted is None or self._counted[0] != key:
            self._counted = (key, win_share(self.game, first, second, hand.board))
        return self._counted[1]


def prepare(
    choice: WatchChoice, folder: Path, control: JobControl
) -> Callable[[int, Keep], WatchedMatch]:
    """Build the engines and compile what the match needs, ahead of the first decision.

    Returns:
        A function that makes the match from a seed and from a function that takes its hands.

    Raises:
        PokerError: if an engine cannot be built.
        CancelledError: if stopped.
    """
    game = choice.build_game()

    def agents(make: Callable[..., Agent]) -> tuple[Agent, ...]:
        return tuple(make(name, game, folder, control) for name in choice.engines)

    def luck(seated: tuple[Agent, ...]) -> Verdicts | None:
        if not choice.luck:
            return None
        known = KNOWN[choice.luck][: game.num_players]
        aivat = corrector(game, seated, known, control) if known else None
        return Verdicts(game, choice.duplicate, aivat)

    rehearsing = agents(stand_in)
    for agent in rehearsing:
        rehearse(game, agent, control)
    endless = replace(choice, hands=MOST_HANDS, stop=FIXED)
    trial = WatchedMatch(endless, rehearsing, 0, lambda chunk: None, luck(rehearsing))
    _rehearse_answers(trial, control)
    trial.run(None, _Brief().within(control), lambda: None)
    fresh = agents(build)  # fresh ones, which have seen no hand
    counted = luck(fresh)
    return lambda seed, keep: WatchedMatch(choice, fresh, seed, keep, counted)


class _Brief(Halt):
    """A halt that triggers after a timeout."""

    def __init__(self) -> None:
        super().__init__()
        self._end = timing.seconds() + SHOW_S

    @property
    def cancelled(self) -> bool:
        return super().cancelled or timing.seconds() > self._end


def _rehearse_answers(match: WatchedMatch, control: JobControl) -> None:
    """Warm up: play until every round has had an answer."""
    rounds: set[int] = set()
    for _ in range(_MOST_TRIALS):
        moved = match.deal(control)
        while not moved.finished:
            rounds.add(moved.spot.street)
            moved = match.apply(match.answer(control).action)
        if len(rounds) == match.game.num_rounds:
            break


def begin_stored(store: Store, choice: WatchChoice, seed: int) -> MatchWriter:
    """Begin to store a match, and return its writer."""
    ticket = store.begin_match(
        choice.build_game(),
        engines=choice.engines,
        players=choice.titles,
        seed=seed,
        duplicate=choice.duplicate,
        hands=choice.hands,
        rake=choice.rake_rule,
    )
    return MatchWriter(store, ticket)
