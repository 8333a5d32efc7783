"""A solved spot in Study: its panel, painting locks, comparing before and after."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from pokergui.viewmodel import Choice, ChoiceList
from pokergui.viewmodel.fields import SpotField
from pokergui.viewmodel.grid import CellDetail
from pokergui.widgets.iconbutton import IconButton
from pokergui.window.window import MainWindow
from tests.pokergui.gallery.spot_scenes import (
    MANY,
    SOLVED,
    STATES,
    changed,
    compared,
    locked_cell,
    painting,
    solved,
)
from tests.pokergui.gallery.study_scenes import StudyState, show, turn
from tests.pokergui.pages.study.views.test_study import SIZES, press, settle
from tests.pokergui.study_intents import listen, of_page

SIGNALS = (
    *("stop_pressed", "go_on_pressed", "solve_again_pressed", "edit_pressed", "close_pressed"),
    *("painting_toggled", "brush_chosen", "cells_painted", "clear_locks_pressed"),
    *("which_chosen", "row_chosen", "cell_pinned", "cell_hovered"),
)


class Heard:
    """Everything the page reported about the solution, in order."""

    def __init__(self, window: MainWindow) -> None:
        self.said: list[tuple[object, ...]] = []
        listen(self.said, of_page(window.study), *SIGNALS)

    def of(self, name: str) -> list[object]:
        """Return the arguments of one signal."""
        return [entry[1] for entry in self.said if entry[0] == name]


def test_a_solution_that_stops_says_so(window: MainWindow) -> None:
    solution = window.study.columns.solution
    solution.set_scene(replace(SOLVED, running=True, stopping=True))
    assert (solution.main.text(), solution.main.isEnabled()) == ("Stopping…", False)
    solution.set_scene(SOLVED)
    assert (solution.main.text(), solution.main.isEnabled()) == ("Go on", True)


@pytest.fixture
def window(window: MainWindow, qtbot: QtBot) -> MainWindow:
    window.resize(1440, 900)
    window.show_page("study")
    show(window, STATES["solved"]())
    settle(qtbot)
    return window


@pytest.fixture
def heard(window: MainWindow) -> Heard:
    return Heard(window)


def click(qtbot: QtBot, widget: QWidget) -> None:
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)


def drag(qtbot: QtBot, window: MainWindow, *cells: int) -> None:
    """Press on the first cell, drag over the others, release on the last."""
    grid = window.study.centre.grid
    places = [grid.cell_rect(cell).center() for cell in cells]
    qtbot.mousePress(grid, Qt.MouseButton.LeftButton, pos=places[0])
    for place in places[1:]:
        qtbot.mouseMove(grid, place)
    qtbot.mouseRelease(grid, Qt.MouseButton.LeftButton, pos=places[-1])


def test_panel_shows_everything(window: MainWindow) -> None:
    panel = window.study.columns.solution
    assert panel.isVisible()
    assert panel.accessibleName() == "Solution: River, pot 100, 950 behind"
    assert panel.accessibleDescription() == "Solved to 0.5% of the pot"
    assert "Exploitability 0.27% of pot, Iterations 640" in panel.figures.accessibleName()
    assert "Out of position 48.2 51.3%" in panel.value.accessibleName()
    assert panel.state.share == 1.0


def test_equity_and_value_of_sides_and_combos(window: MainWindow) -> None:
    columns = window.study.columns
    assert columns.sides.rows()[1].accessibleName() == (
        "In position, 713 combos, 48.7% equity, 51.8 chips"
    )
    assert "EV 0.13, Equity 38.7%" in columns.detail.accessibleDescription()


def test_without_a_solution_there_is_no_panel(window: MainWindow, heard: Heard, qtbot) -> None:
    show(window, turn())
    settle(qtbot)
    assert not window.study.columns.solution.isVisible()
    for key in (Qt.Key.Key_X, Qt.Key.Key_A, Qt.Key.Key_K, Qt.Key.Key_F, Qt.Key.Key_Q):
        press(qtbot, window, key)
    press(qtbot, window, Qt.Key.Key_C)
    assert heard.said == []


@pytest.mark.parametrize(
    ("state", "key", "said"),
    [
        ("solved", Qt.Key.Key_X, [("go_on_pressed",)]),
        ("solving", Qt.Key.Key_X, [("stop_pressed",)]),
        ("solved", Qt.Key.Key_A, []),
        ("painting", Qt.Key.Key_A, [("solve_again_pressed",)]),
        ("painting", Qt.Key.Key_X, []),
        ("solved", Qt.Key.Key_F, [("edit_pressed",)]),
        ("solved", Qt.Key.Key_Q, [("close_pressed",)]),
        ("painting", Qt.Key.Key_K, [("painting_toggled", False)]),
        ("painting", Qt.Key.Key_Escape, [("painting_toggled", False)]),
        ("solved", Qt.Key.Key_C, []),
        ("after", Qt.Key.Key_C, [("which_chosen", "second")]),
        ("both", Qt.Key.Key_C, [("which_chosen", "difference")]),
        ("painting", Qt.Key.Key_3, [("brush_chosen", "r100")]),
        ("painting", Qt.Key.Key_0, [("brush_chosen", "free")]),
        ("painting", Qt.Key.Key_9, []),
        ("solved", Qt.Key.Key_3, [("row_chosen", "r100")]),
    ],
)
def test_keys(window: MainWindow, heard: Heard, qtbot: QtBot, state: str, key, said) -> None:
    show(window, STATES[state]())
    settle(qtbot)
    press(qtbot, window, key)
    assert heard.said == said


def test_locks_are_cleared_by_key_while_there_are_some(
    window: MainWindow, heard: Heard, qtbot: QtBot
) -> None:
    for name in ("solved", "painting"):
        show(window, STATES[name]())
        qtbot.keyClick(window, Qt.Key.Key_K, Qt.KeyboardModifier.ShiftModifier)
    assert heard.said == [("clear_locks_pressed",)]


def test_solving_without_locks_is_offered_where_it_is_missing(
    window: MainWindow, qtbot: QtBot
) -> None:
    panel = window.study.columns.solution
    shift = Qt.KeyboardModifier.ShiftModifier
    asked: list[bool] = []
    panel.unlocked_pressed.connect(lambda: asked.append(True))
    assert not panel.unlocked.isVisible()
    qtbot.keyClick(window, Qt.Key.Key_A, shift)
    assert not asked
    show(window, changed(solved(), locks="1 decision locked", unlocked=True))
    settle(qtbot)
    assert panel.unlocked.isVisible() and panel.unlocked.text() == "Solve without locks"
    qtbot.keyClick(window, Qt.Key.Key_A, shift)
    click(qtbot, panel.unlocked)
    assert asked == [True, True]


def test_what_cannot_be_compared_is_listed_and_passed_over(
    window: MainWindow, qtbot: QtBot
) -> None:
    chosen: list[str] = []
    box = window.study.top_bar.second_box
    window.study.top_bar.second_box.chosen.connect(chosen.append)
    state = solved()
    choices = (
        *(Choice("", "None"), Choice("pot", "Bets 33", "another pot, 90", usable=False)),
        Choice("bets", "Bets 75"),
    )
    show(window, replace(state, top=replace(state.top, second=ChoiceList("", choices, ""))))
    settle(qtbot)
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Down)
    assert chosen == ["bets"]
    flags = box.model().index(1, 0).flags()
    assert not flags & Qt.ItemFlag.ItemIsEnabled
    assert box.model().index(1, 0).data() == "Bets 33"


def paintable_cell(window: MainWindow) -> CellDetail:
    """A cell of four combos while locks are painted."""
    state = STATES["painting"]()
    assert state.detail is not None
    rows = tuple(replace(row, combo=10 + i) for i, row in enumerate(state.detail.rows))
    rows = (replace(rows[0], locked=True), *rows[1:])
    made = replace(state.detail, rows=rows, paintable=True)
    show(window, replace(state, detail=made))
    return made


def test_combos_are_painted_by_pointer(window: MainWindow, qtbot: QtBot) -> None:
    table = window.study.columns.detail
    told: list[list[int]] = []
    table.painted.connect(told.append)
    qtbot.mouseClick(table, Qt.MouseButton.LeftButton, pos=table.row_box(0).center().toPoint())
    assert not told and table.focusPolicy() == Qt.FocusPolicy.NoFocus
    cell = paintable_cell(window)
    settle(qtbot)
    places = [table.row_box(row).center().toPoint() for row in range(len(cell.rows))]
    held = [i for i, row in enumerate(cell.rows) if row.reach]
    qtbot.mousePress(table, Qt.MouseButton.LeftButton, pos=places[held[0]])
    qtbot.mouseMove(table, places[held[-1]])
    qtbot.mouseRelease(table, Qt.MouseButton.LeftButton, pos=places[held[-1]])
    assert [combo - 10 for combos in told for combo in combos] == held
    qtbot.mouseClick(table, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert table.row_at(5) == -1 and sum(map(len, told)) == len(held)
    assert ", locked" in table.accessibleDescription()


def test_combos_are_painted_by_keys_and_told_in_words(window: MainWindow, qtbot: QtBot) -> None:
    table = window.study.columns.detail
    told: list[list[int]] = []
    table.painted.connect(told.append)
    press(qtbot, window, Qt.Key.Key_H)
    assert not table.hasFocus()
    cell = paintable_cell(window)
    settle(qtbot)
    held = [i for i, row in enumerate(cell.rows) if row.reach]
    press(qtbot, window, Qt.Key.Key_H)
    assert table.hasFocus() and table.at_hand == 0
    assert table.accessibleDescription().endswith("locked")
    for _ in range(held[0]):
        press(qtbot, window, Qt.Key.Key_Down)
    press(qtbot, window, Qt.Key.Key_Space)
    assert told.pop() == [10 + held[0]]
    qtbot.keyClick(table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert table.at_hand == held[0] + 1
    assert set(told.pop()) <= {10 + held[0], 11 + held[0]}
    words = table.accessibleDescription()
    press(qtbot, window, Qt.Key.Key_Up)
    assert table.accessibleDescription() != words
    for _ in range(10):
        press(qtbot, window, Qt.Key.Key_Up)
    assert table.at_hand == 0
    table.grab()
    show(window, STATES["solved"]())
    assert not table.paintable


def test_a_cell_is_pinned_while_locks_are_painted(
    window: MainWindow, heard: Heard, qtbot: QtBot
) -> None:
    show(window, STATES["painting"]())
    settle(qtbot)
    grid = window.study.centre.grid
    place = grid.cell_rect(3).center()
    qtbot.mouseClick(grid, Qt.MouseButton.RightButton, pos=place)
    assert heard.of("cell_pinned") == [3] and not heard.of("cells_painted")
    grid.setFocus()
    qtbot.mouseMove(grid, grid.cell_rect(4).center())
    qtbot.keyClick(grid, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert heard.of("cell_pinned") == [3, 4] and not heard.of("cells_painted")


def with_target(**more: str) -> StudyState:
    return changed(solved(), target=SpotField("target", **{"text": "", "note": "0.25%", **more}))


@pytest.mark.parametrize("size", [(1024, 640), (1440, 900)])
def test_the_target_is_typed(
    window: MainWindow, heard: Heard, qtbot: QtBot, size: tuple[int, int]
) -> None:
    window.resize(*size)
    panel = window.study.columns.solution
    assert panel.target.isHidden()  # there is none to type
    show(window, with_target())
    window.study.columns.show_tab("hand")
    settle(qtbot)
    typed: list[str] = []
    panel.target_edited.connect(typed.append)
    qtbot.keyClick(window, Qt.Key.Key_X, Qt.KeyboardModifier.ShiftModifier)
    assert panel.target.hasFocus() and panel.target.placeholderText() == "0.25%"
    qtbot.keyClicks(panel.target, "0.1")
    assert typed == ["0", "0.", "0.1"] and heard.said == []
    show(window, with_target(text="0.1"))
    qtbot.keyClick(panel.target, Qt.Key.Key_Return)
    assert heard.said == [("go_on_pressed",)] and panel.target.hasFocus()
    qtbot.keyClick(panel.target, Qt.Key.Key_Escape)
    assert typed[-1] == "" and window.study.centre.grid.hasFocus()


def test_what_is_wrong_with_a_target_stands_under_its_field(
    window: MainWindow, qtbot: QtBot
) -> None:
    show(window, with_target(text="x", error="Percent of the pot from 0.001 to 100, such as 0.5"))
    settle(qtbot)
    field = window.study.columns.solution.target
    assert field.text() == "x" and field.property("wrong")
    assert field.accessibleName() == "Target, percent of the pot"
    assert field.accessibleDescription().startswith("Percent of the pot from")
    show(window, with_target())
    assert not field.property("wrong")


def test_buttons(window: MainWindow, heard: Heard, qtbot: QtBot) -> None:
    panel = window.study.columns.solution
    click(qtbot, panel.main)
    show(window, STATES["solving"]())
    click(qtbot, panel.main)
    click(qtbot, panel.edit)
    click(qtbot, panel.close_button)
    click(qtbot, panel.clear)
    show(window, STATES["painting"]())
    click(qtbot, panel.main)
    click(qtbot, panel.lock)
    click(qtbot, panel.clear)
    click(qtbot, window.study.centre.brushes.buttons()[4])
    assert heard.said == [
        *[("go_on_pressed",), ("stop_pressed",), ("edit_pressed",), ("close_pressed",)],
        *[("solve_again_pressed",), ("painting_toggled", False), ("clear_locks_pressed",)],
        ("brush_chosen", "free"),
    ]


def test_only_solving_again_is_primary(window: MainWindow) -> None:
    panel = window.study.columns.solution
    assert not panel.main.primary
    show(window, STATES["painting"]())
    assert panel.main.primary
    assert panel.main.text() == "Solve again"
    assert not window.study.top_bar.solve.primary
    show(window, turn())
    assert window.study.top_bar.solve.primary


def test_a_press_waits_for_its_scene(window: MainWindow, qtbot: QtBot) -> None:
    """A pressed button shows as done only when the presenter says so."""
    panel, centre = window.study.columns.solution, window.study.centre
    click(qtbot, panel.lock)
    assert not panel.lock.isChecked()
    show(window, STATES["painting"]())
    click(qtbot, centre.brushes.buttons()[2])
    assert [button.isChecked() for button in centre.brushes.buttons()].index(True) == 1


def test_painting_by_drag(window: MainWindow, heard: Heard, qtbot: QtBot) -> None:
    show(window, STATES["painting"]())
    settle(qtbot)
    drag(qtbot, window, 0, 3, 3, 42)
    told = heard.of("cells_painted")
    assert told[0] == [0]  # at once
    assert [cell for cells in told for cell in cells] == [0, 1, 2, 3, 16, 29, 42]
    assert heard.of("cell_pinned") == []


def test_painting_does_not_touch_what_cannot_be_held(
    window: MainWindow, heard: Heard, qtbot: QtBot
) -> None:
    state = painting()
    assert state.scene.grid is not None
    cells = list(state.scene.grid.cells)
    cells[1] = replace(cells[1], possible=False)
    grid = replace(state.scene.grid, cells=tuple(cells))
    show(window, replace(state, scene=replace(state.scene, grid=grid)))
    settle(qtbot)
    drag(qtbot, window, 0, 2)
    assert [cell for cells in heard.of("cells_painted") for cell in cells] == [0, 2]


def test_a_pointer_that_leaves_the_grid_paints_no_line_back(
    window: MainWindow, heard: Heard, qtbot: QtBot
) -> None:
    show(window, STATES["painting"]())
    settle(qtbot)
    grid = window.study.centre.grid
    qtbot.mousePress(grid, Qt.MouseButton.LeftButton, pos=grid.cell_rect(0).center())
    qtbot.mouseMove(grid, QPoint(-40, 200))
    qtbot.mouseMove(grid, grid.cell_rect(168).center())
    qtbot.mouseRelease(grid, Qt.MouseButton.LeftButton, pos=grid.cell_rect(168).center())
    assert [cell for cells in heard.of("cells_painted") for cell in cells] == [0, 168]


def test_many_steps_of_a_drag_are_told_together(
    window: MainWindow, heard: Heard, qtbot: QtBot
) -> None:
    show(window, STATES["painting"]())
    settle(qtbot)
    drag(qtbot, window, *range(13), *range(25, 12, -1), *range(26, 39))
    told = heard.of("cells_painted")
    assert sorted(cell for cells in told for cell in cells) == list(range(39))
    assert len(told) < 39


def test_answers_may_come_during_a_drag(window: MainWindow, heard: Heard, qtbot: QtBot) -> None:
    """The stroke goes on over scenes that come with each of its steps; its locks are reported."""
    state = painting()
    show(window, state)
    settle(qtbot)
    assert state.scene.grid is not None
    locked = list(state.scene.grid.cells)

    def lock(cells: list[int]) -> None:
        for cell in cells:
            locked[cell] = replace(locked_cell(locked[cell], 1), spoken=f"{cell} locked")
        assert state.scene.grid is not None
        grid = replace(state.scene.grid, cells=tuple(locked))
        window.study.set_scene(replace(state.scene, grid=grid))

    window.study.centre.grid.strokes.painted.connect(lock)
    drag(qtbot, window, 0, 12, 25, 13)
    assert sorted(cell for cells in heard.of("cells_painted") for cell in cells) == list(range(26))
    grid = window.study.centre.grid
    assert all(cell.locked == 1.0 for cell in grid.scene.cells[:26])
    assert grid.accessibleDescription() == "13 locked"


def test_painting_by_keys(window: MainWindow, heard: Heard, qtbot: QtBot) -> None:
    press(qtbot, window, Qt.Key.Key_K)
    assert heard.said == [("painting_toggled", True)]
    show(window, STATES["painting"]())
    settle(qtbot)
    grid = window.study.centre.grid
    assert grid.hasFocus()
    qtbot.keyClick(grid, Qt.Key.Key_Right)
    qtbot.keyClick(grid, Qt.Key.Key_Space)
    qtbot.keyClick(grid, Qt.Key.Key_Return)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down):
        qtbot.keyClick(grid, key, Qt.KeyboardModifier.ShiftModifier)
    assert heard.of("cells_painted") == [[1], [1], [1, 2], [2, 15]]
    assert heard.of("cell_pinned") == []


def test_the_pointer_is_the_brush_while_painting(window: MainWindow) -> None:
    grid = window.study.centre.grid
    plain = grid.cursor().shape()
    show(window, STATES["painting"]())
    assert grid.cursor().shape() == Qt.CursorShape.BitmapCursor
    show(window, STATES["solved"]())
    assert grid.cursor().shape() == plain


def test_a_click_pins_again_after_painting(window: MainWindow, heard: Heard, qtbot: QtBot) -> None:
    show(window, STATES["painting"]())
    show(window, STATES["solved"]())
    settle(qtbot)
    drag(qtbot, window, 5)
    assert heard.of("cell_pinned") == [5]
    assert heard.of("cells_painted") == []


def test_nothing_is_painted_on_the_grid_before(window: MainWindow, heard: Heard, qtbot) -> None:
    state = STATES["painting"]()
    scene = replace(state.scene, versus=compared("second").scene.versus)
    show(window, replace(state, scene=scene))
    settle(qtbot)
    assert not window.study.centre.brushes.isVisible()
    drag(qtbot, window, 5, 6)
    assert heard.of("cells_painted") == []


def test_painting_begins_on_the_grid_after(window: MainWindow, heard: Heard, qtbot) -> None:
    show(window, compared("second"))
    press(qtbot, window, Qt.Key.Key_K)
    assert heard.said[:2] == [("which_chosen", "first"), ("painting_toggled", True)]


def test_figures_have_their_place_before_they_are_known(window: MainWindow, qtbot: QtBot) -> None:
    panel = window.study.columns.solution
    height = panel.height()
    show(window, changed(STATES["solving"](), figures=(), value=(), share=None))
    settle(qtbot)
    window.grab()
    assert panel.height() == height


def test_two_grids(window: MainWindow, heard: Heard, qtbot: QtBot) -> None:
    state = STATES["both"]()
    show(window, state)
    settle(qtbot)
    pair = window.study.centre.pair
    assert pair.other.isVisible()
    assert state.scene.beside is not None
    assert pair.other.scene == state.scene.beside.grid
    assert pair.main.scene == state.scene.grid
    assert pair.other.size() == pair.main.size()
    assert (pair.other.pin, pair.main.pin) == (28, 28)
    qtbot.mouseMove(pair.other, pair.other.cell_rect(40).center())
    assert heard.of("cell_hovered") == [40]
    words = [caption.accessibleName() for caption in pair.captions]
    assert words[0].startswith("Before ")
    assert words[1].startswith("After ")
    assert pair.other.scene.cells[40].label in words[0]
    qtbot.mouseClick(pair.other, Qt.MouseButton.LeftButton, pos=pair.other.cell_rect(40).center())
    assert heard.of("cell_pinned") == [40]
    assert (pair.other.pin, pair.main.pin) == (40, 40)
    assert pair.other.x() < pair.main.x()
    show(window, STATES["after"]())
    assert not pair.other.isVisible()


def test_the_grid_before_alone(window: MainWindow) -> None:
    state = compared("second")
    show(window, state)
    pair = window.study.centre.pair
    assert pair.main.scene == state.scene.grid
    assert not pair.other.isVisible()


def test_switch_and_changes(window: MainWindow, heard: Heard, qtbot: QtBot) -> None:
    centre = window.study.centre
    assert not centre.compare.isVisible()
    assert not centre.changes.isVisible()
    show(window, STATES["after"]())
    settle(qtbot)
    names = ["After", "Before", "Both", "Difference"]
    for button, name in zip(centre.compare.buttons(), names, strict=True):
        assert button.toolTip() == f"Compared: {name} (C)"
        button.click()
    assert heard.of("which_chosen") == ["first", "second", "both", "difference"]
    show(window, STATES["both"]())
    assert "Bet 50 31% to 12%" in centre.changes.accessibleName()


def test_the_tab_of_a_small_window(window: MainWindow, qtbot: QtBot) -> None:
    show(window, turn())
    window.resize(1024, 640)
    settle(qtbot)
    columns = window.study.columns
    press(qtbot, window, Qt.Key.Key_U)
    assert columns.detail.isVisible()
    show(window, STATES["solving"]())
    settle(qtbot)
    assert columns.solution.isVisible()
    press(qtbot, window, Qt.Key.Key_H)
    show(window, STATES["solved"]())
    assert columns.detail.isVisible()
    press(qtbot, window, Qt.Key.Key_U)
    assert columns.solution.isVisible()
    show(window, turn())
    assert columns.detail.isVisible()


def test_every_control_names_its_key(window: MainWindow) -> None:
    show(window, STATES["painting"]())
    panel, brushes = window.study.columns.solution, window.study.centre.brushes
    for button, key in (
        *((panel.main, "A"), (panel.lock, "K"), (panel.edit, "F"), (panel.close_button, "Q")),
        *((panel.clear, "Shift+K"), (brushes.buttons()[0], "1"), (brushes.buttons()[4], "0")),
    ):
        assert f"({key})" in button.toolTip()
        assert button.accessibleName()


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("name", STATES)
def test_everything_finds_room(window: MainWindow, qtbot: QtBot, name: str, theme: str) -> None:
    window.set_settings(replace(window.settings.scene, theme=theme))
    show(window, STATES[name]())
    page = window.study
    for width, height in SIZES if theme == "dark" else SIZES[:1]:
        window.resize(width, height)
        settle(qtbot)
        assert (window.width(), window.height()) == (width, height)
        area = QRect(page.mapTo(window, QPoint(0, 0)), page.size())
        parts = (page.centre, page.centre.pair, page.centre.brushes, page.centre.changes)
        shown = [part for part in (*parts, page.columns.solution) if part.isVisible()]
        places = [QRect(part.mapTo(window, QPoint(0, 0)), part.size()) for part in shown]
        for place in places:
            assert area.contains(place), (name, width, place)
        for first, second in combinations(places[1:], 2):
            assert not first.intersects(second)
        for button in page.centre.brushes.buttons():
            if button.isVisible():
                assert button.need(button.short, button.capped) <= button.width()
        for icon in page.columns.solution.findChildren(IconButton):
            assert not icon.isVisible() or icon.width() >= icon.sizeHint().width()
        window.grab()


def test_an_empty_solution_is_harmless(window: MainWindow, qtbot: QtBot) -> None:
    scene = replace(solved().scene, grid=None, totals=(), solution=replace(SOLVED, figures=()))
    window.study.set_scene(scene)
    window.study.set_scene(replace(scene, solution=replace(SOLVED, painting=True, share=None)))
    window.study.set_scene(replace(scene, versus=compared().scene.versus))
    settle(qtbot)
    window.grab()
    for key in (Qt.Key.Key_C, Qt.Key.Key_0, Qt.Key.Key_1, Qt.Key.Key_R):
        press(qtbot, window, key)


def test_many_brushes_stand_in_two_rows_of_a_small_window(window: MainWindow, qtbot) -> None:
    window.resize(1024, 640)
    show(window, painting(MANY))
    settle(qtbot)
    buttons = window.study.centre.brushes.buttons()
    assert len(buttons) == 9
    assert len({button.y() for button in buttons}) == 2
