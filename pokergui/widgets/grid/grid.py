"""Range grid, cached as one image; hover and pin are painted over it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QImage, QKeyEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr
from pokergui.theme import look
from pokergui.theme.colours import INK
from pokergui.theme.fonts import BODY, font
from pokergui.theme.tokens import Tokens
from pokergui.viewmodel.grid import GridScene
from pokergui.widgets.grid.brush import Brush, GridPainter, brush_cursor, lock_words, paint_locks
from pokergui.widgets.grid.paint import (
    FRAME,
    MOST,
    CellPainter,
    GridPlaces,
    cell_places,
    figures_fit,
    paint_shades,
    paint_texts,
    paint_tints,
    shade_places,
)
from pokergui.widgets.grid.panel import MOST_CELLS, paint_frame, paint_panels, panel_places
from pokergui.widgets.guard import Fitted, Painted, Sized, guarded
from pokergui.widgets.painting import CENTRE, rendered, rounded, text
from pokergui.widgets.spoken import (
    CHOOSES,
    STEPS,
    Role,
    say,
    set_description,
    set_name,
    set_role,
    stepped,
)

_FEW_CELLS_MOST = 112
"""Largest cell of a small game whose panels have no room."""


def grid_places(scene: GridScene, width: int, height: int) -> GridPlaces:
    if scene.shaded:
        return shade_places(scene, width, height)
    most = MOST if len(scene.cells) > MOST_CELLS else _FEW_CELLS_MOST
    return panel_places(scene, width, height) or cell_places(scene, width, height, most)


def paint_grid(painter: QPainter, scene: GridScene, places: GridPlaces, ratio: float) -> None:
    if scene.absent:
        _paint_absent(painter, scene.absent, QRectF(places.area))
    elif scene.shaded:
        paint_shades(painter, scene, places, ratio)
    elif places.panels:
        paint_panels(painter, scene, places)
    elif scene.scale is not None:
        paint_tints(painter, scene, places, ratio)
        paint_locks(painter, scene, places, ratio)
    elif scene.cells:
        figures = figures_fit(scene, places)
        CellPainter(scene, places, ratio).paint(painter, labels=not figures)
        if figures:
            paint_texts(painter, scene, places, [INK] * len(scene.cells))
        paint_locks(painter, scene, places, ratio)


def _paint_absent(painter: QPainter, words: str, area: QRectF) -> None:
    t = look.tokens()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    rounded(painter, area, t.bg2, t.line)
    text(painter, area.adjusted(12, 0, -12, 0), words, font(BODY, 600), t.t1, CENTRE)


class RangeGrid(Fitted, Painted, Sized, QWidget):
    """A ``GridScene`` shown as large as its room allows: panels, cells or small cells.

    The pointer or the arrow keys choose the current cell, a click or Enter pins it, Escape unpins
    it. Hover and pin stay when another scene of the same shape comes, and end without a signal when
    the shape changes. With a brush the pointer, Enter and Space paint instead, and Shift with the
    arrows extends the stroke; the right button and Shift+Enter still pin a cell.

    Signals:
        hovered: index of the current cell, -1 if there is none any more.
        pinned: index of the pinned cell, -1 when it is unpinned.
    """

    wanted = QSize(13 * MOST, 13 * MOST)  # room for the largest cells
    least = QSize(120, 120)  # for small cells
    hovered = Signal(int)
    pinned = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = GridScene(0, 0, ())
        self._image: QImage | None = None
        self._painted_with: tuple[Tokens, str, float] | None = None
        self._places = GridPlaces(0, 0, 1, 1, 0, 0, 0)
        self._hover = -1
        self._pin = -1
        self._cursor = 0
        self._by_keys = False
        self.strokes = GridPainter(self)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        set_name(self, tr("Range"))
        set_role(self, Role.Graphic)

    @property
    def scene(self) -> GridScene:
        return self._scene

    @property
    def pin(self) -> int:
        return self._pin

    def set_scene(self, scene: GridScene) -> None:
        if scene == self._scene:
            return
        previous, self._scene = self._scene, scene
        if (previous.rows, previous.columns) != (scene.rows, scene.columns):
            self._cursor = 0
            self._hover = self._pin = -1
        self.strokes.set_scene(scene)
        self.fit()
        set_description(self, self._spoken())
        self._say_lock(previous)

    def fit(self) -> None:
        self._places = self.places()
        self._image = None
        self.update()

    def set_pin(self, index: int) -> None:
        before, self._pin = self._pin, index
        self._update_cells(before, index)

    def set_hover(self, index: int) -> None:
        before, self._hover = self._hover, index
        self._update_cells(before, index)

    def set_brush(self, brush: Brush | None) -> None:
        if brush == self.strokes.brush:
            return
        self.strokes.brush = brush
        if brush is None:
            self.strokes.release()
            self.unsetCursor()
        else:
            self.setCursor(brush_cursor(brush, self.devicePixelRatioF()))
        self.update()

    def places(self) -> GridPlaces:
        return grid_places(self._scene, self.width(), self.height())

    def used_height(self, width: int, height: int) -> int:
        """Return the part of a height that the cells would use."""
        area = grid_places(self._scene, width, height).area
        return min(height, area.y() + area.height() + FRAME)

    def paint(self, painter: QPainter) -> None:
        t, ratio = look.tokens(), self.devicePixelRatioF()
        wanted = (t, look.palette_name(), ratio)
        if self._image is None or self._painted_with != wanted:
            paint = partial(paint_grid, scene=self._scene, places=self._places, ratio=ratio)
            self._image = rendered(self.size(), ratio, paint)
            self._painted_with = wanted
        painter.drawImage(QPoint(0, 0), self._image)
        self._frames(painter)

    def _frames(self, painter: QPainter) -> None:
        """Frame the cell in question and the pin in the main text colour, the current in accent."""
        t = look.tokens()
        count = len(self._scene.cells)
        by_keys = self.hasFocus() and self._by_keys
        at_hand = self._cursor if by_keys and self._hover < 0 else self._hover
        for index in {self._scene.marked, self._pin}:
            if 0 <= index < count:
                self._frame(painter, index, t.acc if self._places.panels else t.t1, strong=True)
        for index in self.strokes.touched:
            self._frame(painter, index, t.acc, strong=False)
        if 0 <= at_hand < count and at_hand != self._pin:
            self._frame(painter, at_hand, t.acc, strong=False)
        if by_keys and count:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(t.acc), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            over = self._places.gap - 2 if self._scene.shaded else 0
            ring = QRectF(self._places.area).adjusted(-2, -2, 1 - over, 1 - over)
            if not self._places.panels:
                painter.drawRect(ring)

    def _frame(self, painter: QPainter, index: int, colour: str, strong: bool) -> None:
        box = QRectF(self._places.cell(index))
        if self._scene.shaded and self._places.gap > 2:
            paint_frame(painter, box.adjusted(-1, -1, 1, 1), colour, 2)
            return
        if self._places.panels:
            paint_frame(painter, box, colour, 2 if strong or self._by_keys else 1)
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        outer = box.adjusted(-1, -1, 1, 1)
        painter.setPen(QPen(QColor(colour), 2))
        painter.drawRect(outer)
        if strong:
            painter.setPen(QPen(QColor(look.tokens().bg0), 1))
            painter.drawRect(box.adjusted(0, 0, -1, -1))

    def _update_cells(self, *indices: int) -> None:
        for index in indices:
            if 0 <= index < len(self._scene.cells):
                self.update(self._places.cell(index).adjusted(-FRAME, -FRAME, FRAME, FRAME))

    def _set_hover(self, index: int) -> None:
        if index == self._hover:
            return
        before, self._hover = self._hover, index
        self._update_cells(before, index, self._cursor)
        if index >= 0:
            self._cursor = index
            self._describe()
        self.hovered.emit(index)

    def _spoken(self) -> str:
        cells = self._scene.cells
        return cells[self._cursor].spoken if self._cursor < len(cells) else self._scene.absent

    def _describe(self) -> None:
        """Describe the current cell to assistive tools; refined answers are not read each time."""
        set_description(self, self._spoken())
        self._say(self._spoken())

    def _say_lock(self, previous: GridScene) -> None:
        scene, at = self._scene, self._cursor
        if at < min(len(previous.cells), len(scene.cells)):
            titles = tuple(action.title for action in scene.actions)
            self._say(lock_words(previous.cells[at], scene.cells[at], titles))

    def _say(self, words: str) -> None:
        if self.hasFocus():
            say(self, words)

    def _toggle(self, index: int) -> None:
        chosen = -1 if index == self._pin else index
        self.set_pin(chosen)
        self.pinned.emit(chosen)

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        index = self._at(event.position().toPoint())
        self._update_cells(*self.strokes.reach(index))
        self._set_hover(index)

    def _at(self, point: QPoint) -> int:
        index = self._places.index(point.x(), point.y())
        return index if index < len(self._scene.cells) else -1

    @guarded
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._set_hover(-1)

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._by_keys = False
        self.update()
        index = self._at(event.position().toPoint())
        if index < 0:
            return
        if event.button() == Qt.MouseButton.RightButton:
            self._toggle(index)
        elif event.button() != Qt.MouseButton.LeftButton:
            return
        elif self.strokes.brush is not None:
            self._cursor = index
            self.strokes.press(index)
        else:
            self._toggle(index)

    @guarded
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self.strokes.stroking:
            self.strokes.release()
            self.update()

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        self._by_keys = True
        key, count = Qt.Key(event.key()), len(self._scene.cells)
        if key in STEPS and count:
            before = self._cursor
            after = stepped(key, before, self._scene.rows, self._scene.columns)
            self._move(after)
            shift = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            if shift and self.strokes.brush is not None:
                self.strokes.dab(before, after)
        elif key == Qt.Key.Key_Home and count:
            self._move(0)
        elif key == Qt.Key.Key_End and count:
            self._move(count - 1)
        elif key in CHOOSES and count:
            shift = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            if self.strokes.brush is not None and not shift:
                self.strokes.dab(self._cursor)
            else:
                self._toggle(self._cursor)
        elif key == Qt.Key.Key_Escape and self._pin >= 0:
            self._toggle(self._pin)
        else:
            event.ignore()

    def _move(self, index: int) -> None:
        self._hover = -1 if self._hover != index else self._hover
        self._set_hover(index)

    @guarded
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._by_keys = event.reason() != Qt.FocusReason.MouseFocusReason
        self._describe()
        self.update()

    @guarded
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if not self.underMouse():
            self._set_hover(-1)
        self.update()

    def cell_rect(self, index: int) -> QRect:
        return self._places.cell(index)
