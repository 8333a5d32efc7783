"""An external engine behind the common engine interface."""

from __future__ import annotations

import sys
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import TypeVar

import numpy as np

from ai.agents.base import RangeAgent
from ai.external.protocol import (
    NonsenseError,
    fallback,
    go_line,
    not_understood,
    parse_act,
    position_line,
    range_line,
    result_line,
)
from ai.external.rows import parse_strategy
from ai.external.session import START_S, Talk
from engine.errors import CancelledError, EngineError, EngineFailedError, ForfeitError, PokerError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import Action, PublicState, SeatRecord, SeatView, Strategy

SECONDS = 10.0
"""Default time in which an engine may think, in seconds."""
MOST_SECONDS = 3600.0
"""Longest time that an engine may be given to think, in seconds."""
_T = TypeVar("_T")
MOST_FAILURES = 2
"""Number of failures after which an engine no longer plays in a match."""
_MOST_KEPT = 8_000_000
"""Numbers of ranges cached for an engine that plays by them alone: the decisions of several hundred
hands of hold'em, and all of a small game."""


def python_command(path: Path) -> tuple[str, ...]:
    """Return the command that runs a Python file as an external engine."""
    root = str(Path(__file__).resolve().parents[2])
    program = f"import sys; sys.path.insert(0, {root!r}); from ai.external.host import main; main()"
    return (sys.executable, "-P", "-c", program, str(path))


