"""The replayer's line: a dot for each event, the present one large."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from pokergui.pages.history.viewmodel.history import ReplayDot, ReplayScene
from pokergui.theme import look
from pokergui.theme.fonts import SMALL, font
from pokergui.widgets.guard import Painted, guarded, guarded_or
from pokergui.widgets.painting import plain_tip, text

_SMALL, _DOT, _HERE = 2.8, 4.2, 7.0
_PITCH = 40.0
_LABEL = 74.0
_LEFT = 22.0


class DotLine(Painted, QWidget):
    """Shows where the replayer stands.

    Signals:
        chosen: index of the event that was clicked.
    """

    chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._dots: tuple[ReplayDot, ...] = ()
        self._position = 0
        self._label = ""
        self._hovered = -1
        self.setAccessibleName(self.tr("Events of the hand"))
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(28)

    def set_scene(self, scene: ReplayScene) -> None:
        """Show a hand's events."""
        self._dots, self._position, self._label = scene.dots, scene.position, scene.label
        if self._dots:
            words = self.tr("{number} of {count}: {what}").format(
                number=self._position + 1,
                count=len(self._dots),
                what=self._dots[self._position].tip,
            )
            self.setAccessibleDescription(words)
        self.update()

    @guarded_or(QSize(260, 28))
    def sizeHint(self) -> QSize:
        """Room for a usual hand."""
        return QSize(260, 28)

    @guarded_or(QSize(120, 28))
    def minimumSizeHint(self) -> QSize:
        """Dots move together."""
        return QSize(120, 28)

    def _x(self, index: int) -> float:
        room = self.width() - 2 * _LEFT - _LABEL
        pitch = min(_PITCH, room / max(1, len(self._dots) - 1))
        return _LEFT + index * pitch

    def _at(self, x: float) -> int:
        """Index of the nearest dot, -1 where none is near."""
        if not self._dots:
            return -1
        nearest = min(range(len(self._dots)), key=lambda i: abs(self._x(i) - x))
        return nearest if abs(self._x(nearest) - x) <= _PITCH / 2 else -1

    @guarded
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go there."""
        index = self._at(event.position().x())
        if index >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(index)

    @guarded
    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Mark what a click would go to."""
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

    @guarded_or(False)
    def event(self, event: QEvent) -> bool:
        """The tooltip says what happened at the dot."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            index = self._at(event.pos().x())
            if index >= 0:
                QToolTip.showText(event.globalPos(), plain_tip(self._dots[index].tip), self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    def paint(self, painter: QPainter) -> None:
        """A hairline, a dot for each event in its player's colour, and where it stands."""
        if not self._dots:
            return
        t, middle = look.tokens(), self.height() / 2
        end = self._x(len(self._dots) - 1)
        painter.setPen(QPen(QColor(t.line2), 2))
        painter.drawLine(QPointF(self._x(0), middle), QPointF(end, middle))
        painter.setPen(QPen(QColor(t.t3), 2))
        painter.drawLine(QPointF(self._x(0), middle), QPointF(self._x(self._position), middle))
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
