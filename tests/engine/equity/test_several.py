"""Shares of pots among several known hands."""

from __future__ import annotations

import numpy as np
import pytest

from engine.cards import parse_cards
from engine.combos import NUM_HOLDEM_COMBOS, combo_index
from engine.equity import equity, showdowns
from engine.game import get_game

SIX = get_game("holdem-nolimit-6")


def cards(text: str) -> tuple[int, ...]:
    return tuple(parse_cards(text))


def test_the_hand_of_the_picture_is_counted_over_820_boards() -> None:
    holes = [cards("Ah Ac"), None, cards("As Kd"), cards("9s 8s"), cards("Kc Kh"), None]
    live = [hole is not None for hole in holes]
    found = showdowns(SIX, holes, cards("Ts 7h 4d"), live)
    assert len(found.strengths) == 820
    main = found.shares((0, 2, 3, 4))
    assert [f"{share:.0%}" for share in main] == ["57%", "2%", "38%", "3%"]
    assert [f"{share:.0%}" for share in found.shares((0, 3, 4))] == ["57%", "40%", "3%"]
    assert [f"{share:.1%}" for share in found.shares((0, 4))] == ["95.2%", "4.8%"]


@pytest.mark.parametrize(
    ("board", "error"), [("Ts 7h 4d", 1e-12), ("Ts 7h 4d Jc", 1e-12), ("", 0.02)]
)
def test_two_hands_share_as_their_equity_says(board: str, error: float) -> None:
    game, holes = get_game("holdem-nolimit"), [cards("9s 8s"), cards("Kc Kh")]
    weights = np.zeros((2, NUM_HOLDEM_COMBOS))
    for row, hole in enumerate(holes):
        weights[row, combo_index(hole)] = 1.0
    expected = equity(weights[0], weights[1], cards(board)).equity
    found = showdowns(game, holes, cards(board), [True, True]).shares((0, 1))
    assert found[0] == pytest.approx(expected, abs=error)
    assert sum(found) == pytest.approx(1.0)


def test_ties_are_shared_evenly_and_known_cards_of_others_do_not_come() -> None:
    board = cards("Ts Js Qs Ks As")
    holes = [cards("2c 3c"), cards("4c 5c"), cards("6c 7c")]
    assert showdowns(SIX, holes, board, [True, True, True]).shares((0, 1, 2)) == (1 / 3,) * 3
    turn, folded = cards("2c 7d 9h Jd"), [cards("Ah Kh"), cards("Qc Qd"), cards("Ac As")]
    beaten = showdowns(SIX, folded, turn, [True, True, False])
    assert len(beaten.strengths) == 52 - 4 - 6
    # Only one ace is left, and three kings.
    assert beaten.shares((0, 1))[0] == pytest.approx(4 / 42)


def test_small_decks_are_counted_whole() -> None:
    leduc = get_game("leduc")
    king, queen, jack = leduc.deck[4], leduc.deck[2], leduc.deck[0]
    found = showdowns(leduc, [(king,), (queen,)], (), [True, True])
    assert len(found.strengths) == 4
    assert found.shares((0, 1)) == (0.75, 0.25)
    assert showdowns(leduc, [(king,), (queen,)], (jack,), [True, True]).shares((0, 1)) == (1.0, 0.0)
