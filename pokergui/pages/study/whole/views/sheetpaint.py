"""Layout and painting of the sheet of a small game, on screen and in a file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QColor, QPainter

from pokergui.pages.study.whole.viewmodel.sheet import SheetPart, SheetScene
from pokergui.pages.study.whole.views.bars import paint_ticks
from pokergui.theme import look
from pokergui.theme.actions import INK
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font, metrics
from pokergui.theme.ramps import ink_on
from pokergui.widgets.grid.paint import CellPainter, GridPlaces, filled_height
from pokergui.widgets.grid.tint import ramp_of, tint
from pokergui.widgets.painting import CENTRE, text

_EDGE = 18
_GAP = 16
_LINE = 16
_HEAD = 18
_FRAME = 8
"""Pixels by which the frame of a part extends beyond it."""
_LEAST, _MOST, _FEW_MOST = 18, 46, 104
_WIDEST = 204
"""Width of all cells of a part side by side."""
_FEW = 3
"""Maximum number of rows on a sheet with higher cells."""
_SEEN = 0.02
"""Least difference at which a tick is painted."""
_RISE = 4
"""Pixels by which a tick extends beyond a cell's fill."""
_TOLD = 60
"""Least height of a cell that shows its frequencies."""


@dataclass(frozen=True, slots=True)
class SheetBox:
    """The place of a part: title at the top, grid below."""

    area: QRect
    grid: GridPlaces
    lines: tuple[str, ...]


def wrapped(words: str, width: float, size: int = SMALL) -> tuple[str, ...]:
    """Break text at spaces into lines of at most a width in pixels."""
    measure, lines = metrics(size, 600), [""]
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and measure.horizontalAdvance(longer) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return tuple(lines)


def least_width(scene: SheetScene) -> int:
    """Return the least width without scrolling: no cell is narrower than it is high."""
    if not scene.parts:
        return 0
    cells = max(part.grid.columns for part in scene.parts)
    columns = 1 + max(part.column for part in scene.parts)
    return columns * (_EDGE + cells * _LEAST + _GAP) - _GAP + 2 * _FRAME


