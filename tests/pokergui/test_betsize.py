from fractions import Fraction

import pytest

from ai.solver.spot import Spot
from engine.game import get_game
from pokergui.betsize import BetSize, preset_texts, presets_problem, read_size
from pokergui.units import cost_unit, value_unit


@pytest.mark.parametrize(
    ("text", "unit", "kind", "number"),
    [
        ("2,5bb", "chips", "bb", "5/2"),
        ("2.5 BB", "chips", "bb", "5/2"),
        ("2,5x", "chips", "times", "5/2"),
        ("33,5%", "chips", "pot", "335/1000"),
        ("0,125%", "chips", "pot", "1/800"),
        ("1,500", "chips", "chips", "1500"),
        ("1.500,5bb", "chips", "bb", "3001/2"),
        ("1,500.5bb", "chips", "bb", "3001/2"),
        ("12 000", "chips", "chips", "12000"),
        ("pot", "chips", "pot", "1"),
        ("75% pot", "chips", "pot", "3/4"),
        ("2/3 pot", "chips", "pot", "2/3"),
        ("1.5x pot", "bb", "pot", "3/2"),
        ("2,5", "bb", "bb", "5/2"),  # a bare number is in the unit
        ("2.5", "bb", "bb", "5/2"),
        ("1,500", "bb", "bb", "1500"),
    ],
)
def test_sizes(text, unit, kind, number):
    assert read_size(text, unit) == BetSize(kind, Fraction(number))
    assert read_size("All-in", unit) == BetSize("all-in")


@pytest.mark.parametrize(
    "text", ["2,5", "2,5,6bb", "1,50,000", "2,bb", "2,5 x 3", "pot pot", "3 pot", ""]
)
def test_no_sizes(text):
    assert read_size(text) is None  # chips are whole numbers


@pytest.mark.parametrize(
    ("text", "sizes", "problem"),
    [
        ("2,5x, 3x", "2.5x 3x", ""),
        ("33%,50%;67% pot,All-in", "33% 50% 67% pot all-in", ""),
        ("33,5% 2,25bb", "33.5% 2.25bb", ""),
        ("600 1200", "600 1200", ""),
        ("600,1200", "600,1200", "600,1200"),
        ("2,3,4x", "2,3,4x", "2,3,4x"),
        ("2x 3x 4x 5x 6x 7x", "2x 3x 4x 5x 6x 7x", "many"),
        ("", "", ""),
    ],
)
def test_lists_of_sizes(text, sizes, problem):
    found = preset_texts(text)
    assert found == tuple(sizes.split())
    assert presets_problem(found) == problem


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
