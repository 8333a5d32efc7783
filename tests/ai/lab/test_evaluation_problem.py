from pathlib import Path

import numpy as np
import pytest

from ai.lab.evaluation_problem import FIRST, LAST, EvaluationProblem, SampledHands, answer, looks
from engine.game import get_game
from engine.jobs import JobControl

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def listing():
    question = EvaluationProblem(get_game("kuhn"), "lecture", "uniform", "lecture")
    return answer(question, Path(), JobControl()).listing


def to_the_end(listing, seed):
    draws = SampledHands(listing, seed)
    drawn = draws.start()
    for _ in looks():
        drawn = draws.go_on(drawn)
    assert draws.go_on(drawn) is drawn
    return drawn


def test_a_seed_draws_the_same_hands(listing):
    first, same, other = (to_the_end(listing, seed) for seed in (3, 3, 4))
    assert np.array_equal(first.means, same.means)
    assert not np.array_equal(first.means, other.means)
    assert [SampledHands(listing, 3).one(n) for n in range(9)] == [
        SampledHands(listing, 3).one(n) for n in range(9)
    ]


def test_means_settle_on_the_exact_ones(listing):
    assert (looks()[0], looks()[-1]) == (FIRST, LAST)
    held = []
    for seed in range(20):
        drawn = to_the_end(listing, seed)
        for column, name in enumerate(listing.estimates):
            exact = listing.moments(name)
            half = drawn.halves[-1, column]
            assert half == pytest.approx(1.96 * exact.sd / LAST**0.5, rel=0.02)
            held.append(abs(drawn.means[-1, column] - float(exact.mean)) <= half)
    assert np.mean(held) >= 0.88  # of 95%; the four are not independent


def test_hands_drawn_one_by_one_are_those_that_are_played(listing):
    draws, seen = SampledHands(listing, 1), np.zeros(listing.chance.shape)
    for number in range(400):
        seen[draws.one(number)] += 1 / 400
    assert not seen[listing.chance == 0].any()
    assert np.abs(seen - listing.chance.astype(float)).max() < 0.06
