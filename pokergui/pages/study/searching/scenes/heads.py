"""Names and colours of the actions after a betting line."""

from __future__ import annotations

from functools import lru_cache

from engine.game import Game
from engine.lines import action_text
from engine.player import Action, PublicState
from pokergui.formatting.menu import menu_of
from pokergui.viewmodel.grid import GridAction

_KEPT = 4096


@lru_cache(maxsize=_KEPT)
def betting_at(game: Game, line: tuple[Action, ...]) -> PublicState:
    """Return the betting after a line, with an empty board."""
    if not line:
        return PublicState(game, (), ())
    return betting_at(game, line[:-1]).after(line[-1])


@lru_cache(maxsize=_KEPT)
def heads_at(
    game: Game, line: tuple[Action, ...], actions: tuple[Action, ...]
) -> dict[Action, tuple[GridAction, str]]:
    """Return name, colour and text of each action that a search considers after a line."""
    spot = betting_at(game, line)
    menu = menu_of(spot, actions)
    return {
        action: (
            next(item.head for item in menu if action in item.actions),
            action_text(spot, action),
        )
        for action in actions
    }
