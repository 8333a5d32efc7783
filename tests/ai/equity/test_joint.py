from itertools import product

import numpy as np
import pytest

from ai.equity.joint import joint_equities
from ai.equity.matchups import class_matchups, combo_matrix, preflop_equities_against
from engine.cards import parse_cards
from engine.combos import CLASS_OF_COMBO, NUM_CLASSES, combo_cards, combo_index, parse_combo
from engine.equity import combo_equities, equity
from engine.errors import CancelledError
from engine.evaluator import strength
from engine.jobs import JobControl

pytestmark = pytest.mark.slow

OFF = 0.006


def few(rng, board, count):
    free = np.flatnonzero(~np.isin(combo_cards(), board).any(axis=1))
    weights = np.zeros(1326)
    weights[rng.choice(free, count, replace=False)] = 0.1 + rng.random(count)
    return weights


def share(ranges, seat, combo, board):
    """A combo's share of the pot by enumeration of all other hands and boards."""
    cards = combo_cards().tolist()
    others = [np.flatnonzero(one).tolist() for at, one in enumerate(ranges) if at != seat]
    weights = [one for at, one in enumerate(ranges) if at != seat]
    rivers = [board] if len(board) == 5 else [(*board, card) for card in range(52)]
    won = met = 0.0
    for hands in product(*others):
        used = [*cards[combo], *(card for hand in hands for card in cards[hand])]
        weight = float(np.prod([one[hand] for one, hand in zip(weights, hands, strict=True)]))
        for full in rivers:
            if len({*used, *full}) < len(used) + 5:
                continue
            mine = strength((*cards[combo], *full))
            theirs = [strength((*cards[hand], *full)) for hand in hands]
            met += weight
            if mine >= max(theirs):
                won += weight / (1 + theirs.count(mine))
    return won / met if met else float("nan")


@pytest.mark.parametrize(
    ("cards", "players", "count"), [("Kh8d3c2s2h", 3, 8), ("Kh8d3c2s2h", 4, 4), ("Kh8d3c2s", 3, 3)]
)
def test_equities_equal_deal_by_deal(cards, players, count):
    rng, board = np.random.default_rng(1), tuple(parse_cards(cards))
    ranges = np.stack([few(rng, board, count) for _ in range(players)])
    found = joint_equities(ranges, board)
    for seat in range(players):
        for combo in np.flatnonzero(ranges[seat]).tolist()[:2]:
            expected = share(ranges, seat, combo, board)
            assert found[seat, combo] == pytest.approx(expected, abs=OFF, nan_ok=True)


@pytest.mark.parametrize(("players", "expected"), [(3, 0.734), (4, 0.639), (6, 0.492)])
def test_aces_win_what_tables_say(players, expected):
    found = joint_equities(np.ones((players, 1326)), (), (0,))
    aces = [combo_index(tuple(parse_cards(cards))) for cards in ("AsAh", "AdAc")]
    assert found[0, aces] == pytest.approx(expected, abs=0.008)
    assert found[0, aces[0]] == pytest.approx(found[0, aces[1]])
    assert np.isnan(found[1:]).all()


def test_hands_without_an_opponent_hand_have_no_equity():
    board = tuple(parse_cards("Kh8d3c"))
    ranges = np.zeros((3, 1326))
    assert np.isnan(joint_equities(ranges, board)).all()
    control = JobControl()
    control.cancel()
    with pytest.raises(CancelledError):
        joint_equities(np.ones((3, 1326)), (), control=control)
    hands = [combo_index(tuple(parse_cards(cards))) for cards in ("AsAh", "AsAd", "QsQh")]
    ranges[range(3), hands] = 1.0
    found = joint_equities(ranges, board)
    assert np.isnan(found[2]).all()  # the other two cannot both hold the ace of spades
    assert np.isnan(found[:2, hands[0]]).all()
    assert 0.0 < found[0, combo_index(tuple(parse_cards("JsJc")))] < 0.2


def only(text):
    weights = np.zeros(1326)
    weights[parse_combo(text)] = 1.0
    return weights


def test_the_table_of_classes_is_the_mean_of_their_combos():
    matrix = combo_matrix()
    cards = combo_cards()
    meets = ~(cards[:, None, :, None] == cards[None, :, None, :]).any(axis=(2, 3))
    assert not matrix[~meets].any()
    pair = CLASS_OF_COMBO.astype(np.int64)[:, None] * NUM_CLASSES + CLASS_OF_COMBO
    sums = np.bincount(pair[meets], matrix[meets], NUM_CLASSES**2)
    counts = np.bincount(pair[meets], minlength=NUM_CLASSES**2)
    table = (sums / counts).reshape(NUM_CLASSES, NUM_CLASSES)
    assert table == pytest.approx(class_matchups()[0], abs=1e-12)
    assert (matrix + matrix.T)[meets] == pytest.approx(1.0, abs=1e-12)


def test_matchups_are_those_counted_one_by_one():
    matrix, rng = combo_matrix(), np.random.default_rng(1)
    for _ in range(4):
        cards = rng.choice(52, 4, replace=False).tolist()
        own, other = (combo_index(tuple(sorted(two))) for two in (cards[:2], cards[2:]))
        ranges = np.eye(1326)[[own, other]]
        assert matrix[own, other] == pytest.approx(equity(*ranges).equity, abs=1e-12)


@pytest.mark.ci
def test_ranges_that_treat_suits_alike_equal_the_sweep():
    villain = np.random.default_rng(3).random(NUM_CLASSES)[CLASS_OF_COMBO]
    assert preflop_equities_against(villain) == pytest.approx(combo_equities(villain), abs=1e-9)


def test_a_range_that_only_some_can_meet():
    found = preflop_equities_against(only("AsAh"))
    known = equity(only("KsKd"), only("AsAh")).equity
    assert np.isnan(found[parse_combo("AsKd")])
    assert found[parse_combo("KsKd")] == pytest.approx(known, abs=1e-12)
    assert np.isnan(preflop_equities_against(np.zeros(1326))).all()
