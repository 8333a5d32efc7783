"""Win probabilities with the current cards: one bar, and their course through the hand."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_watch as tr
from pokergui.language.joins import phrases
from pokergui.pages.watch.viewmodel import WinPart, WinScene
from pokergui.theme import look
from pokergui.theme.fonts import CAPTION, SMALL, font, metrics
from pokergui.widgets.guard import Painted
from pokergui.widgets.painting import LEFT, RIGHT, advance, stroke, swatch, text
from pokergui.widgets.spoken import set_description, set_name

_AXIS = 44.0
_NAMED = 90.0
"""Minimum width of an engine's column that shows its name."""


def paint_several(painter: QPainter, scene: WinScene, bar: QRectF) -> None:
    """Paint a column of text for each engine, and in the bar a part for each that is still in."""
    t, pitch, x = look.tokens(), bar.width() / len(scene.parts), bar.x()
    named = pitch >= _NAMED  # else its colour identifies it, as on its plate
    for at, part in enumerate(scene.parts):
        left = bar.x() + at * pitch
        ink = t.t1 if part.share else t.t3
        swatch(painter, QPointF(left, 11), look.series_colour(part.mark))
        percent = advance(part.percent, SMALL, 600)
        room = QRectF(left + 14, 2, pitch - 14 - percent - 14, 18)
        used = text(painter, room, part.name, font(SMALL), ink) + 5 if named else 0.0
        place = QRectF(room.x() + used, 2, percent + 2, 18)
        text(painter, place, part.percent, font(SMALL, 600 if part.share else 400), ink)
        wide = part.share * bar.width()
        if wide > 0:
            colour = QColor(look.series_colour(part.mark))
            painter.fillRect(QRectF(x, bar.y(), max(1.0, wide - 1), bar.height()), colour)
        x += wide


def paint_courses(
    painter: QPainter,
    box: QRectF,
    streets: Sequence[str],
    courses: Sequence[tuple[str, Sequence[float]]],
) -> None:
    """Paint win probabilities street by street, one step for each.

    Args:
        courses: a colour and a probability at each step; the first is over the others.
    """
    t = look.tokens()
    plot = box.adjusted(_AXIS, 6, -4, -18)
    for percent in (100, 50, 0):
        y = round(plot.bottom() - plot.height() * percent / 100) + 0.5
        stroke(painter, QPointF(plot.left(), y), QPointF(plot.right(), y), t.line)
        label = QRectF(box.x(), y - 8, _AXIS - 8, 16)
        text(painter, label, f"{percent}%", font(CAPTION), t.t3, RIGHT)
    pitch = plot.width() / max(4, len(streets))
    for at, street in enumerate(streets):
        label = QRectF(plot.left() + pitch * at, box.bottom() - 16, pitch, 16)
        text(painter, label, street, font(CAPTION), t.t3, LEFT)
    for colour, shares in reversed(courses):
        if shares:
            _paint_course(painter, plot, pitch, QColor(colour), shares)


def _paint_course(
    painter: QPainter, plot: QRectF, pitch: float, colour: QColor, shares: Sequence[float]
) -> None:
    path = QPainterPath()
    for at, share in enumerate(shares):
        x, y = plot.left() + pitch * at, plot.bottom() - plot.height() * share
        if at:
            path.lineTo(x, path.currentPosition().y())
            path.lineTo(x, y)
        else:
            path.moveTo(x, y)
        path.lineTo(x + pitch, y)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    pen = QPen(colour, 2)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setPen(pen)
    painter.drawPath(path)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawEllipse(path.currentPosition(), 4, 4)


BAR_HEIGHT = 46


class WinBar(Painted, QWidget):
    """A bar that shows a ``WinScene``; its course is below the bar if the height allows."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene: WinScene | None = None
        self.setFixedHeight(BAR_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        set_name(self, tr("Win probability"))

    def set_scene(self, scene: WinScene | None) -> None:
        self._scene = scene
        told = [f"{part.name} {part.percent}" for part in scene.parts] if scene is not None else []
        set_description(self, phrases((*told, scene.note if scene is not None else "")))
        self.update()

    def paint(self, painter: QPainter) -> None:
        scene = self._scene
        bar = QRectF(8, 24, self.width() - 16.0, 8)
        painter.fillRect(bar, QColor(look.tokens().bg4))
        if scene is None:
            return
        shown = scene.parts
        if len(shown) > 2:
            paint_several(painter, scene, bar)
        else:
            self._paint_two(painter, scene, bar)
            shown = shown[:1]
        if self.height() >= BAR_HEIGHT + 60:
            box = QRectF(bar.x(), 46, bar.width(), self.height() - 54)
            courses = [(look.series_colour(part.mark), part.course) for part in shown]
            paint_courses(painter, box, scene.streets, courses)

    def _paint_two(self, painter: QPainter, scene: WinScene, bar: QRectF) -> None:
        row = QRectF(bar.x(), 2, bar.width(), 18)
        left, right = scene.parts
        used = [self._end(painter, row, left, False), self._end(painter, row, right, True)]
        middle = row.adjusted(used[0] + 12, 0, -used[1] - 12, 0)
        place = metrics(SMALL).horizontalAdvance(scene.note)
        if place <= middle.width():
            x = middle.x() + (middle.width() - place) / 2
            text(painter, QRectF(x, 2, place + 1, 18), scene.note, font(SMALL), look.tokens().t2)
        split = bar.width() * left.share
        gap = 1.0 if 0 < left.share < 1 else 0.0
        for part, x, wide in ((left, 0.0, split - gap), (right, split, bar.width() - split)):
            colour = QColor(look.series_colour(part.mark))
            painter.fillRect(QRectF(bar.x() + x, bar.y(), wide, bar.height()), colour)

    def _end(self, painter: QPainter, row: QRectF, part: WinPart, right: bool) -> float:
        t, name, percent = look.tokens(), part.name, part.percent
        bold, plain = metrics(SMALL, 600), metrics(SMALL)
        room = row.width() / 2 - 70
        name_w = min(plain.horizontalAdvance(name), room)
        percent_w = bold.horizontalAdvance(percent)
        used = 14 + name_w + 5 + percent_w
        x = row.right() - used if right else row.x()
        y = row.center().y()
        swatch(painter, QPointF(row.right() - 9 if right else x, y), look.series_colour(part.mark))
        left = x + percent_w + 5 if right else x + 14
        place = QRectF(left, row.y(), name_w + 1, row.height())
        text(painter, place, name, font(SMALL), t.t1)
        place = QRectF(x if right else place.right() + 4, row.y(), percent_w + 1, row.height())
        text(painter, place, percent, font(SMALL, 600), t.t1)
        return used
