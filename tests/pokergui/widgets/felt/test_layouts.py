from itertools import combinations, product

import pytest
from PySide6.QtCore import QRectF

from pokergui.theme.fonts import ACTION, BODY, CAPTION, metrics
from pokergui.viewmodel import PotPart, PotRival
from pokergui.widgets.felt.full_ring_layout import full_ring_layout
from pokergui.widgets.felt.open_layout import open_layout, replay_layout
from pokergui.widgets.felt.pieces import DEALER
from pokergui.widgets.felt.plates import pad_of, part_boxes
from pokergui.widgets.felt.ring_layout import BET_TEXT, ring_layout, rows_layout

GAMES = [(2, 5), (1, 1), (1, 0)]
LONGEST = "2,000,000"

OPEN = [(456, 456), (500, 470), (600, 540), (770, 720), (1200, 900), (1800, 1700)]
# Of Play from 1024 x 640 to 4K, and a narrow strip of a window.
RINGS = [
    *((968, 420, True), (968, 384, True), (968, 330, True), (1124, 780, True)),
    *((1344, 520, True), (1032, 504, False), (1272, 608, False), (1272, 644, False)),
    *((1752, 824, False), (2392, 1184, False), (3272, 644, False), (3672, 1904, False)),
]
# Of Watch in the same windows, and of Play beside the advisor.
ROWS = [
    *((468, 476, True), (468, 430, True), (584, 410, False), (582, 540, True)),
    *((582, 700, True), (650, 620, False), (807, 870, True), (844, 1960, True), (1200, 900, True)),
]


def apart(boxes, area, told):
    for name, box in boxes.items():
        assert area.contains(box), (told, name, box)
    for (one, a), (other, b) in combinations(boxes.items(), 2):
        assert not a.intersects(b), (told, one, a, other, b)


def solid(places):
    found = {f"board {i}": box for i, box in enumerate(places.board)}
    for at, seat in enumerate(places.seats):
        found |= {f"plate {at}": seat.plate}
        found |= {f"card {at} {i}": box for i, box in enumerate(seat.cards)}
    return found


@pytest.mark.parametrize(("w", "h"), OPEN)
def test_two_open_hands_do_not_overlap(w, h):
    for hole, board in GAMES:
        places = open_layout(w, h, hole, board)
        boxes = solid(places)
        for at, seat in enumerate(places.seats):
            assert seat.hand.width() >= 120
            assert seat.plate.left() == places.seats[0].plate.left()
            assert len({round(card.height()) for card in seat.cards}) == 1
            boxes |= {f"shares {at}": seat.shares} if seat.shares is not None else {}
        apart(boxes, QRectF(0, 0, w, h), (w, h))
        for seat, (name, box) in product(places.seats, boxes.items()):
            assert not seat.hand.intersects(box), name


def rows_of(w, h, answers, *shape):
    return rows_layout(w, h, *shape, answers=answers)


at_every_size = pytest.mark.parametrize(
    ("make", "w", "h", "kind"),
    [*((ring_layout, *size) for size in RINGS), *((rows_of, *size) for size in ROWS)],
)


def tables(make, w, h, kind):
    many = (7, 8, 9, 10) if w >= 800 else ()  # drawn smaller where there is less room
    for shape, seats in product(GAMES, (3, 4, 5, 6, *many)):
        layout = full_ring_layout if make is ring_layout and seats > 6 else make
        yield layout(w, h, kind, *shape, seats), QRectF(0, 0, w, h), seats


def pieces(places):
    found = solid(places)
    for at, seat in enumerate(places.seats):
        bet, half = seat.bet, DEALER / 2
        found[f"foot {at}"] = seat.foot
        # What chips and text in front of a seat may cover.
        top = bet.foot.y() - bet.room
        found[f"bet {at}"] = QRectF(bet.foot.x(), top, 36 * bet.columns + 6 + BET_TEXT, bet.room)
        x, y = seat.dealer.x() - half, seat.dealer.y() - half
        found[f"button {at}"] = QRectF(x, y, DEALER, DEALER)
    return found


def pots(count):
    names = tuple(PotRival(f"Engine {i}") for i in range(6))
    return tuple(PotPart(f"Side pot {i}", LONGEST, (), names) for i in range(count))


@at_every_size
def test_multiway_layout_has_no_overlaps_and_fits_the_table(make, w, h, kind):
    for places, area, seats in tables(make, w, h, kind):
        assert len(places.seats) == seats
        found = pieces(places)
        apart(found, area, seats)
        boxes = {f"pots {n}": box for n in (2, 3, 4) for box in part_boxes(pots(n), places.parts)}
        boxes["pot"] = QRectF(places.pot.text.x(), places.pot.text.y() - 23, 150, 44)
        notes = {"left": places.left, "right": places.right}
        notes = {name: box for name, box in notes.items() if box.width() > 0}
        # Single-card games have no stacks, and so no side pots.
        shown = part_boxes(pots(3), places.parts) if len(places.board) > 1 else []
        for box, part in product(notes.values(), shown):
            assert not box.intersects(part), (seats, box, part)
        for name, box in (boxes | notes).items():
            assert area.contains(box), (seats, name, box)
            for other, piece in found.items():
                assert not box.intersects(piece), (seats, name, box, other, piece)
        # A result replaces the pot when no bets are left.
        for name, piece in found.items():
            if not name.startswith(("bet", "button")):
                assert not places.result.intersects(piece), (seats, name, piece)
                assert not places.total.intersects(piece), (seats, name, piece)


@at_every_size
def test_seven_digit_amounts_leave_room_for_names_and_chips(make, w, h, kind):
    assert metrics(ACTION, 600).horizontalAdvance(LONGEST) <= BET_TEXT
    chips = ("Main", "Side 1", "Side 2")
    need = sum(metrics(CAPTION, 500).horizontalAdvance(word) + 10 for word in chips) + 8
    for places, _, seats in tables(make, w, h, kind):
        for seat in places.seats:
            low = seat.plate.height() < 50
            stack = metrics(BODY if low else ACTION, 600).horizontalAdvance(LONGEST)
            assert seat.plate.width() - stack - (20 if low else 64) - 8 >= 44, seats
            assert seat.foot.width() - 14 >= need, seats
        for count in (2, 3, 4):
            boxes = part_boxes(pots(count), places.parts)
            assert not any(a.intersects(b) for a, b in combinations(boxes, 2)), (seats, boxes)
            for box in boxes:
                room = box.width() - 2 * pad_of(box)
                assert room >= metrics(BODY, 600).horizontalAdvance(LONGEST), (seats, count)


def test_plates_keep_their_positions_for_every_game_and_seat_count():
    def plates(layout, *shape):
        return [seat.plate.getRect() for seat in layout(*shape).seats]

    six = plates(ring_layout, 1272, 644, False, 2, 5, 6)
    for seats, taken in ((3, (0, 2, 4)), (4, (0, 2, 3, 4)), (5, (0, 1, 2, 4, 5))):
        assert plates(ring_layout, 1272, 644, False, 2, 5, seats) == [six[at] for at in taken]
    assert plates(ring_layout, 1272, 644, False, 1, 1, 6) == six
    for layout in (open_layout, replay_layout):
        two = [plates(layout, 632, 540, *game) for game in GAMES]
        assert two[0] == two[1] == two[2]
