from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QLabel, QWidget

from pokergui.theme.look import apply_look
from pokergui.viewmodel import (
    CollectBets,
    DealCard,
    PayPot,
    SettingsScene,
    ShowCards,
    TableFrame,
    TurnBoard,
)
from pokergui.widgets.felt.widget import PokerTable
from pokergui.widgets.spoken import speak_roles
from tests.pokergui.gallery.many_scenes import HANDS, OPEN_TABLE, frames_until
from tests.pokergui.gallery.scenes import FACING_TABLE, preflop, showdown

DEAL = TableFrame(preflop().table, tuple(DealCard(s, i) for i in range(2) for s in (1, 0)))
FLOP = TableFrame(FACING_TABLE, (CollectBets(), *(TurnBoard(i) for i in range(4))))
END = TableFrame(showdown().table, (ShowCards(1), PayPot((0,))), hold_ms=200_000)


@pytest.fixture
def make(qtbot):
    def make(*, open_hands=False):
        made = PokerTable(open_hands=open_hands)
        qtbot.addWidget(made)
        made.resize(*((600, 540) if open_hands else (1032, 504)))
        return made

    apply_look(SettingsScene())
    yield make
    apply_look(SettingsScene())


@pytest.fixture
def table(make, qtbot):
    made = make()
    with qtbot.waitExposed(made):
        made.show()
    return made


def picture(table):
    image = table.grab().toImage()  # which owns what it shows
    return bytes(image.constBits())


def test_frames_settle_on_the_last_scene(table, qtbot):
    settled = []
    table.settled.connect(lambda: settled.append(table.moving))
    table.set_pace(0.001)
    table.play([DEAL, FLOP])
    table.play([END])  # behind those that run
    assert table.moving and table.scene == END.scene
    qtbot.waitUntil(lambda: not table.moving)
    assert settled == [False] and table.scene == END.scene
    moved = picture(table)
    table.show_scene(END.scene)
    assert picture(table) == moved


@pytest.mark.parametrize("how", ["at once", "without pace", "key", "click", "click elsewhere"])
def test_animation_can_be_disabled_or_skipped_by_key_or_click(table, qtbot, how):
    apply_look(SettingsScene(animation=0.0 if how == "at once" else 1000.0))
    if how == "without pace":
        table.set_pace(0.0)
    other = QWidget()
    qtbot.addWidget(other)
    with qtbot.waitSignal(table.settled):
        table.play([DEAL, FLOP, END])
        if how == "key":
            qtbot.keyClick(other, Qt.Key.Key_X)
        elif how.startswith("click"):
            widget = table if how == "click" else other
            qtbot.mouseClick(widget, Qt.MouseButton.LeftButton, pos=QPoint(9, 9))
        assert not table.moving
    assert table.scene == END.scene


@pytest.mark.parametrize("seats", [3, 6])
@pytest.mark.parametrize("name", HANDS)
@pytest.mark.parametrize("open_hands", [False, True])
def test_multiway_frames_settle_on_the_last_scene(make, qtbot, name, seats, open_hands):
    table = make(open_hands=open_hands)
    frames = frames_until(*HANDS[name](seats), hero=-1 if open_hands else seats - 1)
    with qtbot.waitSignal(table.settled):
        table.play(frames)
        table.complete()
    assert table.scene == frames[-1].scene
    shown = picture(table)
    table.show_scene(frames[-1].scene)
    assert picture(table) == shown


def test_the_table_is_described_to_screen_readers(table):
    speak_roles()
    table.play([TableFrame(FACING_TABLE)])
    (status,) = (one for one in table.findChildren(QLabel) if one.text())
    assert status.accessibleDescription() == FACING_TABLE.status
    assert "your turn: fold, call 550, raise" in FACING_TABLE.status
    said = table.accessibleDescription()
    assert QAccessible.queryAccessibleInterface(table).role() == QAccessible.Role.Graphic
    assert said.startswith("Hand 413, Blinds 50/100, heads-up. Board Ks 7d 2c 9s. Pot 1,380")
    for seat in FACING_TABLE.seats:
        assert f"{seat.name}, " in said and f"stack {seat.stack}" in said
    assert "bet 550" in said and "To call 550 pot odds 28.5%" in said


def test_a_thinking_engine_can_be_stopped(make):
    table = make(open_hands=True)
    table.show()
    seat = replace(OPEN_TABLE.seats[1], thinking=True)
    table.show_scene(replace(OPEN_TABLE, seats=(OPEN_TABLE.seats[0], seat)))
    assert table.stop.isHidden()
    table.set_thought("12,000 iterations")
    assert not table.stop.isHidden()
    table.show_scene(OPEN_TABLE)
    assert table.stop.isHidden()
