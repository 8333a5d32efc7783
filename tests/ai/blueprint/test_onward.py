import numpy as np
import pytest

from ai.blueprint.onward import onward_evs
from ai.reading.reach import RangeReader, visible
from ai.registry import build
from ai.values.playout import play_out
from engine.combos import combo_index
from engine.game import get_game
from engine.lines import spot_of
from engine.player import PublicState
from engine.shown import parse_shown

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("name", "line", "board"),
    [
        ("holdem-nolimit@100", "cc/cc/cc/", "7d3cKh2sQs"),
        ("holdem-nolimit@100", "r300c/cr750c/cc/r1500", "7d3cKh2sQs"),
        ("holdem-limit", "rc/rc/rc/cr", "As3cKh2sQs"),
        pytest.param("holdem-limit", "rrc/rrrrc/rrr", "7d3cKh2s", marks=pytest.mark.ci),
        ("holdem-nolimit@20", "cc/r300c/", "7d3cKh2s"),
    ],
)
def test_a_hand_is_worth_what_its_range_says(name, line, board):
    game = get_game(name)
    reader, spot = RangeReader(build("cfr", game)), spot_of(game, line, parse_shown(game, board))
    _, after = play_out(reader, spot, visible([reader.reach(spot)])[0])
    seen = 0
    for text in ("AcAh", "KdQd", "5c4c", "9h8h", "Js7h"):
        hole = tuple(parse_shown(game, text))
        if not set(hole) & set(spot.board):
            found, expected = reader.hand_evs(spot, hole), after[combo_index(hole, game.deck)]
            assert found == pytest.approx(expected, rel=1e-9, abs=1e-6 * spot.pot)
            seen += 1
    assert seen >= 3


def test_earlier_streets_do_not_count_and_an_empty_range_meets_no_hand():
    game = get_game("holdem-limit")
    agent = build("cfr", game)
    hole = tuple(parse_shown(game, "AcAh"))
    assert agent.hand_evs(PublicState(game, (), ()), hole, np.ones(1326)) is None
    spot = spot_of(game, "cc/cc/cc/", parse_shown(game, "7d3cKh2sQs"))
    node = agent.blueprint.tree.find(spot.actions)
    assert np.isnan(onward_evs(agent.blueprint, node, spot.board, hole, np.zeros(1326))).all()
