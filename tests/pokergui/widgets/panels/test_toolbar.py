"""Buttons in the bars of pages have text where there is room."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QWidget

from pokergui.widgets.iconbutton import IconButton
from tests.pokergui.gallery import history_scenes, scenes, study_scenes, train_scenes, watch_scenes


@pytest.mark.slow
def test_there_are_words_where_there_is_room(window):
    window.play.top_bar.set_scene(scenes.NOLIMIT_TOP)
    window.watch.top_bar.set_scene(watch_scenes.TOP)
    window.watch.set_controls(watch_scenes.LIVE)
    study_scenes.show(window, study_scenes.STATES["turn"]())
    train_scenes.show(window.train, train_scenes.LIVE)
    history_scenes.STATES["history"](window)
    bars: dict[str, list[QWidget]] = {
        "play": [window.play.top_bar],
        "watch": [window.watch.top_bar, window.watch.bar],
        "study": [window.study.top_bar],
        "train": [window.train.top_bar],
        "history": [window.history.filters],
    }
    window.resize(1440, 900)
    for name, parts in bars.items():
        window.show_page(name)
        QApplication.processEvents()
        buttons = [button for bar in parts for button in bar.findChildren(IconButton)]
        found = [button for button in buttons if button.isVisible()]
        assert found, name
        assert [button.text() for button in found if not button.painted] == []
