from dataclasses import replace

import pytest

from engine.errors import CancelledError
from engine.game import built_in_games, get_game
from engine.jobs import JobControl
from engine.simulate import random_hands

UNEVEN = [
    replace(game, stacks=(100, 350, 20_000, 777, 1_234, 50)[: game.num_players])
    for game in map(get_game, ("holdem-nolimit", "holdem-nolimit-3", "holdem-nolimit-6"))
]
GAMES = [
    *(*built_in_games(), get_game("holdem-nolimit@1"), get_game("holdem-nolimit@20"), *UNEVEN),
    replace(get_game("holdem-nolimit@20"), dead=7, least_bet=3),
    replace(UNEVEN[-1], dead=7),
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.name}-{game.stacks}-{game.dead}")
def test_random_hands_have_no_fault(game):
    totals = random_hands(game, 20_000, seed=11)
    assert totals.faults == 0
    assert sum(totals.payoffs) == totals.hands * game.dead
    assert 0 < totals.showdowns < totals.hands <= totals.actions


@pytest.mark.nightly
@pytest.mark.scorecard("R2")
def test_ten_million_hands_have_no_fault():
    games = [get_game("holdem-nolimit"), get_game("holdem-nolimit@20"), *GAMES[-2:]]
    for seed, game in enumerate(games):
        assert random_hands(game, 2_500_000, seed).faults == 0


def test_the_uniform_kuhn_player_loses_what_the_exact_value_says():
    # Both uniform: position 0 wins 1/8 of a chip a hand, computed by hand from the tree.
    totals = random_hands(get_game("kuhn"), 1_000_000, seed=3)
    assert totals.payoffs[0] / 1_000_000 == pytest.approx(0.125, abs=0.006)


def test_cancelled_simulation_stops():
    control = JobControl()
    control.cancel()
    with pytest.raises(CancelledError):
        random_hands(get_game("kuhn"), 10, seed=1, control=control)
