"""The units in which values are shown, the same in the window and in commands."""

from __future__ import annotations

from typing import NamedTuple

from engine.game import Game
from pokergui.language import tr

CHIPS = "chips"
"""Unit if the big blind is not known."""


class Unit(NamedTuple):
    """A unit of values.

    Attributes:
        chips: its size in chips.
        name: "bb", "antes", "mbb"..., in English; ``unit_text`` words it.
        digits: number of digits shown after the point.
    """

    chips: float
    name: str
    digits: int


def value_unit(game: Game) -> Unit:
    """Return the unit of EV: big blinds or antes; chips if a game begins later, blinds unknown."""
    chips = game.value_chips
    if not game.begins_later:
        return Unit(chips, "antes" if game.ante else "bb", 2)
    return Unit(chips, "bb", 2) if game.shown_blind else Unit(chips, CHIPS, 1)


def cost_unit(game: Game) -> Unit:
    """Return the unit of a mistake's cost a hand: thousandths of the unit of EV, or chips."""
    unit = value_unit(game)
    if unit.name == CHIPS:
        return Unit(1, unit.name, 2)
    return Unit(unit.chips / 1000, {"bb": "mbb", "antes": "mA/hand"}[unit.name], 2)


def unit_text(name: str) -> str:
    """Return the name of a unit in the language of the program."""
    return {
        CHIPS: tr("chips"),
        "bb": tr("bb"),
        "antes": tr("antes"),
        "mbb": tr("mbb"),
        "mA/hand": tr("mA/hand"),
    }[name]


def loss_unit(game: Game) -> str:
    """Return the unit of EV lost by decisions: big blinds, or chips if these are not known."""
    return CHIPS if value_unit(game).name == CHIPS else "bb"
