"""The room of the aggregate report: its keys, its form and its table."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFileDialog

from pokergui.pages.study.reports.views.page import AggregateRoom
from tests.pokergui.gallery import aggregate_scenes as scenes
from tests.pokergui.pages.study.paged import CONTROL, click, listen, press, settle, shown

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]


@pytest.fixture
def room(qtbot):
    """The room by itself, with a table."""
    room = shown(qtbot, AggregateRoom())
    room.set_form(scenes.FORM)
    room.set_table(scenes.TABLE)
    room.begin()
    settle()
    return room


def test_keys_group_sort_filter_and_open(room, qtbot):
    said = listen(
        grouped=room.grouped,
        sorted=room.table.sorted_by,
        opened=room.table.opened,
        narrowed=room.search.searched,
        run=room.form.run_asked,
        left=room.left,
    )
    for key in "12345":
        press(room, key)
    room.groups.buttons()[2].click()
    groups = ("boards", "suits", "pairing", "high", "connection", "pairing")
    assert said == [("grouped", group) for group in groups]
    for key in ("Right", "Left", "Space"):
        press(room, key)
    assert said[-3:] == [("sorted", key) for key in ("equity", "r9700", "ev")]
    for key in ("Down", "Return"):
        press(room, key)
    assert said[-1] == ("opened", room.table.at_hand.key)
    press(room, "Slash")
    assert QApplication.focusWidget() is room.search
    qtbot.keyClicks(room.search, "two")
    press(room, "Return")
    assert said[-1] == ("narrowed", "two") and QApplication.focusWidget() is room.table
    press(room, "Return", CONTROL)
    press(room, "Escape")
    assert said[-2:] == [("run",), ("left",)]


def test_the_form_is_typed_run_and_stopped(room, qtbot):
    form = room.form
    said = listen(edited=form.edited, run=form.run_asked, stop=form.stop_asked)
    form.line.editor.setFocus()
    form.line.editor.selectAll()
    qtbot.keyClicks(form.line.editor, "r1")  # letters in fields are letters
    press(room, "Return")
    assert said == [("edited", "line", "r"), ("edited", "line", "r1"), ("run",)]
    room.set_form(scenes.RUNNING)
    assert form.button.text() == "Stop"
    assert "412 of 1,755" in room.progress.accessibleDescription()
    click(form.button)
    assert said[-1] == ("stop",)
    for boards, seen in (("all", (0, 0, 0)), ("sample", (1, 1, 0)), ("named", (0, 0, 1))):
        room.set_form(replace(scenes.FORM, boards=boards, going_on=True))
        shown = [box.isVisible() for box in (form.size_box, form.seed, form.named)]
        assert form.button.text() == "Go on" and shown == list(map(bool, seen))
    room.set_form(replace(scenes.FORM, runnable=False))
    assert not form.button.isEnabled()


def test_the_line_is_clicked_together(room):
    said = listen(action=room.way.menu.chosen, crumb=room.way.crumbs.chosen)
    chips = room.way.menu.chips()
    assert [chip.action.title for chip in chips] == [one.title for one in scenes.ACTIONS]
    click(chips[2])
    click(room.way.crumbs, room.way.crumbs.crumb_box(2).center().toPoint())
    assert said == [("action", "r600"), ("crumb", 2)]
    room.set_form(replace(scenes.FORM, menu=()))
    assert not room.way.menu.isVisible() and room.way.crumbs.isVisible()


def test_headings_sort_with_a_click_and_rows_open_with_two(room, qtbot):
    table, heading = room.table, room.table.horizontalHeader()
    said = listen(sorted=table.sorted_by, opened=table.opened)
    for at, column in enumerate(table.columns):
        if not table.isColumnHidden(at):
            point = heading.viewport().rect().center()
            point.setX(heading.sectionViewportPosition(at) + heading.sectionSize(at) // 2)
            said.clear()
            click(heading.viewport(), point)
            assert said == ([("sorted", column.key)] if column.key else [])
    assert "EV, bb ↓" in [column.heading for column in table.columns]
    said.clear()
    place = table.visualRect(table.model().index(3, 0)).center()
    click(table.viewport(), place)
    assert said == []
    qtbot.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert said == [("opened", scenes.TABLE.rows[3].key)]


def test_rows_that_come_keep_what_is_at_hand(room):
    room.set_table(replace(scenes.TABLE, rows=scenes.boards(20)))
    room.table.selectRow(7)
    key = room.table.at_hand.key
    for rows in (scenes.boards(40), scenes.boards(40)[::-1]):
        room.set_table(replace(scenes.TABLE, rows=rows))
        assert room.table.at_hand.key == key
    room.set_table(scenes.EMPTY)
    assert not room.table.isVisible() and not room.export.isEnabled()


def test_saving_asks_for_a_file(room, monkeypatch):
    monkeypatch.setattr(QFileDialog, "open", lambda dialog: None)
    said = listen(chosen=room.export_chosen)
    press(room, "E", CONTROL)
    dialog = room.findChild(QFileDialog)
    dialog.fileSelected.emit("/x/boards.csv")
    assert said == [("chosen", "/x/boards.csv")]
    dialog.close()
