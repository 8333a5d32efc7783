"""Layout and painting of a range grid, shared with the strategy sheet of small games.

Cells are painted in device pixels, so that edges are sharp at every scale factor; text is painted
in device-independent pixels.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QStaticText, QTransform

from pokergui.theme import look
from pokergui.theme.colours import INK, STEPS, action_colour, amounts, changes, ink_on
from pokergui.theme.fonts import ACTION, BODY, CAPTION, SMALL, font, metrics
from pokergui.theme.tokens import mix
from pokergui.viewmodel.grid import GridAction, GridCell, GridScale, GridScene
from pokergui.widgets.painting import LEFT, RIGHT, rounded, text

_Ints = NDArray[np.int64]
_Bools = NDArray[np.bool_]

MOST = 64
"""Largest cell; a larger window leaves the rest free."""
FRAME = 3
"""Pixels that a frame may extend over its cell's edge."""
_LABELLED = 28
_WIDE_GAP = 40
_EDGE = 18
LABEL_INSET = 4
"""Room under and left of a label."""


@dataclass(frozen=True, slots=True)
class GridPlaces:
    """Places of the cells, in device-independent pixels.

    Attributes:
        left, top: corner of the first cell.
        width, height: pitch of the cells.
        gap: part of the pitch that stays free between two cells.
        edges: ranks are along the edges, cells have no labels.
        panels: each cell is a panel with figures.
    """

    left: int
    top: int
    width: int
    height: int
    gap: int
    rows: int
    columns: int
    edges: bool = False
    panels: bool = False

    @property
    def area(self) -> QRect:
        return QRect(self.left, self.top, self.width * self.columns, self.height * self.rows)

    def index(self, x: float, y: float) -> int:
        column, row = (x - self.left) // self.width, (y - self.top) // self.height
        if 0 <= column < self.columns and 0 <= row < self.rows:
            return int(row * self.columns + column)
        return -1

    def cell(self, index: int) -> QRect:
        row, column = divmod(index, self.columns)
        x, y = self.left + column * self.width, self.top + row * self.height
        return QRect(x, y, self.width - self.gap, self.height - self.gap)


