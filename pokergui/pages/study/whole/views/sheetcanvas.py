"""Every decision of a small game on one sheet, painted, with selection by pointer and keys."""

from __future__ import annotations

from collections.abc import Iterator

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
from pokergui.pages.study.whole.viewmodel.sheet import SheetScene
from pokergui.pages.study.whole.views.sheetpaint import (
    SheetBox,
    least_width,
    paint_sheet,
    sheet_boxes,
)
from pokergui.theme import look
from pokergui.theme.tokens import Tokens
from pokergui.widgets.drawing import rendered
from pokergui.widgets.guard import Painted, guarded
from pokergui.widgets.keys import CHOOSES, STEPS
from pokergui.widgets.painting import rounded
from pokergui.widgets.spoken import Role, set_description, set_name, set_role

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
        chosen: key of a part.
        pointed: key of the current information set, empty for none.
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
        self._hover: At = NOWHERE
        self._cursor: At = NOWHERE
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
        """Set the visible height; cells shrink, within reason, to need no scrolling."""
        if height != self._room:
            self._room = height
            self._arrange()

    def mark(self, key: str) -> None:
        """Frame an information set that is current elsewhere; none for an empty key."""
        if key != self._marked:
            self._marked = key
            self.update()

    def part_rect(self, index: int) -> QRect:
        """Return the rectangle of a part."""
        return self._boxes[index].area

    def cell_rect(self, part: int, cell: int) -> QRect:
        """Return the rectangle of a cell of a part."""
        return self._boxes[part].grid.cell(cell)

    def set_rect(self, key: str) -> QRect:
        """Return the rectangle of an information set; empty if it is not on the sheet."""
        for i, part in enumerate(self._scene.parts):
            if key and key in part.sets:
                return self.cell_rect(i, part.sets.index(key))
        return QRect()

    def hand_rect(self) -> QRect:
        """Return the rectangle of the current cell, the pointer's or else the keyboard's."""
        for part, cell in (self._hover, self._cursor):
            if part >= 0 and cell >= 0:
                return self.cell_rect(part, cell)
        return QRect()

    def _cells(self) -> Iterator[At]:
        """Yield all cells that can be current."""
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
        """Lay the sheet out for another width."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._arrange()

    def paint(self, painter: QPainter) -> None:
        """Paint the image, and mark the current part and cells."""
        t, ratio = look.tokens(), self.devicePixelRatioF()
        if self._image is None or self._painted_with != (t, look.palette_name(), ratio):
            self._image = rendered(
                self.size(), ratio, lambda painter: self.paint_sheet(painter, ratio)
            )
            self._painted_with = (t, look.palette_name(), ratio)
        focus = self.hasFocus()
        part = self._cursor[0] if focus else self._hover[0]
        if 0 <= part < len(self._boxes):
            box = QRectF(self._boxes[part].area).adjusted(-8, -6, 8, 6)
            rounded(painter, box, t.bg2, t.acc if focus else t.line2)
        painter.drawImage(QPoint(0, 0), self._image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        frames = [self.set_rect(self._marked)]
        for shown, (i, cell) in ((True, self._hover), (focus, self._cursor)):
            if shown and i >= 0 and cell >= 0:
                frames.append(self.cell_rect(i, cell))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for frame in frames:
            # The rim separates the frame from a cell of the same colour.
            for colour, width in ((t.bg1, 6), (t.acc, 2)):
                painter.setPen(QPen(QColor(colour), width))
                if not frame.isEmpty():
                    painter.drawRect(frame.adjusted(-1, -1, 1, 1))

    def paint_sheet(self, painter: QPainter, ratio: float) -> None:
        """Paint all parts, without a current one; ``ratio`` is device pixels of a pixel."""
        paint_sheet(painter, self._scene, self._boxes, ratio)

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
        """Mark the cell under the pointer, and ask for its figures."""
        at = self._at(event.position().toPoint())
        if at == self._hover:
            return
        self._touch(self._hover, at)
        self._hover = at
        hand = Qt.CursorShape.PointingHandCursor if at[0] >= 0 else Qt.CursorShape.ArrowCursor
        self.setCursor(hand)
        self.pointed.emit(self._set_at(at))

    def _touch(self, *places: At) -> None:
        """Repaint some parts, with the frames that extend beyond them."""
        for part, _ in places:
            if part >= 0:
                self.update(self._boxes[part].area.adjusted(-_RIM, -_RIM, _RIM, _RIM))

    @guarded
    def leaveEvent(self, event: QEvent) -> None:
        """Note that nothing is under the pointer."""
        super().leaveEvent(event)
        self._touch(self._hover)
        self._hover = NOWHERE
        self.pointed.emit("")

    @guarded
    def focusInEvent(self, event: QFocusEvent) -> None:
        """Make the keyboard's cell the current one if the keyboard moved the focus here."""
        super().focusInEvent(event)
        if event.reason() in _BY_KEYBOARD:
            self.pointed.emit(self._set_at(self._cursor))

    @guarded
    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Make the pointer's cell the current one, or none."""
        super().focusOutEvent(event)
        self.pointed.emit(self._set_at(self._hover))

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to a decision."""
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
