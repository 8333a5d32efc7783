"""Equity against several ranges at once: deal by deal on few hands, and figures of others."""

from itertools import product

import numpy as np
import pytest

from ai.equity.joint import joint_equities
from engine.cards import parse_cards
from engine.combos import combo_cards, combo_index
from engine.errors import CancelledError
from engine.evaluator import strength
from engine.jobs import JobControl

pytestmark = pytest.mark.slow

OFF = 0.006


def few(rng, board, count):
    """A sparse range of random weights."""
    free = np.flatnonzero(~np.isin(combo_cards(), board).any(axis=1))
    weights = np.zeros(1326)
    weights[rng.choice(free, count, replace=False)] = 0.1 + rng.random(count)
    return weights


def share(ranges, seat, combo, board):
    """Part of the pot of a combo by going through all hands of the others, and all boards."""
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
    ("cards", "players", "count"), [("Kh8d3c2s2h", 3, 12), ("Kh8d3c2s2h", 4, 6), ("Kh8d3c2s", 3, 5)]
)
def test_equities_equal_deal_by_deal(cards, players, count):
    rng, board = np.random.default_rng(1), tuple(parse_cards(cards))
    ranges = np.stack([few(rng, board, count) for _ in range(players)])
    found = joint_equities(ranges, board)
    for seat in range(players):
        for combo in np.flatnonzero(ranges[seat]).tolist()[:4]:
            expected = share(ranges, seat, combo, board)
            assert found[seat, combo] == pytest.approx(expected, abs=OFF, nan_ok=True)


@pytest.mark.parametrize(("players", "expected"), [(3, 0.734), (4, 0.639), (6, 0.492)])
def test_aces_win_what_tables_say(players, expected):
    found = joint_equities(np.ones((players, 1326)), (), (0,))
    aces = [combo_index(tuple(parse_cards(cards))) for cards in ("AsAh", "AdAc")]
    assert found[0, aces] == pytest.approx(expected, abs=0.008)
    assert found[0, aces[0]] == pytest.approx(found[0, aces[1]])
    assert np.isnan(found[1:]).all()


def test_what_meets_nothing_is_not_known():
    board = tuple(parse_cards("Kh8d3c"))
    ranges = np.zeros((3, 1326))
    assert np.isnan(joint_equities(ranges, board)).all()
    hands = [combo_index(tuple(parse_cards(cards))) for cards in ("AsAh", "AsAd", "QsQh")]
    ranges[range(3), hands] = 1.0
    found = joint_equities(ranges, board)
    assert np.isnan(found[2]).all()  # the other two cannot both hold the ace of spades
    assert np.isnan(found[:2, hands[0]]).all()
    jacks = combo_index(tuple(parse_cards("JsJc")))
    assert 0.0 < found[0, jacks] < 0.2


def test_it_can_be_stopped():
    control = JobControl()
    control.cancel()
    with pytest.raises(CancelledError):
        joint_equities(np.ones((3, 1326)), (), control=control)
