"""Session with an external engine: start, set up the game, query, stop, restart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from contextlib import suppress
from pathlib import Path

from ai.external.child import ChildError, ChildProcess
from ai.external.log import FAILED, EngineLog
from ai.external.protocol import (
    MAX_LINES,
    VERSION,
    Hello,
    NonsenseError,
    game_lines,
    not_understood,
    parse_hello,
    plain,
)
from engine import timing
from engine.errors import CancelledError, EngineError, PokerError
from engine.game import Game
from engine.jobs import JobControl

START_S = 30.0
"""Time for an engine to get ready."""
STOP_S = 1.0
"""Time for an engine to answer after ``stop`` before it is killed and restarted."""
MAX_ANSWER = 64 << 20
"""Most characters of one answer."""
_HELLO = frozenset({"name", "version", "option", "can", "ready"})
_GAME = frozenset({"ready"})
_ANSWERS = {
    "act": frozenset({"act"}),
    "done": frozenset({"actions", "row", "rows", "values", "errors", "note", "done"}),
}
"""First words of an answer's lines, by that of its last line."""
_DROPPED = frozenset().union(*_ANSWERS.values())


class Talk:
    """A session with a program, one query at a time.

    Args:
        command: the program and its arguments.
        game: the game sent to it.
        options: the options sent to it.
        log: the file of its log; None caches nothing.
    """

    def __init__(
        self, command: Sequence[str], game: Game, options: Mapping[str, str], log: Path | None
    ) -> None:
        self._command, self._options, self._log = command, options, log
        self._game = game_lines(game)
        self._child: ChildProcess | None = None
        self._stopped: float | None = None  # until when a dropped query may be answered

    def start(self, control: JobControl | None) -> Hello:
        """Start the program and send it the game.

        Raises:
            ValueError: if it cannot be started, is not ready in time, or violates the protocol.
            EngineError: if it reports an error, or lacks an option.
            CancelledError: if cancelled.
        """
        self._stopped = None
        child = self._child = ChildProcess(self._command, EngineLog(self._log))
        try:
            deadline = timing.seconds() + START_S
            child.say([f"hello {VERSION}"], START_S, control)
            hello = parse_hello(_until(child, "ready", _HELLO, deadline, control)[:-1])
            known = {option.name: option for option in hello.options}
            told = []
            for name, value in self._options.items():
                if name not in known:
                    raise EngineError("it has no option '{name}'", name=plain(name, 60))
                told.append(f"set {name} {known[name].checked(value)}")
            child.say([*told, *self._game], START_S, control)
            _until(child, "ready", _GAME, deadline, control)
        except (ValueError, PokerError):
            self.close()
            raise
        return hello

    def ask(
        self, question: Sequence[str], last: str, seconds: float, control: JobControl | None
    ) -> list[str]:
        """Return its answer, starting it first if necessary.

        Args:
            question: lines.
            last: first word of the answer's last line.
            seconds: timeout.
            control: is checked meanwhile.

        Raises:
            ValueError: if it exits, times out, or violates the protocol.
            EngineError: if it reports an error.
            CancelledError: if cancelled.
        """
        child = self._ready(control)
        deadline = timing.seconds() + seconds
        try:
            child.say(question, seconds, control)
            return _until(child, last, _ANSWERS[last], deadline, control)
        except CancelledError:
            self._stopped = timing.seconds() + STOP_S
            with suppress(ChildError):
                child.say(["stop"], 0.0)
            raise

    def fail(self, reason: str) -> None:
        """Terminate the program for a logged reason; the next query restarts it."""
        if self._child is not None:
            self._child.note(f"{FAILED}: {reason}")
        self.close()

    def kill(self) -> None:
        """Kill the program from any thread; pending callers get an error."""
        child = self._child
        if child is not None:
            child.kill()

    def close(self, *, politely: bool = False) -> None:
        """End the program.

        Args:
            politely: whether to give it a grace period to exit first.
        """
        if self._child is not None:
            self._child.close(politely=politely)
            self._child = None

    def _ready(self, control: JobControl | None) -> ChildProcess:
        """Return the running program, restarted if it failed or did not stop in time."""
        child = self._child
        if child is not None and self._stopped is not None:
            try:
                with suppress(EngineError):  # errors of a dropped query do not matter
                    _until(child, "act done", _DROPPED, self._stopped, control)
                self._stopped = None
            except ValueError:
                self.close()
        if self._child is None:
            self.start(control)
        child = self._child
        assert child is not None
        while (line := child.waiting()) is not None:
            if line.partition(" ")[0] != "info":
                raise NonsenseError("it sent an unrequested line: {line!r}", line=plain(line, 60))
        return child


def _until(
    child: ChildProcess, last: str, words: Set[str], deadline: float, control: JobControl | None
) -> list[str]:
    """Return output up to a line that begins with one of the terminators.

    Args:
        child: the program.
        last: first words of a last line.
        words: first words of all lines of the answer.
        deadline: of ``timing.seconds``.
        control: is checked meanwhile.

    Raises:
        ChildError: if it exits, times out, or sends too much.
        NonsenseError: as soon as a line begins with another word.
        EngineError: if it reports an error.
        CancelledError: if cancelled.
    """
    lines: list[str] = []
    size, ends = 0, last.split()
    for _ in range(MAX_LINES):
        line = child.line(deadline, control)
        word, _, rest = line.partition(" ")
        if word == "info":
            continue
        if word == "error":
            if reason := plain(rest):
                raise EngineError("{words}", words=reason)
            raise EngineError("it reports an error")
        if word not in words:
            raise not_understood(line)
        lines.append(line)
        if word in ends:
            return lines
        size += len(line)
        if size > MAX_ANSWER:
            break
    raise ChildError("it sent more than any answer needs")
