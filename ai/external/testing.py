"""Conformance test of an external engine: properties, and a hundred hands with statistics.

The other seats are filled in turn by an engine that calls and one that acts at random, so that
hands reach the river and every kind of bet. Then the decisions are repeated with the same program,
restarted, with the same cards, earlier hands, and seeds.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ai.agents.baselines import CallAgent, RandomAgent
from ai.external.agent import ProcessAgent
from ai.external.child import ChildError
from ai.external.program import Added, Told
from ai.external.protocol import IllegalAnswerError, fallback, plain
from ai.external.report import MOST_REASONS, Report
from engine import timing
from engine.card_display import shown_rank
from engine.errors import CancelledError, EngineError, PokerError
from engine.game import Game, built_in_games
from engine.jobs import JobControl
from engine.player import Action, ActionKind, SeatRecord, SeatView
from engine.rng import rng_state
from engine.table import Table, shuffled_deck

HANDS = 100
SEED = 20
MOST_FAILURES = 5
"""Failures after which a test ends: each may take the full time limit."""
MOST_WITHOUT = 3
"""Missing ranges after which an engine that states ranges is no longer asked for any."""
PATIENCE_S = 10.0
"""Seconds of a failure after which further games are not tried."""


def introduce(entry: Added, home: Path | None, control: JobControl) -> Told:
    """Query an engine's properties, and which built-in games it supports.

    Raises EngineError if it does not start, or takes none of them.
    """
    hello, taken = None, []
    why: EngineError | None = None
    listed = built_in_games()
    for number, game in enumerate(listed):
        control.progress(number / len(listed), game.title)
        begun = timing.seconds()
        try:
            agent = entry.start(game, home, control)
        except CancelledError:
            raise
        except EngineError as error:
            why = why or error
            if hello is None and timing.seconds() - begun > PATIENCE_S:
                break
            continue
        hello = agent.hello
        taken.append(game.name)
        agent.close()
    if hello is None:
        assert why is not None
        raise why
    return Told(hello, tuple(taken))


def run_test(
    entry: Added, game: Game | None, home: Path | None, control: JobControl
) -> tuple[Told | None, Report]:
    """Query an engine's properties, then test it.

    Args:
        game: the game; None takes the usual one.

    Returns:
        The facts it stated, None if it does not start; and the report.
    """
    told = None
    with suppress(EngineError):  # the report has the reason
        told = introduce(entry, home, control.silent())
    return told, examine(entry, game or usual_game(told), home, control)


def usual_game(told: Told | None) -> Game:
    """The default game of a test: no-limit hold'em if supported."""
    taken = [game for game in built_in_games() if told is None or game.name in told.games]
    return next((game for game in taken if game.is_heads_up_holdem and not game.is_limit), taken[0])


def examine(
    entry: Added, game: Game, home: Path | None, control: JobControl, hands: int = HANDS
) -> Report:
    """Play hands with an engine and repeat all its decisions.

    Returns:
        The report, also of an engine that does not start.
    """
    begun, test = timing.seconds(), _Test(entry, game, home, control)
    try:
        test.begin()
        test.play(hands)
        test.ask_again()
    except EngineError as error:
        test.tell(str(error))
    finally:
        test.end()
    return test.report(timing.seconds() - begun)


@dataclass
class _TestHand:
    """A hand: the engine's decisions and choices, None where it failed; and its ending."""

    asked: list[tuple[SeatView, Action | None]]
    record: SeatRecord


