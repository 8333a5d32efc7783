import pytest

from ai.agents.baselines import RandomAgent
from ai.networks.agent import NetworkAgent
from engine.game import get_game
from engine.jobs import JobControl
from engine.match import Match
from engine.match_chunk import joined
from tests.ai.test_engine_contract import hands_of
from tests.naive.learned import random_networks

pytestmark = pytest.mark.slow

NAMES = ("holdem-limit", "holdem-nolimit@20", "holdem-nolimit-3@20", "holdem-nolimit-6@30")


def agents(name, hidden=(32,)):
    trained = (random_networks(name, hidden=hidden, seed=seed) for seed in (1, 50))
    made = [NetworkAgent("nfsp", each.environment, each.networks) for each in trained]
    return [made[seat % 2] for seat in range(get_game(name).num_players)]


@pytest.mark.parametrize("name", NAMES)
def test_hands_of_a_batch_are_those_of_decisions_one_by_one(name):
    batch, single = (Match(get_game(name), agents(name), 3, True) for _ in range(2))
    chunks = []
    batch.run(60, JobControl(), chunks.append)
    found = joined(chunks)
    lines = [found.lines[line] for line in found.line_of]
    arrays = [array.tolist() for array in (found.dealt, found.payoffs, found.positions)]
    assert (*arrays, lines) == hands_of(single, ["live"] * 60)


def test_other_ways_to_play_and_other_sizes_need_decisions_one_by_one():
    name = "holdem-nolimit-3@20"
    game, (first, second, third) = get_game(name), agents(name)
    best = NetworkAgent("best", first.environment, random_networks(name).networks, "best")
    large = agents(name, hidden=(64,))[1]
    assert first.match(game, [first, second, third], 1, 3) is not None
    for other in (best, large, RandomAgent(game)):
        assert first.match(game, [first, other, third], 1, 3) is None
