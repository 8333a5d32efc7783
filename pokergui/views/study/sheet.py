"""Every decision of a small game on one sheet."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from pokergui.theme import look
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font, metrics
from pokergui.theme.tokens import Tokens
from pokergui.viewmodel.study import SheetPart, SheetScene
from pokergui.views.gridpaint import CellPainter, GridPlaces
from pokergui.views.guard import Painted, guarded, guarded_or
from pokergui.views.painting import text
from pokergui.views.study.totals import Legend

_EDGE = 18
_GAP = 20
_LINE = 16
_LEAST, _MOST = 18, 46


@dataclass(frozen=True, slots=True)
class _Box:
    """Where a part lies: title at its top, grid under it."""

    area: QRect
    grid: GridPlaces
    lines: tuple[str, ...]


def wrapped(words: str, width: float, size: int = SMALL) -> tuple[str, ...]:
    """Words broken at spaces into lines of at most a width in pixels."""
    measure, lines = metrics(size, 600), [""]
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and measure.horizontalAdvance(longer) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return tuple(lines)


class SheetCanvas(Painted, QWidget):
    """The sheet itself; as high as it needs to be.

    Signals:
        chosen: key of a part.
        reached: the part at hand, in pixels, for a scroll area to keep in sight.
    """

    chosen = Signal(str)
    reached = Signal(QRect)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = SheetScene((), (), ())
        self._boxes: list[_Box] = []
        self._head = 0
        self._image: QImage | None = None
        self._painted_with: tuple[Tokens, str, float] | None = None
        self._hover = (-1, -1)
        self._cursor = 0
        self._room = 600
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("All decisions of the game"))

    def set_scene(self, scene: SheetScene) -> None:
        """Show a sheet."""
        if scene == self._scene:
            return
        self._scene = scene
        self._hover = (-1, -1)
        self._cursor = min(self._cursor, max(0, len(scene.parts) - 1))
        self._arrange()
        self._describe()

    def set_room(self, height: int) -> None:
        """Height in sight; cells shrink, within reason, to need no scrolling."""
        if height != self._room:
            self._room = height
            self._arrange()

    def part_rect(self, index: int) -> QRect:
        """Where a part lies."""
        return self._boxes[index].area

    def cell_rect(self, part: int, cell: int) -> QRect:
        """Where a cell of a part lies."""
        return self._boxes[part].grid.cell(cell)

    def _arrange(self) -> None:
        parts = self._scene.parts
        self._image, self._boxes = None, []
        self._head = 0
        if parts:
            columns = 1 + max(part.column for part in parts)
            pitch = (self.width() + _GAP) // columns
            titles = [wrapped(words, pitch - _GAP, BODY) for words in self._scene.column_titles]
            if any(self._scene.column_titles):
                self._head = 18 * max(len(lines) for lines in titles) + 8
            least = pitch - _GAP - _EDGE
            size = min(_MOST, least // max(part.grid.columns for part in parts))
            tops = self._tops(pitch - _GAP, size)
            if tops[-1] > self._room:
                grids = sum(self._rows_high().values())
                size = max(_LEAST, min(size, size - -(-(tops[-1] - self._room) // grids)))
                tops = self._tops(pitch - _GAP, size)
            self._boxes = [self._box(part, pitch, size, tops) for part in parts]
            self.setFixedHeight(tops[-1])
        self.update()

    def _rows_high(self) -> dict[int, int]:
        """Cells that each row of the sheet is high."""
        high: dict[int, int] = {}
        for part in self._scene.parts:
            high[part.row] = max(high.get(part.row, 1), part.grid.rows)
        return high

    def _tops(self, width: int, size: int) -> list[int]:
        """Where each row of the sheet begins, and the end."""
        high, tops = self._rows_high(), [self._head]
        for row in range(1 + max(high)):
            inside = [part for part in self._scene.parts if part.row == row]
            lines = max((len(wrapped(part.title, width)) for part in inside), default=0)
            edge = _EDGE if row == 0 else 4
            tops.append(tops[-1] + lines * _LINE + edge + high.get(row, 0) * size + 14)
        return tops

    def _box(self, part: SheetPart, pitch: int, size: int, tops: list[int]) -> _Box:
        lines = wrapped(part.title, pitch - _GAP)
        inside = [other for other in self._scene.parts if other.row == part.row]
        most = max(len(wrapped(other.title, pitch - _GAP)) for other in inside)
        left, top = part.column * pitch, tops[part.row]
        grid_top = top + most * _LINE + (_EDGE if part.row == 0 else 4)
        rows, columns = part.grid.rows, part.grid.columns
        gap = 2 if size >= 40 else 1
        wide = size if columns > 1 else min(3 * size, pitch - _GAP - _EDGE)
        grid = GridPlaces(left + _EDGE, grid_top, wide, size, gap, rows, columns, edges=True)
        area = QRect(left, top, pitch - _GAP, grid_top + rows * size - top + 2)
        return _Box(area, grid, lines)

    @guarded_or(QSize(600, 600))
    def sizeHint(self) -> QSize:
        """As high as the sheet."""
        return QSize(600, self.height())

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the sheet out for another width."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._arrange()

    def paint(self, painter: QPainter) -> None:
        """The image, the part and the cell at hand."""
        t, ratio = look.tokens(), self.devicePixelRatioF()
        if self._image is None or self._painted_with != (t, look.palette_name(), ratio):
            self._render(ratio)
            self._painted_with = (t, look.palette_name(), ratio)
        assert self._image is not None
        part, cell = self._hover
        at_hand = self._cursor if self.hasFocus() else part
        if 0 <= at_hand < len(self._boxes):
            painter.setPen(QPen(QColor(t.acc if self.hasFocus() else t.line2), 1))
            painter.setBrush(QColor(t.bg2))
            box = QRectF(self._boxes[at_hand].area).adjusted(-7.5, -5.5, 7.5, 5.5)
            painter.drawRoundedRect(box, 6, 6)
        painter.drawImage(QPoint(0, 0), self._image)
        if part >= 0 and cell >= 0:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(t.acc), 2))
            painter.drawRect(self._boxes[part].grid.cell(cell).adjusted(-1, -1, 1, 1))

    def _render(self, ratio: float) -> None:
        size = QSize(round(self.width() * ratio), round(self.height() * ratio))
        image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
        image.setDevicePixelRatio(ratio)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        try:
            self.paint_sheet(painter, ratio)
        finally:
            painter.end()
        self._image = image

    def paint_sheet(self, painter: QPainter, ratio: float) -> None:
        """All parts, nothing at hand; ``ratio`` is device pixels of a pixel."""
        t = look.tokens()
        for box, part in zip(self._boxes, self._scene.parts, strict=True):
            # What stands over the columns is the same all the way down.
            CellPainter(part.grid, box.grid, ratio, over=part.row == 0).paint(painter)
            line = QRectF(box.area.x(), box.area.y(), box.area.width(), _LINE)
            used = 0.0
            for words in box.lines:
                used = text(painter, line, words, font(SMALL, 500), t.t1) + 8
                line.translate(0, _LINE)
            line.adjust(used, -_LINE, 0, -_LINE)
            if metrics(CAPTION).horizontalAdvance(part.note) <= line.width():
                text(painter, line, part.note, font(CAPTION), t.t3)
        self._paint_heads(painter)

    def _paint_heads(self, painter: QPainter) -> None:
        t = look.tokens()
        for column, words in enumerate(self._scene.column_titles):
            inside = [
                box
                for box, part in zip(self._boxes, self._scene.parts, strict=True)
                if part.column == column
            ]
            if inside:
                place = QRectF(inside[0].area.x(), 0, inside[0].area.width(), 18)
                for line in wrapped(words, place.width(), BODY):
                    text(painter, place, line, font(BODY, 600), t.t2)
                    place.translate(0, 18)

    def _at(self, point: QPoint) -> tuple[int, int]:
        for i, box in enumerate(self._boxes):
            if box.area.contains(point):
                return i, box.grid.index(point.x(), point.y())
        return -1, -1

    def _describe(self) -> None:
        if self._cursor < len(self._scene.parts):
            part = self._scene.parts[self._cursor]
            cells = "; ".join(filter(None, (cell.spoken for cell in part.grid.cells)))
            self.setAccessibleDescription(f"{part.title}, {part.note}. {cells}")

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Mark what lies under the pointer; a tooltip tells it."""
        at = self._at(event.position().toPoint())
        if at == self._hover:
            return
        self._hover = at
        part, cell = at
        words = ""
        if part >= 0:
            shown = self._scene.parts[part]
            spoken = shown.grid.cells[cell].spoken if cell >= 0 else ""
            words = "\n".join(filter(None, (f"{shown.title}: {shown.note}", spoken)))
        self.setToolTip(words)
        hand = Qt.CursorShape.PointingHandCursor if part >= 0 else Qt.CursorShape.ArrowCursor
        self.setCursor(hand)
        self.update()

    @guarded
    def leaveEvent(self, event: QEvent) -> None:
        """Nothing lies under the pointer."""
        super().leaveEvent(event)
        self._hover = (-1, -1)
        self.update()

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to a decision."""
        part, _ = self._at(event.position().toPoint())
        if part >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self._cursor = part
            self.chosen.emit(self._scene.parts[part].key)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go to the nearest part that way; Enter goes to its decision."""
        key = Qt.Key(event.key())
        ways = {
            Qt.Key.Key_Left: QPoint(-1, 0),
            Qt.Key.Key_Right: QPoint(1, 0),
            Qt.Key.Key_Up: QPoint(0, -1),
            Qt.Key.Key_Down: QPoint(0, 1),
        }
        if not self._boxes:
            event.ignore()
        elif key in ways:
            self._cursor = self._nearest(ways[key])
            self._describe()
            self.reached.emit(self._boxes[self._cursor].area)
            self.update()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.chosen.emit(self._scene.parts[self._cursor].key)
        else:
            event.ignore()

    def _nearest(self, way: QPoint) -> int:
        here = QPointF(self._boxes[self._cursor].area.topLeft())
        best, least = self._cursor, float("inf")
        for i, box in enumerate(self._boxes):
            step = QPointF(box.area.topLeft()) - here
            along = step.x() * way.x() + step.y() * way.y()
            aside = abs(step.x() * way.y()) + abs(step.y() * way.x())
            if along > 0 and along + 4 * aside < least:
                best, least = i, along + 4 * aside
        return best


