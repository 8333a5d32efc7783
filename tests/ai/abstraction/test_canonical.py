from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ai.abstraction.canonical import (
    CARD_IMAGES,
    COMBO_IMAGES,
    NUM_BOARDS,
    ORDER_BITS,
    ORDER_PRODUCTS,
    SUIT_ORDERS,
    canonical_board,
    canonical_boards,
    child_table,
    flop_table,
)
from engine.cards import NUM_CARDS
from engine.combos import NUM_CLASSES, combo_cards, combo_index

pytestmark = pytest.mark.slow

BOARDS = st.integers(3, 5).flatmap(
    lambda size: st.permutations(range(NUM_CARDS)).map(lambda cards: cards[:size])
)


@pytest.mark.parametrize("num_cards", [3, 4, 5])
def test_there_are_as_many_boards_as_published(num_cards):
    boards = canonical_boards(num_cards)
    assert len(boards.cards) == NUM_BOARDS[num_cards]
    assert boards.sizes.sum(dtype=int) == comb(NUM_CARDS, num_cards)
    assert (np.diff(boards.keys) > 0).all()


@given(BOARDS)
def test_an_order_takes_a_board_to_its_canonical_one(board):
    number, order = canonical_board(board)
    assert sorted(CARD_IMAGES[order, board]) == canonical_boards(len(board)).cards[number].tolist()


@given(BOARDS, st.integers(0, 23), st.randoms())
def test_suits_and_the_order_of_cards_do_not_matter(board, change, random):
    changed = CARD_IMAGES[change, board].tolist()
    random.shuffle(changed)
    assert canonical_board(changed)[0] == canonical_board(board)[0]


def test_tables_of_orders_combos_and_flops_go_with_the_cards():
    assert len(np.unique(COMBO_IMAGES.min(axis=0))) == NUM_CLASSES
    assert SUIT_ORDERS[0].tolist() == [0, 1, 2, 3]
    for first in range(24):
        assert (CARD_IMAGES[:, CARD_IMAGES[first]] == CARD_IMAGES[ORDER_PRODUCTS[:, first]]).all()
    rng, table = np.random.default_rng(1), flop_table()
    for order, combo in zip(rng.integers(0, 24, 200), rng.integers(0, 1326, 200), strict=True):
        cards = CARD_IMAGES[order, combo_cards()[combo]].tolist()
        assert COMBO_IMAGES[order, combo] == combo_index(cards)
    for place, flop in enumerate(sorted(combinations(range(12), 3), key=lambda f: f[::-1])):
        number, order = canonical_board(flop)
        assert table[place] == number << ORDER_BITS | order


@pytest.mark.parametrize("num_cards", [3, 4])
def test_children_are_the_boards_with_one_more_card(num_cards):
    table, parents = child_table(num_cards), canonical_boards(num_cards).cards
    assert ((table == -1).sum(axis=1) == num_cards).all()
    for parent in np.random.default_rng(2).integers(0, len(parents), 50).tolist():
        for card in np.flatnonzero(table[parent] >= 0).tolist():
            number, order = canonical_board([*parents[parent].tolist(), card])
            assert table[parent, card] == number << ORDER_BITS | order
