from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QObject, QPoint, Qt

from pokergui.theme.colours import STEPS, action_colour, amounts, changes
from pokergui.theme.look import apply_look
from pokergui.theme.tokens import DARK, LIGHT
from pokergui.viewmodel import SettingsScene
from pokergui.viewmodel.grid import GridAction, GridCell, GridScale, GridScene
from pokergui.widgets.grid.brush import GridPainter, lock_words
from pokergui.widgets.grid.grid import RangeGrid
from pokergui.widgets.grid.paint import filled_height, ramp_of, tint
from tests.pokergui.gallery.parts import starting_hands
from tests.pokergui.heard import heard
from tests.pokergui.pages.study.paged import listen

AMOUNT = GridScale("amount", "EV, bb", "−1.20", "9.41")
CHANGE = GridScale("change", "Bet less check, %", "−100%", "+100%", "0")


@pytest.fixture
def grid(qtbot):
    apply_look(SettingsScene(theme="dark"))
    made = RangeGrid()
    qtbot.addWidget(made)
    made.resize(620, 620)
    with qtbot.waitExposed(made):
        made.show()
    made.clearFocus()
    yield made
    apply_look(SettingsScene(theme="dark"))


PAIR = (GridAction("c", "Check", "call"), GridAction("r", "Bet", "large"))
LEDUC = GridScene(3, 3, (GridCell("K on Q"),) * 9)


def hands(share=0.5):
    return starting_hands(lambda *at: GridCell(at[2], (share, 1 - share), 1.0, spoken=at[2]), PAIR)


@pytest.mark.parametrize(
    ("reach", "pixels"), [(0.0, 0), (0.01, 1), (0.3, 12), (0.5, 20), (1.0, 40)]
)
def test_cell_height_is_reach(reach, pixels):
    assert filled_height(GridCell("", (1.0, 0.0), reach), 40) == pixels
    assert filled_height(GridCell("", (1.0, 0.0), reach, possible=False), 40) == 0
    assert filled_height(GridCell("", height=reach, value=1.0), 40, alone=True) == pixels


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
def test_values_are_coloured_from_the_ramp(grid, theme):
    apply_look(SettingsScene(theme=theme.name))
    for value in (0.0, 0.4, 1.0):
        seen = tint(GridCell("", value=value), AMOUNT, ramp_of(AMOUNT))
        assert seen == amounts(theme)[round(value * (STEPS - 1))]
    for value in (-1.0, 0.0, 0.5, 1.0):
        seen = tint(GridCell("", value=value), CHANGE, ramp_of(CHANGE))
        assert seen == changes(theme)[round((value + 1) / 2 * (STEPS - 1))]
    unknown = tint(GridCell(""), AMOUNT, ramp_of(AMOUNT))
    assert unknown == theme.bg4 and unknown not in amounts(theme)
    assert ramp_of(replace(AMOUNT, tone="large", rank=None))[-1] == action_colour("large")


def test_hovering_reports_the_cell_and_a_click_pins_it(grid, qtbot):
    grid.set_scene(hands())
    hovered, pinned = heard(grid.hovered), heard(grid.pinned)
    for index in (0, 14, 14, 168):
        qtbot.mouseMove(grid, grid.cell_rect(index).center())
    qtbot.mouseMove(grid, QPoint(1, 618))
    assert hovered == [0, 14, 168, -1]
    for index in (3, 4, 4):
        qtbot.mouseClick(grid, Qt.MouseButton.LeftButton, pos=grid.cell_rect(index).center())
    assert pinned == [3, 4, -1] and grid.pin == -1
    grid.set_pin(20)
    grid.set_scene(hands(0.25))  # another answer
    assert grid.pin == 20
    grid.set_scene(LEDUC)  # another game
    assert grid.pin == -1


def test_keys_move_through_cells_and_announce_them(grid, qtbot):
    grid.set_scene(hands())
    grid.setFocus()
    said = listen(hover=grid.hovered, pin=grid.pinned)

    def press(*keys):
        for key in keys:
            qtbot.keyClick(grid, getattr(Qt.Key, f"Key_{key}"))

    press("Right")
    assert grid.accessibleDescription() == grid.scene.cells[1].spoken
    press("Down", "Return", "Left", "Up", "Up", "End", "Home", "Escape")
    assert said == [
        *[("hover", 1), ("hover", 14), ("pin", 14), ("hover", 13), ("hover", 0)],
        *[("hover", 168), ("hover", 0), ("pin", -1)],
    ]
    grid.set_scene(replace(LEDUC, cells=(), absent="No answer from Caller"))
    assert grid.accessibleDescription() == "No answer from Caller"
    grid.set_scene(GridScene(0, 0, ()))
    press("Right", "Return", "End", "Escape")
    assert grid.pin == -1


@pytest.mark.parametrize(
    ("before", "now", "words"),
    [
        (GridCell("AKs"), GridCell("AKs"), ""),
        (GridCell("AKs"), GridCell("AKs", (0.0, 1.0), 1.0, locked=1.0), "AKs locked: bet 50"),
        (GridCell("AKs"), GridCell("AKs", (0.5, 0.5), 1.0, locked=1.0), "AKs locked"),
        (GridCell("AKs"), GridCell("AKs", (0.5, 0.5), 1.0, locked=0.5), "AKs partly locked"),
        (GridCell("AKs", locked=1.0), GridCell("AKs", (0.5, 0.5), 1.0), "AKs free"),
        (
            GridCell("AKs", (1.0, 0.0), 1.0, locked=1.0),
            GridCell("AKs", (0.0, 1.0), 1.0, locked=1.0),
            "AKs locked: bet 50",
        ),
        (GridCell("AKs", (1.0, 0.0)), GridCell("AKs", (0.0, 1.0)), ""),
    ],
)
def test_locks_are_described(before, now, words):
    assert lock_words(before, now, ("Check", "Bet 50")) == words


cells = st.integers(0, 168)


@given(st.lists(cells, min_size=1, max_size=12), st.sets(cells, max_size=40))
def test_strokes_are_connected_and_report_each_cell_once(path, blocked):
    scene = hands()
    free = (replace(cell, possible=i not in blocked) for i, cell in enumerate(scene.cells))
    owner = QObject()
    painter = GridPainter(owner)
    painter.set_scene(replace(scene, cells=tuple(free)))
    told = []
    painter.painted.connect(told.extend)
    painter.press(path[0])
    for index in path[1:]:
        painter.reach(index)
    painter.release()
    assert len(told) == len(set(told))
    assert set(path) - blocked <= set(told)
    assert not set(told) & blocked
    if not blocked:
        for first, second in pairwise(told):
            near = [divmod(cell, 13) for cell in told[: told.index(second)]]
            row, column = divmod(second, 13)
            assert any(max(abs(row - r), abs(column - c)) <= 1 for r, c in near), first


def test_scene_of_another_shape_ends_the_stroke():
    owner = QObject()
    painter = GridPainter(owner)
    painter.set_scene(hands())
    painter.press(3)
    painter.set_scene(GridScene(1, 1, (GridCell("K"),)))
    assert not painter.stroking
    assert painter.reach(0) == []
    assert not painter.touched
