"""``pokergui engines``: the list of engines."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import click

from ai.entry import Engine
from ai.measured import GAMES, strength
from ai.registry import engines
from engine.game import Game, built_in_games, get_game
from pokergui.commands.common import define, report, table
from pokergui.paths import strategies_dir


def _measured(engine: Engine, games: tuple[Game, ...]) -> dict[str, dict[str, Any]]:
    """What was measured of an engine, by game."""
    found = {game.name: strength(engine, game) for game in games if engine.fits(game)}
    return {
        name: {key: value for key, value in asdict(known).items() if value is not None}
        for name, known in found.items()
        if known
    }


@define(click.option("--game", metavar="GAME", help="Only engines that play this game."))
def command(game: str | None, as_json: bool) -> None:
    """List the engines by the names that other commands take."""
    only = None if game is None else get_game(game)
    chosen = engines(only, strategies_dir())
    shown = (only,) if only else tuple(map(get_game, GAMES))
    listed = []
    for engine in chosen:
        playable = built_in_games() if engine.game is None else (engine.game,)
        listed.append(
            {
                "name": engine.name,
                "title": engine.title,
                "games": [rules.name for rules in playable if engine.fits(rules)],
                "file": engine.path and str(engine.path),
                "measured": _measured(engine, shown if engine.game is None else (engine.game,)),
                "ranges": engine.has_ranges,
                "plays": list(engine.play_names),
            }
        )
    rows = [(engine.name, engine.title, engine.character) for engine in chosen]
    report({"engines": listed}, as_json, table(rows, ("name", "engine", "how it plays")))
