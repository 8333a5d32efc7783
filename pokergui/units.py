"""The units in which values are shown, in the window and by commands alike."""

from __future__ import annotations

from typing import NamedTuple

from engine.game import Game


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
    if not game.begins_later:
        return Unit(game.big_blind, "antes" if game.ante else "bb", 2)
    return Unit(game.shown_blind, "bb", 2) if game.shown_blind else Unit(1, "chips", 1)


def cost_unit(game: Game) -> Unit:
    """Of what a mistake costs a hand: thousandths of the unit of EV, but chips where that is."""
    unit = value_unit(game)
    if unit.name == "chips":
        return Unit(1, unit.name, 2)
    return Unit(unit.chips / 1000, {"bb": "mbb", "antes": "mA/hand"}[unit.name], 2)
