"""The room of spots: form, foot, saved spots, examples, keys."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from pokergui.pages.study.solving.viewmodel.spots import SpotsScene
from pokergui.pages.study.solving.views.confirm import ConfirmRow
from pokergui.pages.study.solving.views.page import SpotsRoom
from tests.pokergui.gallery.room_scenes import EXAMPLES, STATES, empty, form, rows
from tests.pokergui.pages.study.paged import CONTROL, click, listen, press, settle, shown

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]


@pytest.fixture
def room(qtbot):
    """The room by itself, filled."""
    room = shown(qtbot, SpotsRoom())
    room.set_scene(STATES["full"]())
    room.begin(ready=False)
    settle()
    return room


@pytest.fixture
def said(room):
    """Everything the room reports, in order."""
    panel, ip = room.form.oop, room.form.ip
    heard = listen(
        edited=room.form.edited,
        card=room.form.board.deck.chosen,
        painted=panel.painted,
        weighed=panel.weighed,
        pasted=panel.pasted,
        half=room.form.half.chosen,
        apart=room.form.sizes.apart.chosen,
        solve=room.foot.solve_asked,
        opened=room.list.opened,
        removed=room.list.removed,
        example=room.welcome.chosen,
        left=room.left,
    )
    ip.painted.connect(lambda *values: heard.append(("painted", *values)))
    return heard


def test_a_filled_form_waits_for_one_enter_and_for_who_writes(room, said):
    field, solve = room.form.board.field.editor, room.foot.solve
    room.set_scene(SpotsScene(empty()))
    room.begin(ready=True)
    assert QApplication.focusWidget() is field
    room.set_scene(SpotsScene(form()))
    assert QApplication.focusWidget() is solve
    press(room, "Return")
    assert said == [("solve",)]
    room.set_scene(SpotsScene(empty()))
    room.begin(ready=True)
    press(room, "Q")
    room.set_scene(SpotsScene(form()))
    assert QApplication.focusWidget() is field
    room.list.setFocus()
    press(room, "Return", CONTROL)
    assert said[-1] == ("solve",)


def test_texts_are_reported_as_they_are_typed(room, said):
    fields = {box.key: box.editor for box in room.form.boxes()}
    fields |= {"oop": room.form.oop.editor, "ip": room.form.ip.editor}
    for key, editor in fields.items():
        if editor.isVisible():
            editor.setFocus()
            before = editor.toPlainText() if key in ("oop", "ip") else editor.text()
            press(room, "End", *([CONTROL] if key in ("oop", "ip") else []))
            press(room, "7")
            assert said.pop() == ("edited", key, before + "7")
    assert said == []
    room.set_scene(STATES["full"]())
    editor = room.form.pot.editor
    editor.setCursorPosition(2)
    room.set_scene(STATES["full"]())
    assert editor.cursorPosition() == 2 and said == []  # a scene reports nothing


def test_ranges_are_painted_weighed_copied_and_pasted(room, said, qtbot):
    preview, other = room.form.oop.preview, room.form.ip.preview
    out, near = (preview.places().cell(cell).center() for cell in (168, 167))
    qtbot.mousePress(preview, Qt.MouseButton.LeftButton, pos=out)
    qtbot.mouseMove(preview, near)
    qtbot.mouseRelease(preview, Qt.MouseButton.LeftButton, pos=near)
    qtbot.mouseMove(preview, preview.places().cell(166).center())
    click(other, other.places().cell(0).center())
    other.setFocus()
    for key in ("Right", "Down", "Left", "Up", "Right", "Space"):
        press(room, key)
    assert "AKs" in other.accessibleDescription()
    assert said == [
        *(("painted", "oop", 168, True), ("painted", "oop", 167, True)),
        *(("painted", "ip", 0, False), ("painted", "ip", 1, False)),
    ]
    said.clear()
    preview.setFocus()
    for key in ("Plus", "Minus", "PageUp", "PageDown"):
        press(room, key)
    steps = [0.05, -0.05, 0.01, -0.01]
    assert said == [("weighed", "oop", said[0][2], step) for step in steps]
    press(room, "C", CONTROL)
    assert QApplication.clipboard().text() == room.form.oop.editor.toPlainText() != ""
    QApplication.clipboard().setText("KK+")
    press(room, "V", CONTROL)
    assert said[-1] == ("pasted", "oop", "KK+")


def test_cards_storage_sizes_and_examples_are_chosen(room, said):
    deck = room.form.board.deck
    click(deck, deck.card_rect(1, 0).center())
    deck.setFocus()
    for key in ("Right", "Space"):
        press(room, key)
    click(room.form.half.buttons()[1])
    click(room.form.sizes.apart.buttons()[1])
    assert said == [("card", "Ah"), ("card", "Kh"), ("half", True), ("apart", True)]
    room.set_scene(STATES["wrong"]())
    assert all(box.note.wrong for box in room.form.boxes() if box.isVisible())
    room.form.oop.editor.undo()  # a range that was replaced can be had back
    assert said[-1][:2] == ("edited", "oop")
    room.set_scene(STATES["empty"]())
    settle()
    for button in room.welcome.buttons:
        click(button)
    examples = [("example", example.key) for example in EXAMPLES]
    assert said[-len(examples) :] == examples


def question(room, index):
    found = room.list.indexWidget(room.list.model().index(index, 0))
    return found if isinstance(found, ConfirmRow) else None


def test_saved_spots_are_opened_and_removed_after_a_question(room, said):
    spots = room.list
    for index in (2, 3):  # the last cannot be read
        click(spots.viewport(), spots.visualRect(spots.model().index(index, 0)).center())
    assert said == [("opened", "three")]
    spots.setFocus()
    spots.select("one")
    for key in ("Down", "Return", "Delete"):
        press(room, key)
    assert said.pop() == ("opened", "two")
    assert question(room, 1).remove.hasFocus()
    press(room, "Escape")
    assert question(room, 1) is None and spots.hasFocus()
    press(room, "Delete")
    press(room, "Return")
    assert said[-1] == ("removed", "two") and question(room, 1) is None
    click(room.remove)
    new = replace(rows()[1], key="new")
    room.set_scene(SpotsScene(form(), (new, *rows())))  # the question stays with its spot
    assert spots.asking == spots.at_hand.key == "two"
    click(question(room, 2).stay)
    assert not spots.asking and len(said) == 2
    press(room, "Escape")
    assert said[-1] == ("left",)
