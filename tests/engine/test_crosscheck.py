"""Fresh random hands on every run, ours against PokerKit; see tests/naive/pokerkit_hands.py."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor

import pytest

from engine.rng import fresh_seed
from tests.naive.pokerkit_hands import play_both, play_many

QUICK = 500
LONG, RELEASE = 50_000, 1_000_000
_BLOCK = 500


def _seed(capsys: pytest.CaptureFixture[str], hands: int) -> int:
    seed = fresh_seed() % 10**12
    with capsys.disabled():
        print(f"\n{hands:,} random hands against PokerKit from seed {seed}")
    return seed


def test_random_hands_equal_pokerkit(capsys: pytest.CaptureFixture[str]) -> None:
    assert play_many(_seed(capsys, QUICK), QUICK) == []


@pytest.mark.nightly
@pytest.mark.scorecard("R1")
def test_many_random_hands_equal_pokerkit(
    capsys: pytest.CaptureFixture[str], release: bool
) -> None:
    hands = RELEASE if release else LONG
    seed = _seed(capsys, hands)
    blocks = range(seed, seed + hands, _BLOCK)
    # Spawned, because a process with threads should not fork.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(2, mp_context=context) as executor:
        problems = [
            p for block in executor.map(play_many, blocks, [_BLOCK] * len(blocks)) for p in block
        ]
    assert problems == []


@pytest.mark.parametrize("seed", [1, 2])
def test_a_seed_names_its_hand(seed: int) -> None:
    assert play_both(seed).spot.actions == play_both(seed).spot.actions
