"""The range grid: layout, pointer and keys, accessible text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from pokergui.theme.actions import action_colour
from pokergui.theme.look import apply_look
from pokergui.theme.tokens import ACTIONS, DARK, LIGHT, PALETTES
from pokergui.viewmodel import SettingsScene
from pokergui.viewmodel.grid import GridAction, GridCell, GridScene
from pokergui.widgets.grid.grid import RangeGrid
from tests.pokergui.gallery.study_scenes import EIGHT, hold_em, kuhn, leduc

PAIR = (GridAction("c", "Check", "call"), GridAction("r", "Bet", "large"))


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


def only(cell: GridCell, actions: tuple[GridAction, ...] = PAIR) -> GridScene:
    """A hold'em grid whose first cell is ``cell`` and the others are empty."""
    return GridScene(13, 13, (cell, *[GridCell("") for _ in range(168)]), actions)


def picture(grid: RangeGrid) -> QImage:
    return grid.grab().toImage()


def colour(image: QImage, box: QRect, across: float, up: float) -> str:
    """Colour at a part of a cell's width and of its height from the foot."""
    x = box.x() + int(across * box.width())
    return image.pixelColor(x, box.bottom() - int(up * box.height())).name().upper()


def test_segments_are_proportional(grid: RangeGrid) -> None:
    grid.set_scene(only(GridCell("", (0.25, 0.75), 1.0)))
    image, box = picture(grid), grid.cell_rect(0)
    row = [
        image.pixelColor(x, box.center().y()).name().upper()
        for x in range(box.left(), box.right() + 1)
    ]
    assert row.count(ACTIONS["call"]) == pytest.approx(0.25 * box.width(), abs=0.5)
    assert row.count(ACTIONS["large"]) == pytest.approx(0.75 * box.width(), abs=0.5)
    assert row == sorted(row, key=[ACTIONS["call"], ACTIONS["large"]].index)


@pytest.mark.parametrize("reach", [0.0, 0.01, 0.3, 0.5, 1.0])
def test_height_is_reach(grid: RangeGrid, reach: float) -> None:
    grid.set_scene(only(GridCell("", (1.0, 0.0), reach)))
    image, box = picture(grid), grid.cell_rect(0)
    column = [
        image.pixelColor(box.center().x(), y).name().upper()
        for y in range(box.top(), box.bottom() + 1)
    ]
    filled = column.count(ACTIONS["call"])
    assert filled == max(reach > 0, int(reach * box.height() + 0.5))
    assert column == [DARK.cell] * (len(column) - filled) + [ACTIONS["call"]] * filled


def test_many_sizes_take_a_scale_of_colours(grid: RangeGrid) -> None:
    grid.set_scene(only(GridCell("", (0.125,) * 8, 1.0), EIGHT))
    image, box = picture(grid), grid.cell_rect(0)
    seen = [colour(image, box, (i + 0.5) / 8, 0.6) for i in range(8)]
    assert seen == [action_colour(action.tone, action.rank) for action in EIGHT]
    assert len(set(seen)) == 8


def test_range_alone(grid: RangeGrid) -> None:
    grid.set_scene(only(GridCell("", (), 0.5), ()))
    image, box = picture(grid), grid.cell_rect(0)
    assert colour(image, box, 0.5, 0.4) == ACTIONS["middle"]
    assert colour(image, box, 0.5, 0.6) == DARK.cell


def test_what_cannot_be_held_is_empty(grid: RangeGrid) -> None:
    grid.set_scene(only(GridCell("", (1.0, 0.0), 1.0, possible=False)))
    assert colour(picture(grid), grid.cell_rect(0), 0.5, 0.5) == DARK.cell


def test_cells_that_are_not_there_say_why(grid: RangeGrid) -> None:
    empty = picture(grid)
    grid.set_scene(replace(leduc(), cells=(), absent="No answer from Caller"))
    assert grid.accessibleDescription() == "No answer from Caller"
    assert picture(grid) != empty


def test_a_theme_repaints(grid: RangeGrid) -> None:
    grid.set_scene(only(GridCell("")))
    assert colour(picture(grid), grid.cell_rect(5), 0.5, 0.5) == DARK.cell
    apply_look(SettingsScene(theme="light"))
    assert colour(picture(grid), grid.cell_rect(5), 0.5, 0.5) == LIGHT.cell


def test_a_palette_repaints(grid: RangeGrid) -> None:
    grid.set_scene(only(GridCell("", (1.0, 0.0), 1.0)))
    assert colour(picture(grid), grid.cell_rect(0), 0.5, 0.5) == ACTIONS["call"]
    apply_look(SettingsScene(theme="dark", palette="alternate"))
    assert colour(picture(grid), grid.cell_rect(0), 0.5, 0.5) == PALETTES["alternate"]["call"]