class ProcessAgent(RangeAgent):
    """An engine in a separate process.

    A failure is a crash, a timeout or an invalid answer. The hand then ends by check or fold, and
    the engine is restarted for the next one; after the second failure it finishes the hand in the
    same way, and forfeits when queried in another one. An engine that plays by its ranges alone
    forfeits at once, because no row is known for such an end.

    Args:
        command: the program and its arguments.
        game: the game it is to play.
        seconds: how long it may think about an answer.
        options: values sent by ``set``.
        log: the file of its log; None caches nothing.
        control: checked while it starts.

    Attributes:
        name: identifier in commands.
        command: the program and its arguments.
        game: that it plays.
        hello: the facts it states about itself.
        has_ranges: whether it answers for its whole range.
        learns: whether it observes finished hands.
        limit_s: how long an answer may take with a restart.
        failures: why it failed, each time.

    Raises:
        EngineError: if it cannot be started, or does not play the game.
    """

    external = True

    def __init__(
        self,
        command: Sequence[str],
        game: Game,
        *,
        name: str,
        seconds: float = SECONDS,
        options: Mapping[str, str] | None = None,
        log: Path | None = None,
        control: JobControl | None = None,
    ) -> None:
        self.name = name
        self.seconds = seconds
        self.failures: list[PokerError] = []
        self.command = tuple(command)
        self.game = game
        self._options = dict(options or {})
        self._log = log
        self._lost: SeatView | None = None  # decision from which on the hand is checked or folded
        self._broken: PublicState | None = None  # the spot at which it had no range
        self._seen: list[str] = []  # finished hands not yet sent to it
        self._kept: OrderedDict[PublicState, Strategy] = OrderedDict()
        self._by_ranges = False
        self._closed = False
        self._alone = Lock()
        try:
            self._talk = Talk(self.command, game, self._options, log)
            self.hello = self._talk.start(control)
        except CancelledError:
            raise
        except (ValueError, PokerError) as error:
            raise EngineError("{name}: {error}", name=self.name, error=_user_error(error)) from None
        self.has_ranges, self.learns = self.hello.has_ranges, self.hello.observes
        self.limit_s = seconds + START_S

    @property
    def forfeited(self) -> bool:
        """True if it has forfeited the match."""
        return len(self.failures) >= (1 if self._by_ranges else MOST_FAILURES)

    def play_by_ranges(self) -> None:
        """Sample actions from its stated ranges from now on.

        The latest ranges are cached and not queried again, so that they can be read later as they
        were played. It never sees its own cards and observes nothing, so it needs no copies.
        """
        self._by_ranges = True

    def strategy(self, spot: PublicState, control: JobControl | None = None) -> Strategy:
        """The full-range strategy.

        Raises:
            EngineError: if it has no ranges, or none for this spot.
            EngineFailedError: if it failed.
            ForfeitError: if it has forfeited.
            CancelledError: if cancelled.
        """
        if not self.has_ranges:
            raise EngineError("{name}: this engine can only act and has no ranges", name=self.name)
        if spot.game != self.game or spot.finished:
            raise EngineError("{name}: it has no answer there", name=self.name)
        if self._lost is not None and _extends(spot, self._lost.spot):
            raise EngineError("{name}: it has failed in this hand", name=self.name)
        if (kept := self._kept.get(spot)) is not None:
            self._kept.move_to_end(spot)
            return kept
        question = [position_line(spot, spot.to_act), range_line(spot, self.seconds)]
        try:
            answer = self._ask(question, "done", control, lambda lines: parse_strategy(spot, lines))
        except ForfeitError:
            raise
        except EngineFailedError:
            self._broken = spot
            raise
        self._kept[spot] = answer
        most = _MOST_KEPT // answer.probabilities.size if self._by_ranges else 1
        while len(self._kept) > most:
            self._kept.popitem(last=False)
        return answer

    def act(
        self, view: SeatView, rng: np.random.Generator, control: JobControl | None = None
    ) -> Action:
        """Return its action; after a failure in the hand, check/fold.

        Raises:
            ForfeitError: in a hand after that of its last failure, or at its first one if it plays
                by its ranges alone.
            CancelledError: if cancelled.
        """
        if self._by_ranges:
            return self._drawn(view, rng, control)
        if _is_later(view, self._lost):
            return fallback(view.spot)
        broken, self._broken = self._broken, None
        if broken == view.spot:
            self._lost = view
            return fallback(view.spot)
        self._lost = None
        try:
            return self._act(view, rng, control)
        except ForfeitError:
            raise
        except EngineFailedError:
            pass
        except EngineError as error:  # it reports an error
            self._fail(error)
        self._lost, self._broken = view, None
        return fallback(view.spot)

    def _act(self, view: SeatView, rng: np.random.Generator, control: JobControl | None) -> Action:
        if not self.hello.acts:
            return super().act(view, rng, control)
        question = [
            position_line(view.spot, view.seat, view.hole),
            go_line(view.spot, self.seconds, int(rng.integers(2**63))),
        ]
        return self._ask(question, "act", control, lambda lines: _action(view.spot, lines))

    def _drawn(
        self, view: SeatView, rng: np.random.Generator, control: JobControl | None
    ) -> Action:
        """Sample its action from its stated range."""
        try:
            return super().act(view, rng, control)
        except EngineError as error:
            if not self.failures:  # it reports an error
                self._fail(error)
            raise self._forfeit() from None

    def observe(self, record: SeatRecord) -> None:
        """Send a finished hand to an observing engine."""
        self._lost = self._broken = None
        if self.learns and not self.forfeited:
            self._seen.append(result_line(record))

    def copy(self) -> ProcessAgent:
        """Return the same program in a new process without state; failures are shared.

        One that plays by its ranges alone sees no hand anyway and is returned itself.

        Raises:
            EngineError: if it cannot be started.
        """
        if self._by_ranges:
            return self
        other = ProcessAgent(
            self.command,
            self.game,
            name=self.name,
            seconds=self.seconds,
            options=self._options,
            log=self._log,
        )
        other.failures = self.failures
        return other

    def close(self) -> None:
        """Terminate the program; pending callers are cancelled."""
        self._closed = True
        idle = self._alone.acquire(blocking=False)
        if not idle:
            self._talk.kill()
            self._alone.acquire()
        try:
            self._talk.close(politely=idle)
        finally:
            self._alone.release()

    def _ask(
        self,
        question: Sequence[str],
        last: str,
        control: JobControl | None,
        read: Callable[[list[str]], _T],
    ) -> _T:
        """Query the program and parse its answer; any error counts as a failure.

        Raises:
            EngineError: if it reports an error.
            EngineFailedError: if it failed.
            ForfeitError: if it has forfeited.
            CancelledError: if cancelled.
        """
        with self._alone:
            if self.forfeited:
                raise self._forfeit()
            self._check_open()
            told, self._seen = [*self._seen, *question], []
            try:
                return read(self._talk.ask(told, last, self.seconds, control))
            except ValueError as error:
                self._check_open()
                reason = _user_error(error)
                self._fail(reason)
                raise EngineFailedError("{name}: {reason}", name=self.name, reason=reason) from None

    def _check_open(self) -> None:
        if self._closed:
            raise CancelledError("{name} was closed", name=self.name)

    def _forfeit(self) -> ForfeitError:
        return ForfeitError(
            "{name} forfeits: {failures}", name=self.name, failures=self.failures[-1]
        )

    def _fail(self, reason: PokerError) -> None:
        self.failures.append(reason)
        self._talk.fail(str(reason))


def _user_error(error: Exception) -> PokerError:
    """Convert an error to a user-facing one."""
    return error if isinstance(error, PokerError) else NonsenseError("{error}", error=error)


def _action(spot: PublicState, lines: Sequence[str]) -> Action:
    if len(lines) > 1:
        raise not_understood(lines[0])
    return parse_act(spot, lines[0].removeprefix("act").strip())


def _is_later(view: SeatView, lost: SeatView | None) -> bool:
    """Return whether a decision is later in the same hand."""
    if lost is None or (view.seat, view.hole) != (lost.seat, lost.hole):
        return False
    return _extends(view.spot, lost.spot)


def _extends(spot: PublicState, before: PublicState) -> bool:
    count = len(before.actions)
    return len(spot.actions) > count and spot.actions[:count] == before.actions
