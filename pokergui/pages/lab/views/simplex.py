"""Strategies of three actions as paths in a triangle."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_lab as tr
from pokergui.language.joins import clauses, first_phrase, phrases
from pokergui.pages.lab.viewmodel.lab import PathScene, SimplexScene
from pokergui.pages.lab.views.layer import Layer
from pokergui.pages.lab.views.numbers import mark_colour
from pokergui.theme import look
from pokergui.theme.fonts import BODY, SMALL, font, metrics
from pokergui.theme.tokens import mix
from pokergui.widgets.guard import Painted, Sized
from pokergui.widgets.painting import CENTRE, LEFT, RIGHT, polyline, rounded, text
from pokergui.widgets.spoken import set_description, set_name, set_tip

_HEAD, _NAME, _PAD = 38.0, 20.0, 16.0
_THIRDS = (0.25, 0.5, 0.75)


def crosshair(painter: QPainter, at: QPointF, colour: str) -> None:
    """Paint the sign of the equilibrium: a ring with a cross."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(colour), 1.4))
    painter.drawEllipse(at, 4.5, 4.5)
    painter.drawLine(at - QPointF(7, 0), at + QPointF(7, 0))
    painter.drawLine(at - QPointF(0, 7), at + QPointF(0, 7))


class SimplexView(Painted, Sized, QWidget):
    """Shows a ``SimplexScene``."""

    wanted, least = QSize(300, 300), QSize(200, 160)  # readable triangles

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene: SimplexScene | None = None
        self._layer = Layer(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_scene(self, scene: SimplexScene) -> None:
        """Show paths."""
        if scene == self._scene:
            return
        before, self._scene = self._scene, scene
        if before is None or replace(before, now=scene.now) != scene:
            self._layer.forget()
        set_name(self, scene.title)
        here = clauses(
            phrases(f"{name} {share:.3f}" for name, share in zip(scene.corners, point, strict=True))
            for _, point in scene.now
        )
        set_description(
            self, tr("now {here}; equilibrium {note}").format(here=here, note=scene.note)
        )
        set_tip(
            self,
            tr("Each corner is one action; the nearer to it, the more often it is played"),
        )
        self.update()

    def _corners(self) -> tuple[QPointF, QPointF, QPointF]:
        room = QRectF(self.rect()).adjusted(_PAD, _HEAD + _NAME, -_PAD, -_NAME - 8)
        side = min(room.width(), room.height() * 2 / sqrt(3))
        high = side * sqrt(3) / 2
        top = room.y() + (room.height() - high) / 2
        middle = room.center().x()
        foot = top + high
        return (
            QPointF(middle, top),
            QPointF(middle - side / 2, foot),
            QPointF(middle + side / 2, foot),
        )

    def place(self, point: tuple[float, float, float]) -> QPointF:
        """Return the position of a strategy."""
        a, b, c = self._corners()
        return a * point[0] + b * point[1] + c * point[2]

    def paint(self, painter: QPainter) -> None:
        """Paint the layer, then the current points, and the equilibrium on top."""
        t, scene = look.tokens(), self._scene
        self._layer.draw(painter, self._paint_layer)
        if scene is None:
            return
        for mark, point in scene.now:
            painter.setPen(QPen(QColor(t.bg2), 1.5))
            painter.setBrush(QColor(mark_colour(mark)))
            painter.drawEllipse(self.place(point), 5, 5)
        self._equilibria(painter, scene)

    def _paint_layer(self, painter: QPainter) -> None:
        """Paint the panel, the triangle, the paths from back to front, and their start."""
        t, box, scene = look.tokens(), QRectF(self.rect()), self._scene
        rounded(painter, box, t.bg2, t.line)
        if scene is None:
            return
        head = QRectF(_PAD, 2, box.width() - 2 * _PAD, _HEAD - 2)
        used = text(painter, head, scene.note, font(SMALL), t.t1, RIGHT)
        if scene.note:
            crosshair(painter, QPointF(head.right() - used - 13, head.center().y()), t.t1)
            used += 30
        title, room = scene.title, head.adjusted(0, 0, -used, 0)
        if metrics(BODY, 600).horizontalAdvance(title) > room.width():
            title = first_phrase(title)[0]
        text(painter, room, title, font(BODY, 600), t.t1)
        self._frame(painter, scene)
        for path in scene.paths:
            self._path(painter, path)
        painter.setPen(QPen(QColor(t.t2), 1.4))
        painter.setBrush(QColor(t.bg2))
        painter.drawEllipse(self.place(scene.start), 3.5, 3.5)

    def _frame(self, painter: QPainter, scene: SimplexScene) -> None:
        t = look.tokens()
        corners = self._corners()
        a, b, c = corners
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(mix(t.line2, 0.6, t.bg2)), 1))
        for share in _THIRDS:
            for one, two, three in ((a, b, c), (b, c, a), (c, a, b)):
                start = one * share + two * (1 - share)
                painter.drawLine(start, one * share + three * (1 - share))
        painter.setPen(QPen(QColor(t.t3), 1))
        painter.drawPolygon(QPolygonF(list(corners)))
        top, left, right = scene.corners
        wide = self.width() / 2 - _PAD
        measure = metrics(SMALL)
        place = QRectF(a.x() - wide, a.y() - _NAME - 1, 2 * wide, _NAME)
        text(painter, place, top, font(SMALL), t.t2, CENTRE)
        x = max(_PAD, b.x() - measure.horizontalAdvance(left) / 2)
        text(painter, QRectF(x, b.y() + 3, wide, _NAME), left, font(SMALL), t.t2, LEFT)
        x = min(self.width() - _PAD, c.x() + measure.horizontalAdvance(right) / 2)
        text(painter, QRectF(x - wide, c.y() + 3, wide, _NAME), right, font(SMALL), t.t2, RIGHT)

    def _path(self, painter: QPainter, scene: PathScene) -> None:
        t = look.tokens()
        thin = scene.thin
        colour = mark_colour(scene.mark)
        if thin:
            colour = mix(colour, 0.7, t.bg2)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(colour), 1.0 if thin else 2.0))
        polyline(painter, [self.place(point) for point in scene.points])

    def _equilibria(self, painter: QPainter, scene: SimplexScene) -> None:
        t = look.tokens()
        places = [self.place(point) for point in scene.equilibria]
        painter.setPen(QPen(QColor(t.t1), 1.4, Qt.PenStyle.DotLine))
        for i, one in enumerate(places):
            for other in places[i + 1 :]:
                painter.drawLine(one, other)
        for at in places:
            crosshair(painter, at, t.t1)
