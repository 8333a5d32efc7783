"""The strip that offers a partner: its contents, its keys, and its own space."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from pokergui.window.window import MainWindow
from tests.pokergui.gallery import scenes


@pytest.mark.parametrize("size", [(1024, 640), (1440, 900)])
def test_it_is_one_line_over_the_bar(
    window: MainWindow, qtbot: QtBot, size: tuple[int, int]
) -> None:
    window.resize(*size)
    page = window.play
    scenes.show(window, scenes.showdown())
    assert page.spar.isHidden()
    scenes.show(window, scenes.offered())
    strip = page.spar
    assert strip.isVisible() and strip.geometry().bottom() < page.bar.y()
    assert strip.y() > page.last_hand.geometry().bottom() and strip.height() <= 38
    for part in strip.tab_order():
        assert part.focusPolicy() & Qt.FocusPolicy.TabFocus
        assert strip.rect().contains(part.geometry())
    assert strip.play.key == "K" and strip.play.accessibleName() == "Play"
    assert "mbb a decision" in strip.accessibleDescription()
    assert scenes.SPAR.tip.replace("\n", " ") in strip.toolTip().replace("\n", " ")
    page.set_spar(None)
    assert not strip.isVisible()


def test_keys_play_it_and_close_it(window: MainWindow, qtbot: QtBot) -> None:
    page, told = window.play, list[str]()
    page.spar.play.clicked.connect(lambda: told.append("play"))
    page.spar.close_button.clicked.connect(lambda: told.append("close"))
    scenes.show(window, scenes.showdown())
    QTest.keyClick(window, Qt.Key.Key_K)
    assert told == []  # nothing is offered
    scenes.show(window, scenes.offered())
    QTest.keyClick(window, Qt.Key.Key_K, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(window, Qt.Key.Key_K)
    assert told == ["close", "play"]
