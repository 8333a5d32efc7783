"""Made hands and draws of every combo, against looking at each five cards."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cards import parse_cards
from engine.combos import NUM_HOLDEM_COMBOS, combo_cards, parse_combo
from engine.errors import CardError
from engine.evaluator import CATEGORY_BITS, Category, strengths
from engine.handclass import Draw, Made, hand_classes, made_hand
from tests.naive import handclass as naive

CARDS = st.integers(0, 51)
ROUGH = st.lists(CARDS, min_size=3, max_size=5, unique=True)
"""Boards of any kind."""
ALIKE = st.lists(
    st.sampled_from([4 * rank + suit for rank in (0, 5, 6, 12) for suit in range(4)]),
    min_size=3,
    max_size=5,
    unique=True,
)
"""Boards of few ranks: pairs, trips, quads, full houses."""
NEAR = st.lists(
    st.sampled_from([4 * rank + suit for rank in range(3, 9) for suit in (0, 1)]),
    min_size=3,
    max_size=5,
    unique=True,
)
"""Boards of few neighbouring ranks in two suits: straights, flushes and draws."""
BOARDS = st.one_of(ROUGH, ALIKE, NEAR)
COMBOS = st.lists(st.integers(0, NUM_HOLDEM_COMBOS - 1), min_size=40, max_size=40, unique=True)

MADE = [
    ("Kh 8d 3c", "KsQs", Made.TOP_PAIR),
    ("Kh 8d 3c", "AsAd", Made.OVERPAIR),
    ("Kh 8d 3c", "QsQd", Made.POCKET_PAIR),
    ("Kh 8d 3c", "2s2d", Made.UNDERPAIR),
    ("Kh 8d 3c", "As8s", Made.SECOND_PAIR),
    ("Kh 8d 3c", "As3s", Made.THIRD_PAIR),
    ("Kh 8d 3c", "8s3s", Made.TWO_PAIR),
    ("Kh 8d 3c", "8s8c", Made.SET),
    ("Kh 8d 3c", "AsQd", Made.ACE_HIGH),
    ("Kh 8d 3c", "QsJd", Made.NO_MADE_HAND),
    ("Kh 9d 7c 2s", "As2d", Made.LOW_PAIR),
    ("Kh Kd 7c", "As7s", Made.SECOND_PAIR),
    ("Kh Kd 7c", "AsAd", Made.OVERPAIR),
    ("Kh Kd 7c", "QsQd", Made.POCKET_PAIR),
    ("Kh Kd 7c", "AsKs", Made.TRIPS),
    ("Kh Kd 7c", "AsQs", Made.ACE_HIGH),
    ("Kh Kd 7c", "7s7h", Made.FULL_HOUSE),
    ("Kh Kd 7c 7d", "2s2h", Made.NO_MADE_HAND),
    ("Kh Kd 7c 4d", "7s4s", Made.SECOND_PAIR),
    ("5h 5d Kc 7d", "Ks7s", Made.TWO_PAIR),
    ("Kh Kd Kc", "AsQs", Made.ACE_HIGH),
    ("Kh Kd Kc", "2s2h", Made.FULL_HOUSE),
    ("Kh Kd Kc Ks 2d", "AsQs", Made.ACE_HIGH),
    ("Kh Kd Kc Ks Ad", "AsQs", Made.NO_MADE_HAND),
    ("Th Jd Qc Ks Ad", "AsAh", Made.NO_MADE_HAND),
    ("9h Td Jc Qs Kd", "As2h", Made.STRAIGHT),
    ("2h 5h 7h 9h Jh", "AsAd", Made.NO_MADE_HAND),
    ("2h 5h 7h 9h Jh", "3h4c", Made.FLUSH),
    ("2h 3h 4h", "Ah5h", Made.STRAIGHT_FLUSH),
    ("8h 8d 3c", "8s8c", Made.QUADS),
]

DRAWS = [
    ("Kh 8h 3c", "AhQh", Draw.FLUSH_DRAW),
    ("Kh 8h 3h", "AhQc", Draw.FLUSH_DRAW),
    ("Kh 8h 3h 2h", "AcQc", Draw(0)),
    ("9h 8d 3c", "JsTs", Draw.OPEN_ENDED | Draw.OVERCARDS),
    ("9h 8d 3c", "QsTs", Draw.GUTSHOT | Draw.OVERCARDS),
    ("9h 8h 3c", "JhTh", Draw.FLUSH_DRAW | Draw.OPEN_ENDED | Draw.COMBO_DRAW | Draw.OVERCARDS),
    ("9h 7d 5c", "JsTc", Draw.OVERCARDS | Draw.GUTSHOT),
    ("9h 7d 5c", "Js8c", Draw.OPEN_ENDED),  # a double gutshot: a six or a ten
    ("Ah 3d 4c", "5s9c", Draw.GUTSHOT),
    ("Kh 8d 3c", "QhJh", Draw.BACKDOOR_FLUSH),
    ("Kh 8h 3c", "Qh2s", Draw(0)),
    ("5h 6d 7c 8s", "KsQd", Draw.OVERCARDS),
    ("5h 6d 7c 8s", "KsTd", Draw.OVERCARDS | Draw.GUTSHOT),
    ("Kh 8h 3h 2c 2d", "AhQc", Draw(0)),
    ("Kh 8h 3c", "8s8d", Draw(0)),
]


@pytest.mark.parametrize(("board", "combo", "made"), MADE)
def test_made_hands_that_players_may_count_otherwise(board: str, combo: str, made: Made) -> None:
    assert Made(hand_classes(parse_cards(board)).made[parse_combo(combo)]) is made


@pytest.mark.parametrize(("board", "combo", "draws"), DRAWS)
def test_draws_that_players_may_count_otherwise(board: str, combo: str, draws: Draw) -> None:
    assert Draw(int(hand_classes(parse_cards(board)).draws[parse_combo(combo)])) == draws


@settings(max_examples=60)
@given(BOARDS, COMBOS)
def test_classes_are_those_of_the_slow_way(board: list[int], combos: list[int]) -> None:
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


@settings(max_examples=30)
@given(BOARDS)
def test_kinds_from_straights_on_are_those_of_the_evaluator(board: list[int]) -> None:
    found = hand_classes(tuple(board))
    free = np.flatnonzero(found.made >= 0)
    common = np.tile(np.array(board, np.uint8), (len(free), 1))
    kinds = strengths(np.concatenate([combo_cards()[free], common], axis=1)) >> CATEGORY_BITS
    of_category = {Category[name]: Made[name] for name in ("STRAIGHT", "FLUSH", "FULL_HOUSE")}
    of_category[Category.STRAIGHT_FLUSH] = Made.STRAIGHT_FLUSH
    for category, made in of_category.items():
        told = found.made[free] == made
        assert (kinds[told] == category).all()
        if len(board) < 5:  # on a river the board may make it for everybody
            assert ((kinds == category) == told).all()


def test_suits_are_alike() -> None:
    board = parse_cards("Kh 8h 3c")
    turned = tuple(4 * (card >> 2) + (card + 1) % 4 for card in board)
    one, other = hand_classes(board), hand_classes(turned)
    for name in ("made", "draws", "flush_outs", "straight_outs"):
        assert sorted(getattr(one, name)) == sorted(getattr(other, name))


@pytest.mark.parametrize("board", ["", "Kh 8d", "Kh 8d 3c 2c 5c 6c"])
def test_other_boards_have_no_classes(board: str) -> None:
    with pytest.raises(CardError, match="3 to 5 cards"):
        hand_classes(parse_cards(board) if board else ())


def test_one_hand_needs_two_cards_and_a_board() -> None:
    for hole, board in (((0,), (1, 2, 3)), ((0, 1), (2, 3)), ((0, 1), (1, 2, 3))):
        with pytest.raises(CardError):
            made_hand(hole, board)


def test_a_card_twice_is_no_board() -> None:
    with pytest.raises(CardError, match="twice"):
        hand_classes((0, 0, 5))
