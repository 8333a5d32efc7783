"""Marks of locked cells: an inner outline, and a tab in the corner."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath

from pokergui.language import tr
from pokergui.theme.actions import INK
from pokergui.theme.fonts import metrics
from pokergui.viewmodel.grid import GridCell, GridScene
from pokergui.widgets.grid.paint import LABEL_INSET, GridPlaces, filled_height, label_size
from pokergui.widgets.painting import stroke

WHOLE = 0.999
"""Share of a cell from which it counts as locked as a whole."""
_PADLOCK = 28
"""Smallest cell with room for a padlock in its tab."""
_WIDE, _ROOMY = 40, 54
_PAPER = "#FFFFFF"


def lock_words(before: GridCell, now: GridCell, titles: tuple[str, ...]) -> str:
    """Return the change of a cell's lock, to be announced; empty if there is none."""
    if before.locked == now.locked and (not now.locked or before.shares == now.shares):
        return ""
    if now.locked <= 0:
        return tr("{hand} free").format(hand=now.label)
    if now.locked < WHOLE:
        return tr("{hand} partly locked").format(hand=now.label)
    chosen = [title for title, share in zip(titles, now.shares, strict=False) if share >= WHOLE]
    if not chosen:
        return tr("{hand} locked").format(hand=now.label)
    return tr("{hand} locked: {action}").format(hand=now.label, action=chosen[0].lower())


class _Marks:
    """The marks of one size of cells, in device pixels."""

    def __init__(self, places: GridPlaces, ratio: float) -> None:
        width = places.width
        self.small = width < _PADLOCK
        self.side = max(5, round(width * (0.3 if width >= _WIDE else 0.26)))
        self.inset = round(ratio * (2 if width >= _ROOMY else 0 if self.small else 1))
        self.pen = max(1, round(ratio * (2 if width >= _ROOMY else 1 if self.small else 1.5)))
        self.pixels = round(self.side * ratio)

    def lines(self, fill: QRect) -> list[QRect]:
        """Return four sides of the line inside the edge of a fill."""
        box = fill.adjusted(self.inset, self.inset, -self.inset, -self.inset)
        pen = self.pen
        if min(box.width(), box.height()) < 3 * pen:
            return []
        x, y, width, height = box.x(), box.y(), box.width(), box.height()
        sides = box.height() - 2 * pen
        return [
            QRect(x, y, width, pen),
            QRect(x, y + height - pen, width, pen),
            QRect(x, y + pen, pen, sides),
            QRect(x + width - pen, y + pen, pen, sides),
        ]


def paint_locks(painter: QPainter, scene: GridScene, places: GridPlaces, ratio: float) -> None:
    """Paint marks of all cells that are locked, wholly or in part.

    A dark tab with a padlock and a dark line all round mean "locked"; half of the tab under a white
    slope means "in part". Ink and white alone are visible on every fill, in every palette.

    Args:
        painter: its unit is one device-independent pixel.
        scene: the scene.
        places: places of its cells.
        ratio: device pixels of a pixel.
    """
    marked = [(i, cell) for i, cell in enumerate(scene.cells) if cell.locked > 0]
    if not marked:
        return
    marks = _Marks(places, ratio)
    whole = _tab(marks.pixels, padlock=not marks.small)
    half = _half_tab(marks.pixels)
    label = metrics(label_size(places.height), 500)
    enough, rise = label.capHeight() + 8, label.capHeight() + LABEL_INSET
    lines: list[QRect] = []
    tabs: list[tuple[QPoint, QImage]] = []
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.scale(1 / ratio, 1 / ratio)
    for i, cell in marked:
        box = places.cell(i)
        filled = filled_height(cell, box.height())
        # A label over a low fill may overlap the tab, which then moves.
        below = filled < enough and box.height() - filled - rise < marks.side
        top = box.bottom() + 1 - marks.side if below and not places.edges else box.y()
        corner = QPoint(round((box.right() + 1) * ratio) - marks.pixels, round(top * ratio))
        if cell.locked < WHOLE:
            tabs.append((corner, half))
            continue
        left, right = round(box.x() * ratio), round((box.right() + 1) * ratio)
        foot = round((box.bottom() + 1) * ratio)
        high = filled_height(cell, foot - round(box.y() * ratio))
        lines += marks.lines(QRect(left, foot - high, right - left, high))
        tabs.append((corner, whole))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(INK))
    painter.drawRects(lines)
    for corner, tab in tabs:
        painter.drawImage(corner, tab)
    painter.restore()


@lru_cache(16)
def _tab(side: int, *, padlock: bool) -> QImage:
    """Return a square of ink with a white padlock."""
    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(INK))
    if padlock:
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillPath(_padlock(side), QColor(_PAPER))
        painter.end()
    return image


@lru_cache(16)
def _half_tab(side: int) -> QImage:
    """Return the upper right half of the square under a white slope."""
    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    path = QPainterPath()
    path.addPolygon([QPointF(0, 0), QPointF(side, 0), QPointF(side, side), QPointF(0, 0)])
    painter.fillPath(path, QColor(INK))
    stroke(painter, QPointF(0, 0), QPointF(side, side), _PAPER, max(1.0, side / 8))
    painter.end()
    return image


def _padlock(side: int) -> QPainterPath:
    unit = side / 12
    x = side / 2
    path = QPainterPath()
    path.addRect(QRectF(x - 3.2 * unit, 5.6 * unit, 6.4 * unit, 4.6 * unit))
    shackle = QPainterPath(QPointF(x - 2.4 * unit, 5.6 * unit))
    shackle.arcTo(QRectF(x - 2.4 * unit, 1.9 * unit, 4.8 * unit, 4.8 * unit), 180, -180)
    shackle.lineTo(x + 2.4 * unit, 5.6 * unit)
    shackle.lineTo(x + 1.2 * unit, 5.6 * unit)
    shackle.arcTo(QRectF(x - 1.2 * unit, 3.1 * unit, 2.4 * unit, 2.4 * unit), 0, 180)
    shackle.lineTo(x - 1.2 * unit, 5.6 * unit)
    shackle.closeSubpath()
    path.addPath(shackle)
    return path
