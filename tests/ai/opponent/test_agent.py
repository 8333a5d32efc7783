import random
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from ai.agents.baselines import CallAgent
from ai.opponent.agent import LITERAL, NAME, OpponentModelAgent
from ai.opponent.parameters import DEFAULT
from ai.opponent.prior import StrengthAgent, prior_of
from engine.cards import parse_cards
from engine.combos import combo_index
from engine.game import get_game
from engine.lines import spot_of
from engine.match import play
from engine.player import CALL, ActionKind, PublicState
from tests.naive.random_hands import over

pytestmark = pytest.mark.slow

KUHN, LEDUC = get_game("kuhn"), get_game("leduc")
NOLIMIT, LIMIT = get_game("holdem-nolimit@100"), get_game("holdem-limit")


def new(name, game, samples=200):
    prior = prior_of(game) if game in (KUHN, LEDUC) else StrengthAgent()
    return OpponentModelAgent(name, game, prior, replace(DEFAULT, samples=samples))


def finished(game, seed):
    return over(random.Random(seed), game)


def test_literal_answers_in_kuhn_are_those_of_the_formula():
    """Against a belief of two cards each as likely: p is 0, one half or 1."""
    agent = OpponentModelAgent(LITERAL, KUHN, CallAgent(KUHN))
    answer = agent.strategy(PublicState(KUHN, (), ()))
    assert [action.kind for action in answer.actions] == [ActionKind.CALL, ActionKind.RAISE]
    # From now on: a check wins the pot of 2, a bet of 1 wins 3 or loses 1.
    assert answer.values == pytest.approx(np.array([[0, -1], [1, 1], [2, 3]]))
    assert not answer.error.any()
    assert answer.note == "every hand counted, 0 hands learned"
    # With equal values the first action, in the order fold, call, raise.
    assert answer.probabilities.tolist() == [[1, 0], [1, 0], [0, 1]]


def test_it_answers_what_it_learned():
    """Against one that calls everything, bluffs stop paying and strong hands are bet."""
    agent = new(NAME, LIMIT, 2000)
    play(LIMIT, [agent, CallAgent(LIMIT)], 60, 1)
    other = agent.copy()
    other.observe(finished(LIMIT, 9).record_for(1))
    assert (other.model.hands, agent.model.hands) == (61, 60)  # copies learn apart
    answer = agent.strategy(spot_of(LIMIT, "cc/cc/cc/", parse_cards("Kh7d2c9s3s")))
    bet = [action.kind for action in answer.actions].index(ActionKind.RAISE)
    strong, weak = (combo_index(parse_cards(cards)) for cards in ("KsKd", "5c4h"))
    assert answer.probabilities[strong, bet] == 1.0
    assert answer.probabilities[weak, answer.actions.index(CALL)] == 1.0
    assert answer.values[weak, bet] < 0.0


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