class _Test:
    """The test of one engine; every method may raise ``EngineError``, which ends it."""

    def __init__(self, entry: Added, game: Game, home: Path | None, control: JobControl) -> None:
        self._entry, self._game, self._home, self._control = entry, game, home, control
        self._silent = control.silent()  # progress of a single answer is not reported
        self._agent: ProcessAgent | None = None
        self._hands: list[_TestHand] = []
        self._reasons: list[str] = []
        self._counts: Counter[str] = Counter()
        self._raises: Counter[tuple[str, bool]] = Counter()
        self._failures = self._no_ranges = 0
        self._why: PokerError | None = None  # it failed last
        self._engine, self._has_ranges, self._acts = "", False, True
        self._restarted = False
        self._start_seconds = self._slowest = 0.0

    def begin(self) -> None:
        """Start the engine and read its properties."""
        begun = timing.seconds()
        hello = self._fresh().hello
        self._start_seconds = timing.seconds() - begun
        self._engine = hello.title
        self._has_ranges, self._acts = hello.has_ranges, hello.acts

    def play(self, hands: int) -> None:
        """Play hands, restarting the engine halfway."""
        game, table = self._game, Table(self._game)
        cards, draws = rng_state(SEED), np.random.default_rng(SEED)
        rivals = (CallAgent(game), RandomAgent(game))
        for number in range(hands):
            self._control.progress(number / hands / 2, f"{number} of {hands} hands")
            if number == hands // 2:
                self._fresh()
                self._restarted = True
            table.deal(shuffled_deck(game, cards), number)
            asked: list[tuple[SeatView, Action | None]] = []
            while (player := table.player_to_act) >= 0:
                view = table.view(player)
                if player:
                    table.apply(rivals[number % len(rivals)].act(view, draws))
                    continue
                action = self._ask(view, len(asked))
                asked.append((view, action))
                table.apply(fallback(view.spot) if action is None else action)
            self._hands.append(_TestHand(asked, table.hand.record_for(table.position_of(0))))
            self._observe(self._hands[-1].record)

    def ask_again(self) -> None:
        """Repeat the decisions with the same program, restarted at the same points."""
        hands = len(self._hands)
        for number, hand in enumerate(self._hands):
            words = f"asked again, {number} of {hands} hands"
            self._control.progress(0.5 + number / hands / 2, words)
            if number in (0, hands // 2):
                self._fresh()
            for at, (view, before) in enumerate(hand.asked):
                action = self._act(view, number, at)
                self._counts["differs"] += before is not None and action != before
                self._give_up()
            self._observe(hand.record)

    def report(self, seconds: float) -> Report:
        """Return the report."""
        names = ("decisions", "late", "illegal", "broken", "ranges", "differs", "rangeless")
        return Report(
            engine=self._engine,
            game=self._game.name,
            ended=timing.now().isoformat(timespec="seconds"),
            seconds=seconds,
            start_seconds=self._start_seconds,
            hands=len(self._hands),
            slowest=self._slowest,
            has_ranges=self._has_ranges,
            restarted=self._restarted,
            reasons=tuple(self._reasons),
            raises=tuple((rank, *self._raised(rank)) for rank in self._game.shown_ranks),
            **{name: self._counts[name] for name in names},
        )

    def _raised(self, rank: str) -> tuple[int, int]:
        did, did_not = (self._raises[rank, raised] for raised in (True, False))
        return did + did_not, did

    def tell(self, reason: str) -> None:
        """Add a sentence to the report."""
        if len(self._reasons) < MOST_REASONS and reason not in self._reasons:
            self._reasons.append(plain(reason))

    def end(self) -> None:
        """Stop the engine."""
        if self._agent is not None:
            self._agent.close()
            self._agent = None

    @property
    def _running(self) -> ProcessAgent:
        return self._agent or self._fresh()

    def _fresh(self) -> ProcessAgent:
        """Stop the engine if it runs, and start it."""
        self.end()
        self._agent = self._entry.start(self._game, self._home, self._silent)
        return self._agent

    def _ask(self, view: SeatView, at: int) -> Action | None:
        """Return the engine's action at decision ``at`` of the hand, and count it."""
        self._counts["decisions"] += 1
        begun = timing.seconds()
        action = self._act(view, len(self._hands), at)
        seconds = timing.seconds() - begun
        if action is not None:
            self._slowest = max(self._slowest, seconds)
            if self._game.shown_ranks and view.spot.legal.max_raise:
                rank = shown_rank(self._game, view.hole[0] >> 2)
                self._raises[rank, action.kind is ActionKind.RAISE] += 1
        else:
            self._counts[self._fault(seconds)] += 1
        if self._has_ranges and self._no_ranges < MOST_WITHOUT:
            self._ask_range(view)
        self._give_up()
        return action

    def _fault(self, seconds: float) -> str:
        """Return the counter for an answer that failed after that many seconds."""
        if seconds >= self._entry.seconds:
            return "late"
        if isinstance(self._why, IllegalAnswerError):
            return "illegal"
        ended = isinstance(self._why, ChildError)
        return "broken" if ended or self._acts else "rangeless"

    def _act(self, view: SeatView, hand: int, at: int) -> Action | None:
        """Return the engine's action; None if it fails, after a restart."""
        agent = self._running
        action = agent.act(view, np.random.default_rng([SEED, hand, at]), self._silent)
        if not agent.failures:
            return action
        self._failed(agent)
        self._failures += 1
        return None

    def _give_up(self) -> None:
        if self._failures >= MOST_FAILURES:
            raise EngineError("the test ended early, after {most} failures", most=MOST_FAILURES)

    def _observe(self, record: SeatRecord) -> None:
        agent = self._running
        agent.observe(record)
        if agent.failures:
            self._failed(agent)

    def _ask_range(self, view: SeatView) -> None:
        agent = self._running
        try:
            agent.strategy(view.spot, self._silent)
            self._counts["ranges"] += 1
        except EngineError as error:
            self._no_ranges += 1
            self.tell(str(error))
            if agent.failures:
                self._failed(agent)

    def _failed(self, agent: ProcessAgent) -> None:
        self._why = agent.failures[0]
        self.tell(str(self._why))
        self.end()
