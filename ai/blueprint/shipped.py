"""The shipped blueprints: the engine ``cfr`` in hold'em."""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from ai.agents import supported_games
from ai.agents.entry import Engine
from ai.files.arrays import SUFFIX
from ai.files.strategy import BLUEPRINTS, CARDS_PREFIX, StrategyInfo, infos_in
from engine.errors import EngineError
from engine.game import Game
from engine.wording import Wording

if TYPE_CHECKING:  # they are loaded to play a blueprint, not to list it
    from ai.blueprint.agent import BlueprintAgent
    from ai.blueprint.blueprint import Blueprint
    from ai.multiway.agent import MultiwayAgent
    from ai.multiway.blueprint import MultiwayBlueprint

NAME = "cfr"
_KEPT = 4


def shipped_path(game: Game) -> Path:
    """Return the path of a game's shipped blueprint, GAME.safetensors; it may not exist."""
    return BLUEPRINTS / f"{game.name}{SUFFIX}"


@cache
def shipped_blueprints() -> tuple[tuple[Path, StrategyInfo], ...]:
    """Return the shipped files and their metadata; damaged ones are skipped with a warning."""
    return infos_in(BLUEPRINTS, CARDS_PREFIX)


def find_shipped(game: Game) -> Path | None:
    """The file of a game's blueprint, None if none is shipped.

    Of several that play a table of three and more, that of the game itself, else of fewest seats.
    """
    fitting = [
        (info.game != game, info.game.num_players, path)
        for path, info in shipped_blueprints()
        if supported_games.blueprint_plays(info.game, game)
    ]
    return min(fitting)[2] if fitting else None


@cache
def shipped_engines() -> tuple[Engine, ...]:
    """Return one registry row for all shipped blueprints; none if none are shipped."""
    games = [supported_games.played_by(info.game) for _, info in shipped_blueprints()]
    if not games:
        return ()
    return (
        Engine(
            name=NAME,
            title="Blueprint",
            character="CFR strategy on bucketed hands and a few bet sizes; never adapts.",
            needs=Wording("hold'em as trained: {games}", games=", ".join(games)),
            fits=has_blueprint,
            make=lambda game, home, control: shipped_agent(game),
            solves=True,
        ),
    )


def has_blueprint(game: Game) -> bool:
    """Return whether a blueprint of a game is shipped."""
    return find_shipped(game) is not None


@lru_cache(_KEPT)
def _blueprint(path: Path) -> Blueprint | MultiwayBlueprint:
    from ai.blueprint.record import load_blueprint  # as above

    return load_blueprint(path)


def shipped_agent(game: Game) -> BlueprintAgent | MultiwayAgent:
    """The engine that plays a game's shipped blueprint. Raises EngineError if none is shipped."""
    path = find_shipped(game)
    if path is None:
        raise EngineError("no blueprint of {name} is shipped", name=game.name)
    return agent_of(NAME, _blueprint(path))


def agent_of(name: str, blueprint: Blueprint | MultiwayBlueprint) -> BlueprintAgent | MultiwayAgent:
    """Return the engine that plays a blueprint."""
    from ai.blueprint.agent import BlueprintAgent  # as above
    from ai.multiway.agent import MultiwayAgent  # as above
    from ai.multiway.blueprint import MultiwayBlueprint  # as above

    if isinstance(blueprint, MultiwayBlueprint):
        return MultiwayAgent(name, blueprint)
    return BlueprintAgent(name, blueprint)
