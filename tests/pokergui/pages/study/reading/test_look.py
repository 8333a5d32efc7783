"""Views of Study's grid: chosen once, kept while walking, explained where not possible."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from pokergui.pages.study.comparing.presenters.versus import BOTH_SIDES
from pokergui.pages.study.reading.scenes.choice import StudyChoice
from tests.pokergui.pages.study.test_study import Studied


@pytest.fixture
def leduc(tmp_path: Path, qtbot: QtBot) -> Studied:
    return Studied(tmp_path, StudyChoice.of("leduc", 100, "random", tmp_path))


def test_a_view_is_kept_while_walking(leduc: Studied) -> None:
    walk = leduc.presenter.walk
    leduc.do(walk.choose_view, "action")
    leduc.do(walk.choose_action, "r")
    leduc.do(walk.choose_heights, "full")
    view = leduc.scene.view
    assert view is not None and (view.kind, view.heights) == ("action", "full")
    assert view.action == "r"
    leduc.rows("r", "r")  # no more raises: the first action stands in
    view = leduc.scene.view
    assert view is not None and (view.kind, view.action, view.heights) == ("action", "f", "full")
    leduc.do(walk.choose_crumb, 0)
    leduc.row("c")
    view = leduc.scene.view
    assert view is not None and (view.kind, view.action) == ("action", "r")
    assert leduc.scene.grid is not None and leduc.scene.grid.scale is not None
    leduc.do(walk.choose_side, "0")  # who does not act here: no action to look at
    view = leduc.scene.view
    assert view is not None and view.kind == "strategy"
    assert "action" in dict(view.refused)
    leduc.do(walk.choose_side, "1")
    assert leduc.scene.view is not None and leduc.scene.view.kind == "action"


def test_small_games_know_what_both_players_are_worth(leduc: Studied) -> None:
    walk = leduc.presenter.walk
    leduc.do(walk.choose_view, "ev")
    assert leduc.scene.view is not None and leduc.scene.view.refused == ()
    for side in "01":
        grid = leduc.do(walk.choose_side, side).grid
        assert grid is not None and grid.scale is not None
        assert grid.scale.caption == "EV, antes"
        assert all(cell.figure and cell.value is not None for cell in grid.cells)
    leduc.do(walk.choose_side, "0")
    values = [cell.values for cell in leduc.scene.grid.cells]
    assert all(len(worth) == len(leduc.scene.grid.actions) for worth in values)


def test_both_players_grids_take_one_scale(leduc: Studied) -> None:
    leduc.do(leduc.presenter.walk.choose_view, "ev")
    alone = leduc.scene.grid.scale
    leduc.do(leduc.presenter.versus.choose_side, BOTH_SIDES)
    scene = leduc.scene
    assert scene.beside is not None and scene.beside.grid is not None
    assert scene.grid.scale == scene.beside.grid.scale
    figures = [
        float(cell.figure.replace("−", "-"))
        for grid in (scene.grid, scene.beside.grid)
        for cell in grid.cells
    ]
    ends = [float(end.replace("−", "-")) for end in (scene.grid.scale.low, scene.grid.scale.high)]
    assert ends == [min(figures), max(figures)]
    leduc.do(leduc.presenter.versus.choose_side, "0")
    assert leduc.scene.grid.scale == alone
