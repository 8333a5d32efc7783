"""Words for locked cells, and strokes over a grid."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from pokergui.viewmodel.grid import GridAction, GridCell, GridScene
from pokergui.widgets.grid.brush import Brush, GridPainter, brush_cursor
from pokergui.widgets.grid.locks import lock_words
from tests.pokergui.gallery.study_scenes import hold_em

PAIR = (GridAction("c", "Check", "call"), GridAction("r50", "Bet 50", "large"))


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


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_the_pointer_shows_the_brush(qtbot: QtBot, ratio: float) -> None:
    tones = ("fold", "call", "small", "middle", "large", "allin", None)
    pictures = [brush_cursor(Brush("", tone), ratio).pixmap().toImage() for tone in tones]
    assert len({image.constBits().tobytes() for image in pictures}) == len(pictures)
