"""The bar of filters under Study's grid, its lists, and the bars of hand classes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from pokergui.pages.study.reading.viewmodel.filter import FilterScene
from pokergui.pages.study.reading.views import totals
from pokergui.pages.study.reading.views.checklist import CheckList
from pokergui.pages.study.reading.views.filters import FilterBar
from pokergui.widgets.painting import key_cap, text
from pokergui.window.window import MainWindow
from tests.pokergui.gallery import filter_scenes
from tests.pokergui.gallery.study_scenes import FIVE, STATES, show

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
"""The offscreen platform cannot raise the lists."""

LEFT = Qt.MouseButton.LeftButton
NARROWED = filter_scenes.narrowed(FIVE)


@pytest.fixture
def window(window: MainWindow, qtbot: QtBot) -> MainWindow:
    window.resize(1440, 900)
    window.show_page("study")
    show(window, STATES["turn"]())
    settle(qtbot)
    return window


@pytest.fixture
def bar(window: MainWindow) -> FilterBar:
    return window.study.filters


@pytest.fixture
def said(window: MainWindow) -> list[tuple[object, ...]]:
    """Everything the bar and the classes reported, in order."""
    heard: list[tuple[object, ...]] = []
    bar = window.study.filters
    bar.action_list.chosen.connect(lambda key: heard.append(("action_chosen", key)))
    for name in ("suit_chosen", "hand_chosen", "cleared", "copy_pressed"):
        getattr(bar, name).connect(lambda *values, name=name: heard.append((name, *values)))
    window.study.classes.chosen.connect(lambda key: heard.append(("class", key)))
    return heard


def settle(qtbot: QtBot) -> None:
    for _ in range(3):
        QApplication.processEvents()
        qtbot.wait(5)


def narrow(window: MainWindow, scene: FilterScene | None) -> None:
    state = STATES["turn"]()
    show(window, replace(state, scene=replace(state.scene, filter=scene)))


def key(window: MainWindow, name: Qt.Key, mods: object = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(QApplication.focusWidget() or window, name, mods)


def click_entry(found: CheckList, column: int, row: int) -> None:
    QTest.mouseClick(found, LEFT, pos=found.entry_rect(column, row).center())


def test_suits_are_chosen_by_clicks(bar: FilterBar, said: list[object]) -> None:
    for suit in (3, 2, 1, 0):
        QTest.mouseClick(bar.suits[suit], LEFT)
    QTest.mouseClick(bar.any_suit, LEFT)
    assert said == [("suit_chosen", suit) for suit in (3, 2, 1, 0, -1)]


def test_groups_and_classes(window: MainWindow, bar: FilterBar, said: list[object]) -> None:
    window.resize(1920, 1080)
    buttons = bar.groups.buttons()
    for button in buttons[:4]:
        QTest.mouseClick(button, LEFT)
    assert said == [("hand_chosen", name) for name in ("any", "made", "draws", "air")]
    QTest.mouseClick(buttons[4], LEFT)
    assert bar.hand_list.isVisible() and bar.hand_list.hasFocus()
    click_entry(bar.hand_list, 0, 3)
    click_entry(bar.hand_list, 2, 0)
    assert said[-2:] == [("hand_chosen", "top_pair"), ("hand_chosen", "flush_draw")]
    assert bar.hand_list.isVisible()  # several are chosen in a row
    QTest.keyClick(bar.hand_list, Qt.Key.Key_Escape)
    assert not bar.hand_list.isVisible()
    assert buttons[0].isChecked()  # as the scene says


def test_the_list_is_walked_by_keys(bar: FilterBar, said: list[object]) -> None:
    bar.groups.buttons()[4].click()
    for name in ("Down", "Down", "Right", "Space", "Right", "Up", "Up", "Up", "Return"):
        QTest.keyClick(bar.hand_list, getattr(Qt.Key, f"Key_{name}"))
    assert said == [("hand_chosen", "air"), ("hand_chosen", "flush_draw")]
    assert bar.hand_list.accessibleDescription() == "Flush draw, 77, not chosen"
    bar.hand_list.close()


def test_the_entry_at_hand_stays_while_counts_change(bar: FilterBar) -> None:
    bar.groups.buttons()[4].click()
    QTest.keyClick(bar.hand_list, Qt.Key.Key_Down)
    columns = filter_scenes.bar(FIVE).hands
    fewer = replace(columns[0], entries=columns[0].entries[1:])
    bar.set_scene(replace(filter_scenes.bar(FIVE), hands=(fewer, *columns[1:])))
    assert bar.hand_list.entry is not None and bar.hand_list.entry.key == "two_pair"
    bar.hand_list.close()


def test_actions_are_chosen_from_their_list(bar: FilterBar, said: list[object]) -> None:
    QTest.mouseClick(bar.doing, LEFT)
    click_entry(bar.action_list, 0, 1)
    click_entry(bar.action_list, 1, 1)
    assert said == [("action_chosen", "c"), ("action_chosen", "often:50")]
    bar.action_list.close()


def test_the_chip_tells_and_clears(
    window: MainWindow, bar: FilterBar, said: list[object], qtbot: QtBot
) -> None:
    assert not bar.chip.isVisible()
    window.resize(1920, 1080)
    narrow(window, NARROWED)
    settle(qtbot)
    assert bar.chip.isVisible() and bar.chip.text() == "26 of 853 combos"
    assert bar.suits[3].chosen and not bar.any_suit.chosen
    assert bar.groups.buttons()[4].isChecked() and bar.doing.text() == "Check, 50%+"
    QTest.mouseClick(bar.chip, LEFT)
    assert said == [("cleared",)]


def test_slash_goes_to_the_bar_and_escape_clears_then_leaves(
    window: MainWindow, bar: FilterBar, said: list[object]
) -> None:
    narrow(window, NARROWED)
    window.study.centre.grid.setFocus()
    key(window, Qt.Key.Key_Slash)
    assert bar.suits[3].hasFocus()
    key(window, Qt.Key.Key_Right)
    assert bar.suits[2].hasFocus()
    key(window, Qt.Key.Key_Space)
    key(window, Qt.Key.Key_Escape)
    assert said == [("suit_chosen", 2), ("cleared",)]
    narrow(window, filter_scenes.bar(FIVE))
    key(window, Qt.Key.Key_Escape)
    assert window.study.centre.grid.hasFocus()


def test_the_range_is_put_on_the_clipboard_and_told(
    window: MainWindow, bar: FilterBar, said: list[object], qtbot: QtBot
) -> None:
    key(window, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    QTest.mouseClick(bar.copy, LEFT)
    assert said == [("copy_pressed",)] * 2
    QGuiApplication.clipboard().setText("before")
    bar.take("", "There is no range to copy yet")
    assert QGuiApplication.clipboard().text() == "before"
    bar.take("AKs:0.5", "2 combos copied")
    assert QGuiApplication.clipboard().text() == "AKs:0.5"
    assert bar.copy.text() == "2 combos copied"
    qtbot.waitUntil(lambda: bar.told == "")


def test_without_filters_there_is_no_bar(window: MainWindow, bar: FilterBar) -> None:
    show(window, STATES["leduc"]())
    assert not bar.isVisible() and not window.study.classes.isVisible()
    key(window, Qt.Key.Key_Slash)
    assert not bar.any_suit.hasFocus()


def test_before_the_flop_the_bar_has_no_classes(window: MainWindow, bar: FilterBar) -> None:
    narrow(window, replace(filter_scenes.bar(FIVE), hands=(), actions=()))
    assert not bar.groups.isVisible() and not bar.doing.isVisible()
    assert bar.suits[0].isVisible() and bar.copy.isVisible()


@pytest.mark.parametrize("size", [(1024, 640), (1200, 760), (1440, 900), (1920, 1080)])
@pytest.mark.parametrize("scene", [filter_scenes.bar(FIVE), NARROWED])
def test_nothing_of_the_bar_is_cut(
    window: MainWindow, bar: FilterBar, qtbot: QtBot, size: tuple[int, int], scene: FilterScene
) -> None:
    window.resize(*size)
    narrow(window, scene)
    bar.take("AA", "26 combos copied")
    settle(qtbot)
    right = 0
    shown = [one for one in [bar.label, *bar.controls()] if one.isVisible()]
    for one in shown:
        left = one.mapTo(bar, QPoint(0, 0)).x()
        assert left >= right - 1, one.accessibleName()  # segments share their borders
        right = left + one.width()
        assert one.width() >= one.sizeHint().width() - 1, one.accessibleName()
    assert right <= bar.width()
    assert all(one.accessibleName() for one in bar.controls())


def test_bars_are_pressed_and_spoken(window: MainWindow, said: list[object], qtbot: QtBot) -> None:
    window.resize(1920, 1080)
    settle(qtbot)
    rows = window.study.classes.rows()
    assert [row.accessibleName() for row in rows[:2]] == ["Set", "Two pair"]
    QTest.mouseClick(rows[3], LEFT)
    rows[10].setFocus()
    QTest.keyClick(rows[10], Qt.Key.Key_Return)
    assert said == [("class", "top_pair"), ("class", "flush_draw")]
    assert rows[3].accessibleDescription().startswith("13.0%, 111 combos, Button ")
    assert rows[3].accessibleDescription().endswith("chosen")
    assert all(row.bar_rect().right() <= row.width() for row in rows)


def test_a_class_that_is_chosen_looks_so(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(1920, 1080)
    settle(qtbot)
    rows = window.study.classes.rows()
    chosen, plain = (rows[i].grab().toImage().pixelColor(12, 10) for i in (3, 4))
    assert chosen != plain


def test_a_filter_is_named_over_what_it_counts_in(window: MainWindow, qtbot: QtBot) -> None:
    centre, columns = window.study.centre, window.study.columns
    assert not centre.filtered.isVisible() and columns.frequency.text() == "frequency"
    narrow(window, NARROWED)
    settle(qtbot)
    words = "Filter: Spades, Top pair, Check, 50%+ (26 of 853 combos)"
    assert centre.filtered.isVisible() and centre.filtered.words == words
    assert centre.filtered.geometry().bottom() < centre.totals.geometry().top()
    assert centre.totals.accessibleDescription() == words
    # Unfiltered grids say so.
    assert columns.frequency.text() == "frequency, whole range"
    assert columns.curve.accessibleName() == "Equity distribution, whole range"
    assert all("whole range" in row.accessibleName() for row in columns.sides.rows())
    narrow(window, filter_scenes.bar(FIVE))
    assert not centre.filtered.isVisible() and "whole" not in columns.curve.accessibleName()


@pytest.mark.parametrize(("width", "line"), [(1024, 2), (1440, 1), (1920, 1)])
def test_action_cards_show_their_keys(
    window: MainWindow, qtbot: QtBot, width: int, line: int
) -> None:
    window.resize(width, width * 5 // 8)
    settle(qtbot)
    cards = window.study.centre.totals.cards()
    assert [card.key for card in cards] == ["1", "2", "3", "4", "5"]
    assert {card.cap for card in cards} == {line}


@pytest.mark.parametrize("count", [2, 4, 5])
@pytest.mark.parametrize("width", [1024, 1440, 1920])
def test_action_cards_show_their_keys_beside_the_ev(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, width: int, count: int
) -> None:
    window.resize(width, width * 5 // 8)
    state = STATES["turn"]()
    told = tuple(replace(one, value="11.43 bb") for one in state.scene.totals[:count])
    show(window, replace(state, scene=replace(state.scene, totals=told)))
    settle(qtbot)
    painted: list[str] = []
    monkeypatch.setattr(totals, "text", lambda *args: (painted.append(args[2]), text(*args))[1])
    monkeypatch.setattr(totals, "key_cap", lambda *args: (painted.append(args[2]), key_cap(*args)))
    for number, card in enumerate(window.study.centre.totals.cards(), 1):
        painted.clear()
        card.grab()
        assert {"11.43 bb", told[number - 1].percent, str(number)} <= set(painted)
        assert {card.total.action.title, card.total.action.short} & set(painted)
