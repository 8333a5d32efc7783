"""The replayer's line: a dot for each event, the current one large."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_history as tr
from pokergui.pages.history.viewmodel.history import ReplayDot, ReplayScene
from pokergui.theme import look
from pokergui.theme.fonts import SMALL, font
from pokergui.widgets.guard import Painted, Sized, Tipped, guarded
from pokergui.widgets.painting import stroke, text
from pokergui.widgets.spoken import set_description, set_name

_SMALL, _DOT, _HERE = 2.8, 4.2, 7.0
_PITCH = 40.0
_LABEL = 74.0
_LEFT = 22.0


class DotLine(Sized, Tipped, Painted, QWidget):
    """A line with the place of the replayer in the hand.

    Signals:
        chosen: index of the event that was clicked.
    """

    chosen = Signal(int)
    wanted, least = QSize(260, 28), QSize(120, 28)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._dots: tuple[ReplayDot, ...] = ()
        self._position = 0
        self._label = ""
        self._hovered = -1
        set_name(self, tr("Events of the hand"))
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(28)

    def set_scene(self, scene: ReplayScene) -> None:
        """Show a hand's events."""
        self._dots, self._position, self._label = scene.dots, scene.position, scene.label
        if self._dots:
            words = tr("{number} of {count}: {what}").format(
                number=self._position + 1,
                count=len(self._dots),
                what=self._dots[self._position].tip,
            )
            set_description(self, words)
        self.update()

    def _x(self, index: int) -> float:
        room = self.width() - 2 * _LEFT - _LABEL
        pitch = min(_PITCH, room / max(1, len(self._dots) - 1))
        return _LEFT + index * pitch

    def _at(self, x: float) -> int:
        """Return the index of the nearest dot; -1 if none is near."""
        if not self._dots:
            return -1
        nearest = min(range(len(self._dots)), key=lambda i: abs(self._x(i) - x))
        return nearest if abs(self._x(nearest) - x) <= _PITCH / 2 else -1

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the clicked event."""
        index = self._at(event.position().x())
        if index >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(index)

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Mark the event that a click would go to."""
        index = self._at(event.position().x())
        if index != self._hovered:
            self._hovered = index
            cursor = Qt.CursorShape.PointingHandCursor if index >= 0 else Qt.CursorShape.ArrowCursor
            self.setCursor(cursor)
            self.update()

    @guarded
    def leaveEvent(self, event: QEvent) -> None:
        """Mark nothing."""
        super().leaveEvent(event)
        self._hovered = -1
        self.update()

    def tip_at(self, spot: QPointF) -> str:
        """Describe the event of the dot."""
        index = self._at(spot.x())
        return self._dots[index].tip if index >= 0 else ""

    def paint(self, painter: QPainter) -> None:
        """Paint a hairline, a dot for each event in its player's colour, and the current place."""
        if not self._dots:
            return
        t, middle = look.tokens(), self.height() / 2
        end = self._x(len(self._dots) - 1)
        first, here = QPointF(self._x(0), middle), QPointF(self._x(self._position), middle)
        stroke(painter, first, QPointF(end, middle), t.line2, 2)
        stroke(painter, first, here, t.t3, 2)
        colours = {"person": t.acc, "other": t.t2, "dealer": t.t3}
        for index, dot in enumerate(self._dots):
            colour = QColor(colours[dot.kind])
            radius = _SMALL if dot.kind == "dealer" else _DOT
            radius += 1.5 if index == self._hovered else 0
            painter.setPen(Qt.PenStyle.NoPen)
            if index > self._position:
                painter.setPen(QPen(colour, 1.6))
                painter.setBrush(QColor(t.bg1))
                radius -= 0.8
            else:
                painter.setBrush(colour)
            if index == self._position:
                painter.setPen(QPen(QColor(t.t1), 2))
                radius = _HERE - 1
            painter.drawEllipse(QPointF(self._x(index), middle), radius, radius)
        label = QRectF(end + _HERE + 8, 0, _LABEL - 8, self.height())
        text(painter, label, self._label, font(SMALL), t.t2)
