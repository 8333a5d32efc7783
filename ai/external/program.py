"""An added engine: program, time limit, options, and its stated properties."""

from __future__ import annotations

import math
import os
import re
import shlex
import shutil
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ai.external.agent import MOST_SECONDS, SECONDS, ProcessAgent, python_command
from ai.external.log import log_path
from ai.external.protocol import Hello, parse_hello
from ai.external.report import Report, read_report
from engine.errors import EngineError
from engine.game import Game, built_in_games
from engine.jobs import JobControl
from engine.named_file import at_home, path_after
from engine.wording import Wording

ADDED = "added:"
"""Prefix of the name of a user-added engine."""
PYTHON = "python:"
"""Prefix of the path of a Python file with an engine, as a command."""
MAX_NAME, MAX_COMMAND = 40, 2000
LEAST_SECONDS = 0.01
_MOST_TEXTS = 400
_NAME = re.compile(rf"[^\W_](?:[\w .+-]{{0,{MAX_NAME - 2}}}[\w.+-])?")


@dataclass(frozen=True)
class Told:
    """Properties that an engine stated when it was last started.

    Attributes:
        hello: its name, its options, its abilities.
        games: names of the built-in games that it supports, without a depth.
    """

    hello: Hello
    games: tuple[str, ...]


@dataclass(frozen=True)
class Added:
    """An engine added by the user.

    Attributes:
        name: as in lists and commands, without ``added:``.
        command: as typed: a program and its arguments, or ``python:PATH``.
        seconds: time for a decision.
        options: non-default values as text, by name.
        told: its stated properties; None if it was never started.
        report: of its last test with this command and these options; None if never tested.
    """

    name: str
    command: str
    seconds: float = SECONDS
    options: tuple[tuple[str, str], ...] = ()
    told: Told | None = None
    report: Report | None = None

    @property
    def is_python(self) -> bool:
        """True if it is a Python file with a class, not a program."""
        return self.command.startswith(PYTHON)

    @property
    def words(self) -> list[str]:
        """The program and its arguments; for a Python file only its path.

        Raises EngineError if it is empty, or a quotation mark is unclosed.
        """
        if self.is_python:
            return [str(path_after(PYTHON, self.command))]
        try:
            words = words_of(self.command)
        except ValueError:
            raise EngineError("the command has an unclosed quotation mark") from None
        if not words:
            raise EngineError("the command is empty")
        return words

    @property
    def problem(self) -> Wording | None:
        """Why it cannot be started; None if its program exists."""
        try:
            program = self.words[0]
        except EngineError as error:
            return Wording("{error}", error=error)
        if self.is_python or "/" in program or "\\" in program:
            if not _is_file(program):
                return Wording("there is no file {path}", path=program)
            if self.is_python or shutil.which(program):
                return None
            return Wording("{path} is not a program: it is not marked as executable", path=program)
        if shutil.which(program):
            return None
        return Wording("there is no program {name} on the search path", name=program)

    def start(self, game: Game, home: Path | None, control: JobControl) -> ProcessAgent:
        """Start it for a game.

        Args:
            home: the folder of strategies, next to which its log is kept; None keeps none.

        Raises:
            EngineError: if it cannot be started, or does not play the game.
        """
        words = self.words
        name = f"{ADDED}{self.name}"
        if self.problem:
            raise EngineError("{name}: {problem}", name=name, problem=self.problem)
        return ProcessAgent(
            python_command(Path(words[0])) if self.is_python else words,
            game,
            name=name,
            seconds=self.seconds,
            options=dict(self.options),
            log=log_path(home, name),
            control=control,
        )

    @property
    def stamp(self) -> int:
        """A number that changes with the settings that affect play."""
        return zlib.crc32(repr((self.command, self.seconds, self.options)).encode())

    def takes(self, game: Game) -> bool:
        """Return whether it supports a game: any until stated, but only with equal stacks.

        A program is sent its game once, and uneven stacks rotate from hand to hand.
        """
        if len(set(game.stacks)) > 1:
            return False
        return self.told is None or any(
            one.name in self.told.games
            and one.num_players == game.num_players
            and game.with_stacks(one.stacks) == one
            for one in built_in_games()
        )

    def check(self) -> None:
        """Validate an entry. Raises EngineError naming what must be changed."""
        if not _NAME.fullmatch(self.name):
            raise EngineError(
                "'{name}' is not an engine name: up to {most} letters, digits, spaces"
                " and + - . _, a letter or digit first",
                name=self.name[:60],
                most=MAX_NAME,
            )
        if not (self.command.isprintable() and len(self.command) <= MAX_COMMAND):
            raise EngineError(
                "a command must be one line of up to {most:,} characters", most=MAX_COMMAND
            )
        if not LEAST_SECONDS <= self.seconds <= MOST_SECONDS:
            raise EngineError(
                "the time for a decision must be {least:g} to {most:,.0f} seconds",
                least=LEAST_SECONDS,
                most=MOST_SECONDS,
            )
        known = {} if self.told is None else {one.name: one for one in self.told.hello.options}
        for option, value in self.options:
            if self.told is not None and option not in known:
                if not known:
                    raise EngineError(
                        "it has no option '{option}'; its options: none", option=option[:60]
                    )
                raise EngineError(
                    "it has no option '{option}'; its options: {names}",
                    option=option[:60],
                    names=", ".join(known),
                )
            if option in known:
                known[option].checked(value)

    def plain(self) -> dict[str, Any]:
        """The entry as a JSON object."""
        entry: dict[str, Any] = {
            "name": self.name,
            "command": self.command,
            "seconds": self.seconds,
            "options": dict(self.options),
        }
        if self.told is not None:
            entry["told"] = {"hello": self.told.hello.lines(), "games": list(self.told.games)}
        if self.report is not None:
            entry["report"] = self.report.plain()
        return entry


