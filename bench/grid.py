"""Painting speed of a range grid, without a display.

Milliseconds to repaint 169 cells with eight actions, and to respond to the pointer moving from one
cell to the next. Best of several runs.
"""

from __future__ import annotations

import os
import random
import time
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QMouseEvent, QPixmap
from PySide6.QtWidgets import QApplication

from bench import figure
from pokergui.theme.look import apply_look
from pokergui.viewmodel import SettingsScene
from pokergui.viewmodel.grid import GridAction, GridCell, GridScene
from pokergui.widgets.grid.grid import RangeGrid

_RANKS = "AKQJT98765432"
_ACTIONS = (
    GridAction("f", "Fold", "fold"),
    GridAction("c", "Call", "call"),
    *(GridAction(f"r{i}", f"Raise {i}", "middle", i / 4) for i in range(5)),
    GridAction("r", "All-in", "allin"),
)


def scene(seed: int) -> GridScene:
    """169 cells, each split into eight segments at random."""
    rng = random.Random(seed)
    cells = []
    for row, high in enumerate(_RANKS):
        for column, low in enumerate(_RANKS):
            label = high + low if row <= column else low + high
            label += "" if row == column else "s" if row < column else "o"
            weights = [rng.random() for _ in _ACTIONS]
            shares = tuple(weight / sum(weights) for weight in weights)
            cells.append(GridCell(label, shares, rng.random()))
    return GridScene(13, 13, tuple(cells), _ACTIONS)


def repaint_ms(grid: RangeGrid, repeats: int = 60) -> float:
    """Milliseconds to paint another answer, best of ``repeats``."""
    ratio = grid.devicePixelRatioF()
    pixmap = QPixmap(grid.size() * ratio)
    pixmap.setDevicePixelRatio(ratio)
    scenes = [scene(0), scene(1)]
    best = 1e9
    for i in range(repeats):
        start = time.perf_counter()
        grid.set_scene(scenes[i % 2])
        grid.render(pixmap)
        best = min(best, time.perf_counter() - start)
    return 1000 * best


def hover_ms(grid: RangeGrid, repeats: int = 60) -> float:
    """Milliseconds from a pointer move to the painted frame around another cell."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    best = 1e9
    none = Qt.MouseButton.NoButton
    for i in range(repeats):
        middle = QPointF(grid.cell_rect(i % 169).center())
        event = QMouseEvent(
            QMouseEvent.Type.MouseMove, middle, middle, none, none, Qt.KeyboardModifier.NoModifier
        )
        start = time.perf_counter()
        app.sendEvent(grid, event)
        app.processEvents()
        best = min(best, time.perf_counter() - start)
    return 1000 * best


def figures() -> dict[str, dict[str, Any]]:
    """Milliseconds for a repaint and for hover, by the size of the grid."""
    app = QApplication.instance() or QApplication([])
    assert isinstance(app, QApplication)
    apply_look(SettingsScene())
    grid = RangeGrid()
    grid.show()
    found = {}
    for size in (300, 470, 600, 840):
        grid.resize(size, size)
        app.processEvents()
        found[f"repaint-{size}"] = figure(repaint_ms(grid), "ms", cells=169, actions=8)
        found[f"hover-{size}"] = figure(hover_ms(grid), "ms")
    grid.close()
    return found
