from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog

from pokergui.pages.study.reports.views.aggregate import AggregateRoom
from tests.pokergui.gallery.aggregate_scenes import states
from tests.pokergui.pages.study.paged import click, keys, overhear, settle, shown

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]


SIGNALS = """
grouped groups.chosen sorted table.sorted_by   opened table.opened     narrowed search.searched
edited form.line.edited     press run_pressed       action way.menu.chosen
press form.button.clicked   press form.line.editor.returnPressed
crumb way.crumbs.chosen                        saved export_chosen     left back.clicked
"""


@pytest.fixture
def room(qtbot):
    room = shown(qtbot, AggregateRoom())
    room.set_form(states()["groups"][0])
    room.set_table(states()["full"][1])
    room.begin()
    settle()
    return room


@pytest.fixture
def said(room):
    return overhear(room, SIGNALS)


def test_keys_and_clicks_group_sort_filter_and_open(room, said, qtbot):
    keys(room, "1 2 3 4 5 Right Left Space Down Return")
    groups = ("boards", "suits", "pairing", "high", "connection")
    assert said == [
        *(("grouped", group) for group in groups),
        *(("sorted", key) for key in ("other", "ev", "equity")),
        ("opened", room.table.at_hand.key),
    ]
    keys(room, "Slash")
    qtbot.keyClicks(room.search, "two")
    keys(room, "Return")
    assert said[-1] == ("narrowed", "two") and QApplication.focusWidget() is room.table
    said.clear()
    keys(room, "^Return Escape")
    click(room.way.menu.chips()[1])
    click(room.way.crumbs, room.way.crumbs.crumb_box(2).center().toPoint())
    assert said == [("press",), ("left",), ("action", "r"), ("crumb", 2)]


def test_form_is_filled_run_and_cancelled(room, said, qtbot):
    form = room.form
    form.line.editor.setFocus()
    form.line.editor.selectAll()
    qtbot.keyClicks(form.line.editor, "r1")  # letters in fields are letters
    keys(room, "Return")
    assert said == [("edited", "line", "r"), ("edited", "line", "r1"), ("press",)]
    room.set_form(states()["full"][0])
    assert form.button.text() == "Stop"
    progress, form_at_rest = states()["full"][0].progress, states()["groups"][0]
    words = f"{progress.value} {progress.rest}"
    assert words in room.progress.accessibleDescription()
    click(form.button)
    assert said[-1] == ("press",)
    for boards, seen in (("all", (0, 0, 0)), ("sample", (1, 1, 0)), ("named", (0, 0, 1))):
        room.set_form(replace(form_at_rest, boards=boards, going_on=True))
        visible = [box.isVisible() for box in (form.size_box, form.seed, form.named)]
        assert form.button.text() == "Continue" and visible == list(map(bool, seen))
    room.set_form(replace(form_at_rest, runnable=False))
    assert not form.button.isEnabled()


def test_saving_opens_a_file_dialog(room, said, monkeypatch):
    monkeypatch.setattr(QFileDialog, "open", lambda dialog: None)
    keys(room, "^E")
    dialog = room.findChild(QFileDialog)
    dialog.fileSelected.emit("/x/boards.csv")
    assert said == [("saved", "/x/boards.csv")]
    dialog.close()
