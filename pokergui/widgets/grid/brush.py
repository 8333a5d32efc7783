"""Grid painting: strokes by pointer and keys, and the brush cursor."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QCursor, QImage, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from pokergui.language import tr
from pokergui.theme.colours import INK, paint_swatch
from pokergui.theme.fonts import metrics
from pokergui.viewmodel.actions import Tone
from pokergui.viewmodel.grid import GridCell, GridScene
from pokergui.widgets.grid.paint import LABEL_INSET, GridPlaces, filled_height, label_size
from pokergui.widgets.painting import rendered, rounded, stroke

_FRAME_MS = 16
_POINTER = ((1.0, 1.0), (1.0, 15.5), (4.8, 12.2), (7.2, 17.6), (9.6, 16.5), (7.2, 11.3), (12, 11))
_SIDE = 32


@dataclass(frozen=True, slots=True)
class Brush:
    """What strokes paint, as shown at the cursor.

    Attributes:
        tone: colour class and glyph; None for an eraser.
    """

    title: str
    tone: Tone | None = None
    rank: float | None = None


class GridPainter(QObject):
    """Collects the cells of a stroke; each is reported once per stroke.

    Its listeners decide what the brush does to a cell: locks today, weights of a range as well. A
    fast pointer skips cells, so every step is a straight line from the cell before it. Cells are
    reported at most once in a frame, however many steps there are.

    Signals:
        painted: indices of the cells newly reached, in the order of the stroke.
    """

    painted = Signal(list)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.brush: Brush | None = None
        self._scene = GridScene(0, 0, ())
        self._touched: set[int] = set()
        self._fresh: list[int] = []
        self._last = -1
        self._down = False
        self._frame = QTimer(self)
        self._frame.setSingleShot(True)
        self._frame.setInterval(_FRAME_MS)
        self._frame.timeout.connect(self._tell)

    @property
    def stroking(self) -> bool:
        return self._down

    @property
    def touched(self) -> frozenset[int]:
        return frozenset(self._touched)

    def set_scene(self, scene: GridScene) -> None:
        """Take a scene; cells of another shape end the stroke."""
        if (scene.rows, scene.columns) != (self._scene.rows, self._scene.columns):
            self._touched.clear()
            self._fresh.clear()
            self._down = False
        self._scene = scene

    def press(self, index: int) -> None:
        """Begin a stroke; its first cell is reported at once."""
        self._begin()
        self.reach(index)
        self._tell()

    def reach(self, index: int) -> list[int]:
        """Go on in a straight line to a cell, -1 for outside; return the cells newly reached."""
        if not self._down or index < 0:
            self._last = -1
            return []
        cells = [
            cell
            for cell in self._line(self._last if self._last >= 0 else index, index)
            if cell not in self._touched and self._scene.cells[cell].possible
        ]
        self._last = index
        self._touched.update(cells)
        self._fresh += cells
        if self._fresh and not self._frame.isActive():
            self._frame.start()
        return cells

    def release(self) -> None:
        self._down = False
        self._tell()
        self._touched.clear()

    def dab(self, *indices: int) -> None:
        self._begin()
        for index in indices:
            self.reach(index)
        self.release()

    def _begin(self) -> None:
        self._touched.clear()
        self._down = True
        self._last = -1

    def _line(self, first: int, last: int) -> list[int]:
        columns = self._scene.columns
        (row, column), (to_row, to_column) = divmod(first, columns), divmod(last, columns)
        steps = max(abs(to_row - row), abs(to_column - column))
        if not steps:
            return [first]
        return [
            round(row + (to_row - row) * i / steps) * columns
            + round(column + (to_column - column) * i / steps)
            for i in range(steps + 1)
        ]

    def _tell(self) -> None:
        self._frame.stop()
        fresh, self._fresh = self._fresh, []
        if fresh:
            self.painted.emit(fresh)


def paint_brush(painter: QPainter, box: QRectF, brush: Brush, ink: str) -> None:
    if brush.tone is not None:
        paint_swatch(painter, box, brush.tone, brush.rank)
        return
    rounded(painter, box, "", ink, 2, 1.5)
    inner = box.adjusted(3.5, 3.5, -3.5, -3.5)
    painter.drawLine(inner.bottomLeft(), inner.topRight())


def brush_cursor(brush: Brush, ratio: float) -> QCursor:
    """Return a pointer with the brush beside it."""

    def paint(painter: QPainter) -> None:
        painter.setPen(QPen(QColor(INK), 1.2))
        painter.setBrush(QColor("#FFFFFF"))
        painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in _POINTER]))
        box = QRectF(13, 13, 17, 17)
        rounded(painter, box.adjusted(-0.5, -0.5, 0.5, 0.5), INK, "#FFFFFF", 3)
        paint_brush(painter, box.adjusted(2, 2, -2, -2), brush, "#FFFFFF")

    image = rendered(QSize(_SIDE, _SIDE), ratio, paint, smooth=True)
    return QCursor(QPixmap.fromImage(image), 1, 1)


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


class _LockMarks:
    """The marks of one size of cells, in device pixels."""

    def __init__(self, places: GridPlaces, ratio: float) -> None:
        width = places.width
        self.small = width < _PADLOCK
        self.side = max(5, round(width * (0.3 if width >= _WIDE else 0.26)))
        self.inset = round(ratio * (2 if width >= _ROOMY else 0 if self.small else 1))
        self.pen = max(1, round(ratio * (2 if width >= _ROOMY else 1 if self.small else 1.5)))
        self.pixels = round(self.side * ratio)

    def lines(self, fill: QRect) -> list[QRect]:
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
    """
    marked = [(i, cell) for i, cell in enumerate(scene.cells) if cell.locked > 0]
    if not marked:
        return
    marks = _LockMarks(places, ratio)
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

    def paint(painter: QPainter) -> None:
        painter.fillRect(0, 0, side, side, QColor(INK))
        if padlock:
            painter.fillPath(_padlock(side), QColor(_PAPER))

    return rendered(QSize(side, side), 1, paint, smooth=True)


@lru_cache(16)
def _half_tab(side: int) -> QImage:

    def paint(painter: QPainter) -> None:
        path = QPainterPath()
        path.addPolygon([QPointF(0, 0), QPointF(side, 0), QPointF(side, side), QPointF(0, 0)])
        painter.fillPath(path, QColor(INK))
        stroke(painter, QPointF(0, 0), QPointF(side, side), _PAPER, max(1.0, side / 8))

    return rendered(QSize(side, side), 1, paint, smooth=True)


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
