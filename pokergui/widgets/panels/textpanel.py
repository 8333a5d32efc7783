"""Text panel: a title, text, and buttons that send a key."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QElapsedTimer, QPointF, QRectF, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath
from PySide6.QtWidgets import QPushButton, QWidget

from pokergui.language import tr
from pokergui.theme import look
from pokergui.theme.fonts import BODY
from pokergui.viewmodel import ChoiceList
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.combo import CaptionCombo
from pokergui.widgets.guard import Painted
from pokergui.widgets.laying import label
from pokergui.widgets.painting import arc, rounded
from pokergui.widgets.panels.toolbar import ToolBar
from pokergui.widgets.spoken import button_words, set_description, set_name, set_tip


def paint_panel(painter: QPainter, box: QRectF, fill: str, bar: str, inset: float = 0.0) -> None:
    """Paint a rounded panel with a bar of three pixels at its left.

    Args:
        painter: clipped to the panel afterwards, unless the bar has an inset.
        inset: pixels by which the bar is shorter at each end; without any it follows the corners.
    """
    rounded(painter, box, fill, look.tokens().line)
    if not inset:
        clip = QPainterPath()
        clip.addRoundedRect(box, 6, 6)
        painter.setClipPath(clip)
    painter.fillRect(QRectF(0, inset, 3, box.height() - 2 * inset), QColor(bar))


class TextPanel(Painted, QWidget):
    """Words and buttons without a frame; ``paint`` may add one.

    Signals:
        pressed: key of a button.
    """

    pressed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title = label("", self, BODY, 600)
        self.text = label("", self, tone="second", wraps=True)

    def tell(self, title: str, text: str) -> None:
        self.title.setText(title)
        self.text.setText(text)
        self.text.setVisible(bool(text))
        set_name(self, title)
        set_description(self, text)

    def key_button(self, key: str, words: str, tip: str = "") -> QPushButton:
        button = QPushButton(button_words(words), self)
        button.setProperty("key", key)
        set_tip(button, tip or words)
        button.clicked.connect(partial(self.pressed.emit, key))
        button.setVisible(True)  # at once, so that the text knows its room
        return button

    def paint(self, painter: QPainter) -> None:
        """Paint nothing: there is no frame."""


_TURN_MS = 1100
DELAY_MS = 300
"""Delay before an arc is shown: a faster answer needs none."""


class TurningArc:
    """An arc that turns while it is on."""

    def __init__(
        self, owner: QWidget, repaint: Callable[[], None], delay_ms: int = DELAY_MS
    ) -> None:
        self._repaint = repaint
        self._delay = delay_ms
        self._since = QElapsedTimer()
        self._tick = QTimer(owner)
        self._tick.setInterval(33)
        self._tick.timeout.connect(repaint)

    @property
    def seen(self) -> bool:
        return self._tick.isActive() and self._since.elapsed() >= self._delay

    def set_on(self, on: bool) -> None:
        if on and not self._tick.isActive():
            self._since.start()
            self._tick.start()
        elif not on and self._tick.isActive():
            self._tick.stop()
            self._repaint()

    @property
    def turn(self) -> float:
        return (self._since.elapsed() % _TURN_MS) / _TURN_MS

    def paint(self, painter: QPainter, centre: QPointF, radius: float) -> None:
        if self.seen:
            arc(painter, centre, radius, self.turn)


MOST = 5
"""Most engines at one table, besides the user."""


class SeatsStrip(ToolBar):
    """Choices for the seats, side by side and equally wide; the last button draws random engines.

    Signals:
        chosen: number of a seat from 0, and key of the engine that the user picked for it.
    """

    chosen = Signal(int, str)
    heights = (50, 46)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.boxes = [CaptionCombo("", self, brief=True) for _ in range(MOST)]
        for number, box in enumerate(self.boxes):
            box.chosen.connect(partial(self.chosen.emit, number))
        self.random = IconButton("", tr("Random engines"), "N", self)
        self.fill(*((box, 1) for box in self.boxes), self.random)

    def set_scene(self, seats: tuple[ChoiceList, ...]) -> None:
        for number, box in enumerate(self.boxes):
            box.setVisible(number < len(seats))
            if number < len(seats):
                box.set_scene(seats[number])
