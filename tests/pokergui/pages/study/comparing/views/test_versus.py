"""Two engines or both players in Study's page: grids, their bar, the list of differences."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from pokergui.window.window import MainWindow
from tests.pokergui.gallery.sheet_scenes import STATES as WHOLE
from tests.pokergui.gallery.study_scenes import show, turn
from tests.pokergui.gallery.versus_scenes import (
    NAMES,
    STATES,
    engines,
    leduc_engines,
    players,
    rows,
)
from tests.pokergui.pages.study.views.test_study import SIZES, press, settle

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def window(window: MainWindow, qtbot: QtBot) -> MainWindow:
    window.resize(1440, 900)
    window.show_page("study")
    show(window, engines())
    settle(qtbot)
    return window


def test_both_grids_bear_the_names_of_their_engines(window: MainWindow, qtbot: QtBot) -> None:
    pair = window.study.centre.pair
    assert pair.both and pair.main.x() < pair.other.x()
    assert [title for title, _ in pair.shown()] == list(NAMES)
    assert pair.main.size() == pair.other.size()
    assert pair.other.accessibleName() == "Range: NFSP"
    qtbot.mouseMove(pair.other, pair.other.cell_rect(14).center())
    assert [caption.accessibleName().split(" KK")[0] for caption in pair.captions] == list(NAMES)
    qtbot.mouseClick(pair.other, Qt.MouseButton.LeftButton, pos=pair.other.cell_rect(3).center())
    assert (pair.main.pin, pair.other.pin) == (3, 3)
    assert not window.study.columns.detail.isVisible()  # the grids get its room


def test_the_second_engine_is_chosen_by_key_and_list(window: MainWindow, qtbot: QtBot) -> None:
    box = window.study.top_bar.second_box
    assert box.isVisible() and "NFSP" in box.currentText()
    heard: list[str] = []
    window.study.top_bar.second_box.chosen.connect(heard.append)
    press(qtbot, window, Qt.Key.Key_Y)
    assert box.view().isVisible()
    qtbot.keyClick(box.view(), Qt.Key.Key_Home)
    qtbot.keyClick(box.view(), Qt.Key.Key_Return)
    assert heard == [""]
    show(window, turn())
    assert not box.isVisible()


def test_what_is_compared_is_switched(window: MainWindow, qtbot: QtBot) -> None:
    bar = window.study.centre.compare
    heard: list[str] = []
    bar.which_chosen.connect(heard.append)
    for which in ("first", "second", "both", "difference"):
        show(window, engines(which))  # type: ignore[arg-type]
        press(qtbot, window, Qt.Key.Key_C)
    assert heard == ["second", "both", "difference", "first"]
    names = [button.accessibleName() for button in bar.buttons()]
    assert names == [f"Compared: {name}" for name in (*NAMES, "Both", "Difference")]
    heard.clear()
    bar.buttons()[1].click()
    assert heard == ["second"]
    assert bar.buttons()[3].isChecked()  # until a scene says otherwise


def test_in_a_small_window_one_row_has_all_controls(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(1024, 640)
    centre = window.study.centre
    bar = centre.compare
    for which in ("first", "second", "difference"):
        show(window, engines(which))  # type: ignore[arg-type]
        settle(qtbot)
        assert bar.pick.isVisible() and not bar.buttons()[0].isVisible()
        assert bar.pick.current == which and centre.side is not None
        assert bar.geometry().top() == centre.side.geometry().top()
        assert bar.geometry().right() < centre.side.geometry().left()
        assert centre.grid.places().height >= 31  # 28 with a second row
    heard: list[str] = []
    bar.which_chosen.connect(heard.append)
    bar.pick.open()
    bar.pick.menu.actions()[1].trigger()
    bar.pick.menu.close()
    assert heard == ["second"]
    window.resize(1440, 900)
    settle(qtbot)
    assert not bar.pick.isVisible() and bar.buttons()[0].isVisible()
    assert bar.geometry().top() > centre.side.geometry().bottom()


def test_the_measure_of_a_difference_is_chosen(window: MainWindow, qtbot: QtBot) -> None:
    bar = window.study.centre.compare
    assert not bar.measure.isVisible()
    show(window, engines("difference"))
    settle(qtbot)
    assert bar.measure.isVisible() and bar.measure.current == ""
    heard: list[str] = []
    bar.measure_chosen.connect(heard.append)
    bar.measure.open()
    bar.measure.menu.actions()[2].trigger()
    bar.measure.menu.close()
    assert heard == ["r275"]


def test_changes_tell_both_and_their_difference(window: MainWindow) -> None:
    words = window.study.centre.changes.accessibleName()
    assert "Bet 275 57% v. 31% +26" in words


def test_the_list_is_shown_walked_and_closed(window: MainWindow, qtbot: QtBot) -> None:
    page = window.study
    heard: list[object] = []
    page.centre.compare.list_toggled.connect(heard.append)
    page.columns.differences.chosen.connect(heard.append)
    press(qtbot, window, Qt.Key.Key_I)
    assert heard == [True]
    page.centre.compare.list_toggled.connect(lambda on: show(window, engines("both", listed=on)))
    press(qtbot, window, Qt.Key.Key_I)
    settle(qtbot)
    panel = page.columns.differences
    assert panel.isVisible() and panel.view.hasFocus()
    assert len(panel.view.rows) == 40 and page.centre.compare.list.isChecked()
    heard.clear()
    qtbot.keyClick(panel.view, Qt.Key.Key_Down)
    qtbot.keyClick(panel.view, Qt.Key.Key_Return)
    qtbot.keyClick(panel.view, Qt.Key.Key_Home)
    qtbot.keyClick(panel.view, Qt.Key.Key_Space)
    place = panel.view.visualRect(panel.view.model().index(4, 0)).center()
    qtbot.mouseClick(panel.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert heard == ["pin:1:", "pin:0:", "pin:4:"]
    index = panel.view.model().index(0, 0)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "AA; costs 12.00 mbb"
    heard.clear()
    qtbot.keyClick(panel.view, Qt.Key.Key_I)
    settle(qtbot)
    assert heard == [False] and not panel.isVisible()
    show(window, engines("difference", listed=True))
    panel.close_button.click()
    assert heard[-1] is False


def test_arrows_stay_in_study_when_the_list_gives_way_to_the_whole_game(
    window: MainWindow, qtbot: QtBot
) -> None:
    show(window, leduc_engines(listed=True))
    settle(qtbot)
    page = window.study
    page.columns.differences.focus()
    show(window, WHOLE["whole"]())
    settle(qtbot)
    assert page.centre.sheet.canvas.hasFocus()
    show(window, engines())
    settle(qtbot)
    assert page.centre.grid.hasFocus()


def test_a_list_that_is_computed_keeps_the_last_rows(window: MainWindow) -> None:
    show(window, engines("first", listed=True))
    panel = window.study.columns.differences
    panel.set_list(replace(rows(), rows=(), waiting=True))
    assert len(panel.view.rows) == 40
    panel.set_list(replace(rows(), rows=()))
    assert not panel.view.rows


def test_the_list_takes_the_place_of_the_tabs(window: MainWindow, qtbot: QtBot) -> None:
    window.resize(1024, 640)
    show(window, leduc_engines(listed=True))
    settle(qtbot)
    columns = window.study.columns
    assert columns.differences.isVisible() and not columns.detail.isVisible()
    closed: list[bool] = []
    window.study.centre.compare.list_toggled.connect(closed.append)
    press(qtbot, window, Qt.Key.Key_L)  # another tab is wanted
    assert closed == [False]


def test_both_players_are_a_choice_of_sides(window: MainWindow, qtbot: QtBot) -> None:
    show(window, players())
    settle(qtbot)
    centre = window.study.centre
    assert centre.side is not None
    assert [b.isChecked() for b in centre.side.buttons()] == [False, False, True]
    assert [title for title, _ in centre.pair.shown()] == ["Button", "Big blind"]
    heard: list[str] = []
    window.study.centre.side_chosen.connect(heard.append)
    press(qtbot, window, Qt.Key.Key_S)
    show(window, turn())
    press(qtbot, window, Qt.Key.Key_S)
    centre.side.buttons()[2].click()
    assert heard == ["0", "1", "both"]


def test_why_nothing_is_compared_is_told(window: MainWindow, qtbot: QtBot) -> None:
    show(window, STATES["broken"]())
    settle(qtbot)
    window.resize(1024, 640)
    settle(qtbot)
    labels = window.study.centre.findChildren(QLabel)
    words = [label for label in labels if label.text().startswith("NFSP gives no answer")]
    assert len(words) == 1 and words[0].isVisible()


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("name", STATES)
def test_everything_finds_room(window: MainWindow, qtbot: QtBot, name: str, theme: str) -> None:
    window.set_settings(replace(window.settings.scene, theme=theme))
    show(window, STATES[name]())
    page = window.study
    for width, height in SIZES if theme == "dark" else SIZES[:1]:
        window.resize(width, height)
        settle(qtbot)
        assert (window.width(), window.height()) == (width, height)
        area = QRect(page.mapTo(window, QPoint(0, 0)), page.size())
        parts = (page.centre.pair, page.centre.compare, page.centre.changes, page.centre.totals)
        shown = [part for part in (*parts, page.columns.differences) if part.isVisible()]
        places = [QRect(part.mapTo(window, QPoint(0, 0)), part.size()) for part in shown]
        for place in places:
            assert area.contains(place), (name, width, place)
        for first, second in combinations(places, 2):
            assert not first.intersects(second)
        bar = page.centre.compare
        buttons = [*bar.buttons(), bar.list]
        if page.centre.side is not None:
            buttons += page.centre.side.buttons()
        for button in buttons:
            wide = not button.isVisible() or button.width() >= button.sizeHint().width()
            assert wide, (name, width, button.text())
        assert not page.centre.pair.both or page.centre.pair.main.width() >= 200
        window.grab()


def test_small_cards_tell_both_shares_where_there_is_room(window: MainWindow, qtbot: QtBot) -> None:
    centre = window.study.centre
    show(window, engines("difference"))
    settle(qtbot)
    assert centre.changes.isVisible()
    assert [card.change for card in centre.totals.cards()] == [""] * 5
    window.resize(1024, 640)
    settle(qtbot)
    cards = centre.totals.cards()
    assert [card.change for card in cards] == ["57% v. 31%"] * 5
    assert not centre.changes.isVisible()
    assert min(card.height() for card in cards) == 44
    assert not centre.grid.places().edges  # the row that is saved leaves room for labels
    show(window, engines("first"))
    settle(qtbot)
    assert [card.change for card in centre.totals.cards()] == [""] * 5
    window.resize(1440, 900)
    show(window, engines("difference"))
    settle(qtbot)
    assert centre.changes.isVisible() and centre.totals.cards()[0].change == ""
