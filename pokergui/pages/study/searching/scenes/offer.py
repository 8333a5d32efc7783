"""Where a search is offered, and what it says when it is not, or breaks off."""

from __future__ import annotations

from engine.game import Game
from pokergui.formatting.notices import go_on, sentence
from pokergui.formatting.words import tr
from pokergui.ranges.grid_shape import shows_all_boards
from pokergui.viewmodel import Notice


def not_offered(game: Game) -> str:
    """Why there is no search in a game; empty where there is one."""
    if shows_all_boards(game):
        return ""
    return tr("Only small games are searched: Kuhn and Leduc")


def broke_off(error: Exception) -> Notice:
    """The search cannot begin or go on."""
    title = tr("The search broke off")
    text = tr("{reason}. What was searched stays.").format(reason=sentence(error))
    return Notice("error", title, text, (go_on(),), repr(error))
