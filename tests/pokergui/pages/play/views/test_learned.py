"""The sheet of an opponent's model."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton
from pytestqt.qtbot import QtBot

from pokergui.viewmodel import Notice, NoticeButton
from pokergui.window.window import MainWindow
from tests.pokergui.gallery.scenes import LEARNED, STATES, show


@pytest.fixture
def opened(window: MainWindow, qtbot: QtBot) -> MainWindow:
    """The sheet, open."""
    window.resize(1440, 900)
    show(window, STATES["learned"]())
    qtbot.wait(5)
    return window


def test_a_key_and_a_button_ask_for_it(window: MainWindow, qtbot: QtBot) -> None:
    show(window, STATES["advisor"]())
    drawer, asked = window.play.advisor, []
    drawer.mind.look.clicked.connect(lambda: asked.append(1))
    qtbot.wait(5)
    qtbot.keyClick(window.play, Qt.Key.Key_L)
    qtbot.mouseClick(drawer.mind.look, Qt.MouseButton.LeftButton)
    assert asked == [1, 1]


def test_it_stands_in_place_of_the_table_and_the_tables_keys_rest(
    opened: MainWindow, qtbot: QtBot
) -> None:
    page, acted, closed = opened.play, [], []
    page.bar.action_requested.connect(lambda *action: acted.append(action))
    page.learned.back.clicked.connect(lambda: closed.append(1))
    assert page.learned.isVisible() and not page.table.isVisible()
    for key in (Qt.Key.Key_F, Qt.Key.Key_C, Qt.Key.Key_R, Qt.Key.Key_Space):
        qtbot.keyClick(page.learned.table, key)
    assert acted == []
    qtbot.keyClick(page.learned.table, Qt.Key.Key_Escape)
    qtbot.keyClick(page.learned.table, Qt.Key.Key_L)
    qtbot.mouseClick(page.learned.back, Qt.MouseButton.LeftButton)
    assert closed == [1, 1, 1]
    page.show_learned(False)
    qtbot.wait(5)
    assert page.table.isVisible() and not page.learned.isVisible()
    qtbot.keyClick(page, Qt.Key.Key_C)
    assert [kind for kind, _ in acted] == ["call"]


def test_rows_are_told_in_words(opened: MainWindow) -> None:
    table = opened.play.learned.table
    model = table.model()
    assert model.rowCount() == len(LEARNED.rows)
    words = [str(model.index(0, column).data()) for column in range(6)]
    assert words[1:] == ["48", "71%, expected 38%", "25%, expected 52%", "4%, expected 10%", "31"]
    assert model.index(0, 2).data(Qt.ItemDataRole.ToolTipRole) == LEARNED.rows[0].spoken
    cannot = next(i for i, row in enumerate(LEARNED.rows) if not row.fold.text)
    assert model.index(cannot, 2).data() == "neither seen nor expected"


def test_the_keyboard_goes_through_the_rows(opened: MainWindow, qtbot: QtBot) -> None:
    table = opened.play.learned.table
    assert table.hasFocus()
    qtbot.keyClick(table, Qt.Key.Key_Down)
    assert table.currentIndex().row() == 1


def test_opponent_reset_export_and_fit(
    opened: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet, said = opened.play.learned, []
    sheet.opponents.chosen.connect(lambda key: said.append(("opponent", key)))
    sheet.reset_button.clicked.connect(lambda: said.append(("reset",)))
    sheet.export_requested.connect(lambda path: said.append(("export", path)))
    sheet.fit_requested.connect(lambda paths: said.append(("fit", *paths)))

    def opening(*_: Any) -> tuple[list[str], str]:
        return ["a.phhs", "b.log"], ""

    def saving(*_: Any) -> tuple[str, str]:
        return "me", ""

    monkeypatch.setattr(QFileDialog, "getOpenFileNames", opening)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", saving)
    sheet.opponents.activated.emit(1)
    qtbot.mouseClick(sheet.reset_button, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(sheet.export_button, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(sheet.fit_button, Qt.MouseButton.LeftButton)
    by_button = [
        ("opponent", "slate"),
        ("reset",),
        ("export", "me.safetensors"),
        ("fit", "a.phhs", "b.log"),
    ]
    assert said == by_button
    said.clear()
    control = Qt.KeyboardModifier.ControlModifier
    qtbot.keyClick(sheet.table, Qt.Key.Key_Delete)
    qtbot.keyClick(sheet.table, Qt.Key.Key_E, control)
    qtbot.keyClick(sheet.table, Qt.Key.Key_O, control)
    assert said == by_button[1:]


def test_the_keys_go_on_working_when_the_notice_with_the_keyboard_goes(
    opened: MainWindow, qtbot: QtBot
) -> None:
    page, closed = opened.play, []
    page.learned.back.clicked.connect(lambda: closed.append(1))
    notice = Notice("plain", "All is forgotten", buttons=(NoticeButton("undo", "Take it back"),))
    page.learned.set_scene(replace(LEARNED, notice=notice))
    qtbot.wait(5)
    (button,) = (one for one in page.learned.notice.buttons() if one.isVisible())
    button.setFocus()
    assert QApplication.focusWidget() is button
    page.learned.set_scene(LEARNED)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert closed == [1]


def test_running_work_offers_nothing_else(opened: MainWindow, qtbot: QtBot) -> None:
    sheet, pressed = opened.play.learned, []
    sheet.notice.pressed.connect(pressed.append)
    stop = (NoticeButton("stop", "Stop"),)
    notice = Notice("running", "Learning from hands", "", stop, progress=0.4)
    sheet.set_scene(replace(LEARNED, notice=notice, busy=True))
    qtbot.wait(1)
    for button in (sheet.fit_button, sheet.export_button, sheet.reset_button):
        assert not button.isEnabled()
    (button,) = [b for b in sheet.notice.findChildren(QPushButton) if b.isVisible()]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert pressed == ["stop"]


@pytest.mark.parametrize("name", ["learned", "learned-nothing", "learned-file"])
def test_it_fits_in_every_window(opened: MainWindow, qtbot: QtBot, name: str) -> None:
    show(opened, STATES[name]())
    sheet = opened.play.learned
    for size in ((1024, 640), (1440, 900), (1920, 1080)):
        opened.resize(*size)
        qtbot.wait(5)
        for widget in sheet.tab_order():
            assert widget.accessibleName()
            if widget not in (sheet.table, sheet.reasons.grid):
                assert widget.toolTip()
            assert widget.x() + widget.width() <= sheet.width()
        assert sheet.empty.isVisible() == (name == "learned-nothing")
        assert not sheet.table.horizontalScrollBar().isVisible()