def words_of(command: str) -> list[str]:
    """Split a command with shell quoting; a leading ~/ is the home folder.

    Raises ValueError if a quotation mark is left open.
    """
    return [at_home(word) for word in shlex.split(command)]


def absolute(command: str) -> str:
    """Return a command with absolute file paths."""
    if command.startswith(PYTHON):
        return f"{PYTHON}{path_after(PYTHON, command).absolute()}"
    words = Added("", command).words
    parts = [
        str(Path(word).absolute()) if (at or "/" in word) and _is_file(word) else word
        for at, word in enumerate(words)
    ]
    return command if parts == shlex.split(command) else shlex.join(parts)


def _is_file(text: str) -> bool:
    """Return whether a file of that name exists; accepts any text."""
    return os.path.isfile(text)  # noqa: PTH113  Path fails on names that cannot be


def read_entry(plain: object) -> Added:
    """Parse an entry from a JSON object.

    Raises:
        EngineError: if it is invalid.
        ValueError: if it is not an entry.
    """
    if not isinstance(plain, Mapping) or not {"name", "command"} <= plain.keys():
        raise ValueError("no entry")
    seconds, options = plain.get("seconds", SECONDS), plain.get("options", {})
    texts = [plain["name"], plain["command"]]
    if not isinstance(options, Mapping) or type(seconds) not in (int, float):
        raise ValueError("no entry")
    texts += [*options.keys(), *options.values()]
    if not _are_texts(texts) or not math.isfinite(seconds):
        raise ValueError("no entry")
    report = plain.get("report")
    entry = Added(
        plain["name"],
        plain["command"],
        float(seconds),
        tuple(sorted(options.items())),
        _told(plain["told"]) if "told" in plain else None,
        None if report is None else read_report(report),
    )
    entry.check()
    return entry


def _told(plain: object) -> Told:
    if not isinstance(plain, Mapping) or plain.keys() != {"hello", "games"}:
        raise ValueError("no entry")
    lines, games = plain["hello"], plain["games"]
    if not (isinstance(lines, list) and isinstance(games, list) and _are_texts([*lines, *games])):
        raise ValueError("no entry")
    return Told(parse_hello(lines), tuple(games))


def _are_texts(values: list[Any]) -> bool:
    return len(values) <= _MOST_TEXTS and all(
        isinstance(value, str) and value.isprintable() and len(value) <= MAX_COMMAND
        for value in values
    )


PROCESS = "process:"
"""Prefix of the command of a program that speaks the engine protocol."""


def unparsed(error: ValueError) -> Wording:
    """Return why a text cannot be split into command-line arguments."""
    if "quotation" in str(error):
        return Wording("no closing quotation")
    return Wording("no escaped character")


def command_of(name: str) -> tuple[str, ...]:
    """Return the program and arguments of an external engine.

    Raises EngineError if there is no such file, or no such command.
    """
    if name.startswith(PYTHON):
        path = path_after(PYTHON, name)
        if not path.is_file():
            raise EngineError("{name}: there is no such file", name=name)
        return python_command(path)
    try:
        command = tuple(words_of(name.removeprefix(PROCESS)))
    except ValueError as error:
        raise EngineError(
            "{name}: no command: {error}", name=name[:60], error=unparsed(error)
        ) from None
    if not command:
        raise EngineError(
            "{process}COMMAND names a program, as in '{process}./engine --fast'", process=PROCESS
        )
    return command
