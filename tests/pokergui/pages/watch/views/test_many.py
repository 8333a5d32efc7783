"""The Watch page with three and six engines: menus by seat, tabs, two-player features."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from pokergui.pages.watch.views.page import WatchPage
from pokergui.widgets.combo import CaptionCombo
from pokergui.window.window import MainWindow
from tests.pokergui.gallery.watch_scenes import WATCHED, show


@pytest.fixture
def page(window: MainWindow) -> WatchPage:
    window.show_page("watch")
    return window.watch


def test_each_seat_has_a_menu_and_keys_open_them(
    page: WatchPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    show(page, WATCHED["6-ready"])
    form = page.panel.form
    assert [menu.isVisible() for menu in form.seats] == [True] * 6
    assert not page.top_bar.engine_a.isVisible()
    assert not page.top_bar.versus.isVisible()
    chosen: list[tuple[str, str]] = []
    page.engine_chosen.connect(lambda side, key: chosen.append((side, key)))
    form.seats[4].chosen.emit("call")
    assert chosen == [("e", "call")]
    opened: list[CaptionCombo] = []
    menus = {"A": form.seats[0], "B": form.seats[1], "F": form.fill}
    for key, menu in menus.items():
        monkeypatch.setattr(menu, "showPopup", lambda menu=menu: opened.append(menu))
        qtbot.keyClick(page, getattr(Qt.Key, f"Key_{key}"))
    assert opened == list(menus.values())
    with qtbot.waitSignal(form.shuffle.clicked):
        qtbot.keyClick(page, Qt.Key.Key_N)
    show(page, WATCHED["3-ready"])
    assert [menu.isVisible() for menu in form.seats] == [True] * 3 + [False] * 3
    assert form.geometry().bottom() <= page.panel.button.geometry().top()
    show(page, WATCHED["empty"])
    assert not form.isVisible()
    assert page.top_bar.engine_a.isVisible()


@pytest.mark.parametrize("seats", [3, 6])
def test_figures_of_many_have_room_in_a_small_window(
    window: MainWindow, page: WatchPage, seats: int
) -> None:
    window.resize(1024, 640)
    show(page, WATCHED[f"{seats}-sides"])
    standing, seen = page.standing, []
    for _ in range(3):
        parts = (standing.chart, standing.methods, standing.stats)
        seen.append(tuple(part.isVisible() for part in parts))
        for part in parts:
            if part.isVisible():
                assert part.geometry().bottom() <= standing.height()
        standing.next_tab()
    tabs = [(True, False, False), (False, True, False), (False, False, True)]
    assert seen == (tabs if seats == 6 else [(True, False, False), (False, True, True), tabs[0]])
    show(page, WATCHED["live"])
    assert not standing.tabs.buttons()[2].isVisible()


def test_what_is_for_two_engines_says_so(page: WatchPage) -> None:
    show(page, WATCHED["6-sides"])
    assert not page.bar.seat.isEnabled() and "two engines" in page.bar.seat.toolTip()
    show(page, WATCHED["live"])
    assert "two engines" not in page.bar.seat.toolTip()


def test_chances_of_all_are_told_in_words(page: WatchPage) -> None:
    show(page, WATCHED["6-sides"])
    assert "Granite 38%" in page.win.accessibleDescription()
    assert "Tidewater out" in page.win.accessibleDescription()
