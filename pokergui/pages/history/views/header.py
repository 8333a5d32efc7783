"""The text above the list: number of matching hands and their result; and the empty list."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_history as tr
from pokergui.language.joins import phrases
from pokergui.pages.history.viewmodel.history import EmptyScene, HistoryHeader
from pokergui.theme import look
from pokergui.theme.fonts import BODY, SMALL, font, metrics
from pokergui.widgets.guard import Painted
from pokergui.widgets.laying import column, emptied, row
from pokergui.widgets.painting import LEFT, text
from pokergui.widgets.panels.textpanel import TextPanel
from pokergui.widgets.spoken import set_description, set_name, set_tip


class ListHeader(Painted, QWidget):
    """A line that shows a ``HistoryHeader``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scene = HistoryHeader()
        self._pad = 12
        self.setFixedHeight(40)
        set_name(self, tr("Hands that match"))

    def set_compact(self, compact: bool) -> None:
        """Use a lower line."""
        self.setFixedHeight(32 if compact else 40)

    def set_scene(self, scene: HistoryHeader) -> None:
        """Show counts and sums."""
        self._scene = scene
        figures = [figure.spoken for figure in scene.figures]
        set_description(self, phrases([f"{scene.count} {scene.rest}".strip(), *figures]))
        set_tip(self, scene.tip)
        self.update()

    def paint(self, painter: QPainter) -> None:
        """Paint the count at the left, sums from the right."""
        t, scene = look.tokens(), self._scene
        box = QRectF(self._pad, 0, self.width() - 2 * self._pad, self.height())
        right = box.right()
        for figure in reversed(scene.figures):
            for words, weight, colour in (
                (figure.rest, 400, t.t2),
                (figure.value, 600, t.t1),
                (figure.label, 400, t.t2),
            ):
                width = metrics(SMALL, weight).horizontalAdvance(words)
                place = QRectF(right - width, 0, width + 1, box.height())
                text(painter, place, words, font(SMALL, weight), colour, LEFT)
                right -= width + 4
            right -= 12
        room = QRectF(box.x(), 0, right - box.x(), box.height())
        used = text(painter, room, scene.count, font(BODY, 600), t.t1)
        text(painter, room.adjusted(used + 5, 0, 0, 0), scene.rest, font(BODY), t.t2)


class EmptyPanel(TextPanel):
    """A panel that shows an ``EmptyScene``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        for words in (self.title, self.text):
            words.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._buttons = row(gap=8)
        parts = ((None, 2), self.title, self.text, 8, self._buttons, (None, 3))
        column(*parts, on=self, margins=(24, 24, 24, 24), gap=6)

    def set_scene(self, scene: EmptyScene) -> None:
        """Show why there is nothing and what to do."""
        self.tell(scene.title, scene.text)
        emptied(self._buttons)
        self._buttons.addStretch(1)
        for entry in scene.buttons:
            self._buttons.addWidget(self.key_button(entry.key, entry.text))
        self._buttons.addStretch(1)
