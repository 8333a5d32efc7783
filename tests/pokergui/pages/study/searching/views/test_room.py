from dataclasses import replace
from functools import partial

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication

from pokergui.pages.study.searching.views.page import SearchRoom
from tests.pokergui.gallery.search_scenes import states
from tests.pokergui.pages.study.paged import LEFT, click, keys, listen, settle, shown

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]


@pytest.fixture
def room(qtbot):
    room = shown(qtbot, SearchRoom())
    room.set_scene(states()["leduc"])
    room.begin()
    settle()
    return room


def test_the_button_says_what_it_does_next(room):
    button, said = room.choices.button, []
    button.clicked.connect(lambda: said.append(button.text()))
    for phase, words in (
        *(("idle", "Search"), ("running", "Stop")),
        *(("stopped", "Continue"), ("ended", "Search again")),
    ):
        scene = states()["leduc"]
        room.set_scene(replace(scene, form=replace(scene.form, phase=phase)))
        assert button.text() == words
        click(button)
        keys(room, "^Return")
        assert said[-2:] == [words, words]
    room.set_scene(states()["wrong"])
    keys(room, "^Return")
    assert not button.isEnabled() and len(said) == 8


def test_keys_choose(room, monkeypatch):
    opened = []
    said = listen(
        number=room.numbers.chosen,
        chosen=room.choices.controls.changed,
        left=room.back.clicked,
    )
    for name, box in room.choices.controls.parts.items():
        monkeypatch.setattr(box, "showPopup", partial(opened.append, name))
    keys(room, "A S D M H B F")
    assert opened == ["method", "hand", "belief", "final"]
    room.numbers.stop.buttons()[0].click()
    room.choices.controls.box("method").chosen.emit("smooth-uct")
    for key, place in (("R", room.aside.grid), ("J", room.tree.canvas)):
        keys(room, key)
        assert QApplication.focusWidget() is place
    keys(room, "Escape")
    assert said == [
        *(("number", "adaptive", False), ("number", "slow", True)),
        *(
            ("number", "whole", True),
            ("number", "adaptive", False),
            ("chosen", "method", "smooth-uct"),
            ("left",),
        ),
    ]


def test_invalid_typed_numbers_are_explained(room, qtbot):
    numbers = room.numbers
    said = listen(edited=numbers.chosen)
    for key, field in numbers.fields.items():
        field.returnPressed.connect(lambda: said.append(("run",)))
        field.setFocus()
        field.selectAll()
        qtbot.keyClicks(field, "7")
        keys(room, "Return")
        assert said[-2:] == [("edited", key, "7"), ("run",)]
    room.set_scene(states()["wrong"])
    field = numbers.fields["simulations"]
    assert field.property("wrong") and "10,000,000" in field.accessibleDescription()
    assert not numbers.progress.isVisible()  # the error stands in its place
    form = replace(states()["leduc"].form, adaptive=False)
    room.set_scene(replace(states()["leduc"], form=form))
    assert not numbers.fields["level"].isVisible() and numbers.progress.isVisible()


def test_arrows_and_mouse_navigate_the_tree_and_open_a_line(room, qtbot):
    canvas = room.tree.canvas
    said = listen(opened=canvas.opened)
    keys(room, "Right")
    first = [node for node in states()["leduc"].tree.nodes if node.depth == 1]
    most = max(first, key=lambda node: node.share)
    assert canvas.at_hand == most.key and canvas.accessibleDescription() == most.spoken
    seen = {canvas.at_hand}
    for key in ("Up", "Up", "Down", "Down", "Down"):
        keys(room, key)
        seen.add(canvas.at_hand)
    assert seen == {node.key for node in first}
    keys(room, "Up Right")
    deeper = canvas.at_hand
    keys(room, "Return Left")
    kept = canvas.at_hand
    assert said == [("opened", deeper)] and deeper.startswith(f"{kept}/")
    room.set_scene(states()["growing"])
    assert canvas.at_hand == kept  # a growing tree keeps its current row
    room.set_scene(states()["leduc"])
    keys(room, "Home")
    assert canvas.at_hand == ""
    call = next(node for node in first if node.key == "c")
    place = canvas.node_rect(call.key).center()
    click(canvas, place)
    assert canvas.at_hand == call.key and len(said) == 1
    qtbot.mouseDClick(canvas, LEFT, pos=place)
    assert said[1] == ("opened", call.key)
    assert "Call 2" in canvas.tip_at(place.toPointF())
    assert canvas.tip_at(QPoint(1, 1).toPointF()) == ""
