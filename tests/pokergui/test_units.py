"""Units of values: the same for the window and the commands."""

from __future__ import annotations

import pytest

from ai.spot.spot import Spot
from engine.game import Game, get_game
from pokergui.units import cost_unit, value_unit

SPOT = ("Qs Jh 2h 8c 5d", "AA", "KK", 100, 200, "50", "a")


@pytest.mark.parametrize(
    ("game", "chips", "name", "cost"),
    [
        (get_game("kuhn"), 1, "antes", "mA/hand"),
        (get_game("holdem-nolimit"), 100, "bb", "mbb"),
        (Spot.parse(*SPOT).game, 1, "chips", "chips"),
        (Spot.parse(*SPOT, big_blind="20").game, 20, "bb", "mbb"),
    ],
)
def test_the_unit_of_a_game(game: Game, chips: int, name: str, cost: str) -> None:
    unit, lost = value_unit(game), cost_unit(game)
    assert (unit.chips, unit.name, lost.name) == (chips, name, cost)
    assert lost.chips == (1 if cost == "chips" else chips / 1000)
