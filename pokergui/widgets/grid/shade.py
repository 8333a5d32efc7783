"""Belief grid: the brightness of a cell is the probability of its hands."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from pokergui.theme import look
from pokergui.theme.fonts import ACTION, BODY, CAPTION, font, metrics
from pokergui.theme.ramps import ink_on
from pokergui.theme.tokens import mix
from pokergui.viewmodel.grid import GridScene
from pokergui.widgets.grid.paint import FRAME, CellPainter, GridPlaces, cell_places
from pokergui.widgets.painting import LEFT, RIGHT, rounded, text

_STEPS = 48
"""Number of shades; more than the eye can distinguish."""
_FEW = 9
_MOST_HIGH = 68


@lru_cache(4)
def shades(top: str, bottom: str) -> tuple[str, ...]:
    """Return colours from the least to the most likely."""
    return tuple(mix(top, step / (_STEPS - 1), bottom) for step in range(_STEPS))


def shade_places(scene: GridScene, width: int, height: int) -> GridPlaces:
    """Return square cells; the few of a small game are as wide as possible, for their numbers."""
    rows, columns = scene.rows, scene.columns
    if not 0 < rows * columns <= _FEW:
        return cell_places(scene, width, height)
    wide = (width - 2 * FRAME + 4) // columns
    high = min(_MOST_HIGH, (height - 2 * FRAME + 4) // rows)
    return GridPlaces(FRAME, FRAME, wide, high, 4, rows, columns)


def paint_shades(painter: QPainter, scene: GridScene, places: GridPlaces, ratio: float) -> None:
    """Paint all cells and the labels along their edges, without frames."""
    if len(scene.cells) <= _FEW:
        _paint_few(painter, scene, places)
        return
    t = look.tokens()
    colours = shades(t.acc, t.cell)
    cells = CellPainter(scene, places, ratio)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.scale(1 / ratio, 1 / ratio)
    painter.fillRect(cells.frame(), QColor(t.grid))
    painter.setPen(Qt.PenStyle.NoPen)
    groups: dict[int, list[int]] = {}
    for i, cell in enumerate(scene.cells):
        level = round(cell.height * (_STEPS - 1)) if cell.possible else 0
        groups.setdefault(level, []).append(i)
    boxes = cells.boxes()
    for level, members in groups.items():
        painter.setBrush(QColor(colours[level]))
        painter.drawRects([QRect(*boxes[i]) for i in members])
    painter.restore()
    cells.paint_edges(painter)


def _paint_few(painter: QPainter, scene: GridScene, places: GridPlaces) -> None:
    """Paint cells of a small game: rank at the left, probability at the right."""
    t = look.tokens()
    colours = shades(t.acc, t.cell)
    for i, cell in enumerate(scene.cells):
        box = QRectF(places.cell(i))
        colour = colours[round(cell.height * (_STEPS - 1))]
        rounded(painter, box, colour, radius=4)
        ink = ink_on(colour)
        room = box.adjusted(12, 0, -12, 0)
        used = text(painter, room, cell.label, font(ACTION, 600), ink, LEFT)
        text(painter, room.adjusted(used, 0, 0, 0), cell.note, font(BODY, 600), ink, RIGHT)


def paint_scale(painter: QPainter, box: QRectF, words: str) -> None:
    """Paint the meaning of the bright end, after the shades in a strip if there is room."""
    t = look.tokens()
    colours = shades(t.acc, t.cell)
    wide = 30.0
    if metrics(CAPTION).horizontalAdvance(words) + wide + 6 > box.width():
        text(painter, box, words, font(CAPTION), t.t3)
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    for step in range(12):
        x = box.x() + step * wide / 12
        colour = QColor(colours[round(step * (_STEPS - 1) / 11)])
        painter.fillRect(QRectF(x, box.center().y() - 4, wide / 12, 8), colour)
    painter.restore()
    text(painter, box.adjusted(wide + 6, 0, 0, 0), words, font(CAPTION), t.t3)
