"""The strip of stacks: opened by a key or a click on a plate, typed in, entered, left."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from pokergui.pages.play.viewmodel.stacks import StacksScene
from pokergui.viewmodel.fields import SpotField
from pokergui.window.window import MainWindow
from tests.pokergui.gallery.many_scenes import frames_until, playing
from tests.pokergui.gallery.scenes import STATES, show


def scene_of(count: int, problem: str = "") -> StacksScene:
    fields = tuple(SpotField(str(place), f"{place}00", f"{place} bb") for place in range(count))
    return StacksScene(("You", *(f"Engine {n}" for n in range(1, count))), fields, problem)


@pytest.fixture
def heard(window: MainWindow, qtbot: QtBot) -> list[tuple[Any, ...]]:
    show(window, STATES["facing"]())
    page, said = window.play, []
    page.table.show_scene(frames_until(*playing(6), hero=0)[-1].scene)
    page.stacks.set_scene(scene_of(6))
    page.stacks.edited.connect(lambda key, text: said.append((key, text)))
    page.stacks.entered.connect(lambda: said.append(("entered",)))
    page.stacks.left.connect(lambda: said.append(("left",)))
    page.bar.action_requested.connect(lambda kind, amount: said.append(("act", kind)))
    qtbot.wait(20)
    return said


def typed(qtbot: QtBot, *keys: Any) -> None:
    for key in keys:
        qtbot.keyClick(QApplication.focusWidget(), key)


def test_keys_open_fill_and_enter(window: MainWindow, heard: list[Any], qtbot: QtBot) -> None:
    page = window.play
    typed(qtbot, "t")
    assert page.stacks.isVisible()
    assert QApplication.focusWidget() is page.stacks.boxes[0].editor
    typed(qtbot, "4", Qt.Key.Key_Tab, "5", "b", Qt.Key.Key_Return)
    assert heard == [("0", "4"), ("1", "5"), ("1", "5b"), ("entered",)]
    page.close_stacks()  # what the presenter does where they can be played
    assert not page.stacks.isVisible()
    typed(qtbot, "c")
    assert heard[-1] == ("act", "call")


def test_escape_leaves_and_the_keys_are_the_pages_again(
    window: MainWindow, heard: list[Any], qtbot: QtBot
) -> None:
    typed(qtbot, "t", Qt.Key.Key_Escape)
    assert not window.play.stacks.isVisible()
    assert not window.play.top_bar.stacks.isChecked()
    typed(qtbot, "f")
    assert heard == [("left",), ("act", "fold")]


@pytest.mark.parametrize("place", [0, 3, 5])
def test_a_click_on_a_plate_goes_to_its_stack(
    window: MainWindow, heard: list[Any], qtbot: QtBot, place: int
) -> None:
    table = window.play.table
    assert table._places is not None
    at = table._places.seats[place].plate.center().toPoint()
    qtbot.mouseClick(table, Qt.MouseButton.LeftButton, pos=at)
    assert QApplication.focusWidget() is window.play.stacks.boxes[place].editor
    assert heard == []


def test_what_cannot_be_played_is_said_and_not_dealt(
    window: MainWindow, heard: list[Any], qtbot: QtBot
) -> None:
    strip = window.play.stacks
    typed(qtbot, "t")
    strip.set_scene(scene_of(3, "Engine 2: A stack is at least the big blind, 100."))
    assert [box.isVisible() for box in strip.boxes] == [True] * 3 + [False] * 3
    assert strip.problem.words.startswith("Engine 2")
    assert not strip.deal.isEnabled()
    strip.set_scene(scene_of(2))
    assert strip.deal.isEnabled()


@pytest.mark.parametrize("size", [(1024, 640), (1280, 800), (1920, 1080)])
def test_six_fields_have_room(
    window: MainWindow, heard: list[Any], qtbot: QtBot, size: tuple[int, int]
) -> None:
    strip = window.play.stacks
    window.resize(*size)
    typed(qtbot, "t")
    strip.set_scene(scene_of(6, "Engine 2: A stack is at least the big blind, 100."))
    qtbot.wait(20)
    assert all(box.width() >= 64 for box in strip.boxes)
    assert strip.deal.geometry().right() <= strip.width()


def test_games_without_stacks_have_no_strip(window: MainWindow, heard: list[Any]) -> None:
    page = window.play
    page.top_bar.stacks.press()
    show(window, STATES["kuhn"]())
    assert not page.top_bar.stacks.isVisible()
    assert not page.stacks.isVisible()