def test_labels_stand_clear_of_the_edge_of_the_fill(grid: RangeGrid) -> None:
    """Ink only on fills, light only above them."""
    grid.set_scene(only(GridCell("QJs", (1.0, 0.0), 0.2)))
    image, box = picture(grid), grid.cell_rect(0)
    fill = int(0.2 * box.height() + 0.5)
    inside = {
        image.pixel(x, y)
        for x in range(box.left(), box.right() + 1)
        for y in range(box.bottom() - fill + 1, box.bottom() + 1)
    }
    assert len(inside) == 1
    above = [
        image.pixelColor(x, y).lightness()
        for x in range(box.left(), box.right() + 1)
        for y in range(box.top(), box.bottom() - fill)
    ]
    assert max(above) > 180


@pytest.mark.parametrize(
    ("size", "cell", "gap"), [(1000, 64, 2), (620, 47, 2), (526, 40, 2), (520, 39, 1), (300, 21, 1)]
)
def test_size_of_cells(grid: RangeGrid, size: int, cell: int, gap: int) -> None:
    grid.set_scene(hold_em())
    grid.resize(size, size)
    places = grid.places()
    assert (places.width, places.height, places.gap) == (cell, cell, gap)
    assert places.edges == (cell < 28)
    assert QRect(0, 0, size, size).contains(places.area)


def test_small_games_are_panels(grid: RangeGrid) -> None:
    for scene in (leduc(), kuhn()):
        grid.set_scene(scene)
        places = grid.places()
        assert places.panels
        assert grid.rect().contains(places.area.adjusted(0, 0, -places.gap, -places.gap))
        first = grid.cell_rect(0)
        bar = [
            picture(grid).pixelColor(x, first.top() + 10 + 34 + 8 + 6).name().upper()
            for x in range(first.left() + 11, first.right() - 10)
        ]
        share = scene.cells[0].shares[0]
        assert bar.count(ACTIONS["call"]) == pytest.approx(share * len(bar), abs=2)
    grid.resize(300, 200)
    assert not grid.places().panels


def test_rare_panels_fade(grid: RangeGrid) -> None:
    grid.set_scene(leduc())
    image, box = picture(grid), grid.cell_rect(8)
    seen = {
        image.pixelColor(x, box.top() + 58).name().upper() for x in range(box.left(), box.right())
    }
    assert ACTIONS["call"] not in seen


def test_pointer(grid: RangeGrid, qtbot: QtBot) -> None:
    grid.set_scene(hold_em())
    said: list[int] = []
    grid.hovered.connect(said.append)
    for index in (0, 14, 14, 168):
        qtbot.mouseMove(grid, grid.cell_rect(index).center())
    qtbot.mouseMove(grid, QPoint(1, 618))
    assert said == [0, 14, 168, -1]


def test_click_pins_and_lets_go(grid: RangeGrid, qtbot: QtBot) -> None:
    grid.set_scene(hold_em())
    said: list[int] = []
    grid.pinned.connect(said.append)
    for index in (3, 4, 4):
        qtbot.mouseClick(grid, Qt.MouseButton.LeftButton, pos=grid.cell_rect(index).center())
    assert said == [3, 4, -1]
    assert grid.pin == -1


def test_a_pin_outlives_another_answer_but_not_another_game(grid: RangeGrid) -> None:
    grid.set_scene(hold_em())
    grid.set_pin(20)
    grid.set_scene(hold_em(seed=2))
    assert grid.pin == 20
    grid.set_scene(leduc())
    assert grid.pin == -1


def test_frames(grid: RangeGrid) -> None:
    grid.set_scene(replace(only(GridCell("")), marked=30))
    grid.set_pin(20)
    image = picture(grid)
    for index in (20, 30):
        box = grid.cell_rect(index)
        assert image.pixelColor(box.left() - 1, box.center().y()).name().upper() == DARK.t1
        assert image.pixelColor(box.left(), box.center().y()).name().upper() == DARK.bg0


def test_keys(grid: RangeGrid, qtbot: QtBot) -> None:
    grid.set_scene(hold_em())
    grid.setFocus()
    said: list[tuple[str, int]] = []
    grid.hovered.connect(lambda index: said.append(("hover", index)))
    grid.pinned.connect(lambda index: said.append(("pin", index)))
    for key in ("Right", "Down", "Return", "Left", "Up", "Up", "End", "Home", "Escape"):
        qtbot.keyClick(grid, getattr(Qt.Key, f"Key_{key}"))
    assert said == [
        *[("hover", 1), ("hover", 14), ("pin", 14), ("hover", 13), ("hover", 0)],
        *[("hover", 168), ("hover", 0), ("pin", -1)],
    ]


def test_what_is_said(grid: RangeGrid, qtbot: QtBot) -> None:
    assert grid.accessibleName()
    grid.set_scene(hold_em())
    grid.setFocus()
    qtbot.keyClick(grid, Qt.Key.Key_Right)
    assert grid.accessibleDescription() == grid.scene.cells[1].spoken


def test_an_empty_scene_is_harmless(grid: RangeGrid, qtbot: QtBot) -> None:
    grid.set_scene(leduc())
    grid.set_scene(GridScene(0, 0, ()))
    picture(grid)
    qtbot.mouseMove(grid, QPoint(30, 30))
    grid.setFocus()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Return, Qt.Key.Key_End, Qt.Key.Key_Escape):
        qtbot.keyClick(grid, key)
    assert grid.pin == -1
