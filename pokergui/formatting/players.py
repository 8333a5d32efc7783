"""Names of the two players, and their order."""

from __future__ import annotations

from engine.game import Game
from pokergui.formatting.words import tr


def player_names(game: Game) -> tuple[str, ...]:
    """What two players are called by their position."""
    if game.begins_later:
        return (tr("Out of position"), tr("In position"))
    if game.ante:
        return (tr("First player"), tr("Second player"))
    return (tr("Big blind"), tr("Button"))


def short_names(game: Game) -> tuple[str, ...]:
    """The same where room is short."""
    if game.begins_later:
        return (tr("OOP"), tr("IP"))
    return (tr("First"), tr("Second")) if game.ante else (tr("BB"), tr("BTN"))


def side_order(game: Game) -> tuple[int, int]:
    """Seats in the order shown: who acts first in the hand stands first."""
    first = game.first_player[0]
    return (first, 1 - first)
