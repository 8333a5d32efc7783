"""The room of searches: candidates, tree, belief; its keys; nothing cut and nothing overlapping."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from pokergui.pages.study.searching.views.page import SearchRoom
from pokergui.pages.study.searching.views.treecanvas import TreeArea
from pokergui.pages.study.searching.views.treepaint import tree_boxes
from pokergui.theme.look import apply_look
from pokergui.viewmodel import Notice, NoticeButton, SettingsScene
from pokergui.window.window import MainWindow
from tests.pokergui.gallery import search_scenes as scenes
from tests.pokergui.gallery import study_scenes
from tests.pokergui.pictures import SIZES, colours, keep
from tests.pokergui.study_intents import listen, of_search

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def room(window: MainWindow, qtbot: QtBot) -> SearchRoom:
    """The room, open, with a search of Leduc."""
    window.resize(1440, 900)
    window.show_page("study")
    study_scenes.show(window, study_scenes.STATES["leduc"]())
    scenes.show(window, "leduc")
    settle(qtbot)
    return window.study.search


@pytest.fixture
def said(room: SearchRoom) -> list[tuple[object, ...]]:
    """Everything the room reports, in order."""
    heard: list[tuple[object, ...]] = []
    listen(heard, of_search(room))
    return heard


def settle(qtbot: QtBot) -> None:
    qtbot.wait(60)


def press(qtbot: QtBot, room: SearchRoom, key: Qt.Key, *modifier: Qt.KeyboardModifier) -> None:
    qtbot.keyClick(QApplication.focusWidget() or room, key, *modifier)


def test_shift_s_opens_the_room_and_escape_closes_it(
    window: MainWindow, room: SearchRoom, said: list[object], qtbot: QtBot
) -> None:
    assert room.isVisible() and room.button.isChecked()
    assert QApplication.focusWidget() is room.tree.canvas
    press(qtbot, room, Qt.Key.Key_Escape)
    assert said == [("closed",), ("left",)]
    assert not room.isVisible() and not room.button.isChecked()
    press(qtbot, room, Qt.Key.Key_S, SHIFT)
    assert said[-1] == ("opened",) and room.isVisible()
    press(qtbot, room, Qt.Key.Key_T)
    assert said[-1] == ("closed",) and window.study.in_room


def test_a_reason_disables_the_button(room: SearchRoom) -> None:
    room.offer("This game is large")
    assert not room.button.isEnabled() and room.button.toolTip() == "This game is large"
    room.offer("")
    assert room.button.isEnabled() and "Shift+S" in room.button.toolTip()


def test_the_button_says_what_it_does_next(
    room: SearchRoom, said: list[tuple[object, ...]], qtbot: QtBot
) -> None:
    button = room.choices.button
    for phase, words, intent in (
        ("idle", "Search", "run_asked"),
        ("running", "Stop", "stop_asked"),
        ("stopped", "Go on", "run_asked"),
        ("ended", "Search again", "run_asked"),
    ):
        scene = scenes.leduc()
        room.set_scene(replace(scene, form=replace(scene.form, phase=phase)))
        assert button.text() == words
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        press(qtbot, room, Qt.Key.Key_Return, CONTROL)
        assert said[-2:] == [(intent,), (intent,)]
    room.set_scene(scenes.wrong())
    assert not button.isEnabled()
    press(qtbot, room, Qt.Key.Key_Return, CONTROL)
    assert len(said) == 8


def test_keys_choose(
    room: SearchRoom,
    said: list[tuple[object, ...]],
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    press(qtbot, room, Qt.Key.Key_A)
    press(qtbot, room, Qt.Key.Key_S)
    press(qtbot, room, Qt.Key.Key_D)
    assert said == [("adaptive_chosen", False), ("slow_chosen", True), ("depth_chosen", True)]
    room.numbers.stop.buttons()[0].click()
    room.depths.buttons()[1].click()
    assert said[-2:] == [("adaptive_chosen", False), ("depth_chosen", True)]
    press(qtbot, room, Qt.Key.Key_R)
    assert QApplication.focusWidget() is room.aside.belief.grid
    press(qtbot, room, Qt.Key.Key_J)
    assert QApplication.focusWidget() is room.tree.canvas
    opened: list[str] = []
    for name, box in room.choices.boxes.items():
        monkeypatch.setattr(box, "showPopup", partial(opened.append, name))
    for key in (Qt.Key.Key_M, Qt.Key.Key_H, Qt.Key.Key_B, Qt.Key.Key_F):
        press(qtbot, room, key)
    assert opened == ["method", "hand", "belief", "final"]
    room.choices.boxes["method"].chosen.emit("s")
    assert said[-1] == ("chosen", "method", "s")


def test_numbers_are_typed_and_told_what_is_wrong(
    room: SearchRoom, said: list[tuple[object, ...]], qtbot: QtBot
) -> None:
    field = room.numbers.fields["simulations"]
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "5s")
    assert said == [("edited", "simulations", "5"), ("edited", "simulations", "5s")]
    press(qtbot, room, Qt.Key.Key_Return)
    assert said[-1] == ("run_asked",)
    room.set_scene(scenes.wrong())
    assert room.numbers._wrong.isVisible() and "10,000,000" in room.numbers._wrong.words
    assert field.property("wrong")
    fixed = replace(scenes.leduc(), form=replace(scenes.FORM, adaptive=False))
    room.set_scene(fixed)
    assert not room.numbers.fields["level"].isVisible()


def test_candidates_tell_what_was_dropped(room: SearchRoom) -> None:
    table = room.candidates
    assert [row.key for row in table.rows] == ["f", "c", "r8"]
    texts = [column.text(table.rows[0]) for column in table.columns]
    assert "after 550" in texts and "exact" in texts
    assert [table.washed(row) for row in table.rows] == [False, False, True]
    assert "Raise to 8, 1,174 visits" in table.accessibleDescription()
    assert "\u22120.10 to 1.60" in [column.heading for column in table.columns]


def test_arrows_walk_the_tree_and_enter_opens_a_line(
    room: SearchRoom, said: list[tuple[object, ...]], qtbot: QtBot
) -> None:
    canvas = room.tree.canvas
    assert canvas.at_hand == ""
    press(qtbot, room, Qt.Key.Key_Right)
    most = max(room._scene.tree.nodes[1:], key=lambda node: (node.depth == 1) * node.share)
    assert canvas.at_hand == most.key
    assert canvas.accessibleDescription() == most.spoken
    seen = {canvas.at_hand}
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Down):
        press(qtbot, room, key)
        seen.add(canvas.at_hand)
    assert seen == {"f", "c", "r8"}
    press(qtbot, room, Qt.Key.Key_Up)
    press(qtbot, room, Qt.Key.Key_Right)
    deeper = canvas.at_hand
    assert deeper.count("/") == 1
    press(qtbot, room, Qt.Key.Key_Return)
    assert said[-1] == ("line_opened", deeper)
    press(qtbot, room, Qt.Key.Key_Left)
    assert deeper.startswith(canvas.at_hand + "/")
    press(qtbot, room, Qt.Key.Key_Home)
    assert canvas.at_hand == ""


def test_the_mouse_takes_a_node_and_a_double_click_opens_it(
    room: SearchRoom, said: list[tuple[object, ...]], qtbot: QtBot
) -> None:
    canvas = room.tree.canvas
    place = canvas.node_rect("c").center()
    qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=place)
    assert canvas.at_hand == "c" and said == []
    qtbot.mouseDClick(canvas, Qt.MouseButton.LeftButton, pos=place)
    assert said == [("line_opened", "c")]
    assert canvas.tip_at(place.toPointF()).startswith("Call 2")
    assert canvas.tip_at(QPoint(1, 1).toPointF()) == ""


def test_a_tree_that_grows_keeps_what_is_at_hand(room: SearchRoom, qtbot: QtBot) -> None:
    canvas = room.tree.canvas
    press(qtbot, room, Qt.Key.Key_Right)
    key = canvas.at_hand
    room.set_scene(scenes.growing())
    assert canvas.at_hand == key
    room.set_scene(scenes.whole())
    assert canvas.at_hand == key


def test_a_node_far_away_comes_in_sight(room: SearchRoom, qtbot: QtBot) -> None:
    room.set_scene(scenes.whole())
    settle(qtbot)
    canvas, area = room.tree.canvas, room.tree
    assert canvas.height() > area.viewport().height()
    for _ in range(6):
        press(qtbot, room, Qt.Key.Key_Right)
    for _ in range(20):
        press(qtbot, room, Qt.Key.Key_Down)
        corner = QPoint(area.horizontalScrollBar().value(), area.verticalScrollBar().value())
        seen = area.viewport().rect().translated(corner)
        assert seen.contains(canvas.node_rect(canvas.at_hand))


@pytest.mark.parametrize("name", ["leduc", "growing", "whole", "holdem"])
@pytest.mark.parametrize("size", [(300, 120), (820, 480), (1600, 1000)])
def test_nodes_lie_apart_and_right_of_their_parents(name: str, size: tuple[int, int]) -> None:
    tree = scenes.STATES[name]().tree
    boxes = tree_boxes(tree, *size)
    for one, other in combinations(boxes.boxes, 2):
        assert not one.intersects(other)
    for node, box in zip(tree.nodes, boxes.boxes, strict=True):
        assert QRectF(0, 0, boxes.width, boxes.height).contains(box)
        if node.parent >= 0:
            parent = boxes.boxes[node.parent]
            assert box.x() > parent.right()
    if boxes.height <= size[1]:
        return
    at, top = 0, min(box.y() for box in boxes.boxes)
    while True:  # the main line of a high tree runs along its top
        assert boxes.boxes[at].y() == top
        after = [place for place, node in enumerate(tree.nodes) if node.parent == at]
        if not after:
            break
        kept = [place for place in after if not tree.nodes[place].out] or after
        at = max(kept, key=lambda place: tree.nodes[place].share)


def test_lines_are_as_wide_as_their_visits(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    widths: list[float] = []
    stroke = QPainter.strokePath
    monkeypatch.setattr(QPainter, "strokePath", lambda self, path, pen: widths.append(pen.widthF()))
    area = TreeArea()
    qtbot.addWidget(area)
    area.resize(900, 900)
    tree = scenes.leduc().tree
    area.canvas.set_scene(tree)
    area.show()
    area.canvas.grab()
    monkeypatch.setattr(QPainter, "strokePath", stroke)
    drawn = widths[-(len(tree.nodes) - 1) :]
    lines = [(n.share, width) for n, width in zip(tree.nodes[1:], drawn, strict=True) if not n.out]
    for (share, width), (more, wider) in combinations(sorted(lines), 2):
        assert share == more or width <= wider
    assert max(widths) > 2 * min(widths)


def test_an_empty_room_says_what_to_do(room: SearchRoom) -> None:
    room.set_scene(scenes.empty())
    assert room._empty.isVisible() and not room.candidates.isVisible()
    room.set_scene(scenes.leduc())
    assert not room._empty.isVisible() and room.candidates.isVisible()


def test_what_study_has_to_say_is_told_in_the_room(window: MainWindow, room: SearchRoom) -> None:
    window.study.set_notice(Notice("error", "No answer", "", (NoticeButton("retry", "Again"),)))
    assert room.notice.isVisible()
    window.study.set_notice(None)
    assert not room.notice.isVisible()


def cut(widget: QWidget, within: QWidget) -> Iterator[str]:
    """Return visible widgets that overlap each other, or reach out of their parents."""
    children = [
        child
        for child in widget.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
        if child.isVisible() and not child.isWindow() and child.width() and child.height()
    ]
    for one, other in combinations(children, 2):
        if one.geometry().intersects(other.geometry()):
            yield f"{one} lies on {other}"
    for child in children:
        if not within.rect().contains(child.geometry()):
            yield f"{child} {child.geometry()} reaches over {within.rect()}"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_pictures(window: MainWindow, room: SearchRoom, qtbot: QtBot, size, theme) -> None:
    apply_look(SettingsScene(theme=theme))
    window.resize(*size)
    for name in scenes.STATES:
        scenes.show(window, name)
        settle(qtbot)
        for part in (room, room._top, room.numbers, room.choices, room.aside, room.aside.belief):
            if part.isVisible():
                assert list(cut(part, part)) == []
        image = window.grab().toImage()
        assert colours(image) > 40
        keep(image, f"search-{name}-{theme}-{size[0]}")
