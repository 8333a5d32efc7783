from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from pokergui.pages.study.reading.views.curve import PLOT, equity_chart
from pokergui.theme import look
from pokergui.viewmodel.chart import Dot, Line
from pokergui.widgets.chart.view import ChartView

STEPS = 201
SHARES = tuple(i / (STEPS - 1) for i in range(STEPS))
BUTTON = Line("Button", "ser_a", SHARES, tuple(i / 400 for i in range(STEPS)), spoken="median 25%")
BLIND = Line(
    "Big blind", "ser_b", SHARES, tuple(0.5 + i / 400 for i in range(STEPS)), spoken="median 75%"
)


@pytest.fixture
def curve(qtbot: QtBot) -> Iterator[ChartView]:
    holder = QWidget()
    qtbot.addWidget(holder)
    holder.resize(480, 300)
    found = ChartView(holder, panel=False, plot_height=PLOT)
    found.resize(480, 200)
    with qtbot.waitExposed(holder):
        holder.show()
    found.set_chart(equity_chart((BUTTON, BLIND)))
    yield found


def where(curve: ChartView) -> str | None:
    return curve.reading.where if curve.reading is not None else None


def test_it_is_told_in_words(curve: ChartView) -> None:
    assert curve.accessibleName() == "Equity distribution"
    assert curve.accessibleDescription() == "Button: median 25%; Big blind: median 75%"
    curve.set_chart(equity_chart(()))
    assert curve.accessibleDescription() == ""


def test_arrows_read_it_off(curve: ChartView) -> None:
    curve.clearFocus()
    curve.setFocus(Qt.FocusReason.ShortcutFocusReason)
    assert curve.accessibleDescription().startswith(
        "at 50% of the range, Button 25%, Big blind 75%; Button: median"
    )
    for key, place in ((Qt.Key.Key_Left, 45), (Qt.Key.Key_End, 100), (Qt.Key.Key_Right, 100)):
        QTest.keyClick(curve, key)
        assert where(curve) == f"at {place}% of the range"
    QTest.keyClick(curve, Qt.Key.Key_Home)
    assert where(curve) == "at 0% of the range"
    curve.clearFocus()
    assert where(curve) is None


def test_the_pointer_reads_it_off(curve: ChartView, qtbot: QtBot) -> None:
    before = curve.grab().toImage()
    qtbot.mouseMove(curve, QPoint(200, 100))
    assert curve.reading is not None
    assert [row.name for row in curve.reading.rows] == ["Button", "Big blind"]
    assert curve.reading.x == pytest.approx(200, abs=2)
    assert curve.grab().toImage() != before
    qtbot.mouseMove(curve, QPoint(200, 10))
    assert curve.reading is None


def test_nothing_is_read_off_nothing(curve: ChartView, qtbot: QtBot) -> None:
    curve.set_chart(equity_chart(()))
    qtbot.mouseMove(curve, QPoint(200, 100))
    QTest.keyClick(curve, Qt.Key.Key_Right)
    assert curve.reading is None


def test_the_cell_at_hand_is_marked(curve: ChartView) -> None:
    before = curve.grab().toImage()
    marked = equity_chart((BUTTON, BLIND), (Dot(0.4, 0.2, "ser_a"),))
    curve.set_chart(marked)
    assert curve.grab().toImage() != before
    curve.set_chart(replace(marked, dots=()))
    assert curve.grab().toImage() == before


def test_the_legend_goes_under_the_heading_where_room_is_short(curve: ChartView) -> None:
    beside = curve.height()
    curve.resize(280, beside)
    assert curve.height() > beside


def colours(curve: ChartView) -> set[int]:
    """Return the colours painted where the lines are, the axes left out."""
    image = curve.grab().toImage()
    rows = range(curve.height() // 2, curve.height() * 2 // 3)
    return {image.pixel(x, y) for x in range(60, image.width() - 30) for y in rows}


def test_of_two_lines_on_each_other_both_are_seen(curve: ChartView) -> None:
    first, second = (QColor(c).rgb() for c in (look.tokens().ser_a, look.tokens().ser_b))
    same = replace(BUTTON, name="Big blind", colour="ser_b")
    curve.set_chart(equity_chart((BUTTON, same)))
    assert {first, second} <= colours(curve)
