"""The single list of engines: name, title, the games each fits, how to build it, its strength."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ai.base import TableAgent
from ai.cfr.agent import CfrAgent, is_small
from ai.equity.agent import EquityAgent, plays_holdem
from ai.plugin import PluginAgent
from ai.simple import CallAgent, RaiseAgent, RandomAgent
from ai.strategy import load_strategy
from engine.errors import EngineError
from engine.game import Game
from engine.jobs import JobControl
from engine.player import Agent

Factory = Callable[[Game, Path | None, JobControl], Agent]
"""Builds an engine for a game; the folder keeps what is costly to compute, None keeps nothing."""


@dataclass(frozen=True)
class Engine:
    """One row of the list.

    Attributes:
        name: what commands take.
        title: what a person reads.
        character: one line on how it plays.
        needs: which games it fits, in words.
        fits: which games it fits; looks at the game's numbers, never at its name.
        make: builds it.
        has_ranges: whether it answers for its whole range.
    """

    name: str
    title: str
    character: str
    needs: str
    fits: Callable[[Game], bool]
    make: Factory
    has_ranges: bool = True


def _any_game(game: Game) -> bool:
    return True


ENGINES: tuple[Engine, ...] = (
    Engine(
        name="random",
        title="Random walker",
        character="Rolls a die; never folds for free.",
        needs="any game",
        fits=_any_game,
        make=lambda game, home, control: RandomAgent(game),
    ),
    Engine(
        name="call",
        title="Caller",
        character="Pays to see every card.",
        needs="any game",
        fits=_any_game,
        make=lambda game, home, control: CallAgent(game),
    ),
    Engine(
        name="raise",
        title="Raiser",
        character="Raises whenever it may.",
        needs="any game",
        fits=_any_game,
        make=lambda game, home, control: RaiseAgent(game),
    ),
    Engine(
        name="cfr",
        title="Exact equilibrium",
        character="Has solved the game; unbeatable.",
        needs="two-player games small enough to solve, such as kuhn and leduc",
        fits=is_small,
        make=lambda game, home, control: CfrAgent(game, home, control),
    ),
    Engine(
        name="equity",
        title="Odds counter",
        character="Bets its odds against any two cards.",
        needs="heads-up hold'em",
        fits=plays_holdem,
        make=lambda game, home, control: EquityAgent(),
    ),
)

FILE = "file:"
"""Before the path of a strategy file."""
PYTHON = "python:"
"""Before the path of a Python file with an engine."""


def engines(game: Game | None = None) -> tuple[Engine, ...]:
    """All engines, or those that play a game."""
    return tuple(engine for engine in ENGINES if game is None or engine.fits(game))


def build(
    name: str, game: Game, home: Path | None = None, control: JobControl | None = None
) -> Agent:
    """Build an engine for a game.

    Args:
        name: of the list, ``file:PATH`` for a strategy file, or ``python:PATH``.
        game: the game it is to play.
        home: folder in which costly strategies are kept; None keeps nothing.
        control: to report progress and to stop a long computation.

    Raises:
        EngineError: if there is no such engine, or it does not play the game.
        StrategyFileError: if a strategy file cannot be used.
        CancelledError: if stopped.
    """
    if name.startswith(PYTHON):
        return PluginAgent(Path(name.removeprefix(PYTHON)), game)
    if name.startswith(FILE):
        table, info = load_strategy(Path(name.removeprefix(FILE)), game)
        return TableAgent(name, table, info.algorithm)
    engine = next((engine for engine in ENGINES if engine.name == name), None)
    if engine is None:
        known = ", ".join(engine.name for engine in ENGINES)
        raise EngineError(
            f"there is no engine '{name[:60]}'; choose one of {known}, {FILE}PATH, {PYTHON}PATH"
        )
    if not engine.fits(game):
        raise EngineError(f"'{name}' does not play {game.title}: it plays {engine.needs}")
    return engine.make(game, home, control or JobControl())
