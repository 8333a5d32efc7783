"""Places on the table: inside it, apart from each other, and the same whatever happens."""

from itertools import combinations

import pytest
from PySide6.QtCore import QRectF

from pokergui.widgets.felt.layout import TableLayout, table_layout

# Sizes of the table in windows from 1024 x 640 (with strip and notice) to 4K.
SIZES = [
    (968, 420, True),
    (968, 384, True),
    (968, 310, True),
    (1344, 520, True),
    (1124, 780, True),
    (1032, 504, False),
    (1272, 644, False),
    (1272, 608, False),
    (1752, 824, False),
    (3672, 1904, False),
    (3272, 644, False),
]
GAMES = [(2, 5), (1, 1), (1, 0)]


def solid(places: TableLayout) -> list[QRectF]:
    boxes = list(places.board)
    for seat in places.seats:
        boxes += [seat.plate, *seat.cards]
    return boxes


@pytest.mark.parametrize(("hole", "board"), GAMES)
@pytest.mark.parametrize(("w", "h", "compact"), SIZES)
def test_pieces_do_not_overlap(w: int, h: int, compact: bool, hole: int, board: int) -> None:
    places = table_layout(w, h, compact, hole, board)
    area = QRectF(0, 0, w, h)
    for box in solid(places):
        assert area.contains(box), box
    for a, b in combinations(solid(places), 2):
        assert not a.intersects(b), (a, b)
    assert len(places.board) == board
    assert all(len(seat.cards) == hole for seat in places.seats)


@pytest.mark.parametrize(("hole", "board"), GAMES)
@pytest.mark.parametrize(("w", "h", "compact"), SIZES)
def test_texts_lie_clear_of_cards(w: int, h: int, compact: bool, hole: int, board: int) -> None:
    places = table_layout(w, h, compact, hole, board)
    cards = [card for seat in places.seats for card in seat.cards]
    cards += places.board
    pot = QRectF(places.pot.text.x(), places.pot.text.y() - 23, 90, 44)
    for note in (places.left, places.right, pot):
        for box in cards:
            assert not note.intersects(box), (note, box)


def test_symmetric_about_the_axis() -> None:
    places = table_layout(1272, 644, False, 2, 5)
    for seat in places.seats:
        assert seat.plate.center().x() == 636
        assert (seat.cards[0].left() + seat.cards[-1].right()) / 2 == 636
    assert places.board[2].center().x() == 636
