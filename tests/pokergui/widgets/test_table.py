"""The table: frames lead to their pictures, whatever interrupts them."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from pokergui.theme.look import apply_look
from pokergui.viewmodel import (
    BetChips,
    CollectBets,
    DealCard,
    PayPot,
    ReturnChips,
    SettingsScene,
    ShowCards,
    Step,
    TableFrame,
    TurnBoard,
)
from pokergui.widgets.felt.timeline import CardMotion, Timeline, in_out_cubic, out_cubic
from pokergui.widgets.spoken import speak_roles
from pokergui.window.window import MainWindow
from tests.pokergui.gallery.scenes import FACING_TABLE, preflop, showdown

DEAL = TableFrame(preflop().table, tuple(DealCard(s, i) for i in range(2) for s in (1, 0)))
FLOP = TableFrame(FACING_TABLE, (CollectBets(), *(TurnBoard(i) for i in range(4))))
END = TableFrame(showdown().table, (ShowCards(1), PayPot((0,))), hold_ms=200)


def pixels(window: MainWindow) -> bytes:
    image = window.play.table.grab().toImage()
    return bytes(image.constBits())


def test_frames_settle_on_the_last_picture(window: MainWindow, qtbot: QtBot) -> None:
    table = window.play.table
    with qtbot.waitSignal(table.settled):
        table.play([DEAL, FLOP, END])
        assert table.moving
        assert table.scene == END.scene
    assert not table.moving
    moved = pixels(window)
    table.show_scene(END.scene)
    assert pixels(window) == moved


def test_a_picture_is_painted_once(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, painted = window.play.table, []
    table.show_scene(preflop().table)
    qtbot.wait(50)
    monkeypatch.setattr(table, "paint", lambda painter: painted.append(painter))
    table.show_scene(END.scene)  # its status, which screen readers read, is another
    QApplication.processEvents()
    assert len(painted) == 1


def test_instant_speed_shows_at_once(window: MainWindow, qtbot: QtBot) -> None:
    apply_look(SettingsScene(animation=0.0))
    with qtbot.waitSignal(window.play.table.settled):
        window.play.table.play([DEAL, FLOP, END])
        assert not window.play.table.moving
    assert window.play.table.scene == END.scene


def test_speed_factor_scales_motion(window: MainWindow, qtbot: QtBot) -> None:
    apply_look(SettingsScene(animation=2.0))
    began = time.monotonic()
    window.play.table.play([FLOP])
    qtbot.waitUntil(lambda: not window.play.table.moving)
    assert time.monotonic() - began > 0.6  # 0.4 s at normal speed


@pytest.mark.parametrize("how", ["key", "click", "elsewhere"])
def test_any_key_or_click_completes(window: MainWindow, qtbot: QtBot, how: str) -> None:
    window.play.table.play([DEAL, FLOP, END])
    with qtbot.waitSignal(window.play.table.settled):
        if how == "key":
            qtbot.keyClick(window.play, Qt.Key.Key_X)
        elif how == "click":
            qtbot.mouseClick(window.play.table, Qt.MouseButton.LeftButton, pos=QPoint(9, 9))
        else:
            qtbot.mouseClick(window.rail, Qt.MouseButton.LeftButton, pos=QPoint(9, 400))
        assert not window.play.table.moving
    assert window.play.table.scene == END.scene


def test_frames_queue_behind_running_ones(window: MainWindow, qtbot: QtBot) -> None:
    settled: list[int] = []
    window.play.table.settled.connect(lambda: settled.append(1))
    window.play.table.play([DEAL])
    window.play.table.play([FLOP])
    qtbot.waitUntil(lambda: not window.play.table.moving)
    assert window.play.table.scene == FLOP.scene
    assert settled == [1]


def test_motion_paints_something_in_between(window: MainWindow, qtbot: QtBot) -> None:
    table = window.play.table
    table.show_scene(preflop().table)
    rest = pixels(window)
    apply_look(SettingsScene(animation=1000.0))  # it is not over before anybody looks
    table.play([DEAL])
    qtbot.waitUntil(lambda: pixels(window) != rest)
    assert table.moving
    table.complete()
    assert pixels(window) == rest


def test_status_is_text_for_screen_readers(window: MainWindow, qtbot: QtBot) -> None:
    table = window.play.table
    table.play([TableFrame(FACING_TABLE)])
    (status,) = (one for one in table.findChildren(QLabel) if one.text())
    assert status.accessibleDescription() == FACING_TABLE.status
    assert "your turn: fold, call 550, raise" in FACING_TABLE.status


def test_all_of_the_table_is_described_for_screen_readers(window: MainWindow) -> None:
    speak_roles()
    table = window.play.table
    table.show_scene(FACING_TABLE)
    said = table.accessibleDescription()
    assert QAccessible.queryAccessibleInterface(table).role() == QAccessible.Role.Graphic
    assert said.startswith("Hand 413, Blinds 50/100, heads-up. Board Ks 7d 2c 9s. Pot 1,380")
    for seat in FACING_TABLE.seats:
        assert f"{seat.name}, " in said and f"stack {seat.stack}" in said
    assert "bet 550" in said and "To call 550 pot odds 28.5%" in said


def test_thinking_shows_after_a_moment(window: MainWindow, qtbot: QtBot) -> None:
    seat = replace(FACING_TABLE.seats[1], thinking=True)
    scene = replace(FACING_TABLE, seats=(FACING_TABLE.seats[0], seat))
    window.play.table.show_scene(scene)
    before = pixels(window)
    qtbot.waitUntil(lambda: pixels(window) != before)
    window.play.table.show_scene(FACING_TABLE)
    rest = pixels(window)
    qtbot.wait(80)
    assert pixels(window) == rest


@pytest.mark.parametrize(
    ("steps", "length"),
    [
        ((), 0),
        ((DealCard(1, 0),), 180),
        ((DealCard(1, 0), DealCard(1, 1)), 270),
        ((DealCard(0, 0),), 300),  # the person's card turns as it arrives
        ((TurnBoard(0),), 160),
        ((BetChips(0),), 200),
        ((ReturnChips(1),), 200),
        ((CollectBets(),), 200),
        ((PayPot((0, 1)),), 250),
        ((ShowCards(0),), 160),
    ],
)
def test_lengths(steps: tuple[Step, ...], length: float) -> None:
    assert Timeline(None, TableFrame(FACING_TABLE, steps)).length == length


def test_a_card_waits_slides_turns_and_rests() -> None:
    motion = Timeline(None, TableFrame(FACING_TABLE, (DealCard(1, 0), DealCard(0, 0))))
    assert motion.hole_card(0, 0) == CardMotion(-1.0, 0.0)
    assert motion.hole_card(0, 1) is None
    assert not motion.cards_rest
    motion.now = 90 + 180
    assert motion.hole_card(0, 0).slide == 1.0
    assert 0 < motion.hole_card(0, 0).turn < 0.5
    motion.now = motion.length
    assert motion.hole_card(0, 0) == CardMotion(1.0, 1.0)
    assert motion.cards_rest


@pytest.mark.parametrize("curve", [out_cubic, in_out_cubic])
def test_curves_begin_and_end(curve) -> None:
    assert curve(0.0) == 0.0
    assert curve(1.0) == 1.0
    values = [curve(i / 50) for i in range(51)]
    assert values == sorted(values)
