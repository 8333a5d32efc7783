from dataclasses import replace

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog

from engine.cards import parse_card
from pokergui.pages.study.reports.views.runouts import RunoutRoom
from pokergui.pages.study.views.page import StudyPage
from pokergui.pages.study.wiring import connect_runouts, connect_study, connect_walk
from tests.pokergui.gallery.runout_scenes import states
from tests.pokergui.pages.study.paged import bring, click, click_row, keys, overhear, settle, shown
from tests.pokergui.pages.study.studied import TURN, Studied

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]

SIGNALS = """
kind kinds.chosen   sorted table.sorted_by   row table.opened   cell grid.pinned
copy copy.clicked   saved export_chosen      left back.clicked
action way.menu.chosen                       crumb way.crumbs.chosen
"""


@pytest.fixture
def room(qtbot):
    room = shown(qtbot, RunoutRoom())
    room.set_scene(states()["cards"][1])
    room.begin()
    settle()
    return room


@pytest.fixture
def said(room):
    return overhear(room, SIGNALS)


def test_keys_choose_sort_open_copy_and_leave(room, said):
    assert QApplication.focusWidget() is room.table
    keys(room, "2 3 1 Right Down Return ^C")
    assert said[:5] == [
        *(("kind", kind) for kind in ("held", "removed", "runouts")),
        ("sorted", "first"),
        ("row", room.table.at_hand.key),
    ]
    assert said[5][0] == "copy"
    room.grid.setFocus()
    keys(room, "Right Right Right Return Escape +R")
    assert said[6:] == [("cell", 3), ("left",), ("left",)]


def test_a_card_under_the_pointer_is_selected_in_the_table(room, said):
    cell = room.grid.cell_rect(13 + 1).center()  # Kh
    room.grid.hovered.emit(14)
    assert room.table.at_hand.key == "Kh"
    room.grid.hovered.emit(2)  # Qs is on the board
    assert room.table.at_hand.key == "Kh"
    click(room.grid, cell)
    click_row(room.table, 0)
    click(room.way.menu.chips()[1])
    keys(room, "Backspace")
    assert said == [("cell", 14), ("action", room.way.menu.chips()[1].action.key), ("crumb", 2)]


def test_parts_follow_the_report(room):
    assert all(button.isEnabled() for button in room.kinds.buttons())
    room.set_scene(replace(states()["held"][1], comes=False))
    assert [button.isEnabled() for button in room.kinds.buttons()] == [False, True, True]
    room.set_scene(states()["start"][1])
    assert not room.table.isVisible() and not room.copy.isEnabled()
    assert not room.export.isEnabled()


def test_the_table_is_saved_and_copied(room, said, monkeypatch):
    monkeypatch.setattr(QFileDialog, "open", lambda dialog: dialog.fileSelected.emit("cards.csv"))
    keys(room, "^E")
    assert said == [("saved", "cards.csv")]
    room.take("card\nAs\n")
    assert QGuiApplication.clipboard().text() == "card\nAs\n"


def test_the_page_opens_and_closes_it(qtbot):
    page = shown(qtbot, StudyPage())
    bring(page, states()["cards"][0])
    opened = overhear(page, "opened runouts.opened closed runouts.closed")
    page.centre.focus()
    keys(page, "+R")
    assert page.runouts.isVisible() and opened == [("opened",)]
    keys(page, "+R")
    assert not page.runouts.isVisible() and opened[1:] == [("closed",)]


@pytest.mark.ci
def test_a_line_is_followed_to_a_card_and_the_card_opened(qtbot, tmp_path):
    course, page = Studied(tmp_path), shown(qtbot, StudyPage())
    for connect in (connect_study, connect_walk, connect_runouts):
        connect(course.presenter, page)
    course.solve(TURN)
    room, run = page.runouts, course.runner.run_all
    keys(page, "+R")
    for text in ("Check", "Bet 50", "Call 50"):
        click(next(chip for chip in room.way.menu.chips() if chip.action.title == text))
        run()
    settle()
    assert len(room.table.rows) == 48
    click(room.grid, room.grid.cell_rect(13).center())
    run()
    assert course.walk.place.chosen[-1] == parse_card("Ah") and not room.isVisible()
    keys(page, "+R 2")
    run()
    assert "Ah" not in [row.key for row in room.table.rows] and len(room.table.rows) == 47
    settle()
    click(room.way.crumbs, room.way.crumbs.crumb_box(1).center().toPoint())
    run()
    assert course.walk.place.actions == ()
