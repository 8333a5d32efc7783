"""The engines: the formula by hand, learning, and threads that ask at once."""

import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from ai.opponent.agent import NAME, OpponentModelAgent
from ai.opponent.parameters import DEFAULT
from ai.opponent.prior import StrengthAgent, prior_of
from engine.game import get_game
from engine.lines import spot_of
from tests.naive.random_hands import over

pytestmark = pytest.mark.slow

KUHN, LEDUC = get_game("kuhn"), get_game("leduc")
NOLIMIT, LIMIT = get_game("holdem-nolimit@100"), get_game("holdem-limit")


def new(name, game, samples=200):
    prior = prior_of(game) if game in (KUHN, LEDUC) else StrengthAgent()
    return OpponentModelAgent(name, game, prior, replace(DEFAULT, samples=samples))


def finished(game, seed):
    return over(random.Random(seed), game)


@pytest.mark.parametrize("game", [LEDUC, NOLIMIT], ids=lambda game: game.name)
def test_threads_that_ask_at_once_get_what_each_alone_would(game):
    agent = new(NAME, game, samples=2)
    for seed in range(20):
        agent.observe(finished(game, seed).record_for(0))
    lines = ("", "c", "r") if game is LEDUC else ("", "r300", "c")
    spots = [spot_of(game, line, ()) for line in lines]
    alone = [agent.strategy(spot).values for spot in spots]
    with ThreadPoolExecutor(len(spots)) as threads:
        for _ in range(5):
            both = list(threads.map(agent.copy().strategy, spots * 2))
            for answer, values in zip(both, alone * 2, strict=True):
                assert np.array_equal(answer.values, values)
