import numpy as np
import pytest

from engine.cards import parse_cards
from engine.equity import equity
from engine.errors import CancelledError
from engine.jobs import JobControl
from engine.ranges import parse_range


@pytest.mark.parametrize(
    ("hero", "villain", "board"),
    [
        ("AcAd", "KcKd", ""),
        ("AcAd", "QQ+, AKs:0.25, 72o", "Kh7d2c"),
        ("22+, A2s+:0.5, KTo", "random", "Kh7d2c9c"),
        ("AA, KK:0.1", "AA, AKs", "Kh7d2c"),  # many pairs share a card
        ("AcAd, KcKd:0.000001", "AcAd", "7h7d2c"),  # nearly all do
        ("random", "random", "Kh7d2c9c4s"),
    ],
)
def test_samples_agree_with_the_exact_equity(hero, villain, board):
    left, right, cards = parse_range(hero), parse_range(villain), parse_cards(board)
    exact = equity(left, right, cards)
    sampled = equity(left, right, cards, samples=400_000, seed=7)
    assert sampled.boards == 400_000 == sum(sampled.counts or ())
    assert not sampled.exact and 0 <= sampled.standard_error < 0.001
    # Five standard errors: a correct sampler fails for one seed in a million.
    assert abs(sampled.equity - exact.equity) <= 5 * sampled.standard_error + 1e-12
    tie_error = (exact.tie * (1 - exact.tie) / 400_000) ** 0.5
    assert abs(sampled.tie - exact.tie) <= 5 * tie_error + 1e-12


def test_a_seed_names_the_result():
    hero, villain = parse_range("AA, AKs"), parse_range("random")
    results = [equity(hero, villain, samples=600_000, seed=seed) for seed in (1, 1, 2)]
    assert results[0] == results[1] != results[2]


def test_sampling_can_be_cancelled_and_needs_a_sample():
    control = JobControl()
    control.cancel()
    with pytest.raises(CancelledError):
        equity(np.ones(1326), np.ones(1326), samples=10**9, control=control)
    with pytest.raises(ValueError, match="positive"):
        equity(np.ones(1326), np.ones(1326), samples=0)
