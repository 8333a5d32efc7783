import pytest

from ai.solver.spot import Spot
from engine.game import get_game
from pokergui.units import cost_unit, value_unit

SPOT = ("Qs Jh 2h 8c 5d", "AA", "KK", 100, 200, "50", "a")
LEDUC, HOLDEM = get_game("leduc"), get_game("holdem-nolimit")


@pytest.mark.parametrize(
    ("game", "chips", "name", "cost"),
    [
        *((get_game("kuhn"), 1, "antes", "mA/hand"), (HOLDEM, 100, "bb", "mbb")),
        (Spot.parse(*SPOT).game, 1, "chips", "chips"),
        (Spot.parse(*SPOT, big_blind="20").game, 20, "bb", "mbb"),
    ],
)
def test_the_unit_of_a_game(game, chips, name, cost):
    unit, lost = value_unit(game), cost_unit(game)
    assert (unit.chips, unit.name, lost.name) == (chips, name, cost)
    assert lost.chips == (1 if cost == "chips" else chips / 1000)
