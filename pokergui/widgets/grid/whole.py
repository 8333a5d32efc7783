"""Whole range grids at any size: panels, cells or small cells, on screen or exported."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from pokergui.theme import look
from pokergui.theme.actions import INK
from pokergui.theme.fonts import BODY, font
from pokergui.viewmodel.grid import GridScene
from pokergui.widgets.grid.locks import paint_locks
from pokergui.widgets.grid.paint import MOST, CellPainter, GridPlaces, cell_places
from pokergui.widgets.grid.panel import MOST_CELLS, paint_panels, panel_places
from pokergui.widgets.grid.shade import paint_shades, shade_places
from pokergui.widgets.grid.text import figures_fit, paint_texts
from pokergui.widgets.grid.tint import paint_tints
from pokergui.widgets.painting import CENTRE, rounded, text

_FEW_CELLS_MOST = 112
"""Largest cell of a small game whose panels have no room."""


def grid_places(scene: GridScene, width: int, height: int) -> GridPlaces:
    """Return the places of the cells of a grid in an area, as large as fit."""
    if scene.shaded:
        return shade_places(scene, width, height)
    most = MOST if len(scene.cells) > MOST_CELLS else _FEW_CELLS_MOST
    return panel_places(scene, width, height) or cell_places(scene, width, height, most)


def paint_grid(painter: QPainter, scene: GridScene, places: GridPlaces, ratio: float) -> None:
    """Paint everything of a grid but frames; ``ratio`` is device pixels per pixel."""
    if scene.absent:
        _paint_absent(painter, scene.absent, QRectF(places.area))
    elif scene.shaded:
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


def _paint_absent(painter: QPainter, words: str, area: QRectF) -> None:
    """Paint a panel instead of the cells, which says why there are none."""
    t = look.tokens()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    rounded(painter, area, t.bg2, t.line)
    text(painter, area.adjusted(12, 0, -12, 0), words, font(BODY, 600), t.t1, CENTRE)
