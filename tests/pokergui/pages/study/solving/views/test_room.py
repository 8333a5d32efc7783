from dataclasses import replace
from functools import partial

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication

from pokergui.pages.study.solving.viewmodel import SpotsScene
from pokergui.pages.study.solving.views.page import ConfirmRow, SpotsRoom
from tests.pokergui.gallery.room_scenes import EXAMPLES, STATES, empty, form, rows
from tests.pokergui.pages.study.paged import (
    SHIFT,
    click,
    click_row,
    drag,
    keys,
    overhear,
    settle,
    shown,
    turn_wheel,
)

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]


SIGNALS = """
card form.board.deck.chosen  oop form.oop.preview.painted  pasted form.oop.pasted
ip form.ip.preview.painted   weighed form.oop.preview.weighed
half form.half.chosen     apart form.sizes.apart.chosen  solve foot.solve.clicked
more form.sizes.more.clicked   tree form.more.tree_chosen
solve solve_pressed
opened list.opened        removed list.removed         example welcome.chosen  left back.clicked
"""


@pytest.fixture
def room(qtbot):
    room = shown(qtbot, SpotsRoom())
    room.set_scene(STATES["full"]())
    room.begin(ready=False)
    settle()
    return room


@pytest.fixture
def said(room):
    heard = overhear(room, SIGNALS)
    for box in room.form.boxes:
        box.edited.connect(lambda *told: heard.append(("edited", *told)))
    for panel in (room.form.oop, room.form.ip):
        told = partial(lambda key, text: heard.append(("edited", key, text)), panel.key)
        panel.editor.edited.connect(told)
    return heard


def test_complete_form_waits_for_enter_and_the_end_of_typing(room, said):
    field, solve = room.form.board.field.editor, room.foot.solve
    for typed, focused in (("", solve), ("Q", field)):
        room.set_scene(SpotsScene(empty()))
        room.begin(ready=True)
        assert field.hasFocus()
        keys(room, typed)
        room.set_scene(SpotsScene(form()))
        assert QApplication.focusWidget() is focused
        keys(room, "Return" if focused is solve else "")
    assert [one for one in said if one[0] != "edited"] == [("solve",)]
    room.list.setFocus()
    keys(room, "^Return")
    assert said[-1] == ("solve",)


def test_typed_text_is_reported_immediately(room, said):
    for box in room.form.boxes:
        if box.editor.isVisible():
            box.editor.setFocus()
            keys(room, "End 7")
            assert said.pop() == ("edited", box.key, box.editor.text())
    for panel in (room.form.oop, room.form.ip):
        panel.editor.setFocus()
        keys(room, "^End 7")
        assert said.pop() == ("edited", panel.key, panel.editor.toPlainText())
    room.set_scene(STATES["full"]())
    room.form.pot.editor.setCursorPosition(2)
    room.set_scene(STATES["full"]())  # a scene reports nothing and keeps the cursor
    assert room.form.pot.editor.cursorPosition() == 2 and said == []


def test_folded_part_opens_in_sight(room, said):
    part, bar = room.form.more, room.area.verticalScrollBar()
    room.resize(900, 520)
    settle()
    assert not part.isVisible()
    click(room.form.sizes.more)
    room.set_scene(STATES["more"]())
    settle()
    assert part.isVisible() and bar.value() == bar.maximum() > 0
    said.clear()
    for button in part.trees.values():
        click(button)
    assert said == [("tree", "one"), ("tree", "two"), ("tree", "geometric")]
    assert part.boxes["merge"].note.wrong and not part.boxes["rake"].note.wrong


def test_ranges_are_painted_weighted_copied_and_pasted(room, said, qtbot):
    preview, other = room.form.oop.preview, room.form.ip.preview
    drag(preview, *(preview.places().cell(cell).center() for cell in (168, 167)))
    qtbot.mouseMove(preview, preview.places().cell(166).center())
    click(other, other.places().cell(0).center())
    other.setFocus()
    keys(room, "Right Down Left Up Right Space")
    assert "AKs" in other.accessibleDescription()
    assert said == [
        *(("oop", 168, True), ("oop", 167, True)),
        *(("ip", 0, False), ("ip", 1, False)),
    ]
    said.clear()
    at = preview.places().cell(14).center()
    for eighths, *modifiers in ((120,), (-240,), (120, SHIFT), *[(-30,)] * 4):  # a fine wheel
        assert turn_wheel(preview, eighths, at, *modifiers)
    assert not turn_wheel(preview, 120, QPoint(preview.width() - 1, preview.height() - 1))
    preview.setFocus()
    keys(room, "Plus Minus PageUp PageDown")
    steps = [0.05, -0.05, -0.05, 0.01, -0.05, 0.05, -0.05, 0.01, -0.01]
    assert said == [("weighed", 14, step) for step in steps]
    keys(room, "^C")
    assert QApplication.clipboard().text() == room.form.oop.editor.toPlainText() != ""
    QApplication.clipboard().setText("KK+")
    keys(room, "^V")
    assert said[-1] == ("pasted", "oop", "KK+")


def test_cards_precision_sizes_and_examples_can_be_chosen(room, said):
    deck = room.form.board.deck
    click(deck, deck.card_rect(1, 0).center())
    deck.setFocus()
    keys(room, "Right Space")
    click(room.form.half.buttons()[1])
    click(room.form.sizes.apart.buttons()[1])
    click(room.form.sizes.more)
    assert said.pop() == ("more",)
    assert said == [("card", "Ah"), ("card", "Kh"), ("half", True), ("apart", True)]
    room.set_scene(STATES["wrong"]())
    assert all(box.note.wrong for box in room.form.boxes if box.isVisible())
    room.form.oop.editor.undo()  # a range that was replaced can be had back
    assert said[-1][:2] == ("edited", "oop")
    said.clear()
    room.set_scene(STATES["empty"]())
    settle()
    for button in room.welcome.buttons:
        click(button)
    assert said == [("example", example.key) for example in EXAMPLES]


def question(room, index):
    found = room.list.indexWidget(room.list.model().index(index, 0))
    return found if isinstance(found, ConfirmRow) else None


def test_saved_spots_are_opened_and_removed_after_confirmation(room, said):
    spots = room.list
    first, second, third = (row.key for row in rows()[:3])
    for index in (2, 3):  # the last is unreadable
        click_row(spots, index)
    spots.setFocus()
    spots.select(first)
    keys(room, "Down Return Delete")
    assert said == [("opened", third), ("opened", second)]
    assert question(room, 1).remove.hasFocus()
    keys(room, "Escape")
    assert question(room, 1) is None and spots.hasFocus()
    keys(room, "Delete Return")
    assert said[2:] == [("removed", second)] and question(room, 1) is None
    click(room.remove)
    new = replace(rows()[1], key="new")
    room.set_scene(SpotsScene(form(), (new, *rows())))  # the question stays with its spot
    assert spots.asking == spots.at_hand.key == second
    click(question(room, 2).stay)
    assert not spots.asking
    keys(room, "Escape")
    assert said[3:] == [("left",)]
