from dataclasses import replace

import numpy as np
import pytest

from ai.equity.handrank import hand_ranks
from engine.cards import parse_cards
from engine.combos import CLASS_OF_COMBO, combo_cards, parse_combo
from engine.evaluator import strength
from engine.game import get_game
from tests.naive.ranks import ranks

LIMIT, LEDUC = get_game("holdem-limit"), get_game("leduc")


def test_hands_rank_in_kuhn_and_leduc():
    assert hand_ranks(get_game("kuhn"), ()).tolist() == [0.0, 0.5, 1.0]
    assert hand_ranks(LEDUC, ()).tolist() == pytest.approx([0.1, 0.1, 0.5, 0.5, 0.9, 0.9])
    low, mid, high, nan = 0.125, 0.625, 1.0, np.nan
    for card, expected in {
        LEDUC.deck[0]: [nan, high, low, low, mid, mid],
        LEDUC.deck[3]: [low, low, high, nan, mid, mid],
        LEDUC.deck[5]: [low, low, mid, mid, high, nan],
    }.items():
        assert hand_ranks(LEDUC, (card,)).tolist() == pytest.approx(expected, nan_ok=True)
    # With one suit, two hands remain on a board.
    tiny = replace(LEDUC, num_suits=1, name="tiny")
    found = hand_ranks(tiny, (tiny.deck[1],))
    assert found.tolist() == pytest.approx([0.0, nan, 1.0], nan_ok=True)


@pytest.mark.parametrize("text", ["2c7dKh", "2c7d7hKh", "9s8s7s6s5s"])
def test_ranks_on_a_board_match_counting(text):
    board = parse_cards(text)
    worths = {
        combo: strength((*cards, *board))
        for combo, cards in enumerate(combo_cards().tolist())
        if not set(cards) & set(board)
    }
    found = hand_ranks(LIMIT, board)
    assert set(np.flatnonzero(~np.isnan(found)).tolist()) == set(worths)
    if len(board) < 5:
        assert {combo: found[combo] for combo in worths} == pytest.approx(ranks(worths))
    else:  # nearly everyone plays the board; hands with Ts beat it
        assert found[parse_combo("TsAh")] > found[parse_combo("2c3d")]
    assert np.nanmean(found) == pytest.approx(0.5)
    assert (hand_ranks(LIMIT, tuple(reversed(board))) == found)[list(worths)].all()


def test_preflop_hands_rank_by_equity_against_a_random_hand():
    found = hand_ranks(LIMIT, ())
    assert np.nanmean(found) == pytest.approx(0.5)
    best = [parse_combo(text) for text in ("AsAh", "KsKh", "AsKs", "7s2h", "3s2h")]
    assert found[best].tolist() == sorted(found[best], reverse=True)
    assert all(len(set(found[cls == CLASS_OF_COMBO].tolist())) == 1 for cls in range(169))
    assert found[best[0]] == pytest.approx((1325 - 2.5) / 1325)
    assert found[best[-1]] == pytest.approx(5.5 / 1325)
    bigger = get_game("holdem-nolimit-3")  # ranks hands alike
    assert np.array_equal(hand_ranks(bigger, ()), found)
