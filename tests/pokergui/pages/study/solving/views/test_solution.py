"""A solved spot in Study's page: its panel, painting locks, a rival's profile, before and after."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from pokergui.viewmodel.fields import SpotField
from tests.pokergui.gallery import exploit_scenes
from tests.pokergui.gallery.spot_scenes import (
    SOLVED,
    STATES,
    changed,
    compared,
    painting,
    solved,
)
from tests.pokergui.pages.study.paged import SHIFT, SMALL, bring, click, fit, listen, press

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def page(page):
    bring(page, solved())
    page.centre.focus()
    return page


@pytest.fixture
def said(page):
    """Everything the page reports about the solution, in order."""
    panel, centre = page.columns.solution, page.centre
    return listen(
        stop=panel.stop_pressed,
        go_on=panel.go_on_pressed,
        again=panel.solve_again_pressed,
        unlocked=panel.unlocked_pressed,
        edit=panel.edit_pressed,
        close=panel.close_pressed,
        clear=panel.clear_locks_pressed,
        exploit=panel.exploit_asked,
        target=panel.target_edited,
        painting=page.painting_toggled,
        brush=centre.brushes.chosen,
        cells=centre.grid.strokes.painted,
        combos=page.columns.detail.painted,
        pinned=centre.pair.pinned,
        which=centre.compare.which_chosen,
        row=page.decision_keys.row_chosen,
    )


def drag(page, *cells):
    """Press on the first cell, drag over the others, release on the last."""
    grid = page.centre.grid
    places = [grid.cell_rect(cell).center() for cell in cells]
    QTest.mousePress(grid, LEFT, pos=places[0])
    for place in places[1:]:
        QTest.mouseMove(grid, place)
    QTest.mouseRelease(grid, LEFT, pos=places[-1])


def painted(said, name="cells"):
    return [cell for kind, *cells in said if kind == name for cell in cells[0]]


@pytest.mark.parametrize(
    ("state", "keys", "wanted"),
    [
        (
            *("solved", "X A F Q C 3 +K +A +E"),
            [("go_on",), ("edit",), ("close",), ("row", "r100"), ("exploit",)],
        ),
        ("solving", "X", [("stop",)]),
        ("painting", "A X +K 9", [("again",), ("clear",)]),
        ("painting", "K Escape", [("painting", False)] * 2),
        ("painting", "3 0", [("brush", "r100"), ("brush", "free")]),
        ("after", "C", [("which", "second")]),
        ("both", "C", [("which", "difference")]),
    ],
)
def test_keys(page, said, state, keys, wanted):
    bring(page, STATES[state]())
    for key in keys.split():
        press(page, key.removeprefix("+"), *([SHIFT] if key.startswith("+") else []))
    assert said == wanted


def test_buttons_say_what_they_do_next(page, said):
    panel = page.columns.solution
    for scene, words, does in (
        (SOLVED, "Go on", [("go_on",)]),
        (replace(SOLVED, running=True), "Stop", [("stop",)]),
        (replace(SOLVED, running=True, stopping=True), "Stopping…", []),
        (replace(SOLVED, unsolved=True, locks="1 decision locked"), "Solve again", [("again",)]),
    ):
        said.clear()
        panel.set_scene(scene)
        assert panel.main.text() == words
        click(panel.main)
        assert said == does
    said.clear()
    panel.set_scene(replace(SOLVED, unlocked=True))
    for button in (panel.unlocked, panel.lock, panel.edit, panel.close_button):
        click(button)
    assert said == [("unlocked",), ("painting", True), ("edit",), ("close",)]
    assert not panel.lock.isChecked()  # until a scene says so


def test_the_target_is_typed(page, said, qtbot):
    field = page.columns.solution.target
    assert field.isHidden()  # there is none to type
    bring(page, changed(solved(), target=SpotField("target", "", "0.25%")))
    fit(page, SMALL)
    page.columns.show_tab("hand")
    press(page, "X", SHIFT)
    assert field.hasFocus() and field.placeholderText() == "0.25%"
    qtbot.keyClicks(field, "0.1")
    bring(page, changed(solved(), target=SpotField("target", "0.1", "0.25%", "Too low")))
    press(page, "Return")
    assert said == [*(("target", text) for text in ("0", "0.", "0.1")), ("go_on",)]
    assert field.property("wrong") and field.accessibleDescription() == "Too low"
    press(page, "Escape")
    assert said[-1] == ("target", "") and page.centre.grid.hasFocus()


def test_cells_are_painted_by_drag_and_by_keys(page, said, qtbot):
    grid = page.centre.grid
    press(page, "K")
    assert said == [("painting", True)]
    bring(page, STATES["painting"]())
    assert grid.hasFocus()
    said.clear()
    for key in ("Right", "Space", "Return"):
        press(page, key)
    for key in ("Right", "Down"):
        press(page, key, SHIFT)
    assert said == [("cells", cells) for cells in ([1], [1], [1, 2], [2, 15])]
    said.clear()
    drag(page, 0, 3, 3, 42)
    assert said[0] == ("cells", [0])  # at once
    assert painted(said) == [0, 1, 2, 3, 16, 29, 42]
    said.clear()
    qtbot.mouseClick(grid, Qt.MouseButton.RightButton, pos=grid.cell_rect(3).center())
    qtbot.mouseMove(grid, grid.cell_rect(4).center())
    press(page, "Return", SHIFT)
    assert said == [("pinned", 3), ("pinned", 4)]
    bring(page, compared("second"))
    said.clear()
    press(page, "K")  # painting begins on the grid after
    assert said == [("which", "first"), ("painting", True)]


def test_combos_are_painted_by_pointer_and_keys(page, said):
    table, state = page.columns.detail, painting()
    QTest.mouseClick(table, LEFT, pos=table.row_box(0).center().toPoint())
    press(page, "H")
    assert said == [] and not table.hasFocus()
    rows = tuple(replace(row, combo=10 + i) for i, row in enumerate(state.detail.rows))
    bring(page, replace(state, detail=replace(state.detail, rows=rows, paintable=True)))
    held = [i for i, row in enumerate(rows) if row.reach]
    first, last = (table.row_box(row).center().toPoint() for row in (held[0], held[-1]))
    QTest.mousePress(table, LEFT, pos=first)
    QTest.mouseMove(table, last)
    QTest.mouseRelease(table, LEFT, pos=last)
    assert [combo - 10 for combo in painted(said, "combos")] == held
    said.clear()
    for key in ["H", *["Down"] * held[0], "Space"]:
        press(page, key)
    assert table.hasFocus() and said == [("combos", [10 + held[0]])]
    press(page, "Down", SHIFT)
    assert table.at_hand == held[0] + 1 and len(said) == 2


def test_a_rival_is_exploited_and_what_hands_give_away_is_shown(page, qtbot):
    exploit, given, lists = page.columns.exploit, page.centre.given, page.columns.given
    said = listen(
        left=exploit.left,
        edited=exploit.edited,
        pressed=exploit.pressed,
        gives=exploit.gives.clicked,
        back=given.back.clicked,
    )
    bring(page, STATES["exploit"]())
    assert not exploit.isHidden() and page.columns.solution.isHidden()
    assert exploit.chart.isVisible() and exploit.slider.value() == 300
    exploit.field.setFocus()
    qtbot.keyClicks(exploit.field, "0")
    press(page, "Return")
    exploit.main.click()
    assert said == [("edited", exploit.field.text()), ("pressed",), ("pressed",)]
    page.centre.focus()
    press(page, "G", SHIFT)
    press(page, "E", SHIFT)
    assert said[3:] == [("gives",), ("left",)]
    bring(page, STATES["given"]())
    assert given.isVisible() and lists.isVisible() and not page.centre.totals.isVisible()
    page.centre.focus()
    press(page, "Right")  # grid and lists follow each other
    assert lists.hands.at_hand.key == 1 and len(lists.combos.rows) == 4
    lists.hands.setFocus()
    press(page, "Down")
    assert given.grid.pin == lists.hands.at_hand.key == 2
    ((key, _, paper),) = page.exports.parts()
    assert key == "given" and paper.notes == (exploit_scenes.GIVEN.note,)
    press(page, "G", SHIFT)
    assert said[-1] == ("back",)
