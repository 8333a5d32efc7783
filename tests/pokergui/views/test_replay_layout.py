"""The replayer's table at any size: nothing covers anything, all of it in view."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF

from pokergui.views.table.replay_layout import replay_layout

SIZES = [(530, 300), (600, 320), (632, 340), (632, 420), (870, 520), (1200, 900)]


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("hole", [1, 2])
@pytest.mark.parametrize("slots", [0, 1, 5])
def test_places(width: int, height: int, hole: int, slots: int) -> None:
    places = replay_layout(width, height, hole, slots)
    boxes = [seat.plate for seat in places.seats]
    boxes += [card for seat in places.seats for card in seat.cards]
    boxes += list(places.board)
    room = QRectF(0, 0, width, height)
    for index, box in enumerate(boxes):
        assert room.contains(box)
        assert not any(box.intersects(other) for other in boxes[index + 1 :])
    title = places.title
    assert not any(title.intersects(box) for box in boxes)
    for seat in places.seats:
        assert seat.hand is not None
        assert seat.hand.width() >= 80
        assert not any(seat.hand.intersects(box) for box in boxes if box is not seat.plate)
    at, button = places.pot.text, QRectF(-11, -11, 22, 22)
    pot = QRectF(at.x(), at.y() - 14, 110, 28)  # "Pot 10,000"
    for seat in places.seats:
        assert seat.hand is not None
        covered = [button.translated(seat.dealer), seat.hand]
        assert not any(pot.intersects(box) for box in covered if slots)
    low = places.seats[0].plate.top()
    assert (places.board[0].bottom() if slots else 0) < places.pot.text.y() < low


def test_plates_keep_their_place_whatever_the_game() -> None:
    plates = {
        tuple((seat.plate.x(), seat.plate.y()) for seat in replay_layout(632, 420, *shape).seats)
        for shape in ((1, 0), (1, 1), (2, 5))
    }
    assert len(plates) == 1
