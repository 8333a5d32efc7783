"""Places on tables at every size: inside them, apart from each other, with room for words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, product

import pytest
from PySide6.QtCore import QPointF, QRectF

from pokergui.theme.fonts import ACTION, BODY, CAPTION, metrics
from pokergui.viewmodel import PotPart, PotRival
from pokergui.widgets.felt.layout import BetPlace, TableLayout, table_layout
from pokergui.widgets.felt.many import BET_TEXT, bet_width
from pokergui.widgets.felt.open_layout import open_layout
from pokergui.widgets.felt.parts import pad_of, part_boxes
from pokergui.widgets.felt.pieces import DEALER
from pokergui.widgets.felt.ring_layout import ring_layout
from pokergui.widgets.felt.rows_layout import rows_layout

GAMES = [(2, 5), (1, 1), (1, 0)]
SEATS = (3, 4, 5, 6)
LONGEST = "2,000,000"

# Of Play from 1024 x 640 (with strip and notice) to 4K, and a strip of a window.
TWO = [
    *((968, 420, True), (968, 384, True), (968, 310, True), (1344, 520, True)),
    *((1124, 780, True), (1032, 504, False), (1272, 644, False), (1272, 608, False)),
    *((1752, 824, False), (3672, 1904, False), (3272, 644, False)),
]
OPEN = [(456, 456), (500, 470), (600, 540), (770, 720), (1200, 900), (1800, 1700)]
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


def apart(boxes: dict[str, QRectF], area: QRectF, told: object) -> None:
    """Check that boxes lie inside an area and apart from each other."""
    for name, box in boxes.items():
        assert area.contains(box), (told, name, box)
    for (one, a), (other, b) in combinations(boxes.items(), 2):
        assert not a.intersects(b), (told, one, a, other, b)


def solid(places: TableLayout) -> dict[str, QRectF]:
    """Boards, cards and plates."""
    found = {f"board {i}": box for i, box in enumerate(places.board)}
    for at, seat in enumerate(places.seats):
        found |= {f"plate {at}": seat.plate}
        found |= {f"card {at} {i}": box for i, box in enumerate(seat.cards)}
    return found


@pytest.mark.parametrize(("hole", "board"), GAMES)
@pytest.mark.parametrize(("w", "h", "compact"), TWO)
def test_two_hands_keep_apart(w: int, h: int, compact: bool, hole: int, board: int) -> None:
    places = table_layout(w, h, compact, hole, board)
    apart(solid(places), QRectF(0, 0, w, h), (w, h))
    assert len(places.board) == board
    assert all(len(seat.cards) == hole for seat in places.seats)
    pot = QRectF(places.pot.text.x(), places.pot.text.y() - 23, 90, 44)
    cards = [box for name, box in solid(places).items() if "plate" not in name]
    for note, box in product((places.left, places.right, pot), cards):
        assert not note.intersects(box), (note, box)
    for seat in () if compact else places.seats:
        assert seat.plate.center().x() == w / 2
        assert (seat.cards[0].left() + seat.cards[-1].right()) / 2 == pytest.approx(w / 2, abs=0.5)


@pytest.mark.parametrize(("hole", "board"), GAMES)
@pytest.mark.parametrize(("w", "h"), OPEN)
def test_two_open_hands_keep_apart(w: int, h: int, hole: int, board: int) -> None:
    places = open_layout(w, h, hole, board)
    boxes = solid(places)
    for at, seat in enumerate(places.seats):
        assert seat.shares is not None and seat.hand is not None
        boxes |= {f"shares {at}": seat.shares, f"hand {at}": seat.hand}
        assert seat.hand.width() >= 120
        assert seat.plate.left() == places.seats[0].plate.left()
        assert len({round(card.height()) for card in seat.cards}) == 1
    apart(boxes, QRectF(0, 0, w, h), (w, h))


def ring_of(w: int, h: int, compact: bool, hole: int, slots: int, seats: int) -> TableLayout:
    return ring_layout(w, h, compact, hole, slots, seats)


def rows_of(w: int, h: int, answers: bool, hole: int, slots: int, seats: int) -> TableLayout:
    return rows_layout(w, h, hole, slots, seats, answers=answers)


Size = tuple[Callable[..., TableLayout], int, int, bool]
SIZES: list[Size] = [*((ring_of, *size) for size in RINGS), *((rows_of, *size) for size in ROWS)]
at_every_size = pytest.mark.parametrize(
    "size", SIZES, ids=lambda size: "x".join(map(str, size[1:]))
)


def tables(size: Size) -> Iterator[tuple[TableLayout, QRectF, int]]:
    """The table of every game and number of seats at a size, its area, and how many sit there."""
    make, w, h, kind = size
    for (hole, slots), seats in product(GAMES, SEATS):
        yield make(w, h, kind, hole, slots, seats), QRectF(0, 0, w, h), seats


def bet_box(bet: BetPlace) -> QRectF:
    """Return the box that coins and words in front of a seat may cover."""
    foot = bet.foot
    return QRectF(foot.x(), foot.y() - bet.room, bet_width(bet.columns), bet.room)


def round_button(centre: QPointF) -> QRectF:
    half = DEALER / 2
    return QRectF(centre.x() - half, centre.y() - half, DEALER, DEALER)


def pieces(places: TableLayout) -> dict[str, QRectF]:
    """Return everything with its own place, by name."""
    found = solid(places)
    for at, seat in enumerate(places.seats):
        assert seat.foot is not None
        found[f"foot {at}"] = seat.foot
        found[f"bet {at}"] = bet_box(seat.bet)
        found[f"button {at}"] = round_button(seat.dealer)
    return found


def pots(count: int) -> tuple[PotPart, ...]:
    names = tuple(PotRival(f"Engine {i}") for i in range(6))
    return tuple(PotPart(f"Side pot {i}", LONGEST, (), names) for i in range(count))


@at_every_size
def test_nothing_of_many_seats_overlaps_or_leaves_the_table(size: Size) -> None:
    for places, area, seats in tables(size):
        assert len(places.seats) == seats
        found = pieces(places)
        apart(found, area, seats)
        boxes = {f"pots {n}": box for n in (2, 3, 4) for box in part_boxes(pots(n), places.parts)}
        boxes["pot"] = QRectF(places.pot.text.x(), places.pot.text.y() - 23, 150, 44)
        notes = {"left": places.left, "right": places.right}
        notes = {name: box for name, box in notes.items() if box.width() > 0}
        # Games of one card have no stacks, and so no side pots.
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
def test_seven_digits_leave_room_for_names_and_chips(size: Size) -> None:
    assert metrics(ACTION, 600).horizontalAdvance(LONGEST) <= BET_TEXT
    chips = ("Main", "Side 1", "Side 2")
    need = sum(metrics(CAPTION, 500).horizontalAdvance(word) + 10 for word in chips) + 8
    for places, _, seats in tables(size):
        for seat in places.seats:
            low = seat.plate.height() < 50
            stack = metrics(BODY if low else ACTION, 600).horizontalAdvance(LONGEST)
            assert seat.plate.width() - stack - (20 if low else 64) - 8 >= 44, seats
            assert seat.foot is not None
            assert seat.foot.width() - 14 >= need, seats
        for count in (2, 3, 4):
            boxes = part_boxes(pots(count), places.parts)
            for a, b in combinations(boxes, 2):
                assert not a.intersects(b), (seats, a, b)
            for box in boxes:
                room = box.width() - 2 * pad_of(box)
                assert room >= metrics(BODY, 600).horizontalAdvance(LONGEST), (seats, count)


def test_plates_keep_their_places_whatever_the_game_and_the_number_of_seats() -> None:
    six = ring_layout(1272, 644, False, 2, 5, 6)
    for seats, taken in ((3, (0, 2, 4)), (4, (0, 2, 3, 4)), (5, (0, 1, 2, 4, 5))):
        fewer = ring_layout(1272, 644, False, 2, 5, seats)
        assert [s.plate for s in fewer.seats] == [six.seats[at].plate for at in taken]
    leduc = ring_layout(1272, 644, False, 1, 1, 6)
    assert [s.plate for s in leduc.seats] == [s.plate for s in six.seats]
    opened = [open_layout(600, 540, *game).seats for game in GAMES]
    assert len({tuple(seat.plate.getRect() for seat in seats) for seats in opened}) == 1
