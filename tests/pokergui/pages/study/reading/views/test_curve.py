from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from pokergui.pages.study.reading.viewmodel.reading import EquityLine
from pokergui.pages.study.reading.views.curve import EquityCurve
from pokergui.theme import look
from pokergui.viewmodel.grid import CellMark

STEPS = 201
BUTTON = EquityLine("Button", 0, tuple(i / 400 for i in range(STEPS)), "median 25%")
BLIND = EquityLine("Big blind", 1, tuple(0.5 + i / 400 for i in range(STEPS)), "median 75%")


@pytest.fixture
def curve(qtbot: QtBot) -> Iterator[EquityCurve]:
    holder = QWidget()
    qtbot.addWidget(holder)
    holder.resize(480, 300)
    found = EquityCurve(holder)
    found.resize(480, 200)
    with qtbot.waitExposed(holder):
        holder.show()
    found.set_lines((BUTTON, BLIND))
    yield found


def test_it_is_told_in_words(curve: EquityCurve) -> None:
    assert curve.accessibleName() == "Equity distribution"
    assert curve.accessibleDescription() == "Button: median 25%; Big blind: median 75%"
    curve.set_lines(())
    assert curve.accessibleDescription() == ""


def test_a_share_says_its_equity() -> None:
    assert [BLIND.at(share) for share in (0.0, 0.5, 1.0)] == [0.5, 0.75, 1.0]


def test_arrows_read_it_off(curve: EquityCurve) -> None:
    curve.clearFocus()
    curve.setFocus(Qt.FocusReason.ShortcutFocusReason)
    assert curve.share == 0.5
    assert curve.accessibleDescription().startswith(
        "at 50% of the range, Button 25%, Big blind 75%; Button: median"
    )
    QTest.keyClick(curve, Qt.Key.Key_Left)
    assert curve.share == 0.45
    QTest.keyClick(curve, Qt.Key.Key_End)
    QTest.keyClick(curve, Qt.Key.Key_Right)
    assert curve.share == 1.0
    QTest.keyClick(curve, Qt.Key.Key_Home)
    assert curve.share == 0.0
    curve.clearFocus()
    assert curve.share is None


def test_the_pointer_reads_it_off(curve: EquityCurve, qtbot: QtBot) -> None:
    before = curve.grab().toImage()
    qtbot.mouseMove(curve, QPoint(200, 100))
    assert curve.share is not None and 0.3 < curve.share < 0.5
    assert curve.grab().toImage() != before
    qtbot.mouseMove(curve, QPoint(200, 10))
    assert curve.share is None


def test_nothing_is_read_off_nothing(curve: EquityCurve, qtbot: QtBot) -> None:
    curve.set_lines(())
    qtbot.mouseMove(curve, QPoint(200, 100))
    QTest.keyClick(curve, Qt.Key.Key_Right)
    assert curve.share is None


def test_the_cell_at_hand_is_marked(curve: EquityCurve) -> None:
    before = curve.grab().toImage()
    curve.set_mark(CellMark(0, 0.4, 0.2))
    assert curve.grab().toImage() != before
    curve.set_mark(None)
    assert curve.grab().toImage() == before


def test_the_legend_goes_under_the_heading_where_room_is_short(curve: EquityCurve) -> None:
    beside = curve.height()
    curve.resize(280, beside)
    assert curve.height() > beside


def colours(curve: EquityCurve) -> set[int]:
    """What is painted where the lines are, the axes left out."""
    image = curve.grab().toImage()
    rows = range(curve.height() // 2, curve.height() * 2 // 3)
    return {image.pixel(x, y) for x in range(60, image.width() - 30) for y in rows}


def test_of_two_lines_on_each_other_both_are_seen(curve: EquityCurve) -> None:
    first, second = (QColor(c).rgb() for c in (look.tokens().ser_a, look.tokens().ser_b))
    curve.set_lines((BUTTON, replace(BUTTON, name="Big blind", series=1)))
    assert {first, second} <= colours(curve)
