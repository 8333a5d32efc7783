"""The Study page: choices, line, list, board, totals, combos, rooms; keys and layouts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication

from pokergui.viewmodel import Choice, ChoiceList, Notice, NoticeButton
from pokergui.widgets.combo import CaptionCombo
from tests.pokergui.gallery import aggregate_scenes, room_scenes, search_scenes
from tests.pokergui.gallery.study_scenes import STATES, TURN
from tests.pokergui.pages.study.paged import (
    SHIFT,
    SMALL,
    WIDE,
    bring,
    click,
    fit,
    listen,
    press,
)

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]


@pytest.fixture
def said(page):
    """Everything the page reports of the decision, in order."""
    top, centre, columns, keys = page.top_bar, page.centre, page.columns, page.decision_keys
    heard = listen(
        engine=top.engine_box.chosen,
        game=top.game_box.chosen,
        depth=top.depth_box.chosen,
        second=top.second_box.chosen,
        solve=top.solve.clicked,
        crumb=page.line.chosen,
        row=columns.rows.chosen,
        card=columns.board.deck.chosen,
        random=columns.board.random.clicked,
        side=columns.sides.chosen,
        hovered=centre.pair.hovered,
        pinned=centre.pair.pinned,
        notice=centre.notice.pressed,
    )
    for name, signal in (
        *(("row", keys.row_chosen), ("row", centre.totals.chosen), ("crumb", keys.crumb_chosen)),
        ("side", centre.side_chosen),
    ):
        signal.connect(lambda value, name=name: heard.append((name, value)))
    return heard


@pytest.mark.parametrize(
    ("state", "keys", "wanted"),
    [
        ("turn", "1 3 5 6", [("row", "c"), ("row", "r550"), ("row", "r9585")]),
        ("turn", "Backspace S B W", [("crumb", 8), ("side", "1"), ("random",)]),
        ("turn", "V", [("solve",)]),
        ("eight", "1 8", [("row", "r20000")]),  # a fold cannot be followed
        ("other", "2", [("row", "r275")]),  # by the list, while the other side is shown
    ],
)
def test_keys(page, said, state, keys, wanted):
    bring(page, STATES[state]())
    for key in keys.split():
        press(page, key)
    assert said == wanted


def test_choices_open_by_key_and_are_reported(page, said, monkeypatch):
    opened, top = [], page.top_bar
    monkeypatch.setattr(CaptionCombo, "showPopup", lambda box: opened.append(box))
    second = Choice("", "None"), Choice("slate", "Slate")
    top.set_scene(replace(STATES["turn"]().top, second=ChoiceList("Compare with", second, "")))
    for key in "EGDY":
        press(page, key)
    assert opened == [top.engine_box, top.game_box, top.depth_box, top.second_box]
    for box, index in zip(opened, (1, 1, 0, 1), strict=True):
        box.activated.emit(index)
    assert said == [
        *(("engine", "slate"), ("game", "leduc"), ("depth", "100"), ("second", "slate")),
    ]


def test_crumbs_rows_cards_and_cells_are_clicked(page, said, qtbot):
    page.grab()
    for index in range(len(TURN.crumbs)):
        click(page.line, page.line.crumb_box(index).center().toPoint())
    assert said == [("crumb", i) for i in range(len(TURN.crumbs) - 1)]
    said.clear()
    columns, centre, rows = page.columns, page.centre, page.columns.rows
    click(rows.viewport(), QPoint(20, rows.row_rect(0).center().y()))  # its arrow
    for row in (1, 10):
        click(rows.viewport(), rows.row_rect(row).center())
    rows.setFocus()
    for key in ("Down", "Return"):
        press(page, key)
    assert said == [("row", "0a"), ("row", "c"), ("row", "r275")]
    assert "Bet 275" in rows.accessibleDescription()
    said.clear()
    deck = columns.board.deck
    click(deck, deck.card_rect(2, 12).center())
    deck.setFocus()
    for key in ("Up", "Left", "Space"):
        press(page, key)
    assert said == [("card", "2d"), ("card", "3h")] and deck.accessibleDescription() == "3h"
    said.clear()
    cards = centre.totals.cards()
    cards[3].click()
    columns.sides.rows()[1].click()
    assert said == [("row", "r1040"), ("side", "1")]
    assert cards[3].accessibleName() == "Bet 1,040" and "(4)" in cards[3].toolTip()
    assert cards[2].accessibleDescription().startswith("66% pot; ")
    said.clear()
    qtbot.mouseMove(centre.grid, centre.grid.cell_rect(40).center())
    click(centre.grid, centre.grid.cell_rect(40).center())
    press(page, "R")
    press(page, "Escape")
    assert said[:2] == [("hovered", 40), ("pinned", 40)] and said[-1] == ("pinned", -1)


def test_streets_that_are_over_are_folded_and_keys_open_them(page, said):
    rows, scene = page.columns.rows, STATES["turn"]().scene
    folded = len(rows.rows)
    rows.setFocus()
    for key in ("Home", "Right", "Right", "Return"):
        press(page, key)
    assert len(rows.rows) > folded and said == [("row", scene.rows[1].key)]
    for key in ("Left", "Left"):
        press(page, key)
    assert len(rows.rows) == folded and rows.accessibleDescription() == "Preflop folded"


def test_without_a_range_there_is_a_notice_and_no_grid(page, said):
    centre, state = page.centre, STATES["thinking"]()
    bring(page, state)
    assert centre.grid.isVisible() and centre.thinking.thinking
    page.set_scene(replace(state.scene, thinking=False))
    assert not centre.thinking.thinking
    bring(page, STATES["noranges"]())
    assert not centre.grid.isVisible()
    assert centre.notice.accessibleName() == "My engine answers for one hand only"
    centre.notice.buttons()[0].click()
    assert said == [("notice", "engine:equity")]


def test_a_small_window_has_tabs(page):
    columns = page.columns
    parts = {"L": columns.rows, "O": columns.board, "J": columns.curve, "H": columns.detail}
    fit(page, SMALL)
    for key, part in parts.items():
        press(page, key)
        assert [one for one in parts.values() if one.isVisible()] == [part]
    scene = STATES["turn"]().scene
    lacking = replace(scene, board=replace(scene.board, missing=True))
    page.set_scene(lacking)
    assert columns.board.isVisible()  # it is all that can be done
    columns.show_tab("hand")
    page.set_scene(lacking)
    assert columns.detail.isVisible()
    columns.show_tab("board")
    page.set_scene(scene)
    assert columns.detail.isVisible()  # with the board the hands come back
    fit(page, WIDE)
    assert all(part.isVisible() for part in parts.values())


def test_rooms_are_entered_and_left_by_keys_and_buttons(page, said):
    room, report, search = page.room, page.report, page.search
    room.set_scene(room_scenes.STATES["full"]())
    report.set_table(aggregate_scenes.TABLE)
    search.set_scene(search_scenes.leduc())
    heard = listen(open=report.opened, closed=report.closed, found=search.opened)
    heard_closed = listen(closed=search.closed)
    for key, modifier, part in (("P", (), report), ("S", (SHIFT,), search)):
        press(page, key, *modifier)
        assert part.isVisible() and part.button.isChecked() and not page.columns.isVisible()
        press(page, "Escape")
        assert not part.isVisible() and page.centre.grid.hasFocus()
        press(page, key, *modifier)
        room.list.setFocus()
        press(page, "T")
        assert page.in_room and not part.button.isChecked()
        QApplication.focusWidget().clearFocus()
        press(page, "T")
    assert heard == [("open",), ("closed",)] * 2 + [("found",)] * 2 and len(heard_closed) == 2
    click(page.top_bar.spots)
    assert page.in_room and room.form.board.field.editor.hasFocus()
    edited = listen(edited=room.form.edited)
    press(page, "T")  # in a field it is a letter
    assert edited == [("edited", "board", "t")] and page.in_room
    room.list.setFocus()
    for key in ("S", "1", "Backspace"):
        press(page, key)
    assert said == []  # keys of the grid rest
    page.set_notice(Notice("error", "No answer", "", (NoticeButton("retry", "Again"),)))
    assert room.notice.isVisible()
    page.set_notice(None)
    assert not room.notice.isVisible()
    search.button.press()
    click(search.back)
    assert page.columns.isVisible()
