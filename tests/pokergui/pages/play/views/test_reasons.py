"""The sheet's part with the decisions of a reader."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from pokergui.window.window import MainWindow
from tests.pokergui.gallery.reasons_scenes import STATES, show
from tests.pokergui.gallery.scenes import STATES as TABLES
from tests.pokergui.gallery.scenes import show as show_table
from tests.pokergui.pictures import SIZES, colours, keep

SHIFT = Qt.KeyboardModifier.ShiftModifier


def test_a_key_and_a_button_ask_for_it_once_there_is_a_decision(
    window: MainWindow, qtbot: QtBot
) -> None:
    show_table(window, TABLES["after"]())
    page, asked = window.play, []
    page.top_bar.reasons.clicked.connect(lambda: asked.append(1))
    qtbot.wait(5)
    qtbot.keyClick(page, Qt.Key.Key_L, SHIFT)
    assert not asked and page.top_bar.reasons.isHidden()
    page.top_bar.set_reasons(True)
    qtbot.wait(5)
    qtbot.keyClick(page, Qt.Key.Key_L, SHIFT)
    qtbot.mouseClick(page.top_bar.reasons, Qt.MouseButton.LeftButton)
    assert asked == [1, 1]


def test_keys_go_through_decisions_and_parts(window: MainWindow, qtbot: QtBot) -> None:
    show(window, "flop")
    qtbot.wait(5)
    sheet, asked = window.play.learned, []
    sheet.reasons.back.clicked.connect(lambda: asked.append("back"))
    sheet.reasons.forward.clicked.connect(lambda: asked.append("forward"))
    assert sheet.reasons.hasFocus() and not sheet.table.isVisible()
    qtbot.keyClick(sheet.reasons, Qt.Key.Key_Right)
    qtbot.keyClick(sheet.reasons, Qt.Key.Key_Left)
    assert asked == ["forward", "back"]
    sheet.set_reasons(STATES["preflop"]())  # the first
    qtbot.keyClick(sheet.reasons, Qt.Key.Key_Left)
    assert asked == ["forward", "back"]
    qtbot.keyClick(sheet.reasons, Qt.Key.Key_L, SHIFT)
    assert sheet.table.isVisible() and sheet.reset_button.isVisible()
    assert sheet.table.hasFocus() and not sheet.reasons.isVisible()
    qtbot.keyClick(sheet.table, Qt.Key.Key_L, SHIFT)
    assert sheet.reasons.isVisible() and not sheet.reset_button.isVisible()


def test_escape_leaves_even_where_there_is_nothing_to_show(
    window: MainWindow, qtbot: QtBot
) -> None:
    show(window, "none")
    qtbot.wait(5)
    sheet, left = window.play.learned, []
    sheet.back.clicked.connect(lambda: left.append(1))
    assert sheet.no_reasons.isVisible() and not sheet.reasons.isVisible()
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Escape)
    assert left == [1]


def test_everything_is_said_in_words(window: MainWindow, qtbot: QtBot) -> None:
    scene = STATES["river"]()
    show(window, "river")
    panel = window.play.learned.reasons
    played = next(row for row in scene.weighed if row.played)
    assert played.spoken in panel.weighed.accessibleDescription()
    assert "played" in played.spoken
    assert f"expected {scene.expected[0].expected}" in panel.expected.accessibleDescription()
    assert scene.chance[0].value in panel.chance.accessibleDescription()
    for control in panel.tab_order():
        assert control.accessibleName()
    words = [
        panel.weighed.model().headerData(i, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
        for i in (1, 2, 3)
    ]
    assert all(words)


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("name", STATES)
def test_pictures(window: MainWindow, qtbot: QtBot, name: str, theme: str) -> None:
    window.set_settings(type(window.settings.scene)(theme=theme))
    show(window, name)
    for width, height in SIZES:
        window.resize(width, height)
        qtbot.wait(5)
        image = window.grab().toImage()
        assert (image.width(), image.height()) == (width, height)
        assert window.minimumSizeHint().width() <= 1024
        assert colours(image) > 30
        keep(image, f"reasons-{name}-{theme}-{width}")
