"""Tables for three to six at every size: inside it, apart from each other, words uncut."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise, product

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from pokergui.theme.fonts import ACTION, BODY, CAPTION, metrics
from pokergui.theme.look import apply_look
from pokergui.viewmodel import PayPot, PotPart, PotRival, SettingsScene
from pokergui.widgets.felt.layout import BetPlace, TableLayout
from pokergui.widgets.felt.many import BET_TEXT, bet_width
from pokergui.widgets.felt.parts import pad_of, part_boxes
from pokergui.widgets.felt.pieces import DEALER
from pokergui.widgets.felt.ring_layout import ring_layout
from pokergui.widgets.felt.rows_layout import rows_layout
from pokergui.widgets.felt.timeline import Timeline
from pokergui.widgets.felt.widget import PokerTable
from tests.pokergui.gallery.many_scenes import HANDS, frames_until, run_out

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
    found = {f"board {i}": box for i, box in enumerate(places.board)}
    for at, seat in enumerate(places.seats):
        assert seat.foot is not None
        found[f"plate {at}"] = seat.plate
        found[f"foot {at}"] = seat.foot
        found[f"bet {at}"] = bet_box(seat.bet)
        found[f"button {at}"] = round_button(seat.dealer)
        found |= {f"card {at} {i}": box for i, box in enumerate(seat.cards)}
    return found


def pots(count: int) -> tuple[PotPart, ...]:
    names = tuple(PotRival(f"Engine {i}") for i in range(6))
    return tuple(PotPart(f"Side pot {i}", LONGEST, (), names) for i in range(count))


@at_every_size
def test_nothing_overlaps_or_leaves_the_table(size: Size) -> None:
    for places, area, seats in tables(size):
        found = pieces(places)
        assert len(places.seats) == seats
        for name, box in found.items():
            assert area.contains(box), (seats, name, box)
        for (one, a), (other, b) in combinations(found.items(), 2):
            assert not a.intersects(b), (seats, one, a, other, b)


@at_every_size
def test_words_and_pots_lie_clear_of_the_pieces(size: Size) -> None:
    for places, area, seats in tables(size):
        found = pieces(places)
        boxes = {f"pots {n}": box for n in (2, 3, 4) for box in part_boxes(pots(n), places.parts)}
        boxes["pot"] = QRectF(places.pot.text.x(), places.pot.text.y() - 23, 150, 44)
        notes = {"left": places.left, "right": places.right}
        notes = {name: box for name, box in notes.items() if box.width() > 0}
        # Games of one card have no stacks, and so no side pots.
        shown = part_boxes(pots(3), places.parts) if len(places.board) > 1 else []
        for box, part in product(notes.values(), shown):
            assert not box.intersects(part), (seats, box, part)
        boxes |= notes
        for name, box in boxes.items():
            assert area.contains(box), (seats, name, box)
            for other, piece in found.items():
                assert not box.intersects(piece), (seats, name, box, other, piece)
        # A result replaces the pot when no bets are left.
        for name, piece in found.items():
            if not name.startswith(("bet", "button")):
                assert not places.result.intersects(piece), (seats, name, piece)
                assert not places.total.intersects(piece), (seats, name, piece)


@at_every_size
def test_pots_stand_apart_and_show_their_chips(size: Size) -> None:
    for (places, _, seats), count in product(tables(size), (2, 3, 4)):
        boxes = part_boxes(pots(count), places.parts)
        for a, b in combinations(boxes, 2):
            assert not a.intersects(b), (seats, a, b)
        for box in boxes:
            room = box.width() - 2 * pad_of(box)
            assert room >= metrics(BODY, 600).horizontalAdvance(LONGEST), (seats, count)


@at_every_size
def test_seven_digits_leave_room_for_names(size: Size) -> None:
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


def test_plates_keep_their_places_whatever_the_game_and_the_number_of_seats() -> None:
    six = ring_layout(1272, 644, False, 2, 5, 6)
    for seats, taken in ((3, (0, 2, 4)), (4, (0, 2, 3, 4)), (5, (0, 1, 2, 4, 5))):
        fewer = ring_layout(1272, 644, False, 2, 5, seats)
        assert [s.plate for s in fewer.seats] == [six.seats[at].plate for at in taken]
    leduc = ring_layout(1272, 644, False, 1, 1, 6)
    assert [s.plate for s in leduc.seats] == [s.plate for s in six.seats]


@pytest.mark.parametrize("open_hands", [False, True])
def test_motion_is_painted_fifty_times_a_second(qtbot: QtBot, open_hands: bool) -> None:
    apply_look(SettingsScene())
    table = PokerTable(open_hands=open_hands)
    qtbot.addWidget(table)
    table.resize(1752, 824)
    hero = -1 if open_hands else 4
    frames = frames_until(*run_out(6), hero=hero, answers=open_hands)
    image = QImage(table.size(), QImage.Format.Format_ARGB32_Premultiplied)
    slowest = 0.0
    for before, frame in pairwise(frames):
        table.show_scene(before.scene)
        table.render(image)  # cards and coins are drawn once
        table.play([frame])
        begun = time.thread_time()
        for _ in range(5):
            table.render(image)
        slowest = max(slowest, (time.thread_time() - begun) / 5)
        table.complete()
    assert slowest < 0.02


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("name", HANDS)
def test_frames_of_many_settle_on_the_last_picture(qtbot: QtBot, name: str, seats: int) -> None:
    apply_look(SettingsScene())
    for size, open_hands in (((968, 420), False), ((468, 430), True), ((584, 410), False)):
        table = PokerTable(open_hands=open_hands)
        qtbot.addWidget(table)
        table.resize(*size)
        frames = frames_until(*HANDS[name](seats), hero=-1 if open_hands else seats - 1)
        with qtbot.waitSignal(table.settled):
            table.play(frames)
            table.complete()
        assert table.scene == frames[-1].scene
        shown = table.grab().toImage()
        table.show_scene(frames[-1].scene)
        assert table.grab().toImage() == shown


def test_pots_go_to_whoever_won_them(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    table = PokerTable(open_hands=True)
    qtbot.addWidget(table)
    table.resize(807, 870)
    frames = frames_until(*run_out(6))
    end = next(i for i, frame in enumerate(frames) if PayPot in map(type, frame.steps))
    feet: list[QPointF] = []
    table.show_scene(frames[end - 1].scene)
    monkeypatch.setattr(Timeline, "paid", lambda motion: 0.999)
    monkeypatch.setattr(
        "pokergui.widgets.felt.painter.paint_chips",
        lambda painter, columns, foot, right, ratio: feet.append(foot) if columns else None,
    )
    apply_look(SettingsScene(animation=1000.0))
    table.play([frames[end]])
    table.grab()
    apply_look(SettingsScene())
    places = rows_layout(807, 870, 2, 5, 6)
    homes = [places.seats[seat].plate.center().x() for seat in (1, 1, 4)]
    assert len(feet) == 3
    for foot, home in zip(feet, homes, strict=True):
        assert abs(foot.x() - home) < 80
