"""The Lab's tab of sampling schedules: keys, drawing, text, what screen readers say."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from pokergui.pages.lab.views.page import LabPage
from pokergui.pages.lab.views.schedule import ScheduleTab
from pokergui.window.window import MainWindow
from tests.pokergui.gallery.lab_scenes import SCHEDULE, matrix, schedule


@pytest.fixture
def page(window: MainWindow, qtbot: QtBot) -> LabPage:
    window.show_page("lab")
    window.lab.matrix.set_scene(matrix())
    window.lab.schedule.set_scene(schedule())
    qtbot.keyClick(window.lab, Qt.Key.Key_S)
    return window.lab


@pytest.fixture
def tab(page: LabPage) -> ScheduleTab:
    return page.schedule


def test_the_tab_is_told_when_it_is_seen(window: MainWindow, page: LabPage, qtbot: QtBot) -> None:
    assert page.tab is page.schedule and page.schedule.games.isVisible()
    for leave in (lambda: page.show_tab("matrix"), lambda: window.show_page("play")):
        page.show_tab("schedule")
        with qtbot.waitSignal(page.schedule.shown) as shown:
            leave()
        assert shown.args == [False]
    assert not page.schedule.games.isVisible()
    with qtbot.waitSignal(page.schedule.shown) as shown:
        window.show_page("lab")
    assert shown.args == [True]


def test_keys(page: LabPage, tab: ScheduleTab, qtbot: QtBot) -> None:
    for key, signal, args in (
        ("+", tab.dials.turned, [0, 1]),
        ("=", tab.dials.turned, [0, 1]),
        ("-", tab.dials.turned, [0, -1]),
        (Qt.Key.Key_Right, tab.bars.picked, [1]),
        (Qt.Key.Key_Left, tab.bars.picked, [0]),
        ("B", tab.count.chosen, ["both"]),
        ("O", tab.count.chosen, ["own"]),
        ("T", tab.train.clicked, []),
    ):
        with qtbot.waitSignal(signal) as sent:
            qtbot.keyClick(page, key)
        assert sent.args == args
    # Keys of other tabs do nothing here.
    for key in (Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_X, Qt.Key.Key_L):
        qtbot.keyClick(page, key)


def test_keys_open_choices(
    page: LabPage, tab: ScheduleTab, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    for name, box in (("P", tab.preset), ("G", page.schedule.games), ("M", page.matrix.games)):
        monkeypatch.setattr(box, "showPopup", partial(opened.append, name))
    for key in "PG":
        qtbot.keyClick(page, key)
    assert opened == ["P", "G"]


def test_keys_of_this_tab_do_nothing_in_others(page: LabPage, qtbot: QtBot) -> None:
    page.show_tab("matrix")
    with qtbot.assertNotEmitted(page.schedule.dials.turned):
        for key in "+-FPO":
            qtbot.keyClick(page, key)
    assert not page.schedule.field.hasFocus()


def test_text_is_typed(page: LabPage, tab: ScheduleTab, qtbot: QtBot) -> None:
    qtbot.keyClick(page, "F")
    assert tab.field.hasFocus() and tab.field.selectedText() == "explicit:1,all"
    typed: list[str] = []
    tab.field.textEdited.connect(typed.append)
    with qtbot.assertNotEmitted(tab.train.clicked), qtbot.assertNotEmitted(tab.dials.turned):
        QTest.keyClicks(tab.field, "street:0.5-+")
    assert typed[-1] == "street:0.5-+"
    qtbot.keyClick(tab.field, Qt.Key.Key_Return)
    assert tab.bars.hasFocus()


def test_what_was_wrong_is_told(page: LabPage, tab: ScheduleTab, qtbot: QtBot) -> None:
    page.schedule.set_scene(SCHEDULE["wrong"])
    assert tab.meaning.text() == "'x' is not a number of actions: 1 to 127, or all"
    assert tab.field.accessibleDescription() == tab.meaning.text()
    assert not tab.train.isEnabled()
    with qtbot.assertNotEmitted(tab.train.clicked):
        qtbot.keyClick(page, "T")


def spot(box: QRectF, share: float) -> QPoint:
    """A place in a bar at a share of its height."""
    return QPoint(round(box.center().x()), round(box.bottom() - share * box.height()))


def test_bars_are_drawn(page: LabPage, tab: ScheduleTab, qtbot: QtBot) -> None:
    boxes = tab.bars.bar_rects()
    left = Qt.MouseButton.LeftButton
    drawn: list[tuple[int, int, int]] = []
    picked: list[int] = []
    tab.bars.drawn.connect(lambda *args: drawn.append(args))
    tab.bars.picked.connect(picked.append)
    qtbot.mousePress(tab.bars, left, pos=spot(boxes[2], 0.5))  # player A's second, of 3 actions
    qtbot.mouseMove(tab.bars, spot(boxes[2], 0.9))
    qtbot.mouseMove(tab.bars, spot(boxes[2], -0.2))
    qtbot.mouseRelease(tab.bars, left, pos=spot(boxes[2], 0.1))
    qtbot.mouseMove(tab.bars, spot(boxes[0], 0.9))
    assert drawn == [(1, 2, 3), (1, 3, 3), (1, 1, 3)]
    assert picked == [1]
    page.schedule.set_scene(SCHEDULE["depth"])  # which has no part for each bar
    with qtbot.assertNotEmitted(tab.bars.drawn):
        qtbot.mouseClick(tab.bars, left, pos=spot(tab.bars.bar_rects()[0], 0.2))


def test_arrows_turn_the_dial_of_the_bars(tab: ScheduleTab, qtbot: QtBot) -> None:
    tab.bars.setFocus()
    for key, step in ((Qt.Key.Key_Up, 1), (Qt.Key.Key_Down, -1)):
        with qtbot.waitSignal(tab.dials.turned) as turned:
            qtbot.keyClick(tab.bars, key)
        assert turned.args == [0, step]


def test_tab_goes_through_dials(tab: ScheduleTab, qtbot: QtBot) -> None:
    tab.train.setFocus()
    met = []
    for _ in range(10):
        qtbot.keyClick(tab.window().focusWidget(), Qt.Key.Key_Tab)
        met.append(tab.window().focusWidget())
    # Buttons that can do nothing are left out; of a row of segments the chosen one is met.
    chosen = next(one for one in tab.count.buttons() if one.isChecked())
    wanted = [*(one for one in tab.dials.buttons() if one.isEnabled()), chosen, tab.bars]
    assert met[: len(wanted)] == wanted


def test_buttons_turn_dials(page: LabPage, tab: ScheduleTab, qtbot: QtBot) -> None:
    first, second = tab.dials.dials[:2]
    assert not first.less.isEnabled() and not second.more.isEnabled()
    press: list[tuple[Callable[[], None], list[int]]]
    press = [(first.more.click, [0, 1]), (second.less.click, [1, -1])]
    for click, args in press:
        with qtbot.waitSignal(tab.dials.turned) as turned:
            click()
        assert turned.args == args
    page.schedule.set_scene(schedule("constant:2", measured=False))
    assert [dial.isVisible() for dial in tab.dials.dials] == [True, False, False, False]


def test_everything_is_said_in_words(tab: ScheduleTab) -> None:
    bars = tab.bars.accessibleDescription()
    assert "Player B, round 1, 0 decisions before: 1 of 3 actions walked" in bars
    claims = tab.claims.accessibleDescription()
    assert "10 and 20 are about product recommendations" in claims
    assert (
        "claim 2" in claims
        and "claim 6" in claims
        and "on some line no, on every line no" in claims
    )
    assert "This schedule: Touches per walk" in tab.costs.accessibleDescription()
    for control in (*tab.tab_order(), tab.dials.dials[0].more):
        assert control.accessibleName() and (control.toolTip() or control in (tab.bars, tab.chart))


@pytest.mark.parametrize("count", ["own", "both"])
@pytest.mark.parametrize("width", [1024, 1440, 1920])
def test_bars_have_room(window: MainWindow, page: LabPage, count: str, width: int) -> None:
    window.resize(width, 640 if width == 1024 else 900)
    page.schedule.set_scene(schedule(count=count))
    boxes = page.schedule.bars.bar_rects()
    room = page.schedule.bars.rect()
    assert all(box.left() >= 0 and box.right() <= room.right() - 4 for box in boxes)
    assert all(one.right() < other.left() for one, other in pairwise(boxes))
    assert min(box.width() for box in boxes) >= 8 and min(box.height() for box in boxes) >= 80
