"""A whole grid at any size: panels, cells or small cells, on screen and in a file."""

from __future__ import annotations

from PySide6.QtGui import QPainter

from pokergui.theme.actions import INK
from pokergui.viewmodel.grid import GridScene
from pokergui.views.gridlocks import paint_locks
from pokergui.views.gridpaint import MOST, CellPainter, GridPlaces, cell_places
from pokergui.views.gridpanel import MOST_CELLS, paint_panels, panel_places
from pokergui.views.gridshade import paint_shades, shade_places
from pokergui.views.gridtext import figures_fit, paint_texts
from pokergui.views.gridtint import paint_tints

_FEW_CELLS_MOST = 112
"""Largest cell of a small game whose panels have no room."""


def grid_places(scene: GridScene, width: int, height: int) -> GridPlaces:
    """Where the cells of a grid lie in an area, as large as fit."""
    if scene.shaded:
        return shade_places(scene, width, height)
    most = MOST if len(scene.cells) > MOST_CELLS else _FEW_CELLS_MOST
    return panel_places(scene, width, height) or cell_places(scene, width, height, most)


def paint_grid(painter: QPainter, scene: GridScene, places: GridPlaces, ratio: float) -> None:
    """Everything of a grid but frames; ``ratio`` is device pixels of a pixel."""
    if scene.shaded:
        paint_shades(painter, scene, places, ratio)
    elif places.panels:
        paint_panels(painter, scene, places)
    elif scene.scale is not None:
        paint_tints(painter, scene, places, ratio)
        paint_locks(painter, scene, places, ratio)
    elif scene.cells:
        figures = figures_fit(scene, places)
        CellPainter(scene, places, ratio).paint(painter, labels=not figures)
        if figures:
            paint_texts(painter, scene, places, [INK] * len(scene.cells))
        paint_locks(painter, scene, places, ratio)
