"""Heatmap grid, and its colour legend."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from pokergui.theme import look
from pokergui.theme.actions import action_colour
from pokergui.theme.fonts import CAPTION, font, metrics
from pokergui.theme.ramps import STEPS, amounts, changes, ink_on
from pokergui.viewmodel.grid import GridCell, GridScale, GridScene
from pokergui.widgets.grid.paint import CellPainter, GridPlaces
from pokergui.widgets.grid.text import paint_texts
from pokergui.widgets.painting import RIGHT, text


def ramp_of(scale: GridScale) -> tuple[str, ...]:
    """Return the colours of a scale, from its low end to its high one."""
    t = look.tokens()
    if scale.kind == "change":
        return changes(t)
    return amounts(t, action_colour(scale.tone, scale.rank) if scale.tone is not None else "")


def tint(cell: GridCell, scale: GridScale, ramp: tuple[str, ...]) -> str:
    """Return the colour of a cell; one outside the ramp if its number is not known."""
    if cell.value is None:
        return look.tokens().bg4
    place = (cell.value + 1) / 2 if scale.kind == "change" else cell.value
    return ramp[round(min(1.0, max(0.0, place)) * (STEPS - 1))]


def paint_tints(painter: QPainter, scene: GridScene, places: GridPlaces, ratio: float) -> None:
    """Paint all cells and the texts in them or along their edges, without frames."""
    assert scene.scale is not None
    t, ramp = look.tokens(), ramp_of(scene.scale)
    cells = CellPainter(scene, places, ratio)
    empty: list[QRect] = []
    groups: dict[str, list[QRect]] = {}
    inks = []
    for cell, box, high in cells.filled(alone=True):
        if high < box.height():
            empty.append(box.adjusted(0, 0, 0, -high))
        colour = tint(cell, scene.scale, ramp)
        inks.append(ink_on(colour))
        if high:
            fill = box.adjusted(0, box.height() - high, 0, 0)
            groups.setdefault(colour, []).append(fill)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.scale(1 / ratio, 1 / ratio)
    painter.fillRect(cells.frame(), QColor(t.grid))
    painter.setPen(Qt.PenStyle.NoPen)
    for colour, boxes in ((t.cell, empty), *groups.items()):
        painter.setBrush(QColor(colour))
        painter.drawRects(boxes)
    painter.restore()
    if places.edges:
        cells.paint_edges(painter)
    else:
        paint_texts(painter, scene, places, inks)


def paint_strip(painter: QPainter, box: QRectF, scale: GridScale) -> None:
    """Paint a strip of the ramp between its two ends, its middle marked if that has a number."""
    t, ramp = look.tokens(), ramp_of(scale)
    measure = metrics(CAPTION)
    low, high = measure.horizontalAdvance(scale.low), measure.horizontalAdvance(scale.high)
    strip = box.adjusted(0, 0, 0, -16)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    for step, colour in enumerate(ramp):
        left = round(strip.x() + step * strip.width() / STEPS)
        right = round(strip.x() + (step + 1) * strip.width() / STEPS)
        painter.fillRect(QRectF(left, strip.y(), right - left, strip.height()), QColor(colour))
    painter.restore()
    words = QRectF(box.x(), box.bottom() - 15, box.width(), 15)
    text(painter, words, scale.low, font(CAPTION), t.t2)
    text(painter, words, scale.high, font(CAPTION), t.t2, RIGHT)
    middle = measure.horizontalAdvance(scale.middle)
    if scale.middle and low + high + middle + 24 <= box.width():
        x = box.center().x() - middle / 2
        text(painter, QRectF(x, words.y(), middle + 1, 15), scale.middle, font(CAPTION), t.t2)
