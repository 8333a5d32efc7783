"""Cells coloured by a number: colours, heights, figures in them, and the scale beside them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from pokergui.pages.study.reading.views.legend import Legend
from pokergui.theme.actions import action_colour
from pokergui.theme.look import apply_look
from pokergui.theme.ramps import STEPS, amounts, changes, ink_on
from pokergui.theme.tokens import DARK, LIGHT
from pokergui.viewmodel import SettingsScene
from pokergui.viewmodel.grid import GridCell, GridScale, GridScene
from pokergui.widgets.grid.grid import RangeGrid
from pokergui.widgets.grid.text import figures_fit
from pokergui.widgets.grid.tint import ramp_of
from tests.pokergui.gallery.study_scenes import hold_em, leduc

AMOUNT = GridScale("amount", "EV, bb", "−1.20", "9.41")
CHANGE = GridScale("change", "Bet less check, %", "−100%", "+100%", "0")


@pytest.fixture
def grid(qtbot: QtBot) -> Iterator[RangeGrid]:
    apply_look(SettingsScene(theme="dark"))
    made = RangeGrid()
    qtbot.addWidget(made)
    made.resize(620, 620)
    with qtbot.waitExposed(made):
        made.show()
    made.clearFocus()
    yield made
    apply_look(SettingsScene(theme="dark"))


def only(cell: GridCell, scale: GridScale = AMOUNT) -> GridScene:
    return GridScene(13, 13, (cell, *[GridCell("") for _ in range(168)]), scale=scale)


def picture(grid: RangeGrid) -> QImage:
    return grid.grab().toImage()


def column(grid: RangeGrid, across: float = 0.9) -> list[str]:
    """Colours of the first cell from its top to its foot."""
    image, box = picture(grid), grid.cell_rect(0)
    x = box.x() + int(across * box.width())
    return [image.pixelColor(x, y).name().upper() for y in range(box.top(), box.bottom() + 1)]


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("value", [0.0, 0.4, 1.0])
def test_an_amount_takes_its_colour_of_the_ramp(grid: RangeGrid, theme, value: float) -> None:
    apply_look(SettingsScene(theme=theme))
    grid.set_scene(only(GridCell("", height=1.0, value=value)))
    t = DARK if theme == "dark" else LIGHT
    assert set(column(grid)) == {amounts(t)[round(value * (STEPS - 1))]}


@pytest.mark.parametrize("value", [-1.0, 0.0, 0.5, 1.0])
def test_a_change_lies_on_either_side_of_nothing(grid: RangeGrid, value: float) -> None:
    grid.set_scene(only(GridCell("", height=1.0, value=value), CHANGE))
    assert set(column(grid)) == {changes(DARK)[round((value + 1) / 2 * (STEPS - 1))]}


@pytest.mark.parametrize("reach", [0.0, 0.3, 1.0])
def test_a_fill_is_as_high_as_its_reach(grid: RangeGrid, reach: float) -> None:
    grid.set_scene(only(GridCell("", height=reach, value=1.0)))
    seen, high = column(grid), grid.cell_rect(0).height()
    filled = int(reach * high + 0.5)
    assert seen == [DARK.cell] * (high - filled) + [amounts(DARK)[-1]] * filled


def test_what_is_not_known_has_a_colour_of_no_ramp(grid: RangeGrid) -> None:
    grid.set_scene(only(GridCell("", height=1.0)))
    assert set(column(grid)) == {DARK.bg4} and DARK.bg4 not in amounts(DARK)


def test_an_action_has_a_ramp_of_its_own_colour(grid: RangeGrid) -> None:
    scale = replace(AMOUNT, tone="large", rank=None)
    assert ramp_of(scale)[-1] == action_colour("large")
    apply_look(SettingsScene(theme="dark", palette="alternate"))
    assert ramp_of(scale)[-1] == action_colour("large")


@pytest.mark.parametrize("side", [620, 480, 420, 410])
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_no_text_lies_over_the_edge_of_a_fill(grid: RangeGrid, theme, side: int) -> None:
    """Each row of a cell has one ground and text readable on it, whatever the height."""
    apply_look(SettingsScene(theme=theme))
    t = DARK if theme == "dark" else LIGHT
    grid.resize(side, side)
    grid.set_scene(only(GridCell("")))
    high = grid.cell_rect(0).height()
    fill = amounts(t)[STEPS // 2]
    for filled in range(1, high + 1):
        cell = GridCell("HHH", height=filled / high, value=0.5, figure="888")
        grid.set_scene(only(cell))
        image, box = picture(grid), grid.cell_rect(0)
        edge = box.bottom() + 1 - filled
        for y in (edge - 1, edge):
            row = {image.pixelColor(x, y).name().upper() for x in range(box.x(), box.right() + 1)}
            assert y < box.y() or row == {fill if y >= edge else t.cell}, (filled, y)
        inks = {t.t1: range(box.y(), edge), ink_on(fill): range(edge, box.bottom() + 1)}
        found = [
            y
            for ink, rows in inks.items()
            for y in rows
            if any(
                image.pixelColor(x, y).name().upper() == ink.upper()
                for x in range(box.x(), box.right() + 1)
            )
        ]
        assert found, filled


def test_figures_stand_where_they_have_room(grid: RangeGrid) -> None:
    scene = only(GridCell("AA", height=1.0, value=1.0, figure="9.41"))
    grid.set_scene(scene)
    assert figures_fit(scene, grid.places())
    ink, box, image = ink_on(amounts(DARK)[-1]), grid.cell_rect(0), picture(grid)
    foot = {
        image.pixelColor(x, y).name().upper()
        for x in range(box.x(), box.x() + 40)
        for y in range(box.bottom() - 16, box.bottom() - 2)
    }
    assert ink in foot
    grid.resize(410, 410)  # cells of 31 pixels
    assert not grid.places().edges and not figures_fit(scene, grid.places())
    grid.resize(620, 620)
    long = only(GridCell("AA", height=1.0, value=1.0, figure="−123,456.78"))
    assert not figures_fit(long, grid.places())
    grid.set_scene(long)
    assert ink not in {
        picture(grid).pixelColor(x, y).name().upper()
        for x in range(box.x(), box.x() + 40)
        for y in range(box.bottom() - 16, box.bottom() - 2)
    }


def test_a_strategy_with_figures_moves_its_labels_up(grid: RangeGrid) -> None:
    plain = hold_em()
    grid.set_scene(plain)
    before = picture(grid)
    cells = tuple(replace(cell, figure="1.23") for cell in plain.cells)
    grid.set_scene(replace(plain, cells=cells))
    assert picture(grid) != before
    box = grid.cell_rect(0)
    bars = [picture(grid).pixelColor(box.right() - 1, y).name() for y in (box.top(), box.bottom())]
    assert bars == [before.pixelColor(box.right() - 1, y).name() for y in (box.top(), box.bottom())]


@pytest.mark.parametrize("size", [(420, 360), (700, 620), (300, 200)])
def test_small_games_show_the_figure_in_the_colour(grid: RangeGrid, size: tuple[int, int]) -> None:
    scene = leduc()
    cells = tuple(replace(cell, value=1.0, figure="+1.23") for cell in scene.cells)
    grid.resize(*size)
    grid.set_scene(replace(scene, cells=cells, scale=AMOUNT))
    image, box = picture(grid), grid.cell_rect(0)
    seen = {
        image.pixelColor(x, y).name().upper()
        for x in range(box.x(), box.right())
        for y in range(box.y(), box.bottom())
    }
    assert amounts(DARK)[-1] in seen and ink_on(amounts(DARK)[-1]) in seen


def test_small_cells_have_ranks_along_the_edges(grid: RangeGrid) -> None:
    grid.resize(200, 200)
    grid.set_scene(replace(hold_em(), scale=AMOUNT))
    assert grid.places().edges
    picture(grid)


def test_the_legend_shows_the_scale(qtbot: QtBot) -> None:
    legend = Legend()
    qtbot.addWidget(legend)
    legend.resize(300, 10)
    legend.set_note("Height: reach.")
    alone = legend.height()
    legend.set_scale(CHANGE)
    assert legend.height() > alone + 40
    assert "Bet less check, %" in legend.accessibleName()
    seen = {legend.grab().toImage().pixelColor(x, 24).name().upper() for x in range(legend.width())}
    assert {changes(DARK)[0], changes(DARK)[-1]} <= seen
    legend.set_scale(None)
    assert legend.height() == alone and legend.accessibleName() == ""
