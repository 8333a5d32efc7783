"""The strip of the last hand: a mark for each decision, and the details of the chosen one."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from pokergui.window.window import MainWindow
from tests.pokergui.gallery.scenes import STATES, show


@pytest.fixture
def marks(window: MainWindow) -> list[QWidget]:
    show(window, STATES["reviewed"]())
    return list(window.play.last_hand.marks.shown)


def test_each_decision_is_a_button_with_a_name(
    window: MainWindow, marks: list[QWidget], qtbot: QtBot
) -> None:
    strip = window.play.last_hand
    chosen: list[str] = []
    strip.decision_chosen.connect(chosen.append)
    assert [mark.accessibleName() for mark in marks][-1] == "River, call 2,230: blunder"
    assert len(marks) == 5
    places = [mark.geometry() for mark in marks]
    for before, after in pairwise(places):
        assert before.right() < after.left()
    assert all(strip.rect().contains(place) for place in places)
    qtbot.mouseClick(marks[1], Qt.MouseButton.LeftButton)
    marks[2].setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(marks[2], Qt.Key.Key_Space)
    assert chosen == ["2", "4"]
    marks[0].setFocus(Qt.FocusReason.TabFocusReason)
    assert marks[0].nextInFocusChain() is marks[1]


def test_a_key_goes_through_them_and_closes(window: MainWindow, marks: list[QWidget]) -> None:
    page, chosen = window.play, []
    page.last_hand.decision_chosen.connect(chosen.append)
    QTest.keyClick(page, Qt.Key.Key_J)
    assert chosen == ["0"]
    show(window, STATES["reviewed-decision"]())
    QTest.keyClick(page, Qt.Key.Key_J)  # after the last: the same again, which hides it
    assert chosen == ["0", "9"]


@pytest.mark.parametrize("width", [1024, 1440])
def test_the_details_have_room_and_words(window: MainWindow, qtbot: QtBot, width: int) -> None:
    window.resize(width, 640 if width == 1024 else 900)
    state = STATES["reviewed-decision"]()
    show(window, replace(state, last_hand=STATES["reviewed"]().last_hand))
    page, strip = window.play, window.play.last_hand
    low = strip.height()
    show(window, state)
    assert strip.height() > low + 50
    qtbot.waitUntil(lambda: strip.geometry().bottom() < page.bar.geometry().top())
    assert page.table.height() > 200
    opened: list[bool] = []
    page.look_back.connect(lambda: opened.append(True))
    qtbot.mouseClick(strip.study, Qt.MouseButton.LeftButton)
    assert opened == [True]
    closed: list[str] = []
    strip.decision_chosen.connect(closed.append)
    (close,) = [one for one in strip.tab_order() if one.accessibleName() == "Close"]
    qtbot.mouseClick(close, Qt.MouseButton.LeftButton)
    assert closed == ["9"]