def sheet_boxes(scene: SheetScene, width: int, room: int) -> tuple[list[SheetBox], int]:
    """Return the places of the parts, and the height of the sheet.

    Args:
        scene: the sheet.
        width: of the sheet.
        room: visible height; cells shrink, within reason, to need no scrolling.
    """
    parts = scene.parts
    if not parts:
        return [], 0
    pitch = (width - 2 * _FRAME + _GAP) // (1 + max(part.column for part in parts))
    wide = max(_LEAST, min(_WIDEST, pitch - _GAP - _EDGE))
    rows = sum(_rows_high(scene).values())
    size = _FEW_MOST if rows <= _FEW else _MOST
    tops = _tops(scene, pitch - _GAP, size)
    if tops[-1] > room:
        size = max(_LEAST, min(size, size - -(-(tops[-1] - room) // rows)))
        tops = _tops(scene, pitch - _GAP, size)
    return [_box(scene, part, pitch, wide, size, tops) for part in parts], tops[-1]


def _rows_high(scene: SheetScene) -> dict[int, int]:
    """Return the height of each row of the sheet, in cells."""
    high: dict[int, int] = {}
    for part in scene.parts:
        high[part.row] = max(high.get(part.row, 1), part.grid.rows)
    return high


def _tops(scene: SheetScene, width: int, size: int) -> list[int]:
    """Return the top of each row of the sheet, and the end."""
    heads = [wrapped(words, width, BODY) for words in scene.column_titles]
    high = _rows_high(scene)
    tops = [_HEAD * max(map(len, heads)) + 8 if any(scene.column_titles) else _FRAME]
    for row in range(1 + max(high)):
        edge = _EDGE if row == 0 else 4
        lines = _title_lines(scene, row, width)
        tops.append(tops[-1] + lines * _LINE + edge + high.get(row, 0) * size + 14)
    return tops


def _title_lines(scene: SheetScene, row: int, width: int) -> int:
    inside = [part for part in scene.parts if part.row == row]
    return max((len(wrapped(part.title, width)) for part in inside), default=0)


def _box(
    scene: SheetScene, part: SheetPart, pitch: int, wide: int, size: int, tops: list[int]
) -> SheetBox:
    width = pitch - _GAP
    left, top = _FRAME + part.column * pitch, tops[part.row]
    edge = _EDGE if part.row == 0 else 4
    grid_top = top + _title_lines(scene, part.row, width) * _LINE + edge
    rows, columns = part.grid.rows, part.grid.columns
    gap = 2 if size >= 40 else 1
    places = GridPlaces(
        left + _EDGE, grid_top, wide // columns, size, gap, rows, columns, edges=True
    )
    area = QRect(left, top, width, grid_top + rows * size - top + 2)
    return SheetBox(area, places, wrapped(part.title, width))


def paint_sheet(
    painter: QPainter, scene: SheetScene, boxes: Sequence[SheetBox], ratio: float
) -> None:
    """Paint all parts, without a current one; ``ratio`` is device pixels of a pixel."""
    t = look.tokens()
    for box, part in zip(boxes, scene.parts, strict=True):
        # Labels above the columns are the same for all parts below.
        cells = CellPainter(part.grid, box.grid, ratio, over=part.row == 0)
        if part.grid.scale is not None:
            _paint_numbers(painter, part, box)
            cells.paint_edges(painter)
        else:
            cells.paint(painter)
            _paint_shares(painter, part, box)
        line = QRectF(box.area.x(), box.area.y(), box.area.width(), _LINE)
        used = 0.0
        for words in box.lines:
            used = text(painter, line, words, font(SMALL, 500), t.t1) + 8
            line.translate(0, _LINE)
        line.adjust(used, -_LINE, 0, -_LINE)
        if metrics(CAPTION).horizontalAdvance(part.note) <= line.width():
            text(painter, line, part.note, font(CAPTION), t.t3)
    _paint_heads(painter, scene, boxes)


def _paint_numbers(painter: QPainter, part: SheetPart, box: SheetBox) -> None:
    """Paint cells in the colour of their number, with the number in them if it fits."""
    scale, t = part.grid.scale, look.tokens()
    assert scale is not None
    ramp = ramp_of(scale)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.fillRect(box.grid.area.adjusted(-1, -1, 0, 0), QColor(t.grid))
    for i, cell in enumerate(part.grid.cells):
        place = QRectF(box.grid.cell(i))
        colour = tint(cell, scale, ramp) if cell.possible else t.cell
        painter.fillRect(place, QColor(colour))
        fitting = [
            size
            for size in (BODY, SMALL, CAPTION)
            if metrics(size, 500).horizontalAdvance(cell.figure) <= place.width() - 4
            and metrics(size, 500).height() <= place.height() + 2
        ]
        if cell.figure and fitting:
            text(painter, place, cell.figure, font(fitting[0], 500), ink_on(colour), CENTRE)
    painter.restore()


def _paint_shares(painter: QPainter, part: SheetPart, box: SheetBox) -> None:
    """Paint the equilibrium's ticks and, in wide cells, the frequencies that fit."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    for i, cell in enumerate(part.grid.cells):
        place = QRectF(box.grid.cell(i))
        high = filled_height(cell, round(place.height()))
        if not high:
            continue
        if part.ticks:
            filled = place.adjusted(0, max(0.0, place.height() - high - _RISE), 0, 0)
            paint_ticks(painter, filled, _differing(part.ticks[i], cell.shares))
        if place.height() < _TOLD or high < _LINE:
            continue
        ticks = part.ticks[i] if part.ticks else ()
        for share, (left, right) in zip(cell.shares, _free(cell.shares, ticks), strict=True):
            words = f"{share:.3f}"
            x, width = place.x() + left * place.width(), (right - left) * place.width()
            segment = QRectF(x, place.bottom() - high, width, high)
            if metrics(SMALL, 600).horizontalAdvance(words) + 12 <= width:
                text(painter, segment, words, font(SMALL, 600), INK, CENTRE)
    painter.restore()


def _free(shares: Sequence[float], ticks: Sequence[float]) -> list[tuple[float, float]]:
    """Return the widest part of each segment of a bar that no tick divides, 0 to 1."""
    found, start = [], 0.0
    for share in shares:
        inside = [tick for tick in ticks if start < tick < start + share]
        edges = [start, *inside, start + share]
        found.append(max(pairwise(edges), key=lambda part: part[1] - part[0]))
        start += share
    return found


def _differing(ticks: Sequence[float], shares: Sequence[float]) -> list[float]:
    """Return the ticks that differ from the ends of the play's own actions."""
    ends = list(accumulate(shares))[:-1]
    return [tick for tick, end in zip(ticks, ends, strict=True) if abs(tick - end) >= _SEEN]


def _paint_heads(painter: QPainter, scene: SheetScene, boxes: Sequence[SheetBox]) -> None:
    t = look.tokens()
    for column, words in enumerate(scene.column_titles):
        inside = [
            box for box, part in zip(boxes, scene.parts, strict=True) if part.column == column
        ]
        if inside:
            place = QRectF(inside[0].area.x(), 0, inside[0].area.width(), _HEAD)
            for line in wrapped(words, place.width(), BODY):
                text(painter, place, line, font(BODY, 600), t.t2)
                place.translate(0, _HEAD)
