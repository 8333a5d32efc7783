"""Win probabilities with the current cards: one bar, and their course through the hand."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_watch as tr
from pokergui.language.joins import phrases
from pokergui.pages.watch.viewmodel.watch import WinScene
from pokergui.pages.watch.views.wincourse import paint_courses, paint_several
from pokergui.theme import look
from pokergui.theme.fonts import SMALL, font, metrics
from pokergui.widgets.guard import Painted
from pokergui.widgets.painting import swatch, text
from pokergui.widgets.spoken import set_description, set_name

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
        """Show win probabilities, or an empty bar."""
        self._scene = scene
        ends = "{0.left} {0.left_percent}, {0.right} {0.right_percent}, {0.note}"
        words = ends.format(scene) if scene is not None else ""
        if scene is not None and scene.parts:
            told = (f"{part.name} {part.percent}" for part in scene.parts)
            words = phrases((*told, scene.note))
        set_description(self, words)
        self.update()

    def paint(self, painter: QPainter) -> None:
        """Paint text, bar and course."""
        t, scene = look.tokens(), self._scene
        pad, width = 8.0, self.width() - 16.0
        bar = QRectF(pad, 24, width, 8)
        painter.fillRect(bar, QColor(t.bg4))
        if scene is None:
            return
        if scene.parts:
            paint_several(painter, scene, bar)
            if self.height() >= BAR_HEIGHT + 60:
                box = QRectF(pad, 46, width, self.height() - 54)
                courses = [(look.series_colour(part.mark), part.course) for part in scene.parts]
                paint_courses(painter, box, scene.streets, courses)
            return
        row = QRectF(pad, 2, width, 18)
        ends = (
            (scene.left, scene.left_percent, "a", False),
            (scene.right, scene.right_percent, "b", True),
        )
        used = [self._end(painter, row, *end) for end in ends]
        middle = row.adjusted(used[0] + 12, 0, -used[1] - 12, 0)
        if metrics(SMALL).horizontalAdvance(scene.note) <= middle.width():
            place = metrics(SMALL).horizontalAdvance(scene.note)
            left = middle.x() + (middle.width() - place) / 2
            text(painter, QRectF(left, 2, place + 1, 18), scene.note, font(SMALL), t.t2)
        split = width * scene.share
        gap = 1.0 if 0 < scene.share < 1 else 0.0
        painter.fillRect(QRectF(pad, 24, split - gap, 8), QColor(look.series_colour("a")))
        rest = QRectF(pad + split, 24, width - split, 8)
        painter.fillRect(rest, QColor(look.series_colour("b")))
        if self.height() >= BAR_HEIGHT + 60:
            streets = tuple(street for street, _ in scene.course)
            course = tuple(share for _, share in scene.course)
            box = QRectF(pad, 46, width, self.height() - 54)
            paint_courses(painter, box, streets, [(t.ser_a, course)])

    def _end(
        self, painter: QPainter, row: QRectF, name: str, percent: str, mark: str, right: bool
    ) -> float:
        """Paint one end of the text; return the width used."""
        t = look.tokens()
        bold, plain = metrics(SMALL, 600), metrics(SMALL)
        room = row.width() / 2 - 70
        name_w = min(plain.horizontalAdvance(name), room)
        percent_w = bold.horizontalAdvance(percent)
        used = 14 + name_w + 5 + percent_w
        x = row.right() - used if right else row.x()
        y = row.center().y()
        swatch(painter, QPointF(row.right() - 9 if right else x, y), look.series_colour(mark))
        left = x + percent_w + 5 if right else x + 14
        place = QRectF(left, row.y(), name_w + 1, row.height())
        text(painter, place, name, font(SMALL), t.t1)
        place = QRectF(x if right else place.right() + 4, row.y(), percent_w + 1, row.height())
        text(painter, place, percent, font(SMALL, 600), t.t1)
        return used
