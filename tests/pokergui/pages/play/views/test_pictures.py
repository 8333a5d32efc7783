"""Every state is painted in both themes and at three sizes; the pictures are kept."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from pokergui.theme import look
from pokergui.window.window import MainWindow
from tests.pokergui.gallery.scenes import STATES, show
from tests.pokergui.pictures import SIZES, colours, keep


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("name", STATES)
def test_state(window: MainWindow, qtbot: QtBot, name: str, theme: str) -> None:
    settings = window.settings.scene
    window.set_settings(type(settings)(theme=theme))
    show(window, STATES[name]())
    for width, height in SIZES:
        window.resize(width, height)
        qtbot.wait(5)
        image = window.grab().toImage()
        assert (image.width(), image.height()) == (width, height)
        assert colours(image) > 150
        page = image.pixelColor(window.play.mapTo(window, QPoint(3, 3)))
        assert page == QColor(look.tokens().bg1)
        keep(image, f"{name}-{theme}-{width}")


@pytest.mark.parametrize("deck", ["four", "two", "solid"])
def test_decks_differ(window: MainWindow, deck: str) -> None:
    window.set_settings(type(window.settings.scene)(deck=deck))
    show(window, STATES["facing"]())
    image = window.play.table.grab().toImage()
    club = look.suit_colours()[0]
    found = {
        image.pixelColor(x, y).name().upper()
        for x in range(0, image.width(), 2)
        for y in range(0, image.height(), 2)
    }
    assert club in found
