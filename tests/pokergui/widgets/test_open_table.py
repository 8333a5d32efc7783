"""The table with both hands open: separate blocks, words for their contents."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from PySide6.QtCore import QRectF
from pytestqt.qtbot import QtBot

from pokergui.theme.look import apply_look
from pokergui.viewmodel import BetChips, Note, SettingsScene, TableFrame, TableScene
from pokergui.widgets.felt.open_layout import open_layout
from pokergui.widgets.felt.widget import PokerTable
from tests.pokergui.gallery.open_scenes import BOTTOM, OPEN, OPEN_TABLE, TOP

SIZES = [(456, 456), (500, 470), (600, 540), (770, 720), (1200, 900), (1800, 1700)]
GAMES = [(2, 5), (1, 1), (1, 0)]


@pytest.fixture
def table(qtbot: QtBot) -> PokerTable:
    apply_look(SettingsScene())
    made = PokerTable(open_hands=True)
    qtbot.addWidget(made)
    made.resize(600, 540)
    return made


def pixels(table: PokerTable, scene: TableScene, part: QRectF | None = None) -> bytes:
    table.show_scene(scene)
    area = part.toAlignedRect() if part else table.rect()
    image = table.grab(area).toImage()
    return bytes(image.constBits())


@pytest.mark.parametrize(("hole", "board"), GAMES)
@pytest.mark.parametrize(("w", "h"), SIZES)
def test_pieces_keep_apart(w: int, h: int, hole: int, board: int) -> None:
    places = open_layout(w, h, hole, board)
    boxes = list(places.board)
    for seat in places.seats:
        assert seat.shares is not None
        assert seat.hand is not None
        boxes += [seat.plate, seat.shares, *seat.cards, seat.hand]
        assert seat.hand.width() >= 120
    for box in boxes:
        assert QRectF(0, 0, w, h).contains(box), box
    for a, b in combinations(boxes, 2):
        assert not a.intersects(b), (a, b)
    for seat in places.seats:
        assert seat.plate.left() == places.seats[0].plate.left()
        assert {round(card.height()) for card in seat.cards} == {round(seat.cards[0].height())}


def test_plates_keep_their_place_whatever_the_game() -> None:
    plates = {
        tuple(seat.plate.getRect() for seat in open_layout(600, 540, hole, board).seats)
        for hole, board in GAMES
    }
    assert len(plates) == 1


def test_answers_are_painted_in_the_order_of_actions(table: PokerTable) -> None:
    places = open_layout(600, 540, 2, 5)
    bar = places.seats[1].shares
    assert bar is not None
    table.show_scene(OPEN_TABLE)
    image = table.grab().toImage()
    y = round(bar.y() + 11)
    row = [image.pixelColor(x, y).name().upper() for x in range(600)]
    found = [row.index(colour) for colour in ("#2FAE92", "#EE9A4D", "#B06CC0")]
    assert found == sorted(found)
    width = row.count("#2FAE92") / (bar.width() - 20)
    assert width == pytest.approx(0.55, abs=0.02)


def test_names_of_hands_stand_beside_their_cards(table: PokerTable) -> None:
    named = open_layout(600, 540, 2, 5).seats[0].hand
    shown = pixels(table, OPEN_TABLE, named)
    other = replace(OPEN_TABLE, seats=(replace(BOTTOM, hand=Note("Flush, ace high")), TOP))
    assert pixels(table, other, named) != shown
    bare = replace(OPEN_TABLE, seats=(replace(BOTTOM, hand=Note()), TOP))
    assert pixels(table, bare, named) not in (shown, pixels(table, other, named))


@pytest.mark.parametrize("name", OPEN)
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_all_states_are_painted(table: PokerTable, name: str, theme: str) -> None:
    apply_look(SettingsScene(theme="dark"))
    dark = pixels(table, OPEN[name])
    apply_look(SettingsScene(theme=theme))  # type: ignore[arg-type]
    for w, h in SIZES[:4]:
        table.resize(w, h)
        pixels(table, OPEN[name])
    table.resize(600, 540)
    assert (pixels(table, OPEN[name]) == dark) == (theme == "dark")
    apply_look(SettingsScene())


def test_pace_shortens_motion(table: PokerTable, qtbot: QtBot) -> None:
    table.show_scene(replace(OPEN_TABLE, bets=(OPEN_TABLE.bets[1],) * 2))
    table.set_pace(0.001)
    with qtbot.waitSignal(table.settled, timeout=100_000):
        table.play([TableFrame(OPEN_TABLE, (BetChips(0),), hold_ms=200_000)])
        assert table.moving
    table.set_pace(0.0)
    with qtbot.waitSignal(table.settled):
        table.play([TableFrame(OPEN_TABLE, (BetChips(0),), hold_ms=300)])
        assert not table.moving
