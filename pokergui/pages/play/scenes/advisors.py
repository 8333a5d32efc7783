"""The engines that can be asked for advice in a game, and why others cannot."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from ai.agents.sparring import is_partner
from engine.game import Game
from pokergui.formatting.choices import engine_choices, rivals_of
from pokergui.language import tr_play as tr
from pokergui.viewmodel import Choice


def advisors(game: Game, home: Path) -> tuple[Choice, ...]:
    """Return the engines that play a game; those that do not answer for ranges are not usable.

    Args:
        game: the game.
        home: the folder of strategies.
    """
    silent = {
        row.name: tr("takes minutes for a range") if row.has_ranges else tr("gives no ranges")
        for row in rivals_of(game, home)
        if not row.answers_ranges(game)
    }
    listed = engine_choices(game, home, lambda one: not is_partner(one))
    able = tuple(choice for choice in listed if choice.key not in silent)
    group = tr("Cannot advise here")
    return able + tuple(
        replace(choice, note=silent[choice.key], usable=False, group=group)
        for choice in listed
        if choice.key in silent
    )
