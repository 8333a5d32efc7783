"""The marks of locked cells: a line inside the fill's edge, and a tab in the corner."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from pokergui.theme.actions import INK
from pokergui.viewmodel.grid import GridCell, GridScene
from pokergui.views.gridpaint import GridPlaces, filled_height

WHOLE = 0.999
"""Share of a cell from which on it counts as locked as a whole."""
_PADLOCK = 28
"""Least cell with room for a padlock in its tab."""
_ROOMY = 54
_PAPER = "#FFFFFF"


def lock_words(before: GridCell, now: GridCell, titles: tuple[str, ...]) -> str:
    """What became of a cell's lock, to be said aloud; empty where nothing did."""
    if before.locked == now.locked and (not now.locked or before.shares == now.shares):
        return ""
    if now.locked <= 0:
        return _tr("{hand} free").format(hand=now.label)
    if now.locked < WHOLE:
        return _tr("{hand} partly locked").format(hand=now.label)
    chosen = [title for title, share in zip(titles, now.shares, strict=False) if share >= WHOLE]
    if not chosen:
        return _tr("{hand} locked").format(hand=now.label)
    return _tr("{hand} locked: {action}").format(hand=now.label, action=chosen[0].lower())


def paint_locks(painter: QPainter, scene: GridScene, places: GridPlaces) -> None:
    """Marks of all cells that are locked, wholly or in part.

    A dark tab with a padlock and a dark line all round say "locked"; half of the tab under a
    white slope says "in part". Ink and white alone stand out on every fill, in every palette.
    """
    marked = [(i, cell) for i, cell in enumerate(scene.cells) if cell.locked > 0]
    if not marked:
        return
    height = places.height - places.gap
    roomy, small = places.width >= _ROOMY, places.width < _PADLOCK
    side = max(5, round(places.width * (0.3 if places.width >= 40 else 0.26)))
    pen = 2.0 if roomy else 1.0 if small else 1.5
    inset = (1.5 if roomy else 0.0 if small else 1.0) + pen / 2
    lines, tabs, locks, slopes = (QPainterPath() for _ in range(4))
    for i, cell in marked:
        box = places.cell(i)
        tab = QRectF(box.right() + 1 - side, box.y(), side, side)
        if cell.locked < WHOLE:
            tabs.addPolygon([tab.topLeft(), tab.topRight(), tab.bottomRight(), tab.topLeft()])
            slopes.moveTo(tab.topLeft())
            slopes.lineTo(tab.bottomRight())
            continue
        filled = filled_height(cell, height)
        if filled >= 2 * inset + 4:
            fill = QRectF(box.x(), box.bottom() + 1 - filled, box.width(), filled)
            lines.addRect(fill.adjusted(inset, inset, -inset, -inset))
        tabs.addRect(tab)
        if not small:
            _add_padlock(locks, tab)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.strokePath(lines, QPen(QColor(INK), pen))
    painter.fillPath(tabs, QColor(INK))
    painter.strokePath(slopes, QPen(QColor(_PAPER), 1 if small else 1.5))
    painter.fillPath(locks, QColor(_PAPER))
    painter.restore()


def _add_padlock(path: QPainterPath, tab: QRectF) -> None:
    unit = tab.width() / 12
    x, y = tab.center().x(), tab.y()
    path.addRect(QRectF(x - 3.2 * unit, y + 5.4 * unit, 6.4 * unit, 4.6 * unit))
    shackle = QPainterPath(QPointF(x - 2.4 * unit, y + 5.4 * unit))
    shackle.arcTo(QRectF(x - 2.4 * unit, y + 2 * unit, 4.8 * unit, 4.8 * unit), 180, -180)
    shackle.lineTo(x + 2.4 * unit, y + 5.4 * unit)
    shackle.lineTo(x + 1.2 * unit, y + 5.4 * unit)
    shackle.arcTo(QRectF(x - 1.2 * unit, y + 3.2 * unit, 2.4 * unit, 2.4 * unit), 0, 180)
    shackle.lineTo(x - 1.2 * unit, y + 5.4 * unit)
    shackle.closeSubpath()
    path.addPath(shackle)


def _tr(words: str) -> str:
    return QCoreApplication.translate("RangeGrid", words)
