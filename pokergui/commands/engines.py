"""``pokergui engines``: the list of engines."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import click

from ai.measured import GAMES, measured
from ai.registry import Engine, engines
from engine.game import Game, built_in_games, get_game
from pokergui.commands.common import define, report, table


def _measured(engine: Engine, games: tuple[Game, ...]) -> dict[str, dict[str, Any]]:
    """What was measured of an engine, by game."""
    found = {game.name: measured(engine.name, game) for game in games}
    return {
        name: {key: value for key, value in asdict(strength).items() if value is not None}
        for name, strength in found.items()
        if strength
    }


@define(click.option("--game", metavar="GAME", help="Only engines that play this game."))
def command(game: str | None, as_json: bool) -> None:
    """List the engines by the names that other commands take."""
    only = None if game is None else get_game(game)
    chosen = engines(only)
    shown = (only,) if only else tuple(map(get_game, GAMES))
    listed = [
        {
            "name": engine.name,
            "title": engine.title,
            "games": [rules.name for rules in built_in_games() if engine.fits(rules)],
            "file": None,  # strategies that come with the program are no files to name
            "measured": _measured(engine, shown),
            "ranges": engine.has_ranges,
        }
        for engine in chosen
    ]
    rows = [(engine.name, engine.title, engine.character) for engine in chosen]
    report({"engines": listed}, as_json, table(rows, ("name", "engine", "how it plays")))
