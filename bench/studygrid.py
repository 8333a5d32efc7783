"""CPU time of view changes in Study's grid, without a display.

For a flop with 1,326 combos and eight actions, and distinct values, equities and reach for each
combo: from the view chosen to its scene (the presenter's work), from the scene to the painted cells
(the page's work), and from pointing at a cell to its frame and the table of its combos. Cells are
45 pixels wide, as in a window of 1440 x 900. Best of several runs.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication

from bench import figure
from engine.card_display import parse_shown
from engine.game import get_game
from engine.lines import spot_of
from engine.player import CALL, Strategy, raise_to
from engine.policy import blocked
from pokergui.pages.study.reading.views.detail import CellPanel
from pokergui.ranges.grid import RangeMatrix
from pokergui.ranges.grid_values import BoardRange, GridView
from pokergui.theme.look import apply_look
from pokergui.viewmodel import SettingsScene
from pokergui.viewmodel.grid import KINDS
from pokergui.widgets.grid.grid import RangeGrid as GridWidget

_SIDE = 592
_SIZES = (100, 300, 400, 500, 600, 900, 9700)


def made_range(seed: int) -> RangeMatrix:
    """Return a range with all figures known; every cell differs."""
    game = get_game("holdem-nolimit@100")
    spot = spot_of(game, "r300c/", parse_shown(game, "Kh8d3c"))
    rng = np.random.default_rng(seed)
    free = ~blocked(game, spot.board)
    values = rng.normal(300.0, 400.0, (1326, 8))
    answer = Strategy(
        (CALL, *(raise_to(size) for size in _SIZES)),
        rng.dirichlet(np.ones(8), size=1326) * free[:, None],
        values,
        np.abs(values) / 20,
    )
    equity = np.where(free, rng.random(1326), np.nan)
    return RangeMatrix(
        spot, [BoardRange(spot.board, rng.random(1326) * free, answer, equity=equity)]
    )


def _best_ms(work: Callable[[int], object], repeats: int = 40) -> float:
    """Minimum processor time of a step, after two that fill caches."""
    least = float("inf")
    for turn in range(repeats + 2):
        start = time.process_time()
        work(turn)
        if turn >= 2:
            least = min(least, time.process_time() - start)
    return 1000 * least


def _pixmap(widget: GridWidget | CellPanel) -> QPixmap:
    ratio = widget.devicePixelRatioF()
    pixmap = QPixmap(widget.size() * ratio)
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


def figures() -> dict[str, dict[str, Any]]:
    """Milliseconds of a change of view and of hover."""
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    apply_look(SettingsScene())
    ranges = [made_range(seed) for seed in range(4)]
    widget, table = GridWidget(), CellPanel()
    widget.resize(_SIDE, _SIDE)
    table.resize(400, 500)
    widget.show()
    pixmap, table_pixmap = _pixmap(widget), _pixmap(table)
    found = {}
    for kind in KINDS:
        view = GridView(kind)
        scenes = [grid.scene(view=view) for grid in ranges]

        def scene(turn: int, view: GridView = view) -> None:
            ranges[turn % 4].scene(view=view)

        def repaint(turn: int, scenes: list[Any] = scenes) -> None:
            widget.set_scene(scenes[turn % 4])
            widget.render(pixmap)

        found[f"scene-{kind}"] = figure(_best_ms(scene), "ms", combos=1326, actions=8)
        found[f"repaint-{kind}"] = figure(_best_ms(repaint), "ms", cells=169)
    grid = ranges[0]
    widget.set_scene(grid.scene())
    widget.render(pixmap)

    def hover(turn: int) -> None:
        cell = 13 + turn  # off the first row: suited, paired and offsuit cells in turn
        widget.set_hover(cell)
        widget.render(pixmap)
        table.set_detail(grid.detail(cell))
        table.render(table_pixmap)

    found["hover"] = figure(_best_ms(hover), "ms")
    widget.close()
    table.close()
    return found
