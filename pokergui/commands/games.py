"""``pokergui games``: the built-in games."""

from __future__ import annotations

from engine.game import UNLIMITED, built_in_games
from pokergui.commands.common import define, report, table
from pokergui.language import name_text
from pokergui.language import tr_commands as tr


@define()
def command(as_json: bool) -> None:
    """List the games. A depth in big blinds may follow a name: holdem-nolimit@100."""
    games = [
        {
            "name": game.name,
            "title": game.title,
            "players": game.num_players,
            "betting": game.betting,
            # In games where nobody can run out of chips there are no stacks to show.
            "stacks": [None if stack == UNLIMITED else stack for stack in game.stacks],
            "blinds": list(game.blinds),
        }
        for game in built_in_games()
    ]
    betting = {"limit": tr("limit"), "nolimit": tr("nolimit")}
    rows = [
        (game.name, name_text(game.title), game.num_players, betting[game.betting])
        for game in built_in_games()
    ]
    heads = (tr("name"), tr("game"), tr("players"), tr("betting"))
    report({"games": games}, as_json, table(rows, heads))
