"""The window: pages, keys, sizes, settings."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QToolButton
from pytestqt.qtbot import QtBot

from pokergui.theme import look
from pokergui.theme.tokens import LIGHT
from pokergui.viewmodel import Place, SettingsScene
from pokergui.views.window import MainWindow
from tests.pokergui.views.scenes import STATES, show


class Extra(QLabel):
    compact = False

    def set_compact(self, compact: bool) -> None:
        self.compact = compact


def test_keys_change_pages(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.keyClick(window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    assert window.settings.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_F1)
    assert window.play.isVisible()


def test_a_page_is_one_line(window: MainWindow, qtbot: QtBot) -> None:
    page = Extra("Watch")
    window.add_page("person", "Extra", "F9", page)
    qtbot.keyClick(window, Qt.Key.Key_F9)
    assert page.isVisible()
    window.resize(1024, 640)
    assert page.compact


@pytest.mark.parametrize(
    ("width", "height", "compact"),
    [(1440, 900, False), (1200, 760, False), (1199, 900, True), (1440, 759, True)],
)
def test_sizes(window: MainWindow, width: int, height: int, compact: bool) -> None:
    window.resize(width, height)
    assert window.rail.width() == (56 if compact else 168)
    assert window.play.bar.height() == (92 if compact else 124)


@pytest.mark.parametrize("name", STATES)
def test_no_state_widens_the_smallest_window(window: MainWindow, name: str) -> None:
    window.resize(1024, 640)
    show(window, STATES[name]())
    assert (window.width(), window.height()) == (1024, 640)
    assert window.minimumSizeHint().width() <= 1024
    assert window.minimumSizeHint().height() <= 640


def test_settings_go_round(window: MainWindow, qtbot: QtBot) -> None:
    """The page asks, the owner answers with ``set_settings``, and the look follows."""
    window.settings_changed.connect(window.set_settings)
    buttons = {
        button.accessibleName(): button for button in window.settings.findChildren(QToolButton)
    }
    window.show_page("settings")
    for name in ("Theme: Light", "Deck: Two colours", "Animation: Instant", "Misclick guard: On"):
        qtbot.mouseClick(buttons[name], Qt.MouseButton.LeftButton)
    assert look.tokens() is LIGHT
    assert look.deck_name() == "two"
    assert look.animation() == 0.0
    wanted = SettingsScene("light", "two", 0.0, misclick_guard=True)
    assert window.settings.scene == wanted
    assert window.play.speed.text() == "Speed Instant"


def test_speed_button_asks(window: MainWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.settings_changed) as caught:
        window.play.speed.menu().actions()[-1].trigger()
    assert caught.args[0].animation == 0.0


def test_folders(window: MainWindow, qtbot: QtBot) -> None:
    scene = replace(window.settings.scene, places=(Place("log", "Log", "/tmp/x"),), version="1")
    window.set_settings(scene)
    window.set_settings(replace(scene, places=(*scene.places, Place("data", "Hands", "/tmp/y"))))
    buttons = window.settings.place_buttons()
    assert len(buttons) == 2
    with qtbot.waitSignal(window.settings.place_opened) as caught:
        buttons[1].click()
    assert caught.args == ["data"]


def test_closing_is_reported(window: MainWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.closing):
        window.close()
