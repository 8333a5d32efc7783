"""Tables for three to six at every size: inside it, apart from each other, words uncut."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QPointF, QRectF

from pokergui.theme.fonts import ACTION, BODY, CAPTION, metrics
from pokergui.viewmodel import PotPart, PotRival
from pokergui.widgets.felt.layout import TableLayout
from pokergui.widgets.felt.many import BET_TEXT, bet_box
from pokergui.widgets.felt.parts import pad_of, part_boxes
from pokergui.widgets.felt.pieces import DEALER
from pokergui.widgets.felt.ring_layout import ring_layout
from pokergui.widgets.felt.rows_layout import rows_layout

# Of Play from 1024 x 640 (with a notice over it) to 3840 x 2160, and a strip of a window.
RINGS = [
    (968, 420, True),
    (968, 384, True),
    (968, 330, True),
    (1124, 780, True),
    (1344, 520, True),
    (1032, 504, False),
    (1272, 608, False),
    (1272, 644, False),
    (1752, 824, False),
    (2392, 1184, False),
    (3272, 644, False),
    (3672, 1904, False),
]
# Of Watch in the same windows, and of Play beside the advisor.
ROWS = [
    (468, 476, True),
    (468, 430, True),
    (584, 410, False),
    (582, 540, True),
    (582, 700, True),
    (650, 620, False),
    (807, 870, True),
    (844, 1960, True),
    (1200, 900, True),
]
GAMES = [(2, 5), (1, 1), (1, 0)]
SEATS = (3, 4, 5, 6)
LONGEST = "2,000,000"


def ring_of(w: int, h: int, compact: bool, hole: int, slots: int, seats: int) -> TableLayout:
    return ring_layout(w, h, compact, hole, slots, seats)


def rows_of(w: int, h: int, answers: bool, hole: int, slots: int, seats: int) -> TableLayout:
    return rows_layout(w, h, hole, slots, seats, answers=answers)


TABLES = [
    *((ring_of, *size, *game, seats) for size in RINGS for game in GAMES for seats in SEATS),
    *((rows_of, *size, *game, seats) for size in ROWS for game in GAMES for seats in SEATS),
]


def round_button(centre: QPointF) -> QRectF:
    half = DEALER / 2
    return QRectF(centre.x() - half, centre.y() - half, DEALER, DEALER)


def pieces(places: TableLayout) -> dict[str, QRectF]:
    """Everything that has a place of its own, by name."""
    found = {f"board {i}": box for i, box in enumerate(places.board)}
    for at, seat in enumerate(places.seats):
        assert seat.foot is not None
        found[f"plate {at}"] = seat.plate
        found[f"foot {at}"] = seat.foot
        found[f"bet {at}"] = bet_box(seat.bet)
        found[f"button {at}"] = round_button(seat.dealer)
        found |= {f"card {at} {i}": box for i, box in enumerate(seat.cards)}
    return found


def pots(count: int, rivals: int) -> tuple[PotPart, ...]:
    names = tuple(PotRival(f"Engine {i}") for i in range(rivals))
    return tuple(PotPart(f"Side pot {i}", LONGEST, (), names) for i in range(count))


@pytest.mark.parametrize("table", TABLES, ids=lambda t: "-".join(map(str, t[1:])))
def test_nothing_overlaps_or_leaves_the_table(table: tuple) -> None:
    make, w, h, *rest = table
    places = make(w, h, *rest)
    found = pieces(places)
    assert len(places.seats) == rest[-1]
    area = QRectF(0, 0, w, h)
    for name, box in found.items():
        assert area.contains(box), (name, box)
    for (one, a), (other, b) in combinations(found.items(), 2):
        assert not a.intersects(b), (one, a, other, b)


@pytest.mark.parametrize("table", TABLES, ids=lambda t: "-".join(map(str, t[1:])))
def test_words_and_pots_lie_clear_of_the_pieces(table: tuple) -> None:
    make, w, h, *rest = table
    places = make(w, h, *rest)
    found = pieces(places)
    boxes = {f"pots {n}": box for n in (2, 3, 4) for box in part_boxes(pots(n, 6), places.parts)}
    boxes["pot"] = QRectF(places.pot.text.x(), places.pot.text.y() - 23, 150, 44)
    notes = {"left": places.left, "right": places.right}
    boxes |= {name: box for name, box in notes.items() if box.width() > 0}
    for name, box in boxes.items():
        assert QRectF(0, 0, w, h).contains(box), (name, box)
        for other, piece in found.items():
            assert not box.intersects(piece), (name, box, other, piece)
    # A result stands where the pot stood, when nobody's bets or pots are there any more.
    for name, piece in found.items():
        if not name.startswith(("bet", "button")):
            assert not places.result.intersects(piece), (name, piece)
            assert not places.total.intersects(piece), (name, piece)


@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.parametrize("table", TABLES, ids=lambda t: "-".join(map(str, t[1:])))
def test_pots_stand_apart_and_show_their_chips(table: tuple, count: int) -> None:
    make, w, h, *rest = table
    boxes = part_boxes(pots(count, 6), make(w, h, *rest).parts)
    for a, b in combinations(boxes, 2):
        assert not a.intersects(b)
    for box in boxes:
        assert box.width() - 2 * pad_of(box) >= metrics(BODY, 600).horizontalAdvance(LONGEST)


@pytest.mark.parametrize("table", TABLES, ids=lambda t: "-".join(map(str, t[1:])))
def test_seven_digits_leave_room_for_names(table: tuple) -> None:
    make, w, h, *rest = table
    places = make(w, h, *rest)
    assert metrics(ACTION, 600).horizontalAdvance(LONGEST) <= BET_TEXT
    for seat in places.seats:
        low = seat.plate.height() < 50
        stack = metrics(BODY if low else ACTION, 600).horizontalAdvance(LONGEST)
        free = seat.plate.width() - stack - (20 if low else 64) - 8
        assert free >= 44
        assert seat.foot is not None
        chips = ("Main", "Side 1", "Side 2")
        need = sum(metrics(CAPTION, 500).horizontalAdvance(word) + 10 for word in chips) + 8
        assert seat.foot.width() - 14 >= need
    assert {round(seat.plate.height()) for seat in places.seats} <= {44, 54}


def test_plates_keep_their_places_whatever_the_game_and_the_number_of_seats() -> None:
    six = ring_layout(1272, 644, False, 2, 5, 6)
    for seats, taken in ((3, (0, 2, 4)), (4, (0, 2, 3, 4)), (5, (0, 1, 2, 4, 5))):
        fewer = ring_layout(1272, 644, False, 2, 5, seats)
        assert [s.plate for s in fewer.seats] == [six.seats[at].plate for at in taken]
    leduc = ring_layout(1272, 644, False, 1, 1, 6)
    assert [s.plate for s in leduc.seats] == [s.plate for s in six.seats]
