"""Names of the players, and their order."""

from __future__ import annotations

from engine.game import Game
from engine.player import PublicState
from engine.positions import position_names
from pokergui.language import tr


def player_names(game: Game) -> tuple[str, ...]:
    """Return the names of players by their positions."""
    if game.begins_later:
        return (tr("Out of position"), tr("In position"))
    if game.ante:
        return _counted(game, _ordinals())
    return tuple(_long_names().get(name, name) for name in position_names(game.num_players))


def short_names(game: Game) -> tuple[str, ...]:
    """Return the same for narrow places."""
    if game.begins_later:
        return (tr("OOP"), tr("IP"))
    if game.ante:
        return _counted(game, _short_ordinals())
    return position_names(game.num_players)


def _counted(game: Game, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the position names in order of play, then numbers."""
    numbered = (tr("Player {number}").format(number=seat + 1) for seat in range(game.num_players))
    return (*names, *list(numbered)[len(names) :])[: game.num_players]


def _ordinals() -> tuple[str, ...]:
    return (tr("First player"), tr("Second player"), tr("Third player"))


def _short_ordinals() -> tuple[str, ...]:
    return (tr("First"), tr("Second"), tr("Third"))


def _long_names() -> dict[str, str]:
    """Return the long names of positions that have more than an abbreviation."""
    return {
        "SB": tr("Small blind"),
        "BB": tr("Big blind"),
        "LJ": tr("Lojack"),
        "HJ": tr("Hijack"),
        "CO": tr("Cutoff"),
        "BTN": tr("Button"),
    }


def side_order(game: Game) -> tuple[int, ...]:
    """Return positions in the order shown: the first to act in the hand comes first."""
    first, players = game.first_player[0], game.num_players
    return tuple((first + step) % players for step in range(players))


def live_sides(spot: PublicState) -> tuple[int, ...]:
    """Return the sides whose ranges are shown, in order: both of two, of more those still in."""
    order = side_order(spot.game)
    if spot.game.is_heads_up:
        return order
    return tuple(seat for seat in order if not spot.folded(seat))
