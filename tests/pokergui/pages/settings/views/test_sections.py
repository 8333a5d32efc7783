"""Sections of the settings: the list, its keys, and their contents."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from pokergui.window.window import MainWindow


def titles(window: MainWindow) -> list[str]:
    return [row.title for row in window.settings.list.rows]


def test_sections_are_walked_by_arrows(window: MainWindow, qtbot: QtBot) -> None:
    window.show_page("settings")
    page = window.settings
    assert titles(window)[0] == "General"
    assert page.list.hasFocus()
    for row in page.list.rows[1:]:
        qtbot.keyClick(page.list, Qt.Key.Key_Down)
        assert page.list.at_hand == row._replace(front=True)
        assert page._sections[row.key][1].isVisible()


@pytest.mark.parametrize("size", [(1024, 640), (1440, 900)])
def test_a_digit_opens_its_section(window: MainWindow, qtbot: QtBot, size: tuple[int, int]) -> None:
    window.resize(*size)
    window.show_page("settings")
    for number, title in enumerate(titles(window), 1):
        qtbot.keyClick(window, str(number))
        front = [row.title for row in window.settings.list.rows if row.front]
        assert front == [title]
    assert (window.width(), window.height()) == size


def test_digits_are_typed_into_a_field(window: MainWindow, qtbot: QtBot) -> None:
    window.show_page("settings")
    window.settings.show_section("bets")
    field = window.settings.habits.bets.fields[0]
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "12")
    assert field.text() == "12"
    assert field.isVisible()
