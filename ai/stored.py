"""Load engines from strategy files of any kind."""

from __future__ import annotations

from pathlib import Path

from ai.base import RangeAgent, TableAgent
from ai.blueprint.agent import BlueprintAgent
from ai.blueprint.record import is_blueprint, load_blueprint
from ai.networks.agent import NetworkAgent
from ai.networks.plays import AVERAGE
from ai.networks.record import eta_of, is_network, load_network
from ai.strategy import load_strategy
from engine.errors import StrategyFileError
from engine.game import Game


def load_agent(
    name: str, path: Path, game: Game, home: Path | None = None, play: str = AVERAGE
) -> RangeAgent:
    """Return the engine of a strategy file.

    Args:
        name: identifier in commands.
        path: the file.
        game: the game it must play.
        home: the folder of strategies, which may have a blueprint's hand groups.
        play: the variant of networks; other engines have none.

    Raises:
        StrategyFileError: if it cannot be used for that game.
    """
    if is_network(path):
        found = load_network(path, game, home)
        return NetworkAgent(name, found.environment, found.networks, play, eta_of(found.info))
    if play != AVERAGE:
        raise StrategyFileError(
            "{path}: not a file of networks: it is played in one way", path=path
        )
    if is_blueprint(path):
        return BlueprintAgent(name, load_blueprint(path, game, home=home))
    table, info = load_strategy(path, game)
    return TableAgent(name, table, info.algorithm)
