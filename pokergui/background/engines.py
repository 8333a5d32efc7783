"""Builds engines: untrusted names in files start no program unless the user allows it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ai.external.added import read_added
from ai.external.program import absolute
from ai.registry import APART, OTHERS, PROCESS
from ai.registry import build as build_any
from engine.agent import Agent
from engine.errors import EngineError
from engine.game import Game
from engine.jobs import JobControl
from pokergui.paths import strategies_dir

_typed: set[str] = set()


def trust(*names: str) -> None:
    """Trust names typed, chosen or confirmed by the user: programs in them may be started."""
    _typed.update(names)


def untrusted(names: Iterable[str], home: Path | None) -> list[str]:
    """Return untrusted names: programs never typed, chosen, confirmed or added here.

    Args:
        home: the folder of strategies, which has the list of added engines.
    """
    programs = [name for name in dict.fromkeys(names) if name.startswith(OTHERS)]
    unknown = [name for name in programs if name not in _typed]
    added = set() if home is None or not unknown else {one.command for one in read_added(home)[0]}
    return [name for name in unknown if _command(name) not in added]


def _command(name: str) -> str:
    """Return the command in a program's name, as stored in the list of added engines."""
    command = name.removeprefix(PROCESS)
    try:
        return absolute(command)
    except EngineError:
        return command


def build(name: str, game: Game, home: Path, control: JobControl) -> Agent:
    """Build an engine for a game.

    Args:
        name: of the list, or of a program that the user typed or chose.

    Raises:
        EngineError: if there is no such engine, it does not play the game, or it is a program that
            a file names, such as a hand or the settings.
        StrategyFileError: if a strategy file cannot be used.
    """
    refuse_program(name, home)
    return build_any(name, game, home, control)


def refuse_program(name: str, home: Path | None) -> None:
    """Refuse an untrusted program.

    Raises:
        EngineError: saying what to do instead.
    """
    if untrusted((name,), home):
        raise EngineError(
            "'{name}' is a program: add it under Settings, Engines to play it", name=name[:60]
        )


def check_programs(names: Iterable[str], *, allowed: bool, typed: Iterable[str] = ()) -> None:
    """Refuse untrusted programs in a command's input file, unless allowed.

    Raises:
        EngineError: naming the programs.
    """
    named = set(typed)
    programs = [one for one in untrusted(names, strategies_dir()) if one not in named]
    if programs and not allowed:
        raise EngineError(
            "the file names programs that you have not added here: {programs}; --allow-programs"
            " runs them",
            programs="; ".join(programs),
        )


def stand_in(name: str, game: Game, home: Path, control: JobControl) -> Agent:
    """Build an engine to compile kernels with: the same, or a substitute for an external one.

    Raises:
        EngineError: if there is no such engine, or it does not play the game.
        StrategyFileError: if a strategy file cannot be used.
    """
    return build("random" if name.startswith(APART) else name, game, home, control)
