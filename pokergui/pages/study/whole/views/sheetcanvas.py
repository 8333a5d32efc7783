"""Every decision of a small game on one sheet, painted, with selection by pointer and keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, pairwise

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_study as tr
from pokergui.language.joins import sentences
from pokergui.pages.study.whole.viewmodel import SheetPart, SheetScene
from pokergui.theme import look
from pokergui.theme.colours import INK, ink_on
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font, metrics
from pokergui.theme.tokens import Tokens, mix
from pokergui.viewmodel.grid import GridAction
from pokergui.widgets.grid.paint import CellPainter, GridPlaces, filled_height, fills, ramp_of, tint
from pokergui.widgets.guard import Painted, guarded
from pokergui.widgets.painting import CENTRE, rendered, rounded, text
from pokergui.widgets.spoken import CHOOSES, STEPS, Role, set_description, set_name, set_role

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
        room: visible height; cells shrink, within reason, to need no scrolling.
    """
    parts = scene.parts
    if not parts:
        return [], 0
    pitch = (width - 2 * _FRAME + _GAP) // (1 + max(part.column for part in parts))
    inside = pitch - _GAP
    wide = max(_LEAST, min(_WIDEST, inside - _EDGE))
    titles = [wrapped(part.title, inside) for part in parts]
    count = 1 + max(part.row for part in parts)
    lines, high = [0] * count, [0] * count
    for part, title in zip(parts, titles, strict=True):
        lines[part.row] = max(lines[part.row], len(title))
        high[part.row] = max(high[part.row], part.grid.rows)
    over = [lines[row] * _LINE + (4 if row else _EDGE) for row in range(count)]
    heads = [wrapped(words, inside, BODY) for words in scene.column_titles]
    first = _HEAD * max(map(len, heads)) + 8 if any(scene.column_titles) else _FRAME
    size = _FEW_MOST if sum(high) <= _FEW else _MOST
    need = first + sum(over) + sum(high) * size + 14 * count
    if need > room:
        size = max(_LEAST, min(size, size - -(-(need - room) // sum(high))))
    pitches = [above + cells * size + 14 for above, cells in zip(over, high, strict=True)]
    tops = list(accumulate(pitches, initial=first))
    boxes = []
    for part, title in zip(parts, titles, strict=True):
        left, top = _FRAME + part.column * pitch, tops[part.row]
        rows, columns, upper = part.grid.rows, part.grid.columns, top + over[part.row]
        gap, cell = 2 if size >= 40 else 1, wide // columns
        places = GridPlaces(left + _EDGE, upper, cell, size, gap, rows, columns, edges=True)
        area = QRect(left, top, inside, upper + rows * size - top + 2)
        boxes.append(SheetBox(area, places, title))
    return boxes, tops[-1]


_OVER = 2
"""Pixels by which a tick extends beyond its bar."""


def paint_bar(
    painter: QPainter,
    box: QRectF,
    actions: tuple[GridAction, ...],
    shares: Sequence[float],
    ticks: Sequence[float],
    *,
    faded: bool = False,
) -> None:
    """Paint segments from the left, with widths in proportion to frequencies."""
    t = look.tokens()
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.fillRect(box, QColor(t.cell))
    x = box.x()
    for colour, share in zip(fills(actions), shares, strict=True):
        end = x + share * box.width()
        shown = QColor(mix(colour.name(), 0.45, t.bg2)) if faded else colour
        left, right = round(x), round(end)
        painter.fillRect(QRectF(left, box.y(), right - left, box.height()), shown)
        x = end
    paint_ticks(painter, box, ticks, _OVER)
    painter.restore()


def paint_ticks(painter: QPainter, box: QRectF, ticks: Sequence[float], over: int = 0) -> None:
    """Paint a bright line with a dark rim at each place, 0 to 1, of a bar."""
    t = look.tokens()
    for tick in ticks:
        at = round(box.x() + tick * (box.width() - 2))
        line = QRectF(at, box.y() - over, 2, box.height() + 2 * over)
        painter.fillRect(line.adjusted(-1, 0, 1, 0), QColor(t.bg1))
        painter.fillRect(line, QColor(t.t1))


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
        for size in (BODY, SMALL, CAPTION) if cell.figure else ():
            measure = metrics(size, 500)
            wide = measure.horizontalAdvance(cell.figure) > place.width() - 4
            if not wide and measure.height() <= place.height() + 2:
                text(painter, place, cell.figure, font(size, 500), ink_on(colour), CENTRE)
                break
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
    gaps, start = [], 0.0
    for share in shares:
        inside = [tick for tick in ticks if start < tick < start + share]
        edges = [start, *inside, start + share]
        gaps.append(max(pairwise(edges), key=lambda part: part[1] - part[0]))
        start += share
    return gaps


def _differing(ticks: Sequence[float], shares: Sequence[float]) -> list[float]:
    ends = list(accumulate(shares))[:-1]
    return [tick for tick, end in zip(ticks, ends, strict=True) if abs(tick - end) >= _SEEN]


At = tuple[int, int]
"""A part and one of its cells, -1 for none."""
NOWHERE: At = (-1, -1)
_RIM = 10
"""Pixels by which frames extend beyond a part."""
_BY_KEYBOARD = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)


class SheetCanvas(Painted, QWidget):
    """The sheet itself; as high as it needs to be.

    Signals:
        reached: the current cell, in pixels, for a scroll area to keep in view.
    """

    chosen = Signal(str)
    pointed = Signal(str)
    reached = Signal(QRect)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = SheetScene((), (), ())
        self._boxes: list[SheetBox] = []
        self._image: QImage | None = None
        self._painted_with: tuple[Tokens, str, float] | None = None
        self._hover = self._cursor = NOWHERE
        self._marked = ""
        self._room = 600
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        set_name(self, tr("All decisions of the game"))
        set_role(self, Role.Graphic)

    def set_scene(self, scene: SheetScene) -> None:
        """Show a sheet; the current cell stays current if it still exists."""
        if scene is self._scene or scene == self._scene:
            return
        last, self._scene = self._scene, scene
        if [part.sets for part in last.parts] != [part.sets for part in scene.parts]:
            self._hover = NOWHERE
            self._cursor = next(self._cells(), NOWHERE)
        self._arrange()
        self._describe()

    def set_room(self, height: int) -> None:
        if height != self._room:
            self._room = height
            self._arrange()

    def mark(self, key: str) -> None:
        if key != self._marked:
            self._marked = key
            self.update()

    def cell_rect(self, part: int, cell: int) -> QRect:
        return self._boxes[part].grid.cell(cell)

    def set_rect(self, key: str) -> QRect:
        for i, part in enumerate(self._scene.parts):
            if key and key in part.sets:
                return self.cell_rect(i, part.sets.index(key))
        return QRect()

    def hand_rect(self) -> QRect:
        """Return the rectangle of the current cell, the pointer's or else the keyboard's."""
        found = (place for place in (self._hover, self._cursor) if min(place) >= 0)
        return next((self.cell_rect(*place) for place in found), QRect())

    def _cells(self) -> Iterator[At]:
        for i, part in enumerate(self._scene.parts):
            for j, cell in enumerate(part.grid.cells):
                if cell.possible:
                    yield i, j

    def _arrange(self) -> None:
        self._image = None
        least = least_width(self._scene)
        self.setMinimumWidth(least)
        self._boxes, height = sheet_boxes(self._scene, max(least, self.width()), self._room)
        if self._boxes:
            self.setFixedHeight(height)
        self.update()

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._arrange()

    def paint(self, painter: QPainter) -> None:
        t, ratio = look.tokens(), self.devicePixelRatioF()
        if self._image is None or self._painted_with != (t, look.palette_name(), ratio):
            paint = partial(self.paint_sheet, ratio=ratio)
            self._image = rendered(self.size(), ratio, paint)
            self._painted_with = (t, look.palette_name(), ratio)
        focus = self.hasFocus()
        part = self._cursor[0] if focus else self._hover[0]
        if 0 <= part < len(self._boxes):
            box = QRectF(self._boxes[part].area).adjusted(-8, -6, 8, 6)
            rounded(painter, box, t.bg2, t.acc if focus else t.line2)
        painter.drawImage(QPoint(0, 0), self._image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        places = (self._hover, self._cursor) if focus else (self._hover,)
        frames = [self.set_rect(self._marked)]
        frames += [self.cell_rect(*place) for place in places if min(place) >= 0]
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for frame in frames:
            # The rim separates the frame from a cell of the same colour.
            for colour, width in ((t.bg1, 6), (t.acc, 2)):
                painter.setPen(QPen(QColor(colour), width))
                if not frame.isEmpty():
                    painter.drawRect(frame.adjusted(-1, -1, 1, 1))

    def paint_sheet(self, painter: QPainter, ratio: float) -> None:
        """Paint all parts, without a current one; ``ratio`` is device pixels of a pixel."""
        t, scene = look.tokens(), self._scene
        for box, part in zip(self._boxes, scene.parts, strict=True):
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
        for column, words in enumerate(scene.column_titles):
            pairs = zip(self._boxes, scene.parts, strict=True)
            area = next((box.area for box, part in pairs if part.column == column), None)
            if area is not None:
                place = QRectF(area.x(), 0, area.width(), _HEAD)
                for told in wrapped(words, place.width(), BODY):
                    text(painter, place, told, font(BODY, 600), t.t2)
                    place.translate(0, _HEAD)

    def _at(self, point: QPoint) -> At:
        for i, box in enumerate(self._boxes):
            if box.area.contains(point):
                return i, box.grid.index(point.x(), point.y())
        return NOWHERE

    def _set_at(self, at: At) -> str:
        part, cell = at
        sets = self._scene.parts[part].sets if part >= 0 else ()
        return sets[cell] if 0 <= cell < len(sets) else ""

    def _describe(self) -> None:
        part, cell = self._cursor
        if part >= 0:
            shown = self._scene.parts[part]
            words = (shown.title, shown.note, shown.grid.cells[cell].spoken)
            set_description(self, sentences(words))

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = self._at(event.position().toPoint())
        if at == self._hover:
            return
        self._touch(self._hover, at)
        self._hover = at
        hand = Qt.CursorShape.PointingHandCursor if at[0] >= 0 else Qt.CursorShape.ArrowCursor
        self.setCursor(hand)
        self.pointed.emit(self._set_at(at))

    def _touch(self, *places: At) -> None:
        for part, _ in places:
            if part >= 0:
                self.update(self._boxes[part].area.adjusted(-_RIM, -_RIM, _RIM, _RIM))

    @guarded
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._touch(self._hover)
        self._hover = NOWHERE
        self.pointed.emit("")

    @guarded
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() in _BY_KEYBOARD:
            self.pointed.emit(self._set_at(self._cursor))

    @guarded
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.pointed.emit(self._set_at(self._hover))

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = self._at(event.position().toPoint())
        if at[0] >= 0 and event.button() == Qt.MouseButton.LeftButton:
            if self._set_at(at):
                self._cursor = at
            self.chosen.emit(self._scene.parts[at[0]].key)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the nearest cell with arrows, and to its decision with Enter."""
        key = Qt.Key(event.key())
        if self._cursor == NOWHERE:
            event.ignore()
        elif key in STEPS:
            self._cursor = self._nearest(*STEPS[key])
            self._describe()
            self.reached.emit(self.cell_rect(*self._cursor))
            self.pointed.emit(self._set_at(self._cursor))
            self.update()
        elif key in CHOOSES:
            self.chosen.emit(self._scene.parts[self._cursor[0]].key)
        else:
            event.ignore()

    def _nearest(self, down: int, right: int) -> At:
        here = QPointF(self.cell_rect(*self._cursor).center())
        best, least = self._cursor, float("inf")
        for at in self._cells():
            step = QPointF(self.cell_rect(*at).center()) - here
            along = step.x() * right + step.y() * down
            aside = abs(step.x() * down) + abs(step.y() * right)
            if along > 1 and along + 4 * aside < least:
                best, least = at, along + 4 * aside
        return best
