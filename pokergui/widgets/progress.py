"""Progress line: text, bar and remaining time."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr
from pokergui.language.joins import phrases
from pokergui.theme import look
from pokergui.theme.fonts import SMALL, font, metrics
from pokergui.viewmodel import ProgressScene
from pokergui.widgets.guard import Painted
from pokergui.widgets.painting import rounded, text
from pokergui.widgets.spoken import set_description, set_name


class ProgressLine(Painted, QWidget):
    """Text, a bar, and the remaining time; the bar takes the room that the text leaves."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = ProgressScene()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        set_name(self, tr("Progress"))

    def set_scene(self, scene: ProgressScene) -> None:
        """Show the progress of the match."""
        if scene != self._scene:
            self._scene = scene
            words = " ".join(filter(None, (scene.label, scene.value, scene.rest)))
            set_description(self, phrases((words, scene.note)) if words else "")
            self.update()

    def paint(self, painter: QPainter) -> None:
        """Paint right aligned; the bar gives way first, then the text from the left."""
        t, scene = look.tokens(), self._scene
        if not scene.value:
            return
        plain, bold = metrics(SMALL), metrics(SMALL, 600)
        middle = self.height() / 2
        note = plain.horizontalAdvance(scene.note)
        parts = [(scene.label, 400, t.t2), (scene.value, 600, t.t1), (scene.rest, 400, t.t2)]
        widths = [
            (bold if weight == 600 else plain).horizontalAdvance(words)
            for words, weight, _ in parts
        ]
        words_width = sum(widths) + 4 * (len(parts) - 1)
        if note + words_width + 10 > self.width():
            words_width -= widths.pop(0) + 4
            del parts[0]
        room = self.width() - note - words_width - 2 * 10
        bar = max(0.0, min(210.0, room))
        x = self.width() - note - words_width - bar - (20 if bar > 24 else 10)
        for (words, weight, colour), width in zip(parts, widths, strict=True):
            place = QRectF(x, 0, width + 1, self.height())
            text(painter, place, words, font(SMALL, weight), colour)
            x += width + 4
        if bar > 24:
            groove = QRectF(x + 6, middle - 3, bar, 6)
            rounded(painter, groove, t.bg4, radius=3)
            done = QRectF(groove.topLeft(), QPointF(groove.x() + bar * scene.share, middle + 3))
            rounded(painter, done, t.acc, radius=3)
        place = QRectF(self.width() - note - 1, 0, note + 1, self.height())
        text(painter, place, scene.note, font(SMALL), t.t2)
