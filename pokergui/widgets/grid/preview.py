"""Range editor: a small grid beside the range's text, edited by painting."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr
from pokergui.theme import look
from pokergui.theme.fonts import SMALL, font, metrics
from pokergui.viewmodel.grid import GridCell, GridScene
from pokergui.widgets.grid.brush import GridPainter
from pokergui.widgets.grid.grid import grid_places, paint_grid
from pokergui.widgets.grid.paint import FRAME, GridPlaces, cell_places
from pokergui.widgets.guard import Painted, TakesKeys, guarded
from pokergui.widgets.painting import CENTRE, rounded, text
from pokergui.widgets.spoken import (
    CHOOSES,
    STEPS,
    Role,
    set_description,
    set_name,
    set_role,
    set_tip,
    stepped,
)

_STEP, _FINE = 0.05, 0.01
_WEIGHTS = {
    Qt.Key.Key_Plus: _STEP,
    Qt.Key.Key_Equal: _STEP,
    Qt.Key.Key_Minus: -_STEP,
    Qt.Key.Key_PageUp: _FINE,
    Qt.Key.Key_PageDown: -_FINE,
}
_NOTCH = 120
"""Eighths of a degree that a notch of the wheel turns."""
_SIDE = 13
_RANKS = "AKQJT98765432"
_MOST = 44
"""Largest cell if no other is asked for: a preview stays smaller than the grid of Study."""
_LEAST = 112


def _name(row: int, column: int) -> str:
    high, low = _RANKS[min(row, column)], _RANKS[max(row, column)]
    return high + low + ("" if row == column else "s" if row < column else "o")


EMPTY = GridScene(
    _SIDE, _SIDE, tuple(GridCell(_name(*divmod(i, _SIDE))) for i in range(_SIDE * _SIDE))
)
"""The scene while a range cannot be read."""


class RangePreview(TakesKeys, Painted, QWidget):
    """Editable weights of a range; a drag, or Space at the cursor, adds or removes hands.

    A drag that begins on a hand that is wholly in removes hands; any other adds them. The wheel
    over a hand, or + and - at the cursor, change its weight by 5%; the wheel with Shift, or Page Up
    and Page Down, by 1%. The weight of the current hand is shown beside it.

    Signals:
        painted: index of a cell, and whether it is to be in.
        weighed: index of a cell, and the change of its weight: 0.05, -0.01.
        copy_pressed, paste_pressed: the range is wanted as text, or is to be the text copied.
    """

    painted = Signal(int, bool)
    weighed = Signal(int, float)
    copy_pressed = Signal()
    paste_pressed = Signal()

    def __init__(self, name: str, parent: QWidget | None = None, most: int = _MOST) -> None:
        super().__init__(parent)
        set_role(self, Role.Graphic)
        self.scene = EMPTY
        self._most = most
        self._cursor = 0
        self._at = -1
        self._inward = False
        self._strokes = GridPainter(self)
        self._strokes.set_scene(EMPTY)
        self._strokes.painted.connect(self._reached)
        self._by_keys = False
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        set_name(self, name)
        self.setMinimumSize(_LEAST, _LEAST)
        self._turned = 0
        self._help = tr(
            "Drag to add or remove hands (arrow keys and Space); turn the wheel for their weight"
            " (+ and −)"
        )
        set_tip(self, self._help)
        self._describe()

    def set_scene(self, scene: GridScene | None) -> None:
        scene = scene or EMPTY
        if scene != self.scene:
            self.scene = scene
            self._cursor = min(self._cursor, len(scene.cells) - 1)
            self._strokes.set_scene(scene)
            self._describe()
            self.update()

    def places(self) -> GridPlaces:
        if self.scene.cells[0].ranks:
            return grid_places(self.scene, self.width(), self.height())
        return cell_places(self.scene, self.width(), self.height(), self._most)

    def _index(self, point: QPointF) -> int:
        return self.places().index(point.x(), point.y())

    def _describe(self) -> None:
        cell = self.scene.cells[self._cursor]
        set_description(self, cell.spoken or cell.label)

    def _reached(self, cells: list[int]) -> None:
        for cell in cells:
            self.painted.emit(cell, self._inward)

    def _is_outside(self, index: int) -> bool:
        return self.scene.cells[index].height < 1

    def _point_at(self, index: int) -> None:
        if index != self._at:
            self._at = index
            cell = self.scene.cells[index] if index >= 0 else None
            set_tip(self, (cell.spoken or cell.label) if cell is not None else self._help)
            self.update()

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self._index(event.position())
        self._by_keys = False
        if event.button() == Qt.MouseButton.LeftButton and index >= 0:
            self._cursor = index
            self._inward = self._is_outside(index)
            self._describe()
            self._strokes.press(index)

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        index = self._index(event.position())
        if index != self._at:
            self._point_at(index)
            self._strokes.reach(index)

    @guarded
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        del event
        self._strokes.release()

    @guarded
    def wheelEvent(self, event: QWheelEvent) -> None:
        index = self._index(event.position())
        if index < 0 or not self.scene.cells[index].possible:
            event.ignore()
            return
        fine = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        # With some modifiers the wheel counts as a horizontal one.
        self._turned += event.angleDelta().y() or event.angleDelta().x()
        notches = int(self._turned / _NOTCH)
        self._turned -= notches * _NOTCH
        self._cursor, self._by_keys = index, False
        for _ in range(abs(notches)):
            self._weigh((_FINE if fine else _STEP) * (1 if notches > 0 else -1))
        event.accept()

    def _weigh(self, step: float) -> None:
        if self.scene.cells[self._cursor].possible:
            self.weighed.emit(self._cursor, step)

    @guarded
    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point_at(-1)

    def takes(self, event: QKeyEvent) -> bool:
        key = Qt.Key(event.key())
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        return key in STEPS or key in _WEIGHTS or (plain and key in CHOOSES)

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        plain = event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        )
        if key in STEPS:
            self._cursor = stepped(key, self._cursor, self.scene.rows, self.scene.columns)
            self._by_keys = True
            self._describe()
            self.update()
        elif plain and key in CHOOSES:
            self._by_keys = True
            self._inward = self._is_outside(self._cursor)
            self._strokes.dab(self._cursor)
        elif key in _WEIGHTS:
            self._by_keys = True
            self._weigh(_WEIGHTS[key])
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copy_pressed.emit()
        elif event.matches(QKeySequence.StandardKey.Paste):
            self.paste_pressed.emit()
        else:
            event.ignore()

    @guarded
    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._by_keys = event.reason() != Qt.FocusReason.MouseFocusReason
        self.update()

    @guarded
    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._by_keys = False
        self.update()

    def paint(self, painter: QPainter) -> None:
        t, places = look.tokens(), self.places()
        paint_grid(painter, self.scene, places, self.devicePixelRatioF())
        painter.setBrush(Qt.BrushStyle.NoBrush)
        shown = self.hasFocus() and self._by_keys
        at = self._cursor if shown else self._at
        painter.setPen(QPen(QColor(t.acc), 2))
        if at >= 0:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.drawRect(QRectF(places.cell(at)).adjusted(-1, -1, 1, 1))
        if shown:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.drawRect(QRectF(places.area).adjusted(1 - FRAME, 1 - FRAME, 0, 0))
        if at >= 0 and self.scene is not EMPTY:
            self._paint_weight(painter, at)

    def _paint_weight(self, painter: QPainter, index: int) -> None:
        t, cell = look.tokens(), self.scene.cells[index]
        if not cell.possible:
            return
        words = f"{cell.label} {100 * cell.height:.0f}%"
        place = QRectF(self.places().cell(index))
        box = QRectF(0, 0, metrics(SMALL, 600).horizontalAdvance(words) + 12, 20)
        box.moveCenter(place.center())
        box.moveTop(place.top() - 23 if place.top() >= 23 else place.bottom() + 3)
        box.moveLeft(max(0.5, min(box.left(), self.width() - box.width() - 0.5)))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rounded(painter, box.adjusted(-0.5, -0.5, 0.5, 0.5), t.bg3, t.line2, 4)
        text(painter, box, words, font(SMALL, 600), t.t1, CENTRE)
