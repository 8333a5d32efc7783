from __future__ import annotations

import random

import numpy as np
import pytest

from engine.combos import combo_cards
from engine.equity import ALL_COMBOS, BLOCKED, add_board_showdowns, add_showdowns, rank_combos
from engine.evaluator import strengths

BOARDS = [
    random.Random(1).sample(range(52), 5),
    random.Random(2).sample(range(52), 5),
    [0, 4, 8, 20, 51],  # three clubs
    [32, 36, 40, 44, 48],  # a royal flush on the board: all tie
    [3, 7, 11, 15, 19],  # a straight flush that some beat
]


def naive_strengths(board: list[int]) -> np.ndarray:
    expected = np.full(1326, BLOCKED)
    live = ~np.isin(combo_cards(), board).any(axis=1)
    hands = np.column_stack([combo_cards()[live], np.tile(board, (live.sum(), 1))])
    expected[live] = strengths(hands.astype(np.uint8))
    return expected


def ranked(board: list[int]) -> tuple[np.ndarray, np.ndarray]:
    found, order = np.zeros(1326, dtype=np.int32), np.zeros(1326, dtype=np.uint16)
    num_live = rank_combos(np.array(board, dtype=np.uint8), ALL_COMBOS, found, order)
    return found, order[:num_live]


@pytest.mark.parametrize("board", BOARDS)
def test_combos_are_ranked_by_strength(board: list[int]) -> None:
    found, order = ranked(board)
    assert np.array_equal(found, naive_strengths(board))
    assert sorted(order.tolist()) == np.flatnonzero(found != BLOCKED).tolist()
    assert (np.diff(found[order]) >= 0).all()


def test_some_combos_can_be_ranked_alone() -> None:
    combos = np.array([1325, 7, 600, 3], dtype=np.uint16)
    found, order = np.full(1326, -7, dtype=np.int32), np.zeros(4, dtype=np.uint16)
    board = np.array([0, 10, 20, 30, 40], dtype=np.uint8)
    num_live = rank_combos(board, combos, found, order)
    expected = naive_strengths(board.tolist())
    assert np.array_equal(found[combos], expected[combos])
    assert (np.delete(found, combos) == -7).all()
    assert num_live == (expected[combos] != BLOCKED).sum()


@pytest.mark.parametrize("board", BOARDS)
def test_sweep_equals_comparing_all_pairs(board: list[int]) -> None:
    weights = np.random.default_rng(5).random(1326)
    strength, order = ranked(board)
    win, tie, total = np.ones((3, 1326))
    add_showdowns(order, len(order), strength, weights, 2.0, win, tie, total)
    cards = combo_cards()
    for combo in random.Random(6).sample(order.tolist(), 100):
        apart = ~np.isin(cards, cards[combo]).any(axis=1) & (strength != BLOCKED)
        beaten = weights[apart & (strength < strength[combo])].sum()
        tied = weights[apart & (strength == strength[combo])].sum()
        assert win[combo] == pytest.approx(1 + 2 * beaten, abs=1e-10)
        assert tie[combo] == pytest.approx(1 + 2 * tied, abs=1e-10)
        assert total[combo] == pytest.approx(1 + 2 * weights[apart].sum(), abs=1e-10)
    blocked = strength == BLOCKED
    assert (win[blocked] == 1).all() and (tie[blocked] == 1).all() and (total[blocked] == 1).all()


def test_boards_add_up() -> None:
    weights = np.random.default_rng(5).random((2, 1326))
    scales = np.array([1.0, 3.0])
    added, expected = np.zeros((3, 2, 1326)), np.zeros((3, 2, 1326))
    for board, scale in zip(BOARDS[:2], scales, strict=True):
        strength, order = ranked(board)
        for at in (0, 1):
            add_showdowns(order, len(order), strength, weights[at], scale, *expected[:, at])
    boards = np.array(BOARDS[:2], dtype=np.uint8)
    add_board_showdowns(boards, scales, ALL_COMBOS, weights, *added)
    assert np.array_equal(added, expected)