def cell_places(scene: GridScene, width: int, height: int, most: int = MOST) -> GridPlaces:
    rows, columns = max(1, scene.rows), max(1, scene.columns)
    size = min(most, (width - 2 * FRAME) // columns, (height - 2 * FRAME) // rows)
    edges = size < _LABELLED
    margin = _EDGE if edges else FRAME
    if edges:
        free = min((width - margin - FRAME) // columns, (height - margin - FRAME) // rows)
        size = max(4, min(size, free))
    gap = 2 if size >= _WIDE_GAP else 1
    left = max(0, (width - margin - FRAME - size * columns) // 2) + margin
    return GridPlaces(left, margin, size, size, gap, rows, columns, edges)


def edge_labels(scene: GridScene) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the labels along small cells, rows and columns: the ranks, however they are given."""
    if scene.cells and scene.cells[0].ranks:
        rows = tuple(cell.ranks[0] for cell in scene.cells[:: scene.columns])
        columns = tuple(cell.ranks[1] for cell in scene.cells[: scene.columns] if cell.ranks[1:])
        return rows, columns
    if scene.row_labels or scene.rows != scene.columns:
        return scene.row_labels, scene.column_labels
    diagonal = scene.cells[:: scene.columns + 1]
    ranks = tuple(cell.label[: len(cell.label) // 2] for cell in diagonal)
    return ranks, ranks


@lru_cache(4096)
def _static(words: str, size: int, weight: int) -> QStaticText:
    result = QStaticText(words)
    result.setTextFormat(Qt.TextFormat.PlainText)
    result.setPerformanceHint(QStaticText.PerformanceHint.AggressiveCaching)
    result.prepare(QTransform(), font(size, weight))
    return result


def _write(
    painter: QPainter, texts: list[tuple[float, float, str]], size: int, weight: int, colour: str
) -> None:
    painter.setFont(font(size, weight))
    painter.setPen(QColor(colour))
    for left, top, words in texts:
        painter.drawStaticText(QPointF(left, top), _static(words, size, weight))


def label_size(cell: int) -> int:
    return CAPTION if cell < 40 else SMALL if cell < 54 else BODY


def fills(actions: tuple[GridAction, ...]) -> list[QColor]:
    """Return the colours of the segments; a separate one if only the range is shown."""
    if not actions:
        return [QColor(action_colour("middle"))]
    return [QColor(action_colour(action.tone, action.rank)) for action in actions]


class CellPainter:
    """A painter of the cells of one scene in one place, at one scale factor.

    Args:
        over: whether small cells have labels over their columns.
    """

    def __init__(
        self, scene: GridScene, places: GridPlaces, ratio: float, *, over: bool = True
    ) -> None:
        self._over = over
        self._scene = scene
        self._places = places
        self._ratio = ratio

    def paint(self, painter: QPainter, *, labels: bool = True) -> None:
        colours: list[str | QColor] = [look.tokens().cell, *fills(self._scene.actions)]
        self.fill(painter, zip(colours, self._rects(), strict=True))
        if self._places.edges:
            self.paint_edges(painter)
        elif labels:
            self._labels(painter)

    def fill(
        self, painter: QPainter, parts: Iterable[tuple[str | QColor, Sequence[QRect]]]
    ) -> None:
        """Paint the lines between all cells, and rectangles in device pixels by colour."""
        gap = self._places.gap
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.scale(1 / self._ratio, 1 / self._ratio)
        frame = self._device(self._places.area.adjusted(-gap, -gap, 0, 0))
        painter.fillRect(frame, QColor(look.tokens().grid))
        painter.setPen(Qt.PenStyle.NoPen)
        for colour, boxes in parts:
            painter.setBrush(QColor(colour))
            painter.drawRects(boxes)
        painter.restore()

    def boxes(self) -> list[tuple[int, int, int, int]]:
        """Return left, top, width and height of every cell in device pixels, row by row."""
        places = self._places
        columns = self._spans(places.left, places.width, places.columns)
        rows = self._spans(places.top, places.height, places.rows)
        return [(x, y, width, height) for y, height in rows for x, width in columns]

    def filled(self, *, alone: bool) -> Iterator[tuple[GridCell, QRect, int]]:
        """Yield each cell with its box and the filled part of its height, in device pixels."""
        for cell, box in zip(self._scene.cells, self.boxes(), strict=True):
            yield cell, QRect(*box), filled_height(cell, box[3], alone)

    def _device(self, box: QRect) -> QRect:
        r = self._ratio
        left, top = round(box.x() * r), round(box.y() * r)
        right = round((box.x() + box.width()) * r)
        return QRect(left, top, right - left, round((box.y() + box.height()) * r) - top)

    def _spans(self, first: int, pitch: int, count: int) -> list[tuple[int, int]]:
        """Return begin and length in device pixels of each column, or of each row."""
        r, inner = self._ratio, pitch - self._places.gap
        begins = [first + i * pitch for i in range(count)]
        return [(round(at * r), round((at + inner) * r) - round(at * r)) for at in begins]

    def _rects(self) -> Iterator[list[QRect]]:
        """Yield empty parts of all cells, then each action's segments. Each list ends the last."""
        cells, actions = self._scene.cells, self._scene.actions
        alone = not actions
        boxes = np.array(self.boxes(), np.int64)
        left, top, width, height = boxes.T
        filled = _filled_heights(cells, height, alone)
        edge = top + height - filled
        room = [QRect() for _ in cells]
        yield _made(room, (left, top, width, height - filled), filled < height)
        # Each segment ends at the sum of the shares up to it, to the nearest pixel.
        steps = np.full((len(cells), 1 + max(1, len(actions))), 0.5)
        none = (0.0,) * len(actions)
        shares = [(1.0,) if alone else cell.shares or none for cell in cells]
        steps[:, 1:] = np.array(shares) * width[:, None]
        ends = np.cumsum(steps, axis=1).astype(np.int64)
        for begin, end in pairwise(ends.T):
            there = (end > begin) & (filled > 0)
            yield _made(room, (left + begin, edge, end - begin, filled), there)

    def _labels(self, painter: QPainter) -> None:
        """Paint labels at the foot: ink on a high fill, else above it; dim outside the range."""
        t, places, alone = look.tokens(), self._places, not self._scene.actions
        size = label_size(places.height)
        measure = metrics(size, 500)
        enough, rise = measure.capHeight() + 8, measure.ascent()
        inset = LABEL_INSET if places.width < 54 else 6
        height = places.height - places.gap
        groups: dict[str, list[tuple[float, float, str]]] = {INK: [], t.t1: [], t.t3: []}
        for i, cell in enumerate(self._scene.cells):
            row, column = divmod(i, places.columns)
            filled = filled_height(cell, height, alone)
            x = float(places.left + column * places.width + inset)
            y = places.top + row * places.height + height - inset - rise
            if filled >= enough:
                groups[INK].append((x, y, cell.label))
            else:
                groups[t.t1 if filled else t.t3].append((x, y - filled, cell.label))
        for colour, labels in groups.items():
            _write(painter, labels, size, 500, colour)

    def paint_edges(self, painter: QPainter) -> None:
        rows, columns = edge_labels(self._scene)
        places = self._places
        painter.setFont(font(CAPTION))
        painter.setPen(QColor(look.tokens().t3))
        centre = Qt.AlignmentFlag.AlignCenter
        for i, words in enumerate(columns if self._over else ()):
            box = QRectF(places.left + i * places.width, places.top - 18, places.width, 16)
            painter.drawText(box, centre, words)
        for i, words in enumerate(rows):
            box = QRectF(
                places.left - 18, places.top + i * places.height, 16, places.height - places.gap
            )
            painter.drawText(box, centre, words)


def _made(room: list[QRect], sides: tuple[_Ints, ...], where: _Bools) -> list[QRect]:
    """Return rectangles of left, top, width and height where there are any, in ``room``."""
    numbers = np.stack(sides, axis=1)[where].tolist()
    for rect, each in zip(room, numbers, strict=False):  # twice as fast as making new ones
        rect.setRect(*each)
    return room[: len(numbers)]


def filled_height(cell: GridCell, height: int, alone: bool = False) -> int:
    """Return the filled part of a cell's height: its reach; at least a pixel."""
    if not cell.possible or cell.height <= 0 or not (cell.shares or alone):
        return 0
    return max(1, int(min(1.0, cell.height) * height + 0.5))


def _filled_heights(cells: Sequence[GridCell], height: _Ints, alone: bool) -> _Ints:
    reach = [cell.height if cell.possible and (cell.shares or alone) else 0.0 for cell in cells]
    shares = np.minimum(np.array(reach), 1.0)
    high = np.maximum((shares * height + 0.5).astype(np.int64), 1)
    return np.where(shares > 0.0, high, 0)


_STEPS = 48
"""Number of shades; more than the eye can distinguish."""
_FEW = 9
_MOST_HIGH = 68


@lru_cache(4)
def shades(top: str, bottom: str) -> tuple[str, ...]:
    return tuple(mix(top, step / (_STEPS - 1), bottom) for step in range(_STEPS))


def shade_places(scene: GridScene, width: int, height: int) -> GridPlaces:
    rows, columns = scene.rows, scene.columns
    if not 0 < rows * columns <= _FEW:
        return cell_places(scene, width, height)
    wide = (width - 2 * FRAME + 4) // columns
    high = min(_MOST_HIGH, (height - 2 * FRAME + 4) // rows)
    return GridPlaces(FRAME, FRAME, wide, high, 4, rows, columns)


def paint_shades(painter: QPainter, scene: GridScene, places: GridPlaces, ratio: float) -> None:
    if len(scene.cells) <= _FEW:
        _paint_few(painter, scene, places)
        return
    t = look.tokens()
    colours = shades(t.acc, t.cell)
    cells = CellPainter(scene, places, ratio)
    groups: dict[str, list[QRect]] = {}
    for cell, box in zip(scene.cells, cells.boxes(), strict=True):
        level = round(cell.height * (_STEPS - 1)) if cell.possible else 0
        groups.setdefault(colours[level], []).append(QRect(*box))
    cells.fill(painter, groups.items())
    cells.paint_edges(painter)


def _paint_few(painter: QPainter, scene: GridScene, places: GridPlaces) -> None:
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
        _write(painter, texts, size, weight, colour)


def ramp_of(scale: GridScale) -> tuple[str, ...]:
    t = look.tokens()
    if scale.kind == "change":
        return changes(t)
    return amounts(t, action_colour(scale.tone, scale.rank) if scale.tone is not None else "")


def tint(cell: GridCell, scale: GridScale, ramp: tuple[str, ...]) -> str:
    if cell.value is None:
        return look.tokens().bg4
    place = (cell.value + 1) / 2 if scale.kind == "change" else cell.value
    return ramp[round(min(1.0, max(0.0, place)) * (STEPS - 1))]


def paint_tints(painter: QPainter, scene: GridScene, places: GridPlaces, ratio: float) -> None:
    assert scene.scale is not None
    ramp = ramp_of(scene.scale)
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
    cells.fill(painter, ((look.tokens().cell, empty), *groups.items()))
    if places.edges:
        cells.paint_edges(painter)
    else:
        paint_texts(painter, scene, places, inks)


def paint_strip(painter: QPainter, box: QRectF, scale: GridScale) -> None:
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
