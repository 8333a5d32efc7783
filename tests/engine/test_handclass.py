from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import parse_cards
from engine.combos import NUM_HOLDEM_COMBOS, combo_cards, parse_combo
from engine.errors import CardError
from engine.handclass import Draw, Made, hand_classes, made_hand
from tests.naive import handclass as naive


def boards(ranks, suits):
    cards = [4 * rank + suit for rank in ranks for suit in suits]
    return st.lists(st.sampled_from(cards), min_size=3, max_size=5, unique=True)


# Any; few ranks: pairs to full houses; neighbours in two suits: straights, flushes and draws.
BOARDS = boards(range(13), range(4)) | boards((0, 5, 6, 12), range(4)) | boards(range(3, 9), (0, 1))
COMBOS = st.lists(st.integers(0, NUM_HOLDEM_COMBOS - 1), min_size=40, max_size=40, unique=True)

TABLE = Path(__file__).with_name("handclasses.csv").read_text().splitlines()
"""Made hands and draws that players may count otherwise."""


@pytest.mark.parametrize("row", TABLE)
def test_debatable_hand_classes(row):
    board, combo, kind, names = row.split(",")
    found = getattr(hand_classes(parse_cards(board)), kind)[parse_combo(combo)]
    one = Made(found).name if kind == "made" else "|".join(d.name for d in Draw(int(found)))
    assert one == names


@pytest.mark.ci
@settings(max_examples=25)
@given(BOARDS, COMBOS)
def test_classes_match_the_naive_classifier(board, combos):
    found = hand_classes(tuple(board))
    for combo in combos:
        hole = combo_cards()[combo].tolist()
        if set(hole) & set(board):
            assert found.made[combo] == -1 and found.draws[combo] == 0
            continue
        assert found.made[combo] == naive.made(hole, board) == made_hand(hole, board)
        if len(board) == 5:
            assert found.draws[combo] == 0
            continue
        flush, straight = naive.outs(hole, board)
        assert found.flush_outs[combo] == len(flush)
        assert found.straight_outs[combo] == len(straight)
        assert found.draws[combo] == naive.draws(hole, board)


def test_incomplete_boards_have_no_classes():
    for board in ((), (0, 5), (0, 5, 10, 15, 20, 25), (0, 0, 5)):
        with pytest.raises(CardError, match=r"3 to 5 cards|twice"):
            hand_classes(board)
    for hole, board in (((0,), (1, 2, 3)), ((0, 1), (2, 3)), ((0, 1), (1, 2, 3))):
        with pytest.raises(CardError):
            made_hand(hole, board)
