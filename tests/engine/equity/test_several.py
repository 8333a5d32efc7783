import numpy as np
import pytest

from engine.cards import parse_cards as cards
from engine.combos import NUM_HOLDEM_COMBOS, combo_index
from engine.equity import equity, showdowns
from engine.game import get_game

SIX = get_game("holdem-nolimit-6")


def test_four_hands_are_counted_over_820_boards():
    """As a known table shows them."""
    holes = [cards("Ah Ac"), None, cards("As Kd"), cards("9s 8s"), cards("Kc Kh"), None]
    found = showdowns(SIX, holes, cards("Ts 7h 4d"), [hole is not None for hole in holes])
    assert len(found.strengths) == 820
    for seats, shares in (((0, 2, 3, 4), "57% 2% 38% 3%"), ((0, 3, 4), "57% 40% 3%")):
        assert [f"{share:.0%}" for share in found.shares(seats)] == shares.split()
    assert [f"{share:.1%}" for share in found.shares((0, 4))] == ["95.2%", "4.8%"]


@pytest.mark.parametrize(
    ("board", "error"), [("Ts 7h 4d", 1e-12), ("Ts 7h 4d Jc", 1e-12), ("", 0.02)]
)
def test_two_hands_share_as_their_equity_says(board, error):
    game, holes = get_game("holdem-nolimit"), [cards("9s 8s"), cards("Kc Kh")]
    one, two = (np.eye(1, NUM_HOLDEM_COMBOS, combo_index(hole))[0] for hole in holes)
    expected = equity(one, two, cards(board)).equity
    found = showdowns(game, holes, cards(board), [True, True]).shares((0, 1))
    assert found == pytest.approx((expected, 1 - expected), abs=error)


def test_ties_are_shared_evenly_and_known_cards_of_others_do_not_come():
    holes = [cards("2c 3c"), cards("4c 5c"), cards("6c 7c")]
    tied = showdowns(SIX, holes, cards("Ts Js Qs Ks As"), [True, True, True])
    assert tied.shares((0, 1, 2)) == (1 / 3,) * 3
    folded = [cards("Ah Kh"), cards("Qc Qd"), cards("Ac As")]
    beaten = showdowns(SIX, folded, cards("2c 7d 9h Jd"), [True, True, False])
    assert len(beaten.strengths) == 52 - 4 - 6
    # Only one ace is left, and three kings.
    assert beaten.shares((0, 1))[0] == pytest.approx(4 / 42)


def test_small_decks_are_counted_whole():
    leduc = get_game("leduc")
    jack, _, queen, _, king, _ = leduc.deck
    for board, boards, shares in (((), 4, (0.75, 0.25)), ((jack,), 1, (1.0, 0.0))):
        found = showdowns(leduc, [(king,), (queen,)], board, [True, True])
        assert len(found.strengths) == boards and found.shares((0, 1)) == shares
