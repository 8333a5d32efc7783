"""Win probabilities with the current cards in one bar."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_watch as tr
from pokergui.language.joins import phrases
from pokergui.pages.watch.viewmodel import WinPart, WinScene
from pokergui.theme import look
from pokergui.theme.fonts import SMALL, font, metrics
from pokergui.widgets.guard import Painted
from pokergui.widgets.painting import advance, swatch, text
from pokergui.widgets.spoken import set_description, set_name

_NAMED = 90.0
"""Minimum width of an engine's column that shows its name."""


def paint_several(painter: QPainter, scene: WinScene, bar: QRectF) -> None:
    """Paint words for each engine, and in the bar a part for each that is still in."""
    t, pitch, x = look.tokens(), bar.width() / len(scene.parts), bar.x()
    named = pitch >= _NAMED  # else its colour identifies it, as on its plate
    pad = 14 if named else 11
    told = [_told(part, pitch - pad) for part in scene.parts]
    needs = [advance(words, SMALL, 600) for words in told]
    spare = (bar.width() - sum(needs) - pad * len(needs)) / (len(needs) - 1)
    left = bar.x()
    for part, words, percent in zip(scene.parts, told, needs, strict=True):
        ink = t.t1 if part.share else t.t3
        swatch(painter, QPointF(left, 11), look.series_colour(part.mark))
        room = QRectF(left + pad, 2, pitch - pad - percent - 14, 18)
        used = text(painter, room, part.name, font(SMALL), ink) + 5 if named else 0.0
        place = QRectF(room.x() + used, 2, percent + 2, 18)
        text(painter, place, words, font(SMALL, 600 if part.share else 400), ink)
        left += pitch if named else pad + percent + spare
        wide = part.share * bar.width()
        if wide > 0:
            colour = QColor(look.series_colour(part.mark))
            painter.fillRect(QRectF(x, bar.y(), max(1.0, wide - 1), bar.height()), colour)
        x += wide


def _told(part: WinPart, room: float) -> str:
    """Return a share in words; a dash if an engine has folded and there is no room to say so."""
    folded = not part.share and advance(part.percent, SMALL, 600) > room
    return "–" if folded else part.percent


_HEIGHT = 46


class WinBar(Painted, QWidget):
    """A bar that shows a ``WinScene``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene: WinScene | None = None
        self.setFixedHeight(_HEIGHT)
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
        if len(scene.parts) > 2:
            paint_several(painter, scene, bar)
        else:
            self._paint_two(painter, scene, bar)

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