class SheetView(QWidget):
    """Shows a ``SheetScene``: the sheet in a scroll area, its legend under it.

    Signals:
        chosen: key of a part.
    """

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.canvas = SheetCanvas(self)
        self._legend = Legend(self)
        self._area = QScrollArea(self)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._inner = QWidget(self)
        margin = QVBoxLayout(self._inner)
        margin.setContentsMargins(8, 6, 8, 8)
        margin.addWidget(self.canvas)
        margin.addStretch(1)
        self._area.setWidget(self._inner)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self._area, 1)
        column.addWidget(self._legend)
        self.canvas.chosen.connect(self.chosen)
        self.canvas.reached.connect(self._keep_in_sight)

    def set_scene(self, scene: SheetScene) -> None:
        """Show a sheet."""
        self.canvas.set_scene(scene)
        self._legend.set_note(scene.note)
        self._legend.set_actions(scene.actions)

    def _keep_in_sight(self, area: QRect) -> None:
        place = self.canvas.mapTo(self._inner, area.center())
        half = area.height() // 2 + 12
        self._area.ensureVisible(place.x(), place.y(), area.width() // 2, half)

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell the sheet how much of it is in sight."""
        super().resizeEvent(event)
        self.canvas.set_room(self.height() - self._legend.height() - 40)
