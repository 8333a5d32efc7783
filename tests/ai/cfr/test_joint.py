from dataclasses import replace

import numpy as np
import pytest

from ai.cfr.agent import is_small, is_solvable
from ai.cfr.best_response import agent_table, evaluate
from ai.cfr.deals import deals_of
from ai.cfr.joint import joint_deals_of, listed_deals
from ai.registry import build
from engine.errors import GameError
from engine.game import get_game
from tests.ai.cfr.games import FOUR, SIDE_POTS

pytestmark = pytest.mark.slow

# Winnings when all play uniformly, and NashConv; by OpenSpiel 2.0.2.
UNIFORM = [
    ("kuhn-3", (0.234375, -0.046875, -0.1875), 2.0625),
    ("leduc-3", (-0.158613040124, -0.019097222222, 0.177710262346), 12.611221340388),
]


@pytest.mark.parametrize(("name", "values", "nash_conv"), UNIFORM)
@pytest.mark.scorecard("S1")
def test_the_uniform_profile_is_judged_as_by_openspiel(name, values, nash_conv):
    game = get_game(name)
    assert is_solvable(game) and not is_small(game)
    found = evaluate(agent_table(game, build("random", game)))
    assert found.values == pytest.approx(values, abs=1e-9)
    assert found.nash_conv == pytest.approx(nash_conv, abs=1e-9)


@pytest.mark.parametrize("merge", [True, False])
@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_for_two_players_they_are_the_matrices(name, merge):
    game = get_game(name)
    deals, joint = deals_of(game, merge), joint_deals_of(game, merge)
    for street, part in enumerate(joint.streets):
        fold, showdown = np.zeros_like(deals.fold[street]), np.zeros_like(deals.fold[street])
        boards = np.repeat(np.arange(len(part.first) - 1), np.diff(part.first))
        place = boards, part.hands[:, 0], part.hands[:, 1]
        fold[place] = part.weight
        showdown[place] = part.won[3, :, 0] - part.won[3, :, 1]
        assert fold == pytest.approx(deals.fold[street], abs=1e-15)
        assert showdown == pytest.approx(deals.showdown[street], abs=1e-15)


@pytest.mark.parametrize("game", [get_game("leduc-3"), FOUR, SIDE_POTS], ids=lambda g: g.name)
@pytest.mark.parametrize("merge", [True, False])
def test_somebody_wins_every_pot(game, merge):
    joint = listed_deals(game, merge)
    seats = np.arange(game.num_players)
    for part in joint.streets:
        assert part.weight.sum() == pytest.approx(1.0, abs=1e-12)
        for contenders in range(1, 2**game.num_players):
            won = part.won[contenders]
            assert won.sum(axis=1) == pytest.approx(part.weight, abs=1e-15)
            assert not won[:, (contenders >> seats) & 1 == 0].any()


@pytest.mark.parametrize("name", ["kuhn", "kuhn-3"])
def test_dead_chips_are_refused(name):
    game = replace(get_game(name), dead=1)
    assert not is_solvable(game)
    with pytest.raises(GameError, match="dead chips"):
        listed_deals(game, merge_suits=True)
