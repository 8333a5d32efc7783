import numpy as np
import pytest

from ai.equity.hand_equity import pair_equities
from engine.combos import combo_cards, combo_index
from engine.equity import equity
from engine.game import get_game

pytestmark = pytest.mark.slow

HOLDEM = get_game("holdem-nolimit")


def weights(hand):
    one = np.zeros(1326)
    one[combo_index(hand)] = 1.0
    return one


@pytest.mark.parametrize("size", [0, 3, 4, 5])
def test_equity_is_that_of_each_pair_of_hands(size):
    cards = tuple(np.random.default_rng(size).permutation(52).tolist())
    board, other = cards[:size], cards[5:7]
    found = pair_equities(HOLDEM, other, board)
    gone = np.isin(combo_cards(), (*other, *board)).any(axis=1)
    assert (found[gone] == 0.0).all() and found.max() <= 1.0
    for own in (cards[7:9], (51, 50), cards[20:22]):
        if set(own) & set(board + other):
            continue
        wanted = equity(weights(own), weights(other), board).equity
        assert found[combo_index(own)] == pytest.approx(wanted, abs=1e-12)


def test_random_boards_are_the_same_every_time_and_close_and_small_games_counted():
    board = (3, 17, 40)
    exact = pair_equities(HOLDEM, (30, 12), board)
    some = pair_equities(HOLDEM, (30, 12), board, most=200)
    np.testing.assert_array_equal(some, pair_equities(HOLDEM, (12, 30), board[::-1], most=200))
    assert 0.0 < np.abs(some - exact).max() < 0.2
    assert abs((some - exact).mean()) < 0.02
    leduc = get_game("leduc")
    found = pair_equities(leduc, (leduc.deck[0],), ())
    # The board pairs one of two ranks, or neither: then the higher one wins.
    assert found[2] == pytest.approx(0.75)
