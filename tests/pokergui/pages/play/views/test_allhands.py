"""The sheet of each hand's possible earnings."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from pokergui.window.window import MainWindow
from tests.pokergui.gallery.review_scenes import ALL_HANDS
from tests.pokergui.gallery.scenes import STATES, show

SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.mark.parametrize("width", [1024, 1440])
def test_it_is_in_place_of_the_table_and_the_tables_keys_rest(
    window: MainWindow, qtbot: QtBot, width: int
) -> None:
    window.resize(width, 640)
    show(window, STATES["after"]())
    page, asked, closed, acted = window.play, [], [], []
    page.hands_wanted.connect(lambda: asked.append(1))
    page.all_hands.back.clicked.connect(lambda: closed.append(1))
    page.bar.action_requested.connect(lambda *action: acted.append(action))
    qtbot.wait(5)
    qtbot.keyClick(page, Qt.Key.Key_H, SHIFT)
    assert asked == [1]
    page.all_hands.set_scene(ALL_HANDS)
    page.show_all_hands(True)
    qtbot.wait(5)
    sheet = page.all_hands
    assert sheet.isVisible() and not page.table.isVisible() and not page.learned.isVisible()
    for key in (Qt.Key.Key_F, Qt.Key.Key_C, Qt.Key.Key_R):
        qtbot.keyClick(sheet.grid, key)
    assert acted == []
    cell = ALL_HANDS.grid.cells[0]
    sheet.grid.hovered.emit(0)
    assert sheet._words.text().startswith(f"{cell.label}: {cell.figure}")
    sheet.grid.hovered.emit(-1)
    assert sheet._words.text() == ALL_HANDS.words
    qtbot.keyClick(sheet.grid, Qt.Key.Key_H, SHIFT)
    qtbot.keyClick(sheet.grid, Qt.Key.Key_Escape)
    assert closed == [1, 1]
    page.show_all_hands(False)
    qtbot.wait(5)
    assert page.table.isVisible() and not sheet.isVisible()
