"""Cell text on two lines: label at the top, figure at the bottom."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QPainter

from pokergui.theme import look
from pokergui.theme.fonts import font, metrics
from pokergui.viewmodel.grid import GridScene
from pokergui.widgets.grid.paint import LABEL_INSET, GridPlaces, filled_height, label_size, static

_LEAST = 32
"""Smallest cell with room for two lines."""
_LABEL, _FIGURE = 500, 600
_CLEAR = 2
"""Pixels between a text and the edge of a fill."""


@lru_cache(4096)
def _width(words: str, size: int) -> float:
    return metrics(size, _FIGURE).horizontalAdvance(words)


def figures_fit(scene: GridScene, places: GridPlaces) -> bool:
    """Return whether there are figures, and each has room in its cell under the label."""
    if places.edges or places.height < _LEAST:
        return False
    size, room = label_size(places.height), places.width - places.gap - _inset(places) - 2
    most = max((_width(cell.figure, size) for cell in scene.cells if cell.figure), default=0.0)
    return 0.0 < most <= room


def _inset(places: GridPlaces) -> int:
    steps = ((36, 2), (40, 3), (54, LABEL_INSET))
    return next((inset for width, inset in steps if places.width < width), 6)


def paint_texts(
    painter: QPainter, scene: GridScene, places: GridPlaces, inks: Sequence[str]
) -> None:
    """Paint labels and, if there is room, figures of all cells.

    Neither crosses the edge of a fill: the label makes way downwards and the figure upwards, or the
    other way if they would meet.

    Args:
        painter: its unit is one device-independent pixel.
        scene: the scene.
        places: places of its cells.
        inks: colour of text on the fill of each cell.
    """
    t = look.tokens()
    size = label_size(places.height)
    measure = metrics(size, _LABEL)
    rise, cap, inset = measure.ascent(), round(measure.capHeight()), _inset(places)
    figures = figures_fit(scene, places)
    alone = scene.scale is not None or not scene.actions
    height = places.height - places.gap
    groups: dict[tuple[int, str], list[tuple[float, float, str]]] = {}
    for i, (cell, ink) in enumerate(zip(scene.cells, inks, strict=True)):
        row, column = divmod(i, places.columns)
        x, top = places.left + column * places.width + inset, places.top + row * places.height
        high = filled_height(cell, height, alone)
        edge, free = top + height - high, t.t1 if high else t.t3
        told = figures and cell.figure
        base, foot = top + inset + cap, top + height - inset
        if base - cap - _CLEAR < edge <= base + 1:
            under = edge + _CLEAR + cap
            base = edge - _CLEAR if told and under >= foot - cap else under
        elif foot - cap - _CLEAR < edge <= foot + 1:
            over = edge - _CLEAR
            foot = edge + _CLEAR + cap if over - cap <= base else over
        groups.setdefault((_LABEL, ink if edge < base else free), []).append(
            (x, base - rise, cell.label)
        )
        if told:
            groups.setdefault((_FIGURE, ink if edge < foot else free), []).append(
                (x, foot - rise, cell.figure)
            )
    for (weight, colour), texts in groups.items():
        painter.setFont(font(size, weight))
        painter.setPen(QColor(colour))
        for left, upper, words in texts:
            painter.drawStaticText(QPointF(left, upper), static(words, size, weight))
