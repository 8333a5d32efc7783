"""The units in which values are shown, in the window and by commands alike."""

from __future__ import annotations

from typing import NamedTuple

from engine.game import Game

CHIPS = "chips"
"""Where the big blind is not known."""


class Unit(NamedTuple):
    """A unit of values.

    Attributes:
        chips: how many chips it is.
        name: "bb", "antes", "mbb"...
        digits: how many are shown after the point.
    """

    chips: float
    name: str
    digits: int


def value_unit(game: Game) -> Unit:
    """Of EV: big blinds or antes; chips where a game begins later and its blinds are not known."""
    chips = game.value_chips
    if not game.begins_later:
        return Unit(chips, "antes" if game.ante else "bb", 2)
    return Unit(chips, "bb", 2) if game.shown_blind else Unit(chips, CHIPS, 1)


def cost_unit(game: Game) -> Unit:
    """Of what a mistake costs a hand: thousandths of the unit of EV, but chips where that is."""
    unit = value_unit(game)
    if unit.name == CHIPS:
        return Unit(1, unit.name, 2)
    return Unit(unit.chips / 1000, {"bb": "mbb", "antes": "mA/hand"}[unit.name], 2)


def loss_unit(game: Game) -> str:
    """Of EV lost by decisions: big blinds, and chips where they are not known."""
    return CHIPS if value_unit(game).name == CHIPS else "bb"
