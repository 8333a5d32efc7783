"""Building engines for the window: names found in files start no program."""

from __future__ import annotations

from pathlib import Path

from ai.registry import APART, OTHERS
from ai.registry import build as build_any
from engine.agent import Agent
from engine.errors import EngineError
from engine.game import Game
from engine.jobs import JobControl

_typed: set[str] = set()


def trust(name: str) -> None:
    """Mark a name as typed or chosen by a person: a program that it names may be started."""
    _typed.add(name)


def build(name: str, game: Game, home: Path, control: JobControl) -> Agent:
    """Build an engine for a game.

    Args:
        name: of the list, or of a program that a person typed or chose.
        game: the game it is to play.
        home: the folder of strategies.
        control: to report progress and to stop a long computation.

    Raises:
        EngineError: if there is no such engine, it does not play the game, or it is a program that
            a file names, such as a hand or the settings.
        StrategyFileError: if a strategy file cannot be used.
        CancelledError: if stopped.
    """
    refuse_program(name)
    return build_any(name, game, home, control)


def refuse_program(name: str) -> None:
    """Refuse a name that starts a program which nobody typed or chose.

    Raises:
        EngineError: saying what to do instead.
    """
    if name.startswith(OTHERS) and name not in _typed:
        raise EngineError(
            "'{name}' is a program: add it under Settings, Engines to play it", name=name[:60]
        )


def stand_in(name: str, game: Game, home: Path, control: JobControl) -> Agent:
    """Build an engine to compile kernels with: the same, or another for one in its own process.

    Raises:
        EngineError: if there is no such engine, or it does not play the game.
        StrategyFileError: if a strategy file cannot be used.
        CancelledError: if stopped.
    """
    return build("random" if name.startswith(APART) else name, game, home, control)
