"""Buttons in the bars of pages have text where there is room, else tooltips."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from pokergui.widgets.iconbutton import IconButton
from pokergui.window.window import MainWindow
from tests.pokergui.gallery import history_scenes, scenes, study_scenes, train_scenes, watch_scenes

BARS: dict[str, Callable[[MainWindow], list[QWidget]]] = {
    "play": lambda window: [window.play.top_bar],
    "watch": lambda window: [window.watch.top_bar, window.watch.bar],
    "study": lambda window: [window.study.top_bar],
    "train": lambda window: [window.train.top_bar],
    "history": lambda window: [window.history.filters],
}


def fill(window: MainWindow) -> None:
    """Typical contents of every page."""
    window.play.top_bar.set_scene(scenes.NOLIMIT_TOP)
    window.watch.top_bar.set_scene(watch_scenes.TOP)
    window.watch.set_controls(watch_scenes.LIVE)
    study_scenes.show(window, study_scenes.STATES["turn"]())
    train_scenes.show(window.train, train_scenes.LIVE)
    history_scenes.STATES["history"](window)


def buttons(window: MainWindow, name: str) -> list[IconButton]:
    bars = BARS[name](window)
    return [button for bar in bars for button in bar.findChildren(IconButton)]


@pytest.mark.parametrize("width", [1440, 1920])
def test_there_are_words_where_there_is_room(window: MainWindow, qtbot: QtBot, width: int) -> None:
    fill(window)
    window.resize(width, 900)
    for name in BARS:
        window.show_page(name)
        qtbot.wait(5)
        found = [button for button in buttons(window, name) if button.isVisible()]
        assert found, name
        assert [button.text() for button in found if not button.painted] == []


@pytest.mark.parametrize("width", [960, 1024, 1200, 1440])
def test_nothing_is_cut_for_words(window: MainWindow, qtbot: QtBot, width: int) -> None:
    fill(window)
    window.resize(width, 640 if width < 1200 else 900)
    for name in BARS:
        window.show_page(name)
        qtbot.wait(5)
        for button in buttons(window, name):
            assert button.accessibleName() and button.toolTip()
            if button.isVisible():
                assert button.width() >= button.sizeHint().width(), button.text()
                bar = button.parentWidget()
                assert bar is not None and bar.rect().contains(button.geometry()), button.text()
