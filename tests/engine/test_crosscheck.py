"""Random hands against PokerKit; see tests/naive/pokerkit_hands.py."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor

import pytest

from engine.rng import fresh_seed
from tests.naive.pokerkit_hands import play_both, play_many

QUICK, LONG, RELEASE = 500, 50_000, 1_000_000


def test_random_hands_equal_pokerkit():
    assert play_many(fresh_seed() % 10**12, QUICK) == []
    assert play_both(1).spot.actions == play_both(1).spot.actions


@pytest.mark.nightly
@pytest.mark.scorecard("R1")
def test_many_random_hands_equal_pokerkit(release):
    hands, seed = RELEASE if release else LONG, fresh_seed() % 10**12
    blocks = range(seed, seed + hands, QUICK)
    # Spawned, because a process with threads should not fork.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, mp_context=context) as executor:
        found = list(executor.map(play_many, blocks, [QUICK] * len(blocks)))
    assert [problem for block in found for problem in block] == []
