"""The cross table: names at the left and above stay, cells scroll."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from pokergui.language import tr_watch as tr
from pokergui.pages.watch.tournament.viewmodel.tournament import CrossCell, CrossScene
from pokergui.theme import look
from pokergui.theme.fonts import BODY, CAPTION, font
from pokergui.widgets.guard import guarded, guarded_or
from pokergui.widgets.painting import LEFT, RIGHT, advance, rounded, stroke, text, well
from pokergui.widgets.spoken import Role, set_description, set_name, set_role, set_tip

_HEAD, _NAME, _NARROW = 32.0, 124.0, 96.0
_CELL_WIDTH, _CELL_HEIGHT, _LOW = 84.0, 64.0, 52.0
_STEPS = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}


class CrossTable(QAbstractScrollArea):
    """A table that shows a ``CrossScene``; arrows and clicks choose the current cell.

    Signals:
        chosen: row and column of the current cell, once the user has moved there.
        opened: the user wants the hands of the current cell.
    """

    chosen = Signal(int, int)
    opened = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = CrossScene()
        self._at = (0, 1)
        self._compact = self._brief = False
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(QSize(240, 160))
        set_name(self, tr("Cross table: what each row won from each column"))
        set_role(self, Role.Graphic)

    def set_compact(self, compact: bool) -> None:
        """Use lower rows and a narrower first column."""
        self._compact = compact
        self._measure()

    def set_scene(self, scene: CrossScene) -> None:
        """Show a table; the current cell stays if it is still there."""
        fresh = scene.names != self._scene.names
        self._scene = scene
        if fresh:
            self._at = (0, 1)
        self._measure()
        cell = self._cell(self._at)
        set_description(self, cell.tip if cell is not None else "")
        self.viewport().update()

    def _cell(self, at: tuple[int, int]) -> CrossCell | None:
        row, column = at
        cells = self._scene.cells
        return cells[row][column] if row < len(cells) and column < len(cells[row]) else None

    # Places

    @property
    def _name_width(self) -> float:
        return _NARROW if self._compact else _NAME

    @property
    def _size(self) -> tuple[float, float]:
        """The width and height of a cell: cells share the room, down to a least size."""
        count = max(1, len(self._scene.names))
        room = self.viewport().size()
        least = _LOW if self._compact else _CELL_HEIGHT
        return (
            min(160.0, max(_CELL_WIDTH, (room.width() - self._name_width - 1) / count)),
            min(84.0, max(least, (room.height() - _HEAD - 1) / count)),
        )

    def _measure(self) -> None:
        wide, high = self._size
        count, room = len(self._scene.names), self.viewport().size()
        for bar, whole, seen, step in (
            (self.horizontalScrollBar(), self._name_width + wide * count, room.width(), wide),
            (self.verticalScrollBar(), _HEAD + high * count, room.height(), high),
        ):
            bar.setRange(0, max(0, round(whole) - seen))
            bar.setPageStep(seen)
            bar.setSingleStep(round(step))
        cells = (cell for cells in self._scene.cells for cell in cells if cell is not None)
        widest = max((advance(cell.interval, CAPTION) for cell in cells), default=0.0)
        self._brief = widest > wide - 14
        self.viewport().update()

    @guarded
    def resizeEvent(self, event: object) -> None:
        """Lay the cells out in the new room."""
        self._measure()

    def _box(self, row: int, column: int) -> QRectF:
        wide, high = self._size
        left = self._name_width + column * wide - self.horizontalScrollBar().value()
        top = _HEAD + row * high - self.verticalScrollBar().value()
        return QRectF(left, top, wide, high)

    def _place(self, spot: QPointF) -> tuple[int, int] | None:
        """Return the pair at a place."""
        if spot.x() < self._name_width or spot.y() < _HEAD:
            return None
        wide, high = self._size
        column = int((spot.x() - self._name_width + self.horizontalScrollBar().value()) // wide)
        row = int((spot.y() - _HEAD + self.verticalScrollBar().value()) // high)
        return (row, column) if self._cell((row, column)) is not None else None

    # Painting

    @guarded
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the cells, then names over them, which stay in place."""
        del event
        painter = QPainter(self.viewport())
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint(painter)
        finally:
            painter.end()

    def _paint(self, painter: QPainter) -> None:
        t, scene = look.tokens(), self._scene
        names, room = scene.names, QRectF(self.viewport().rect())
        painter.fillRect(room, QColor(t.bg1))
        if not names:
            return
        wide, high = self._size
        whole = QRectF(0, 0, self._name_width + wide * len(names), _HEAD + high * len(names))
        painter.fillRect(whole.intersected(room), QColor(t.bg2))
        head = QRectF(self._name_width, _HEAD, room.width(), room.height())
        painter.setClipRect(head)
        for row, cells in enumerate(scene.cells):
            for column, cell in enumerate(cells):
                box = self._box(row, column)
                if box.intersects(head):
                    self._paint_cell(painter, box, cell, (row, column) == self._at)
        painter.setClipRect(QRectF(self._name_width, 0, room.width(), _HEAD))
        for column, name in enumerate(names):
            box = self._box(0, column)
            place = QRectF(box.x() + 8, 0, wide - 18, _HEAD)
            text(painter, place, name, font(CAPTION, 500), t.t2, RIGHT)
        painter.setClipRect(QRectF(0, _HEAD, self._name_width, room.height()))
        for row, name in enumerate(names):
            box = self._box(row, 0)
            place = QRectF(12, box.y(), self._name_width - 18, high)
            text(painter, place, name, font(BODY, 600), t.t1, LEFT)
        painter.setClipping(False)
        corner = QRectF(12, 0, self._name_width - 18, _HEAD)
        text(painter, corner, self._scene.corner, font(CAPTION, 500), t.t2, LEFT)
        self._paint_lines(painter, whole.intersected(room))

    def _paint_lines(self, painter: QPainter, whole: QRectF) -> None:
        t = look.tokens()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for at in range(len(self._scene.names) + 1):
            y = self._box(at, 0).y()
            if _HEAD <= y <= whole.bottom():
                stroke(painter, QPointF(0, y), QPointF(whole.right(), y), t.line)
            x = self._box(0, at).x()
            if self._name_width <= x <= whole.right():
                stroke(painter, QPointF(x, 0), QPointF(x, whole.bottom()), t.line)

    def _paint_cell(
        self, painter: QPainter, box: QRectF, cell: CrossCell | None, at_hand: bool
    ) -> None:
        t = look.tokens()
        if cell is None:
            painter.fillRect(box, QColor(t.cell))
            return
        if at_hand:
            rounded(painter, box.adjusted(1, 1, -1, -1), t.accbg, t.acc, 0)
        if cell.failed:
            painter.fillRect(QRectF(box.x() + 1, box.y() + 1, 3, box.height() - 2), QColor(t.neg))
        middle = box.center().y() - (3 if cell.share is not None else 0)
        room = QRectF(box.x() + 6, middle - 19, box.width() - 14, 18)
        ink, weight = (t.t3, 400) if cell.even else (t.t1, 600)
        text(painter, room, cell.mean, font(BODY, weight), ink, RIGHT)
        words = cell.half if self._brief else cell.interval
        text(painter, room.translated(0, 18), words, font(CAPTION), t.t3, RIGHT)
        if cell.share is not None and (cell.playing or cell.share > 0):
            bar = QRectF(box.x() + 8, box.bottom() - 8, box.width() - 16, 3)
            well(painter, bar, cell.share, t.bg4, t.acc if cell.playing else t.unc)

    # Intents

    def _go(self, at: tuple[int, int]) -> None:
        if at == self._at or self._cell(at) is None:
            return
        self._at = at
        box, room = self._box(*at), self.viewport().rect()
        bars = self.horizontalScrollBar(), self.verticalScrollBar()
        for bar, low, high, near, far in (
            (bars[0], box.left(), box.right(), self._name_width, room.width()),
            (bars[1], box.top(), box.bottom(), _HEAD, room.height()),
        ):
            bar.setValue(round(bar.value() + min(0.0, low - near) + max(0.0, high - far)))
        cell = self._cell(at)
        set_description(self, cell.tip if cell is not None else "")
        self.viewport().update()
        self.chosen.emit(*at)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move from cell to cell with arrows, over the diagonal; open the hands on Enter."""
        step = _STEPS.get(Qt.Key(event.key()))
        if step is None:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.opened.emit()
            else:
                event.ignore()
            return
        row, column = self._at
        for _ in range(2):
            row, column = row + step[0], column + step[1]
            if min(row, column) >= 0 and self._cell((row, column)) is not None:
                self._go((row, column))
                return

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Make the cell under the pointer the current one."""
        place = self._place(event.position())
        if place is not None:
            self._go(place)

    @guarded
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open the hands of the cell."""
        if self._place(event.position()) is not None:
            self.opened.emit()

    @guarded_or(False)
    def viewportEvent(self, event: QEvent) -> bool:
        """Show the tooltip of the cell under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            place = self._place(QPointF(event.pos()))
            cell = self._cell(place) if place is not None else None
            set_tip(self, cell.tip if cell is not None else "")
        return bool(super().viewportEvent(event))
