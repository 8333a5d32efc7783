"""A window fed by hand-made view models."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from pokergui.theme.look import apply_look
from pokergui.viewmodel import SettingsScene
from pokergui.views.window import MainWindow


@pytest.fixture
def window(qtbot: QtBot) -> Iterator[MainWindow]:
    """A shown window, dark, at normal speed, with nothing in it."""
    settings = SettingsScene(theme="dark")
    apply_look(settings)
    made = MainWindow()
    qtbot.addWidget(made)
    made.set_settings(settings)
    with qtbot.waitExposed(made):
        made.show()
    made.activateWindow()
    made.play.setFocus()
    yield made
    made.play.table.show_scene(made.play.table.scene)
    apply_look(settings)
