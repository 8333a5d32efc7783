import random

import numpy as np
import pytest

from engine.combos import combo_cards
from engine.equity import ALL_COMBOS, BLOCKED, add_board_showdowns, add_showdowns, rank_combos
from engine.evaluator import strengths

BOARDS = [
    random.Random(1).sample(range(52), 5),
    [0, 4, 8, 20, 51],  # three clubs
    [32, 36, 40, 44, 48],  # a royal flush on the board: all tie
    [3, 7, 11, 15, 19],  # a straight flush that some beat
]


def naive_strengths(board):
    expected = np.full(1326, BLOCKED)
    live = ~np.isin(combo_cards(), board).any(axis=1)
    hands = np.column_stack([combo_cards()[live], np.tile(board, (live.sum(), 1))])
    expected[live] = strengths(hands.astype(np.uint8))
    return expected


def ranked(board):
    found, order = np.zeros(1326, dtype=np.int32), np.zeros(1326, dtype=np.uint16)
    num_live = rank_combos(np.array(board, dtype=np.uint8), ALL_COMBOS, found, order)
    return found, order[:num_live]


def test_some_combos_can_be_ranked_alone():
    combos = np.array([1325, 7, 600, 3], dtype=np.uint16)
    found, order = np.full(1326, -7, dtype=np.int32), np.zeros(4, dtype=np.uint16)
    num_live = rank_combos(np.array([0, 10, 20, 30, 40], np.uint8), combos, found, order)
    expected = naive_strengths([0, 10, 20, 30, 40])
    assert np.array_equal(found[combos], expected[combos])
    assert (np.delete(found, combos) == -7).all()
    assert num_live == (expected[combos] != BLOCKED).sum()


@pytest.mark.parametrize("board", BOARDS)
def test_combos_are_ranked_and_a_sweep_compares_all_pairs(board):
    weights, cards = np.random.default_rng(5).random(1326), combo_cards()
    strength, order = ranked(board)
    assert np.array_equal(strength, naive_strengths(board))
    assert sorted(order.tolist()) == np.flatnonzero(strength != BLOCKED).tolist()
    assert (np.diff(strength[order]) >= 0).all()
    found = np.ones((3, 1326))
    add_showdowns(order, len(order), strength, weights, 2.0, *found)
    for combo in random.Random(6).sample(order.tolist(), 100):
        apart = ~np.isin(cards, cards[combo]).any(axis=1) & (strength != BLOCKED)
        kinds = apart & (strength < strength[combo]), apart & (strength == strength[combo]), apart
        expected = [1 + 2 * weights[kind].sum() for kind in kinds]
        assert found[:, combo] == pytest.approx(expected, abs=1e-10)
    assert (found[:, strength == BLOCKED] == 1).all()


def test_boards_add_up():
    weights = np.random.default_rng(5).random((2, 1326))
    scales = np.array([1.0, 3.0])
    added, expected = np.zeros((3, 2, 1326)), np.zeros((3, 2, 1326))
    for board, scale in zip(BOARDS[:2], scales, strict=True):
        strength, order = ranked(board)
        for at in (0, 1):
            add_showdowns(order, len(order), strength, weights[at], scale, *expected[:, at])
    add_board_showdowns(np.array(BOARDS[:2], dtype=np.uint8), scales, ALL_COMBOS, weights, *added)
    assert np.array_equal(added, expected)
