"""Engines from strategy files, whatever is in them."""

from __future__ import annotations

from pathlib import Path

from ai.base import RangeAgent, TableAgent
from ai.blueprint.agent import BlueprintAgent
from ai.blueprint.record import is_blueprint, load_blueprint
from ai.strategy import load_strategy
from engine.game import Game


def load_agent(name: str, path: Path, game: Game, home: Path | None = None) -> RangeAgent:
    """The engine of a strategy file.

    Args:
        name: what commands call it.
        path: the file.
        game: the game it is to play.
        home: the folder of strategies, where a blueprint's groups of hands may lie.

    Raises:
        StrategyFileError: if it cannot be used for that game.
    """
    if is_blueprint(path):
        return BlueprintAgent(name, load_blueprint(path, game, home=home))
    table, info = load_strategy(path, game)
    return TableAgent(name, table, info.algorithm)
