from statistics import median

import numpy as np
import pytest

from ai.agents.base import TableAgent
from ai.cfr.best_response import agent_table, exploitability
from engine.game import get_game
from engine.policy import policy_table
from scripts.opponent_curves import ASKED, RIVALS, Lab, course, deceived

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def leduc(tmp_path_factory):
    return Lab(get_game("leduc"), tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="module")
def kuhn():
    return Lab(get_game("kuhn"), None)


def test_the_engine_answers_as_its_frozen_table_says(kuhn):
    learner = kuhn.learner()
    (frozen,) = course(kuhn, "bluffer", [30], 3, learner)
    asked = agent_table(kuhn.game, learner)
    # A table of merged suits spread over all combos, as asking makes it.
    spread = policy_table(kuhn.game, TableAgent("frozen", frozen, "").strategy)
    assert np.array_equal(asked.probabilities, spread.probabilities)


def test_full_safety_plays_the_equilibrium_whatever_was_learned(kuhn):
    (frozen,) = course(kuhn, "call", [50], 1, kuhn.learner(1.0))
    assert np.array_equal(frozen.probabilities, kuhn.learner(1.0).frozen().probabilities)
    assert exploitability(frozen) < 1e-11


def test_it_learns_to_beat_a_rival_within_hundreds_of_hands(leduc):
    (frozen,) = course(leduc, "random", [500], 1)
    assert leduc.share(frozen, "random") >= ASKED[500]


@pytest.mark.nightly
@pytest.mark.parametrize("rival", RIVALS)
def test_the_learning_curve_is_reached(leduc, rival):
    """The figures of docs/benchmarks.md after 500 and 5,000 hands, with three seeds."""
    hands = (500, 5_000)
    runs = [course(leduc, rival, hands, seed) for seed in (1, 2, 3)]
    for place, count in enumerate(hands):
        assert median(leduc.share(run[place], rival) for run in runs) >= ASKED[count]


@pytest.mark.nightly
def test_a_deceptive_opponent_is_recognised(leduc):
    for shares in zip(*(deceived(leduc, seed) for seed in (1, 2, 3)), strict=True):
        assert median(shares) >= 0.8
