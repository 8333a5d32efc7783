import pytest

from ai.solver.spot import Spot
from engine.game import get_game
from pokergui.formatting.result import Unit
from pokergui.pages.play.scenes.results import session_scene
from pokergui.pages.play.work.results import SessionResults
from pokergui.units import amount_unit, cost_unit, per_decision, value_unit
from tests.pokergui.blinds import blind_words

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


def test_a_session_of_leduc_counts_in_thousandths_of_the_ante():
    for game, unit, error in ((LEDUC, "antes", "mA per"), (HOLDEM, "bb", "mbb per")):
        assert Unit.of(game).chart == amount_unit(game) == unit
        assert per_decision(game).startswith(error)
    results = SessionResults()
    for chips in (2, -1, 3, 0):
        results.add(chips)
    scene = session_scene(LEDUC, results, 4)
    assert (scene.result.value, blind_words(scene)) == ("+1,000", [])
    assert scene.result.rest.endswith(" mA/hand")
