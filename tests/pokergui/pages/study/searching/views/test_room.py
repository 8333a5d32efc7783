"""The room of searches: its keys, candidates, tree and belief."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import combinations

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtWidgets import QApplication

from pokergui.pages.study.searching.views.page import SearchRoom
from pokergui.pages.study.searching.views.treepaint import tree_boxes
from tests.pokergui.gallery import search_scenes as scenes
from tests.pokergui.pages.study.paged import CONTROL, click, listen, press, settle, shown

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]


@pytest.fixture
def room(qtbot):
    """The room by itself, with a search of Leduc."""
    room = shown(qtbot, SearchRoom())
    room.set_scene(scenes.leduc())
    room.begin()
    settle()
    return room


def test_the_button_says_what_it_does_next(room):
    button, said = room.choices.button, listen(run=room.run_asked, stop=room.stop_asked)
    for phase, words, intent in (
        *(("idle", "Search", "run"), ("running", "Stop", "stop")),
        *(("stopped", "Go on", "run"), ("ended", "Search again", "run")),
    ):
        scene = scenes.leduc()
        room.set_scene(replace(scene, form=replace(scene.form, phase=phase)))
        assert button.text() == words
        click(button)
        press(room, "Return", CONTROL)
        assert said[-2:] == [(intent,), (intent,)]
    room.set_scene(scenes.wrong())
    press(room, "Return", CONTROL)
    assert not button.isEnabled() and len(said) == 8


def test_keys_choose(room, monkeypatch):
    said = listen(
        adaptive=room.adaptive_chosen,
        slow=room.slow_chosen,
        whole=room.depth_chosen,
        chosen=room.choices.chosen,
        left=room.left,
    )
    for key in "ASD":
        press(room, key)
    room.numbers.stop.buttons()[0].click()
    room.depths.buttons()[1].click()
    assert said == [
        *(("adaptive", False), ("slow", True), ("whole", True)),
        *(("adaptive", False), ("whole", True)),
    ]
    for key, place in (("R", room.aside.belief.grid), ("J", room.tree.canvas)):
        press(room, key)
        assert QApplication.focusWidget() is place
    opened = []
    for name, box in room.choices.boxes.items():
        monkeypatch.setattr(box, "showPopup", partial(opened.append, name))
    for key in "MHBF":
        press(room, key)
    assert opened == ["method", "hand", "belief", "final"]
    room.choices.boxes["method"].chosen.emit("s")
    press(room, "Escape")
    assert said[-2:] == [("chosen", "method", "s"), ("left",)]


def test_arrows_and_pointer_walk_the_tree_and_open_a_line(room, qtbot):
    canvas = room.tree.canvas
    said = listen(opened=canvas.opened)
    assert canvas.at_hand == ""
    press(room, "Right")
    most = max(scenes.leduc().tree.nodes[1:], key=lambda node: (node.depth == 1) * node.share)
    assert canvas.at_hand == most.key and canvas.accessibleDescription() == most.spoken
    seen = {canvas.at_hand}
    for key in ("Up", "Up", "Down", "Down", "Down"):
        press(room, key)
        seen.add(canvas.at_hand)
    assert seen == {"f", "c", "r8"}
    for key in ("Up", "Right"):
        press(room, key)
    deeper = canvas.at_hand
    for key in ("Return", "Left"):
        press(room, key)
    assert said == [("opened", deeper)] and deeper.startswith(canvas.at_hand + "/")
    kept = canvas.at_hand
    room.set_scene(scenes.growing())
    assert canvas.at_hand == kept  # a tree that grows keeps what is at hand
    room.set_scene(scenes.leduc())
    press(room, "Home")
    assert canvas.at_hand == ""
    place = canvas.node_rect("c").center()
    click(canvas, place)
    assert canvas.at_hand == "c" and len(said) == 1
    qtbot.mouseDClick(canvas, Qt.MouseButton.LeftButton, pos=place)
    assert said[1] == ("opened", "c")
    assert canvas.tip_at(place.toPointF()).startswith("Call 2")
    assert canvas.tip_at(QPoint(1, 1).toPointF()) == ""


@pytest.mark.parametrize("name", ["leduc", "growing", "whole", "holdem"])
@pytest.mark.parametrize("size", [(300, 120), (1600, 1000)])
def test_nodes_lie_apart_and_right_of_their_parents(name, size):
    tree = scenes.STATES[name]().tree
    found = tree_boxes(tree, *size)
    boxes = found.boxes
    assert not any(one.intersects(other) for one, other in combinations(boxes, 2))
    for node, box in zip(tree.nodes, boxes, strict=True):
        assert QRectF(0, 0, found.width, found.height).contains(box)
        assert node.parent < 0 or box.x() > boxes[node.parent].right()
    at, top = 0, min(box.y() for box in boxes)
    while found.height > size[1]:  # the main line of a high tree runs along its top
        assert boxes[at].y() == top
        after = [place for place, node in enumerate(tree.nodes) if node.parent == at]
        kept = [place for place in after if not tree.nodes[place].out] or after
        if not kept:
            break
        at = max(kept, key=lambda place: tree.nodes[place].share)
