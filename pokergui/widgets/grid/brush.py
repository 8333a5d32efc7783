"""Grid painting: strokes by pointer and keys, and the brush cursor."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QCursor, QPainter, QPen, QPixmap, QPolygonF

from pokergui.theme.actions import INK, paint_swatch
from pokergui.viewmodel.actions import Tone
from pokergui.viewmodel.grid import GridScene
from pokergui.widgets.painting import rounded

_FRAME_MS = 16
_POINTER = ((1.0, 1.0), (1.0, 15.5), (4.8, 12.2), (7.2, 17.6), (9.6, 16.5), (7.2, 11.3), (12, 11))
_SIDE = 32


@dataclass(frozen=True, slots=True)
class Brush:
    """What strokes paint, as shown at the cursor.

    Attributes:
        title: in words: "Bet 50".
        tone: colour class and glyph; None for an eraser.
        rank: as in ``GridAction``.
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
        """True if a stroke is being drawn."""
        return self._down

    @property
    def touched(self) -> frozenset[int]:
        """Cells of the present stroke."""
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
        """End the stroke and report the rest of it."""
        self._down = False
        self._tell()
        self._touched.clear()

    def dab(self, *indices: int) -> None:
        """Make a separate stroke over neighbouring cells, as by keys."""
        self._begin()
        for index in indices:
            self.reach(index)
        self.release()

    def _begin(self) -> None:
        self._touched.clear()
        self._down = True
        self._last = -1

    def _line(self, first: int, last: int) -> list[int]:
        """Return the cells of a straight line, both ends included."""
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
    """Paint an action's swatch; for an eraser an empty one with a stroke through it."""
    if brush.tone is not None:
        paint_swatch(painter, box, brush.tone, brush.rank)
        return
    rounded(painter, box, "", ink, 2, 1.5)
    inner = box.adjusted(3.5, 3.5, -3.5, -3.5)
    painter.drawLine(inner.bottomLeft(), inner.topRight())


def brush_cursor(brush: Brush, ratio: float) -> QCursor:
    """Return a pointer with the brush beside it.

    Args:
        brush: the brush.
        ratio: device pixels of a pixel.
    """
    picture = QPixmap(round(_SIDE * ratio), round(_SIDE * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(INK), 1.2))
    painter.setBrush(QColor("#FFFFFF"))
    painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in _POINTER]))
    box = QRectF(13, 13, 17, 17)
    rounded(painter, box.adjusted(-0.5, -0.5, 0.5, 0.5), INK, "#FFFFFF", 3)
    paint_brush(painter, box.adjusted(2, 2, -2, -2), brush, "#FFFFFF")
    painter.end()
    return QCursor(picture, 1, 1)
