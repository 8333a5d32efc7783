"""One hand on the turn or the river, against the range against range that is played out."""

from __future__ import annotations

import numpy as np
import pytest

from ai.blueprint.agent import BlueprintAgent
from ai.blueprint.onward import onward_evs
from ai.playout import play_out
from ai.reach import RangeReader, visible
from ai.registry import build
from engine.combos import combo_index
from engine.game import get_game
from engine.lines import spot_of
from engine.player import PublicState
from engine.shown import parse_shown

pytestmark = pytest.mark.slow

RIVERS = [
    ("holdem-nolimit@100", "cc/cc/cc/", "7d3cKh2sQs"),
    ("holdem-nolimit@100", "r300c/cr750c/cc/r1500", "7d3cKh2sQs"),
    ("holdem-limit", "rc/rc/rc/cr", "As3cKh2sQs"),
]
TURNS = [
    ("holdem-limit", "rrc/rrrrc/rrr", "7d3cKh2s"),
    ("holdem-nolimit@20", "cc/r300c/", "7d3cKh2s"),
]
HANDS = ("AcAh", "KdQd", "5c4c", "9h8h", "Js7h")


def compared(name: str, line: str, board: str) -> int:
    """Compare EVs of hands, and return how many were compared."""
    game = get_game(name)
    agent = build("cfr", game)
    assert isinstance(agent, BlueprintAgent)
    reader, spot = RangeReader(agent), spot_of(game, line, parse_shown(game, board))
    ranges = visible([reader.reach(spot)])[0]
    _, after = play_out(reader, spot, ranges)
    seen = 0
    for text in HANDS:
        hole = tuple(parse_shown(game, text))
        if set(hole) & set(spot.board):
            continue
        found = reader.hand_evs(spot, hole)
        expected = after[combo_index(hole, game.deck)]
        assert found == pytest.approx(expected, rel=1e-9, abs=1e-6 * spot.pot)
        seen += 1
    return seen


@pytest.mark.parametrize(("name", "line", "board"), RIVERS)
def test_a_hand_on_the_river_is_worth_what_its_range_says(name: str, line: str, board: str) -> None:
    assert compared(name, line, board) >= 3


@pytest.mark.parametrize(("name", "line", "board"), TURNS)
def test_a_hand_on_the_turn_is_worth_what_its_range_says(name: str, line: str, board: str) -> None:
    assert compared(name, line, board) >= 3


def test_streets_before_are_not_counted_and_nobody_is_met_by_nothing() -> None:
    game = get_game("holdem-limit")
    agent = build("cfr", game)
    assert isinstance(agent, BlueprintAgent)
    hole = tuple(parse_shown(game, "AcAh"))
    assert agent.hand_evs(PublicState(game, (), ()), hole, np.ones(1326)) is None
    board = parse_shown(game, "7d3cKh2sQs")
    spot = spot_of(game, "cc/cc/cc/", board)
    node = agent.blueprint.tree.find(spot.actions)
    evs = onward_evs(agent.blueprint, node, spot.board, hole, np.zeros(1326))
    assert np.isnan(evs).all()


def test_an_odd_size_mixes_the_lines_that_it_is_taken_for() -> None:
    game = get_game("holdem-nolimit@100")
    agent = build("cfr", game)
    assert isinstance(agent, BlueprintAgent)
    spot = spot_of(game, "r300c/cc/cc/r777", parse_shown(game, "7d3cKh2sQs"))
    hole = tuple(parse_shown(game, "KdQd"))
    rival = visible([RangeReader(agent).reach(spot)])[0][1 - spot.to_act]
    evs = agent.hand_evs(spot, hole, rival)
    answer = agent.strategy(spot)
    assert evs is not None and evs.shape == (len(answer.actions),)
    assert evs[0] == 0.0  # a fold costs nothing more
    stack = spot.stack(spot.to_act)
    assert (evs >= -stack).all() and (evs <= spot.pot + stack).all()
