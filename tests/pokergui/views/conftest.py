"""A window fed by hand-made view models."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidgetItem
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from pokergui.theme.look import apply_look
from pokergui.viewmodel import SettingsScene
from pokergui.views.window import MainWindow


def forgotten() -> list[QLayoutItem]:
    """Items that Python still knows and that no layout holds any more.

    Qt deleted them, unseen by Python, when their widget was deleted or moved without being taken
    out of its layout first. Python then takes whatever comes to stand at their address for them.
    """
    known = Shiboken.getAllValidWrappers()
    layouts = [each for each in known if isinstance(each, QLayout)]
    held = {layout.itemAt(i) for layout in layouts for i in range(layout.count())}
    return [each for each in known if isinstance(each, QWidgetItem) and each not in held]


@pytest.fixture(autouse=True, scope="session")
def _application(qapp: object) -> None:
    """There is one in every test, whichever comes first: timers need it."""


@pytest.fixture(autouse=True)
def _pointer_elsewhere() -> None:
    """The test before may have left it over what is a cell or a button now."""
    QCursor.setPos(-9, -9)


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
    assert not forgotten()
    made.play.table.show_scene(made.play.table.scene)
    apply_look(settings)
