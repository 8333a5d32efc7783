import numpy as np
import pytest

from ai.abstraction.canonical import canonical_boards
from ai.preflop.pairs import count_pairs
from ai.preflop.solver import solve
from ai.preflop.spot import ORDERS_OF_THREE, JamFoldSpot
from ai.preflop.triples import NUM_TRIPLES, deal_block, triples
from engine.combos import CLASS_NAMES, CLASS_OF_COMBO, combo_cards, parse_combo
from engine.equity import equity
from engine.errors import CancelledError
from engine.evaluator import strengths
from tests.ai.preflop.test_solver import chart
from tests.controls import cancelled


def places(scores):
    better = sorted(set(scores), reverse=True)
    return tuple(better.index(score) for score in scores)


def row(low, middle, high):
    return high * (high + 1) * (high + 2) // 6 + middle * (middle + 1) // 2 + low


def test_deals_of_three_classes_are_judged_as_by_hand():
    """Some boards and the highest classes: each counted deal, one by one."""
    boards = canonical_boards(5).cards[::2000][:60]
    combos, sums = deal_block(boards, 7, np.arange(9), 24)
    cards = combo_cards()
    for high in range(9):
        for middle in range(high + 1):
            for low in range(middle + 1):
                right = dict.fromkeys(range(13), 0)
                for number, board in enumerate(boards):
                    hands = [cards[combos[player, number, one]]
                             for player, one in enumerate((low, middle, high))]  # fmt: skip
                    dealt = np.concatenate([board, *hands])
                    if len(set(dealt.tolist())) < len(dealt):
                        continue
                    sevens = np.array([np.concatenate([hand, board]) for hand in hands], np.uint8)
                    right[ORDERS_OF_THREE.index(places(strengths(sevens).tolist()))] += 24
                assert sums[:, row(low, middle, high)].tolist() == list(right.values())


def test_combos_are_drawn_of_their_class():
    combos, _ = deal_block(canonical_boards(5).cards[:255], 0, np.arange(0), 24)
    assert (CLASS_OF_COMBO[combos] == np.arange(169)).all()
    aces = [parse_combo(hand) for hand in ("AsAh", "AsAd", "AsAc", "AhAd", "AhAc", "AdAc")]
    drawn = np.array([(combos[:, :, 0] == hand).sum() for hand in aces])
    assert drawn.sum() == 3 * 255
    assert drawn.min() > 90  # 127 expected, and the seed is fixed


@pytest.mark.ci
def test_pairs_are_those_of_the_enumeration():
    own = [parse_combo(hand) for hand in ("AcAd", "Kh7h")]
    wins, ties = count_pairs(np.array(own))
    for place, other in ((0, "KcKd"), (0, "AcKd"), (1, "Kd7c"), (1, "2s2c")):
        against = parse_combo(other)
        hero, villain = np.zeros((2, 1326))
        hero[own[place]] = villain[against] = 1.0
        if other == "AcKd":
            assert wins[place, against] == ties[place, against] == 0
            continue
        right = equity(hero, villain).counts
        assert (wins[place, against], ties[place, against]) == right[:2]


def test_making_them_can_be_cancelled_and_a_damaged_file_is_made_again(tmp_path, monkeypatch):
    monkeypatch.setattr("ai.preflop.triples._kept", [])
    path = tmp_path / "three-hands.safetensors"
    path.write_bytes(b"no tensors")
    with pytest.raises(CancelledError):
        triples(tmp_path, cancelled())
    assert path.read_bytes() == b"no tensors"


@pytest.mark.nightly
def test_sampled_suits_come_close_to_all_of_them(tmp_path, monkeypatch):
    """AA, KK, QQ and AKs, QQ, JTs by all combos and boards: 0.5% of a pot is three deviations."""
    monkeypatch.setattr("ai.preflop.triples._kept", [])
    made = triples(tmp_path)
    assert made.counts.shape == (NUM_TRIPLES,)
    assert (made.orders.sum(axis=1, dtype=int) == 65_535).all()
    for names, right in (
        (("AA", "KK", "QQ"), (0.6698, 0.1775, 0.1527)),
        (("AKs", "QQ", "JTs"), (0.4049, 0.4238, 0.1713)),
        (("A2s", "J2o", "62o"), (0.5764, 0.2257, 0.1978)),
    ):
        chances = made.orders[row(*(CLASS_NAMES.index(name) for name in names))] / 65_535
        shares = np.zeros(3)
        for chance, order in zip(chances, ORDERS_OF_THREE, strict=True):
            first = np.array(order) == 0
            shares += chance * first / first.sum()
        assert shares == pytest.approx(right, abs=0.008)
    check_published(made)
    monkeypatch.setattr("ai.preflop.triples._kept", [])
    again = triples(tmp_path)
    assert (again.orders == made.orders).all()


def check_published(made):
    """CandyPoker's charts give the largest stack in steps of half a big blind at which hands play.

    At 10 and 12 no hand is played up to a smaller stack or only in between.
    """
    decisions = ((0, ()), (1, ()), (2, (1,)), (1, (0,)), (2, (0,)), (2, (0, 1)))
    charts = [chart("three.txt", number) for number in range(len(decisions))]
    for stack in (10.0, 12.0):
        found = solve(JamFoldSpot((stack,) * 3), made, aim=1e-5)
        assert found.nash_conv <= 1e-5
        for decision, largest in zip(decisions, charts, strict=True):
            played = found.chart(*decision).jam > 0.5
            other = (played != (largest >= stack)) & (np.abs(largest - stack) > 0.51)
            assert not other.any(), [CLASS_NAMES[one] for one in np.flatnonzero(other)]
