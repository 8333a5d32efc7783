from functools import cache

import numpy as np
import pytest

from ai.abstraction.canonical import CARD_IMAGES, COMBO_IMAGES, NUM_BOARDS, canonical_boards
from ai.abstraction.tables import BucketTables, fill_deals, fill_hands
from engine.combos import CLASS_OF_COMBO, NUM_HOLDEM_COMBOS, combo_index
from engine.evaluator import strength
from engine.rng import rng_state, shuffle

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def tables():
    rng = np.random.default_rng(3)
    flop, turn, river = (
        rng.integers(0, 200, (NUM_BOARDS[size], NUM_HOLDEM_COMBOS), np.uint8) for size in (3, 4, 5)
    )
    return BucketTables((169, 200, 200, 200), flop, turn, river)


def rows_possible(table, board, combo):
    """Return a table's rows of a combo, by every order that takes the board to a canonical one.

    Random tables, unlike true ones, need not give a combo's images the same row.
    """
    numbers = number_of(len(board))
    found = set()
    for order, image in enumerate(np.sort(CARD_IMAGES[:, board], axis=1)):
        number = numbers.get(image.tobytes())
        if number is not None:
            found.add(int(table[number, COMBO_IMAGES[order, combo]]))
    return found


@cache
def number_of(num_cards):
    boards = canonical_boards(num_cards).cards
    return {board.tobytes(): number for number, board in enumerate(boards)}


def test_deals_are_the_same_however_many_are_asked_for(tables):
    whole, parts = np.zeros((2, 300, 2, 3, 4), np.uint16)
    edges, rng = np.zeros((300, 2, 3), np.float32), rng_state(4)
    fill_deals(tables.arrays, rng_state(4), whole, edges)
    for first, last in ((0, 1), (1, 150), (150, 300)):
        fill_deals(tables.arrays, rng, parts[first:last], edges[first:last])
    assert np.array_equal(parts, whole)


def dealt(count, size):
    rng = rng_state(4)
    for _ in range(count):
        deck = np.arange(52).astype(np.uint8)
        shuffle(rng, deck, size)
        yield deck[:size]


def check_row(tables, row, combo, board):
    assert row[0] == CLASS_OF_COMBO[combo]
    for street, table in enumerate((tables.flop, tables.turn, tables.river), 1):
        assert row[street] in rows_possible(table, board[: street + 2], combo)


@pytest.mark.parametrize("hands", [1, 4])
def test_deals_are_those_of_the_tables(tables, hands):
    count = 300  # more than a batch
    lanes = np.zeros((count, 2, hands, 4), np.uint16)
    edges = np.zeros((count, 2, hands), np.float32)
    fill_deals(tables.arrays, rng_state(4), lanes, edges)
    for i, deck in enumerate(dealt(count, 4 * hands + 5)):
        if 20 < i < 250:
            continue
        holes, board = deck[: 4 * hands].reshape(2, hands, 2), deck[4 * hands :].copy()
        strengths = np.zeros((2, hands), int)
        for player, hand in np.ndindex(2, hands):
            hole = holes[player, hand].tolist()
            check_row(tables, lanes[i, player, hand].tolist(), combo_index(hole), board)
            strengths[player, hand] = strength([*hole, *board.tolist()])
        assert np.array_equal(edges[i], np.sign(strengths - strengths[::-1, :1]))


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_any_number_of_seats_is_dealt(tables, seats):
    count = 280  # more than a batch
    cards = np.zeros((count, 2 * seats + 5), np.uint8)
    rows, strengths = np.zeros((count, seats, 4), np.uint16), np.zeros((count, seats), np.int32)
    fill_hands(tables.arrays, rng_state(4), cards, rows, strengths)
    for i, deck in enumerate(dealt(count, 2 * seats + 5)):
        assert np.array_equal(cards[i], deck)
        board = deck[2 * seats :].copy()
        for seat in range(seats):
            hole = deck[2 * seat : 2 * seat + 2].tolist()
            assert strengths[i, seat] == strength([*hole, *board.tolist()])
            if i % 20 == 0:
                check_row(tables, rows[i, seat], combo_index(hole), board)
