"""Panels of a small game's cells: cards, a bar, and each action's probability."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from pokergui.language import tr
from pokergui.theme import look
from pokergui.theme.colours import ink_on
from pokergui.theme.fonts import ACTION, BODY, CAPTION, FIGURE, SMALL, font, metrics
from pokergui.theme.tokens import CARD_EDGE, CARD_FACE, INK, mix
from pokergui.viewmodel.grid import GridCell, GridScale, GridScene
from pokergui.widgets.grid.paint import GridPlaces, fills, ramp_of, tint
from pokergui.widgets.painting import CENTRE, RIGHT, rounded, text

MOST_CELLS = 9
RARE = 0.2
"""Reach below which a panel fades: fewer than one deal in five."""
_GAP = 4
_EDGE = 22
_PAD = 11
_LEAST_WIDTH, _LEAST_HEIGHT = 96, 106
_MOST_WIDTH = 300
_ONE_COLUMN = 460
_LINE = 18
_FIGURE = 37
_BAR, _THICK_BAR = 10, 34
_FIGURE_BAR = 20
"""Smallest bar with a figure in it."""


def panel_places(scene: GridScene, width: int, height: int) -> GridPlaces | None:
    """Return panels in the middle of an area; None for too many cells or too little room."""
    rows, columns = scene.rows, scene.columns
    if not 0 < rows * columns <= MOST_CELLS:
        return None
    left = _EDGE if scene.row_labels else 0
    top = _EDGE if scene.column_labels else 0
    most = _ONE_COLUMN if columns == 1 else _MOST_WIDTH
    wide = min(most, (width - left + _GAP) // columns)
    lines = _lines(scene, any(cell.values for cell in scene.cells))
    high = min(78 + _THICK_BAR + lines, (height - top + _GAP) // rows)
    if wide < _LEAST_WIDTH or high < _LEAST_HEIGHT:
        return None
    free = width - left - wide * columns + _GAP
    return GridPlaces(free // 2 + left, top, wide, high, _GAP, rows, columns, panels=True)


def paint_panels(painter: QPainter, scene: GridScene, places: GridPlaces) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _paint_edges(painter, scene, places)
    for i, cell in enumerate(scene.cells):
        _paint_panel(painter, scene, cell, QRectF(places.cell(i)))
    painter.restore()


def _paint_edges(painter: QPainter, scene: GridScene, places: GridPlaces) -> None:
    t = look.tokens()
    for i, words in enumerate(scene.column_labels):
        box = QRectF(places.left + i * places.width, 0, places.width - places.gap, 18)
        text(painter, box, words, font(SMALL), t.t3, CENTRE)
    for i, words in enumerate(scene.row_labels):
        painter.save()
        painter.translate(places.left - _EDGE, places.top + (i + 1) * places.height - places.gap)
        painter.rotate(-90)
        box = QRectF(0, 0, places.height - places.gap, 18)
        text(painter, box, words, font(SMALL), t.t3, CENTRE)
        painter.restore()


def _paint_card(painter: QPainter, box: QRectF, rank: str) -> None:
    rounded(painter, box, CARD_FACE, CARD_EDGE, 3)
    text(painter, box, rank, font(ACTION, 600), INK, CENTRE)


def _lines(scene: GridScene, values: bool) -> int:
    return (3 if values else 2) * _LINE if scene.actions else 0


def _paint_panel(painter: QPainter, scene: GridScene, cell: GridCell, box: QRectF) -> None:
    t = look.tokens()
    rounded(painter, box, t.bg2, t.line2)
    roomy = box.width() >= 150
    pad = _PAD if roomy else 8
    inner = box.adjusted(pad, 10, -pad, -8)
    header = 34 if box.height() >= 130 else 24
    head = QRectF(inner.x(), inner.y(), inner.width(), header)
    _paint_header(painter, cell, head, tinted=scene.scale is not None)
    values = bool(cell.values)
    least = _FIGURE_BAR if scene.scale is not None else _BAR
    if inner.height() - header - _lines(scene, values) < least + 14:
        values = False
    lines = _lines(scene, values)
    room = inner.height() - header - lines - 14
    thick = max(float(least), min(float(_THICK_BAR), room))
    bar = QRectF(inner.x(), inner.y() + header + 8, inner.width(), round(thick))
    if scene.scale is not None:
        _paint_tint(painter, scene.scale, cell, bar)
    else:
        _paint_bar(painter, scene, cell, bar)
    if scene.actions and cell.shares:
        table = QRectF(inner.x(), bar.bottom() + 6, inner.width(), lines)
        _paint_figures(painter, scene, cell, table, values)
    elif scene.actions:
        words = (
            tr("never reaches this decision")
            if cell.possible
            else tr("cannot be held on this board")
        )
        line = QRectF(inner.x(), bar.bottom() + 8, inner.width(), _LINE)
        text(painter, line, words, font(SMALL), t.t3)


def _paint_header(painter: QPainter, cell: GridCell, box: QRectF, *, tinted: bool) -> None:
    """Paint the cards at the left; their hand and reach at the right.

    The figure of a cell that is not coloured by it is after the cards.
    """
    t = look.tokens()
    x, wide = box.x(), round(box.height() * 0.72)
    for i, rank in enumerate(cell.ranks):
        if i:
            words = tr("on")
            x += 4
            room = metrics(CAPTION).horizontalAdvance(words) + 1
            text(painter, QRectF(x, box.y(), room, box.height()), words, font(CAPTION), t.t3)
            x += room + 3
        _paint_card(painter, QRectF(x, box.y(), wide, box.height()), rank)
        x += wide
    if not cell.ranks:
        x += text(painter, box, cell.label, font(ACTION, 600), t.t1)
    if cell.figure and not tinted:
        rest = QRectF(x + 8, box.y(), box.right() - x - 8, box.height())
        x += 8 + text(painter, rest, cell.figure, font(FIGURE, 600), t.t1)
    right = QRectF(x + 6, box.y(), max(0.0, box.right() - x - 6), box.height())
    reach = tr("reach {reach}").format(reach=f"{cell.height:.2f}")
    if metrics(CAPTION).horizontalAdvance(reach) > right.width():
        reach = f"{cell.height:.2f}"
    if metrics(CAPTION).horizontalAdvance(reach) > right.width():
        reach = ""
    fitting = [
        size
        for size in (SMALL, CAPTION)
        if metrics(size, 600).horizontalAdvance(cell.note) <= right.width()
    ]
    if cell.note and box.height() >= 34 and fitting:
        half = box.height() / 2
        upper = QRectF(right.x(), right.y(), right.width(), half)
        text(painter, upper, cell.note, font(fitting[0], 600), t.t1, RIGHT)
        text(painter, upper.translated(0, half), reach, font(CAPTION), t.t3, RIGHT)
    else:
        text(painter, right, reach, font(CAPTION), t.t3, RIGHT)


def _paint_bar(painter: QPainter, scene: GridScene, cell: GridCell, box: QRectF) -> None:
    t = look.tokens()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.fillRect(box, QColor(t.cell))
    shares = cell.shares if scene.actions else (cell.height,)
    x, rare = box.x(), scene.actions and cell.height < RARE
    for colour, share in zip(fills(scene.actions), shares, strict=bool(shares)):
        shown = QColor(mix(colour.name(), 0.5, t.bg2)) if rare else colour
        end = x + share * box.width()
        painter.fillRect(QRectF(x, box.y(), end - x, box.height()), shown)
        if x > box.x() and end - x > 1:
            painter.fillRect(QRectF(x, box.y(), 1, box.height()), QColor(t.bg2))
        x = end
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)


def _paint_tint(painter: QPainter, scale: GridScale, cell: GridCell, box: QRectF) -> None:
    known = cell.value is not None
    colour = tint(cell, scale, ramp_of(scale)) if known else look.tokens().cell
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.fillRect(box, QColor(colour))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    size = FIGURE if box.height() >= 26 else BODY
    text(painter, box, cell.figure, font(size, 600), ink_on(colour), CENTRE)


def _paint_figures(
    painter: QPainter, scene: GridScene, cell: GridCell, box: QRectF, values: bool
) -> None:
    t = look.tokens()
    names = 0.0
    words = (tr("Plays"), tr("Value"))
    count = len(scene.actions)
    room = max(metrics(SMALL).horizontalAdvance(word) for word in words) + 4
    if values and box.width() - room >= _FIGURE * count:
        names = room
        for line, word in enumerate(words, start=1):
            place = QRectF(box.x(), box.y() + line * _LINE, names, _LINE)
            text(painter, place, word, font(SMALL), t.t2)
    # Columns are aligned right, as figures are, and stay close together in wide panels.
    pitch = min((box.width() - names) / count, 110.0)
    exact = metrics(SMALL, 600).horizontalAdvance("0.000") <= pitch
    rare = cell.height < RARE
    for i, (action, share) in enumerate(zip(scene.actions, cell.shares, strict=True)):
        right = box.right() - (count - 1 - i) * pitch
        column = QRectF(right - pitch + 4, box.y(), pitch - 4, _LINE)
        text(painter, column, action.title, font(CAPTION), t.t3, RIGHT)
        column.translate(0, _LINE)
        figure = f"{share:.3f}" if exact else f"{share:.2f}"
        text(painter, column, figure, font(SMALL, 600), t.t2 if rare else t.t1, RIGHT)
        if values:
            column.translate(0, _LINE)
            text(painter, column, cell.values[i], font(SMALL), t.t2, RIGHT)


def paint_frame(painter: QPainter, box: QRectF, colour: str, width: float) -> None:
    rounded(painter, box, "", colour, 6, width)
