"""Two lines of text in a cell: its label at the top, its figure at the foot."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QStaticText, QTransform

from pokergui.theme import look
from pokergui.theme.fonts import font, metrics
from pokergui.viewmodel.grid import GridScene
from pokergui.views.gridpaint import LABEL_INSET, GridPlaces, filled_height, label_size

_LEAST = 34
"""Least cell with room for two lines."""
_LABEL, _FIGURE = 500, 600


@lru_cache(4096)
def static(words: str, size: int, weight: int) -> QStaticText:
    """A text laid out once."""
    result = QStaticText(words)
    result.setTextFormat(Qt.TextFormat.PlainText)
    result.setPerformanceHint(QStaticText.PerformanceHint.AggressiveCaching)
    result.prepare(QTransform(), font(size, weight))
    return result


@lru_cache(4096)
def _width(words: str, size: int) -> float:
    return metrics(size, _FIGURE).horizontalAdvance(words)


def figures_fit(scene: GridScene, places: GridPlaces) -> bool:
    """Whether there are figures, and each has room in its cell under the label."""
    if places.edges or places.height < _LEAST:
        return False
    size, room = label_size(places.height), places.width - places.gap - _inset(places) - 2
    most = max((_width(cell.figure, size) for cell in scene.cells if cell.figure), default=0.0)
    return 0.0 < most <= room


def _inset(places: GridPlaces) -> int:
    return 3 if places.width < 40 else LABEL_INSET if places.width < 54 else 6


class _Texts:
    """Texts gathered by font and colour; one that lies on two grounds is painted in both inks."""

    def __init__(self, painter: QPainter) -> None:
        self._painter = painter
        self._groups: dict[tuple[int, str], list[tuple[float, float, str]]] = {}
        self._halves: list[tuple[QRectF, int, str, tuple[float, float, str]]] = []

    def add(self, weight: int, colour: str, x: float, y: float, words: str) -> None:
        """A text on one ground."""
        self._groups.setdefault((weight, colour), []).append((x, y, words))

    def add_half(
        self, room: QRectF, weight: int, colour: str, x: float, y: float, words: str
    ) -> None:
        """The part of a text that lies in ``room``."""
        self._halves.append((room, weight, colour, (x, y, words)))

    def paint(self, size: int) -> None:
        """All of them."""
        painter = self._painter
        for (weight, colour), texts in self._groups.items():
            painter.setFont(font(size, weight))
            painter.setPen(QColor(colour))
            for x, y, words in texts:
                painter.drawStaticText(QPointF(x, y), static(words, size, weight))
        if not self._halves:
            return
        painter.save()
        for room, weight, colour, (x, y, words) in self._halves:
            painter.setClipRect(room)
            painter.setFont(font(size, weight))
            painter.setPen(QColor(colour))
            painter.drawStaticText(QPointF(x, y), static(words, size, weight))
        painter.restore()


def paint_texts(
    painter: QPainter, scene: GridScene, places: GridPlaces, inks: Sequence[str]
) -> None:
    """Labels and, where there is room, figures of all cells.

    Args:
        painter: its unit is one device-independent pixel.
        scene: what is shown.
        places: where.
        inks: colour of text on the fill of each cell.
    """
    t = look.tokens()
    size = label_size(places.height)
    measure = metrics(size, _LABEL)
    rise, cap, inset = measure.ascent(), measure.capHeight(), _inset(places)
    figures = figures_fit(scene, places)
    alone = scene.scale is not None or not scene.actions
    width, height = places.width - places.gap, places.height - places.gap
    texts = _Texts(painter)
    for i, (cell, ink) in enumerate(zip(scene.cells, inks, strict=True)):
        row, column = divmod(i, places.columns)
        left, top = places.left + column * places.width, places.top + row * places.height
        foot = top + height
        edge = foot - filled_height(cell, height, alone)
        free = t.t1 if edge < foot else t.t3
        lines = [(_LABEL, cell.label, top + inset + cap)]
        if figures and cell.figure:
            lines.append((_FIGURE, cell.figure, foot - inset))
        for weight, words, base in lines:
            x, y = left + inset, base - rise
            if edge <= base - cap - 1:
                texts.add(weight, ink, x, y, words)
            elif edge > base:
                texts.add(weight, free, x, y, words)
            else:
                over = QRectF(left, top, width, edge - top)
                under = QRectF(left, edge, width, foot - edge)
                texts.add_half(over, weight, free, x, y, words)
                texts.add_half(under, weight, ink, x, y, words)
    texts.paint(size)
