import random
from pathlib import Path

import numpy as np
import pytest

from engine.cards import parse_cards
from engine.cards import parse_cards as cards
from engine.combos import CLASS_NAMES, CLASS_OF_COMBO, NUM_HOLDEM_COMBOS, combo_cards, combo_index
from engine.equity import (
    ALL_COMBOS,
    BLOCKED,
    add_showdowns,
    combo_equities,
    equities_against,
    equity,
    rank_combos,
    showdowns,
)
from engine.errors import CancelledError, CardError, RangeError
from engine.evaluator import strengths
from engine.game import get_game
from engine.jobs import JobControl
from engine.ranges import parse_range
from tests.controls import cancelled
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
def test_preflop_matchups(hero, villain, win, tie, lose):
    found = between(hero, villain)
    assert found.counts == (win, tie, lose)
    assert found.boards == 1_712_304 == win + tie + lose
    assert found.equity == pytest.approx((win + tie / 2) / 1_712_304, abs=1e-15)
    assert found.exact and found.standard_error == 0.0
    assert between(villain, hero).counts == (lose, tie, win)


@pytest.mark.ci
@pytest.mark.scorecard("E1")
def test_hand_classes_against_a_random_hand():
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
def test_range_equity_matches_the_naive_one(hero, villain, board):
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
def test_range_equity_is_the_mean_of_its_hands(hero, villain, board):
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
def test_batched_ranges_match_single_ones(cards):
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
def test_impossible_boards_are_rejected(board, message):
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
def test_mutually_exclusive_ranges_are_rejected(hero, villain, board, message):
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


def test_sampling_is_seeded_cancellable_and_needs_a_sample():
    hero, villain = parse_range("AA, AKs"), parse_range("random")
    results = [equity(hero, villain, samples=600_000, seed=seed) for seed in (1, 1, 2)]
    assert results[0] == results[1] != results[2]
    with pytest.raises(CancelledError):
        equity(np.ones(1326), np.ones(1326), samples=10**9, control=cancelled())
    with pytest.raises(ValueError, match="positive"):
        equity(np.ones(1326), np.ones(1326), samples=0)


SIX = get_game("holdem-nolimit-6")


def test_multiway_equity_shares_boards_and_removes_known_cards():
    """As in a published table."""
    holes = [cards("Ah Ac"), None, cards("As Kd"), cards("9s 8s"), cards("Kc Kh"), None]
    found = showdowns(SIX, holes, cards("Ts 7h 4d"), [hole is not None for hole in holes])
    assert len(found.strengths) == 820
    for seats, shares in (((0, 2, 3, 4), "57% 2% 38% 3%"), ((0, 3, 4), "57% 40% 3%")):
        assert [f"{share:.0%}" for share in found.shares(seats)] == shares.split()
    assert [f"{share:.1%}" for share in found.shares((0, 4))] == ["95.2%", "4.8%"]
    holes = [cards("2c 3c"), cards("4c 5c"), cards("6c 7c")]
    tied = showdowns(SIX, holes, cards("Ts Js Qs Ks As"), [True, True, True])
    assert tied.shares((0, 1, 2)) == (1 / 3,) * 3
    folded = [cards("Ah Kh"), cards("Qc Qd"), cards("Ac As")]
    beaten = showdowns(SIX, folded, cards("2c 7d 9h Jd"), [True, True, False])
    assert len(beaten.strengths) == 52 - 4 - 6
    # Only one ace is left, and three kings.
    assert beaten.shares((0, 1))[0] == pytest.approx(4 / 42)
    leduc = get_game("leduc")
    jack, _, queen, _, king, _ = leduc.deck
    for board, boards, shares in (((), 4, (0.75, 0.25)), ((jack,), 1, (1.0, 0.0))):
        found = showdowns(leduc, [(king,), (queen,)], board, [True, True])
        assert len(found.strengths) == boards and found.shares((0, 1)) == shares


@pytest.mark.parametrize(
    ("board", "error"), [("Ts 7h 4d", 1e-12), ("Ts 7h 4d Jc", 1e-12), ("", 0.02)]
)
def test_two_hand_shares_match_their_equity(board, error):
    game, holes = get_game("holdem-nolimit"), [cards("9s 8s"), cards("Kc Kh")]
    one, two = (np.eye(1, NUM_HOLDEM_COMBOS, combo_index(hole))[0] for hole in holes)
    expected = equity(one, two, cards(board)).equity
    found = showdowns(game, holes, cards(board), [True, True]).shares((0, 1))
    assert found == pytest.approx((expected, 1 - expected), abs=error)


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


def test_subsets_of_combos_can_be_ranked():
    combos = np.array([1325, 7, 600, 3], dtype=np.uint16)
    found, order = np.full(1326, -7, dtype=np.int32), np.zeros(4, dtype=np.uint16)
    num_live = rank_combos(np.array([0, 10, 20, 30, 40], np.uint8), combos, found, order)
    expected = naive_strengths([0, 10, 20, 30, 40])
    assert np.array_equal(found[combos], expected[combos])
    assert (np.delete(found, combos) == -7).all()
    assert num_live == (expected[combos] != BLOCKED).sum()


@pytest.mark.parametrize("board", BOARDS)
def test_ranked_combos_and_a_sweep_over_all_pairs_agree(board):
    weights, cards = np.random.default_rng(5).random(1326), combo_cards()
    strength, order = np.zeros(1326, dtype=np.int32), np.zeros(1326, dtype=np.uint16)
    order = order[: rank_combos(np.array(board, np.uint8), ALL_COMBOS, strength, order)]
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
