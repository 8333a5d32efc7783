"""``pokergui engines``: the list of engines."""

from __future__ import annotations

import click

from ai.registry import engines
from engine.game import built_in_games, get_game
from pokergui.commands.common import define, report, table


@define(click.option("--game", metavar="GAME", help="Only engines that play this game."))
def command(game: str | None, as_json: bool) -> None:
    """List the engines by the names that other commands take."""
    chosen = engines(get_game(game) if game else None)
    listed = [
        {
            "name": engine.name,
            "title": engine.title,
            "games": [rules.name for rules in built_in_games() if engine.fits(rules)],
            "ranges": engine.has_ranges,
        }
        for engine in chosen
    ]
    rows = [(engine.name, engine.title, engine.character) for engine in chosen]
    report({"engines": listed}, as_json, table(rows, ("name", "engine", "how it plays")))
