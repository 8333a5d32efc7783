"""A step in text and numbers, and the legend of the triangles."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_lab as tr
from pokergui.language.joins import (
    clauses,
    first_phrase,
    full_sentences,
    full_stop,
    phrases,
    sentences,
)
from pokergui.pages.lab.viewmodel import (
    LegendEntry,
    MatrixScene,
    PathScene,
    SimplexScene,
    ValueLine,
)
from pokergui.pages.lab.views.tab import Layer, mark_colour, number_width, paint_number
from pokergui.theme import look
from pokergui.theme.fonts import ACTION, BODY, SMALL, font, metrics
from pokergui.theme.tokens import mix
from pokergui.widgets.guard import Painted, Sized, guarded, guarded_or
from pokergui.widgets.painting import (
    CENTRE,
    LEFT,
    RIGHT,
    paragraph,
    polyline,
    rounded,
    stroke,
    text,
)
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
        a, b, c = self._corners()
        return a * point[0] + b * point[1] + c * point[2]

    def paint(self, painter: QPainter) -> None:
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


_STEP_WORDS_HEAD = 22.0
_LINE = 32.0
_FIRST = 36.0
_SPLIT = 0.57
"""The share of the width at which the second of two values on a line begins."""


class StepWords(Painted, QWidget):
    """The value of a step, the equilibrium's value, the gaps, and a note on the rule."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values: tuple[ValueLine, ...] = ()
        self._note = self._warning = ""
        self._compact = False
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        set_name(self, tr("This step"))

    def set_scene(self, scene: MatrixScene) -> None:
        shown = (scene.values, scene.note, scene.warning)
        if shown == (self._values, self._note, self._warning):
            return
        self._values, self._note, self._warning = shown
        words = [f"{line.label} {line.number.text}" for line in scene.values]
        set_description(
            self, full_sentences((full_stop(clauses(words)), scene.note, scene.warning))
        )
        set_tip(self, full_sentences((scene.note, scene.warning)))
        self.updateGeometry()
        self.update()

    def set_compact(self, compact: bool) -> None:
        if compact != self._compact:
            self._compact = compact
            self.updateGeometry()
            self.update()

    def _places(self) -> list[QRectF]:
        """Return the places: a line for a value with its decimal, or for two values without one."""
        places: list[QRectF] = []
        y, half, values = _STEP_WORDS_HEAD, round(_SPLIT * self.width()), self._values
        while len(places) < len(values):
            i = len(places)
            high = _FIRST if i == 0 else _LINE
            pair = not any(line.decimal for line in values[i : i + 2]) and 0 < i < len(values) - 1
            places.append(QRectF(0, y, half if pair else self.width(), high))
            if pair:
                places.append(QRectF(half, y, self.width() - half, high))
            y += high
        return places

    def _wrapped(self, words: str) -> float:
        """Return the height of a sentence in pixels."""
        room = QRectF(0, 0, self.width(), 1000)
        return metrics(SMALL).boundingRect(room, Qt.TextFlag.TextWordWrap, words).height()

    @guarded_or(QSize(240, 200))
    def sizeHint(self) -> QSize:
        """Return the height of all lines."""
        places = self._places()
        high = places[-1].bottom() if places else _STEP_WORDS_HEAD
        for words in (self._note, self._warning):
            high += self._wrapped(words) if words and not self._compact else 0.0
        return QSize(240, round(high) + (0 if self._compact else 10))

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()

    @guarded_or(QSize(200, 120))
    def minimumSizeHint(self) -> QSize:
        return QSize(200, self.sizeHint().height())

    def paint(self, painter: QPainter) -> None:
        t, wide = look.tokens(), float(self.width())
        text(painter, QRectF(0, 0, wide, 20), tr("This step"), font(BODY, 600), t.t1)
        y = _STEP_WORDS_HEAD
        for i, (place, line) in enumerate(zip(self._places(), self._values, strict=True)):
            self._value(painter, place, line, first=i == 0)
            y = place.bottom()
        if self._compact:
            return
        room = QRectF(0, y + 4, wide, max(0.0, self.height() - y - 4))
        paragraph(painter, room, self._note, font(SMALL), t.t2)
        room.setTop(room.top() + self._wrapped(self._note))
        paragraph(painter, room, self._warning, font(SMALL), t.unc)

    @staticmethod
    def _value(painter: QPainter, box: QRectF, line: ValueLine, *, first: bool) -> None:
        t = look.tokens()
        size, weight = (ACTION, 600) if first else (SMALL, 400)
        used = text(painter, box, line.label, font(size if first else SMALL, weight), t.t2)
        place = box.adjusted(used + 8, 0, 0, 0)
        paint_number(painter, place, line.number, size=size, weight=weight, colour=t.t1)
        if line.decimal:
            rest = place.adjusted(number_width(line.number, size, weight) + 10, 0, 0, 0)
            text(painter, rest, f"= {line.decimal}", font(SMALL), t.t2)


class LabLegend(Painted, QWidget):
    """The meaning of the colours and, at the right, the rules' distances from the equilibrium."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: tuple[LegendEntry, ...] = ()
        self._gaps = ""
        self.setFixedHeight(26)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        set_name(self, tr("Legend"))

    def set_scene(self, scene: MatrixScene) -> None:
        if (scene.legend, scene.gaps) != (self._entries, self._gaps):
            self._entries, self._gaps = scene.legend, scene.gaps
            words = clauses(entry.text for entry in scene.legend)
            set_description(self, sentences((words, scene.gaps)))
            set_tip(self, scene.gaps)
            self.update()

    def paint(self, painter: QPainter) -> None:
        """Paint from the left; the gaps are the first to be left out."""
        t, x, middle = look.tokens(), 2.0, self.height() / 2
        for entry in self._entries:
            if entry.mark == "target":
                crosshair(painter, QPointF(x + 8, middle), t.t1)
            else:
                stroke(
                    painter, QPointF(x, middle), QPointF(x + 12, middle), mark_colour(entry.mark), 2
                )
            wide = metrics(SMALL).horizontalAdvance(entry.text)
            place = QRectF(x + 20, 0, wide + 1, self.height())
            text(painter, place, entry.text, font(SMALL), t.t2)
            x += wide + 38
        room = QRectF(x, 0, self.width() - x - 2, self.height())
        if metrics(SMALL).horizontalAdvance(self._gaps) <= room.width():
            text(painter, room, self._gaps, font(SMALL), t.t1, RIGHT)
