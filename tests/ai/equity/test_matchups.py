import numpy as np
import pytest

from ai.equity.agent import preflop_equities
from ai.equity.matchups import combo_matrix, preflop_equities_against
from engine.combos import CLASS_OF_COMBO, NUM_CLASSES, combo_cards, parse_combo
from engine.equity import combo_equities, equity

pytestmark = pytest.mark.slow


def one(text):
    weights = np.zeros(1326)
    weights[parse_combo(text)] = 1.0
    return weights


def test_the_matrix_equals_the_table_of_classes_counted_otherwise():
    matrix = combo_matrix()
    cards = combo_cards()
    meets = ~(cards[:, None, :, None] == cards[None, :, None, :]).any(axis=(2, 3))
    assert not matrix[~meets].any()
    pair = CLASS_OF_COMBO.astype(np.int64)[:, None] * NUM_CLASSES + CLASS_OF_COMBO
    sums = np.bincount(pair[meets], matrix[meets], NUM_CLASSES**2)
    counts = np.bincount(pair[meets], minlength=NUM_CLASSES**2)
    table = (sums / counts).reshape(NUM_CLASSES, NUM_CLASSES)
    assert table == pytest.approx(preflop_equities(), abs=1e-12)
    assert (matrix + matrix.T)[meets] == pytest.approx(1.0, abs=1e-12)


def test_matchups_are_those_counted_one_by_one():
    matrix = combo_matrix()
    rng = np.random.default_rng(1)
    for _ in range(4):
        a, b, c, d = rng.choice(52, 4, replace=False).tolist()
        first, second = np.zeros(1326), np.zeros(1326)
        own = max(a, b) * (max(a, b) - 1) // 2 + min(a, b)
        other = max(c, d) * (max(c, d) - 1) // 2 + min(c, d)
        first[own] = second[other] = 1.0
        assert matrix[own, other] == pytest.approx(equity(first, second).equity, abs=1e-12)


@pytest.mark.ci
def test_ranges_that_treat_suits_alike_equal_the_sweep():
    villain = np.random.default_rng(3).random(NUM_CLASSES)[CLASS_OF_COMBO]
    found = preflop_equities_against(villain)
    assert found == pytest.approx(combo_equities(villain), abs=1e-9)


def test_a_range_that_only_some_can_meet():
    found = preflop_equities_against(one("AsAh"))
    assert np.isnan(found[parse_combo("AsKd")])
    known = equity(one("KsKd"), one("AsAh")).equity
    assert found[parse_combo("KsKd")] == pytest.approx(known, abs=1e-12)
    assert np.isnan(preflop_equities_against(np.zeros(1326))).all()
