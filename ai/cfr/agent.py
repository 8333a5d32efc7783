"""The engine `cfr` for small games: the average strategy of CFR, computed once and cached on disk.

With two players this is the equilibrium; with more it need not be.
"""

from __future__ import annotations

import hashlib
import logging
import re
from pathlib import Path

from ai.agents.base import TableAgent
from ai.cfr.run import CfrRecipe, CfrRun
from ai.cfr.vector import layout_of
from ai.files.arrays import SUFFIX
from ai.files.strategy import StrategyInfo, load_strategy, save_strategy
from ai.training.run import Bounds
from engine.agent import PolicyTable
from engine.errors import CancelledError, GameError, StrategyFileError
from engine.game import Game
from engine.jobs import JobControl
from engine.wording import Wording

_log = logging.getLogger(__name__)

ALGORITHM = "pdcfr+"
TARGET = 1e-12
"""Target exploitability, in big blinds (antes) per hand."""
WORK = 2_000_000_000
"""Most iterations times ``Layout.work``: some 20 seconds on one core. Leduc needs a twentieth."""


def is_small(game: Game) -> bool:
    """Return whether a two-player game has few enough deals and lines to be solved here."""
    return game.is_heads_up and is_solvable(game)


def is_solvable(game: Game) -> bool:
    """Return whether a game is small enough for CFR and for exact evaluation of any strategy.

    It may have any number of players; with more than two CFR need not converge to an equilibrium.
    """
    try:
        layout_of(game)
    except GameError:
        return False
    return True


def equilibrium(
    game: Game, home: Path | None = None, control: JobControl | None = None
) -> tuple[PolicyTable, StrategyInfo]:
    """Return CFR's average strategy in a small game, from its file if that is valid.

    With two players it is the equilibrium.

    Args:
        game: a game for which ``is_solvable`` holds.
        home: folder of the file; None caches nothing.
        control: progress and cancellation.

    Raises:
        GameError: if the game is too large.
        CancelledError: if cancelled.
    """
    path = None if home is None else home / file_name(game)
    if path is not None and path.exists():
        try:
            return load_strategy(path, game)
        except StrategyFileError as error:
            _log.warning("%s; computing it again", error)
    table, info = solve_exactly(game, control or JobControl())
    if path is not None:
        try:
            save_strategy(path, table, info)
        except StrategyFileError as error:
            _log.warning("the equilibrium is not cached: %s", error)
    return table, info


def file_name(game: Game) -> str:
    """Name of a game's file: readable, and unique to its rules."""
    readable = re.sub(r"[^a-z0-9@.-]+", "-", game.name.lower())[:40]
    rules = f"{ALGORITHM} {TARGET} {WORK}\n{game.to_acpc()}"
    return f"cfr-{readable}-{hashlib.sha256(rules.encode()).hexdigest()[:12]}{SUFFIX}"


def solve_exactly(game: Game, control: JobControl) -> tuple[PolicyTable, StrategyInfo]:
    """Solve a small game to ``TARGET`` big blinds per hand, or until ``WORK`` is spent.

    Raises:
        CancelledError: if cancelled.
    """
    training = CfrRun(CfrRecipe(game, ALGORITHM))
    limit = max(1000, WORK // layout_of(game).work)
    training.run(Bounds(limit, TARGET * game.big_blind), control)
    if control.cancelled:
        raise CancelledError("stopped")
    return training.trainer.average(), training.info()


class CfrAgent(TableAgent):
    """An engine that plays CFR's average in a small game: with two players the equilibrium.

    Args:
        game: a game for which ``is_solvable`` holds.
        home: folder of the strategy's file; None caches nothing.
        control: progress and cancellation.

    Raises:
        GameError: if the game is too large.
        CancelledError: if cancelled.
    """

    def __init__(self, game: Game, home: Path | None, control: JobControl) -> None:
        table, _ = equilibrium(game, home, control)
        note = Wording("equilibrium") if game.is_heads_up else Wording("average of CFR")
        super().__init__("cfr", table, str(note))
