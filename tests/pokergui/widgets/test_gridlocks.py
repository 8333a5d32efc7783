"""Marks of locked cells, their accessible text, and strokes over a grid."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QObject
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from pokergui.theme.actions import INK
from pokergui.theme.look import apply_look
from pokergui.viewmodel import SettingsScene
from pokergui.viewmodel.grid import GridAction, GridCell, GridScene
from pokergui.widgets.grid.brush import Brush, GridPainter, brush_cursor
from pokergui.widgets.grid.grid import RangeGrid
from pokergui.widgets.grid.locks import lock_words
from tests.pokergui.gallery.study_scenes import hold_em

PAIR = (GridAction("c", "Check", "call"), GridAction("r50", "Bet 50", "large"))
WHITE = QColor("#FFFFFF")


@pytest.fixture
def grid(qtbot: QtBot) -> Iterator[RangeGrid]:
    made = RangeGrid()
    qtbot.addWidget(made)
    made.resize(620, 620)
    with qtbot.waitExposed(made):
        made.show()
    made.clearFocus()
    yield made
    apply_look(SettingsScene(theme="dark"))


def only(cell: GridCell) -> GridScene:
    """A grid whose first cell is ``cell``; the others are alike but for their lock."""
    return GridScene(13, 13, (cell, *[replace(cell, locked=0.0) for _ in range(168)]), PAIR)


def corner(grid: RangeGrid, index: int) -> list[QColor]:
    """Colours of the upper right quarter of a cell."""
    image, box = grid.grab().toImage(), grid.cell_rect(index)
    half = box.width() // 2
    return [
        image.pixelColor(x, y)
        for x in range(box.right() - half, box.right() + 1)
        for y in range(box.top(), box.top() + half)
    ]


@pytest.mark.parametrize("palette", ["standard", "alternate"])
@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("size", [320, 480, 620, 900])
@pytest.mark.parametrize("reach", [0.0, 1.0])
def test_marks_stand_out(grid: RangeGrid, theme, palette, size: int, reach: float) -> None:
    """At every size, in both themes and palettes: whole, in part, and none look different."""
    apply_look(SettingsScene(theme=theme, palette=palette))
    grid.resize(size, size)
    seen = []
    for locked in (0.0, 0.5, 1.0):
        grid.set_scene(only(GridCell("", (1.0, 0.0), reach, locked=locked)))
        seen.append([colour.name() for colour in corner(grid, 0)])
    for first, second in pairwise([*seen, seen[0]]):
        differing = sum(a != b for a, b in zip(first, second, strict=True))
        assert differing >= 0.02 * len(first)
    if grid.cell_rect(0).width() > 28:
        assert WHITE.name() in seen[2]  # the padlock


def test_the_line_runs_inside_the_fill(grid: RangeGrid) -> None:
    grid.set_scene(only(GridCell("", (1.0, 0.0), 1.0, locked=1.0)))
    image, box = grid.grab().toImage(), grid.cell_rect(0)
    row = [image.pixelColor(x, box.center().y()) for x in range(box.left(), box.right() + 1)]
    dark = [x for x, colour in enumerate(row) if colour == QColor(INK)]
    assert dark
    assert dark[0] > 0
    assert dark[-1] < len(row) - 1
    assert dark[0] == len(row) - 1 - dark[-1]


@pytest.mark.parametrize("reach", [0.1, 0.2, 0.3, 0.4, 0.6, 1.0])
@pytest.mark.parametrize("size", [400, 430, 480, 620, 900])
def test_labels_stay_clear_of_the_tab(grid: RangeGrid, size: int, reach: float) -> None:
    """The label's pixels are the same with a lock or without."""
    grid.resize(size, size)

    def picture(label: str, locked: float) -> QImage:
        grid.set_scene(only(GridCell(label, (1.0, 0.0), reach, locked=locked)))
        return grid.grab().toImage()

    box = grid.cell_rect(0)
    plain, bare = picture("72s", 0.0), picture("", 0.0)
    shown, empty = picture("72s", 1.0), picture("", 1.0)
    hidden = total = 0
    for x in range(box.left(), box.right() + 1):
        for y in range(box.top(), box.bottom() + 1):
            if plain.pixel(x, y) != bare.pixel(x, y):
                total += 1
                hidden += shown.pixel(x, y) == empty.pixel(x, y)
    assert total > 20
    assert hidden <= 0.1 * total


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
def test_what_is_said_of_a_lock(before: GridCell, now: GridCell, words: str) -> None:
    assert lock_words(before, now, ("Check", "Bet 50")) == words


cells = st.integers(0, 168)


@given(st.lists(cells, min_size=1, max_size=12), st.sets(cells, max_size=40))
def test_a_stroke_is_connected_and_tells_each_cell_once(path: list[int], blocked: set[int]) -> None:
    scene = hold_em()
    free = replace(
        scene,
        cells=tuple(replace(c, possible=i not in blocked) for i, c in enumerate(scene.cells)),
    )
    owner = QObject()
    painter = GridPainter(owner)
    painter.set_scene(free)
    told: list[int] = []
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


def test_a_scene_of_another_shape_ends_the_stroke() -> None:
    owner = QObject()
    painter = GridPainter(owner)
    painter.set_scene(hold_em())
    painter.press(3)
    painter.set_scene(GridScene(1, 1, (GridCell("K"),)))
    assert not painter.stroking
    assert painter.reach(0) == []
    assert not painter.touched


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_the_pointer_shows_the_brush(qtbot: QtBot, ratio: float) -> None:
    pictures = [
        brush_cursor(Brush("", tone), ratio).pixmap().toImage()
        for tone in ("fold", "call", "small", "middle", "large", "allin", None)
    ]
    assert all(image.width() == round(32 * ratio) for image in pictures)
    assert len({image.constBits().tobytes() for image in pictures}) == len(pictures)
