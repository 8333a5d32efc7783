"""``pokergui tree``: perft counts of a betting tree."""

from __future__ import annotations

from dataclasses import replace

import click

from engine.errors import GameError
from engine.game import get_game
from engine.tree import count_tree
from engine.wording import Wording
from pokergui.commands.common import define, long_work, picked, report, table
from pokergui.language import tr_commands as tr


def _amounts(text: str, what: Wording) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise GameError(
            "'{text}' is not a list of {what}; give chips as in 1000,1000",
            text=text[:40],
            what=what,
        ) from None


@define(
    click.argument("game"),
    click.option("--stacks", metavar="A,B", help="Chips of each player, position 0 first."),
    click.option("--blinds", metavar="A,B", help="Blinds of each player, position 0 first."),
)
def command(game: str, stacks: str | None, blinds: str | None, as_json: bool) -> None:
    """Count the unabstracted betting tree of a game: decisions a round, folds, showdowns."""
    rules = get_game(game)
    if stacks is not None:
        rules = replace(rules, stacks=_amounts(stacks, Wording("stacks")))
    if blinds is not None:
        rules = replace(rules, blinds=_amounts(blinds, Wording("blinds")))
    with long_work(tr("counting")) as control:
        counts = count_tree(rules, control=control)
    words = tr("decision nodes in round {round}")
    rows: list[tuple[str, object]] = [
        (words.format(round=i + 1), f"{n:,}") for i, n in enumerate(counts.decision_nodes)
    ]
    rows += [(tr("folds"), f"{counts.folds:,}"), (tr("showdowns"), f"{counts.showdowns:,}")]
    report(picked(counts, "decision_nodes", "folds", "showdowns"), as_json, table(rows))
