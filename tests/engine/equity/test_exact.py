import random
from pathlib import Path

import numpy as np
import pytest

from engine.cards import parse_cards
from engine.combos import CLASS_NAMES, CLASS_OF_COMBO, combo_cards
from engine.equity import combo_equities, equities_against, equity
from engine.errors import CancelledError, CardError, RangeError
from engine.jobs import JobControl
from engine.ranges import parse_range
from tests.naive import equity as naive

# Wins, ties and losses of the first hand over all boards, by another evaluator.
MATCHUPS = [
    ("AcAd", "KcKd", 1410336, 9308, 292660),
    ("AcAd", "KhKs", 1388072, 6538, 317694),
    ("AcKc", "QhQd", 787966, 6732, 917606),
    ("JhTh", "2c2d", 912248, 24087, 775969),
    ("AhKh", "AcKd", 122556, 1552538, 37210),
    ("AcAd", "AhAs", 37210, 1637884, 37210),
    ("7h2s", "3c2d", 956677, 310859, 444768),
]
AGAINST_RANDOM = Path(__file__).with_name("against_random.csv")
"""Class, wins and ties against every hand on every board, by another evaluator."""
DEALS = 2_097_572_400


def between(hero, villain, board=""):
    return equity(parse_range(hero), parse_range(villain), parse_cards(board))


@pytest.mark.parametrize(("hero", "villain", "win", "tie", "lose"), MATCHUPS)
def test_matchups_before_the_flop(hero, villain, win, tie, lose):
    found = between(hero, villain)
    assert found.counts == (win, tie, lose)
    assert found.boards == 1_712_304 == win + tie + lose
    assert found.equity == pytest.approx((win + tie / 2) / 1_712_304, abs=1e-15)
    assert found.exact and found.standard_error == 0.0
    assert between(villain, hero).counts == (lose, tie, win)


@pytest.mark.scorecard("E1")
def test_all_classes_against_random():
    found, rows = combo_equities(np.ones(1326)), AGAINST_RANDOM.read_text().splitlines()
    assert len(rows) == 169
    for name, win, tie in (row.split(",") for row in rows):
        combos = CLASS_NAMES.index(name) == CLASS_OF_COMBO
        assert found[combos] == pytest.approx((int(win) + int(tie) / 2) / DEALS, abs=1e-12)


def random_range(rng, size):
    weights = np.zeros(1326)
    for combo in rng.sample(range(1326), size):
        weights[combo] = rng.choice([0.25, 0.5, 1.0])
    return weights


def spots():
    rng = random.Random(1)
    for num_board, size in ((5, 60), (4, 20), (3, 6)) * 4:
        yield random_range(rng, size), random_range(rng, size), rng.sample(range(52), num_board)
    for hero, villain, board in (
        ("22-55", "66-99", "2h7h9hKh"),
        ("22-44, AhKh", "66-99", "AdKd2s9s"),
        ("TT, AQs:0.5", "99, KJs", "Th9h2h"),
        ("TT, 98s", "JJ, KJs:0.25", "Td8c2s"),
    ):
        yield parse_range(hero), parse_range(villain), parse_cards(board)


@pytest.mark.parametrize(("hero", "villain", "board"), list(spots()))
def test_ranges_equal_the_naive_equity(hero, villain, board):
    totals = np.array(naive.totals(hero, villain, board))
    for found, sides in ((equity(hero, villain, board), 1), (equity(villain, hero, board), -1)):
        shares = (found.win, found.tie, found.lose)[::sides]
        assert shares == pytest.approx(totals / totals.sum(), abs=1e-12)


@pytest.mark.parametrize(
    ("hero", "villain", "board"),
    [
        ("QQ+, AKs:0.5", "TT+, AQs", "Ah7d2c"),
        ("AhKh, 7s7d, QcJc:0.25", "random", "AdKd2s"),
        ("AhKh, AsKs, 98s", "22-55, AcQd", "Th9h2c3d"),
        ("22+, A2s+", "random", "KhKd2c3c"),
        ("7h7d, QhQd", "QQ+, AKs, 87s:0.5", "QsJs4h"),
    ],
)
def test_ranges_have_the_equity_of_their_hands(hero, villain, board):
    """Hands are swept over boards; few hands of two ranges are compared pair by pair."""
    ours, theirs, cards = parse_range(hero), parse_range(villain), combo_cards()
    by_combo, free = combo_equities(theirs, parse_cards(board)), np.ones(1326, bool)
    free[np.isin(cards, parse_cards(board)).any(axis=1)] = False
    assert np.isnan(by_combo[~free]).all()
    summed = whole = 0.0
    for combo in np.flatnonzero((ours > 0) & free):
        met = ours[combo] * theirs[free & ~np.isin(cards, cards[combo]).any(axis=1)].sum()
        summed, whole = summed + met * by_combo[combo], whole + met
    found = between(hero, villain, board)
    assert found.equity == pytest.approx(summed / whole, abs=1e-12)
    scaled = equity(ours * 1e-9, theirs * 7, parse_cards(board))
    assert scaled.equity == pytest.approx(found.equity, abs=1e-13)


@pytest.mark.parametrize("cards", ["Kh8h3h", "Kh8d3c2s", "Kh8d3c2s2h"])
def test_ranges_at_once_give_what_each_gives_alone(cards):
    rng, board = np.random.default_rng(8), parse_cards(cards)
    few = rng.random(1326) * (rng.random(1326) < 0.01)
    ranges = np.stack([rng.random(1326), np.ones(1326), few, parse_range("AsAd")])
    for villain, found in zip(ranges, equities_against(ranges, board), strict=True):
        assert found == pytest.approx(combo_equities(villain, board), abs=1e-12, nan_ok=True)


@pytest.mark.parametrize(
    ("board", "message"),
    [
        ((0,), "0, 3, 4 or 5 cards, not 1"),
        (range(6), "not 6"),
        ((0, 1, 1), "twice"),
        ((0, 1, 52), "0 to 51"),
    ],
)
def test_impossible_boards_are_refused(board, message):
    for call in (equity, lambda hero, villain, board: combo_equities(villain, board)):
        with pytest.raises(CardError, match=message):
            call(np.ones(1326), np.ones(1326), board)


@pytest.mark.parametrize(
    ("hero", "villain", "board", "message"),
    [
        (parse_range(""), parse_range("AA"), "", "the range is empty"),
        (parse_range("AA"), parse_range("AhKh"), "AhKd2c", "the range is empty on this board"),
        (parse_range("AsAd"), parse_range("AsKd"), "", "cannot meet"),
        (np.ones(10), np.ones(1326), "", "1326"),
        (np.ones(1326), -np.ones(1326), "", "not negative"),
    ],
)
def test_ranges_that_cannot_meet_are_refused(hero, villain, board, message):
    with pytest.raises(RangeError, match=message):
        equity(hero, villain, parse_cards(board))


@pytest.mark.parametrize(("hero", "villain"), [("random", "random"), ("AcAd", "random")])
def test_counting_reports_progress_and_can_be_cancelled(hero, villain):
    seen = []

    def listen(fraction, text):
        seen.append(fraction)
        if len(seen) == 2:
            control.cancel()

    control = JobControl(listen)
    with pytest.raises(CancelledError):
        equity(parse_range(hero), parse_range(villain), (), control=control)
    assert seen[0] == 0.0 < seen[1] < 1.0
