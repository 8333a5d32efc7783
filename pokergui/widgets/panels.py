"""Toolbars and panels: bars of choices, a sub-view's header, words with buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QElapsedTimer, QPointF, QRectF, QTimer, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath
from PySide6.QtWidgets import QGridLayout, QPushButton, QSizePolicy, QWidget

from pokergui.language import tr
from pokergui.theme import look
from pokergui.theme.fonts import BODY
from pokergui.viewmodel import ChoiceList
from pokergui.viewmodel.table import MOST_SEATS
from pokergui.widgets.buttons import IconButton
from pokergui.widgets.combo import CaptionCombo
from pokergui.widgets.guard import Fitted, Painted
from pokergui.widgets.laying import (
    Part,
    dress,
    in_columns,
    is_compact,
    label,
    padded,
    row,
    when_compact,
)
from pokergui.widgets.painting import arc, rounded
from pokergui.widgets.spoken import button_words, set_description, set_name, set_tip


class ToolBar(Fitted, QWidget):
    """A bar with its parts on one line.

    Attributes:
        heights: in pixels, in a wide and in a compact window.
        gaps: pixels between two parts, likewise.
    """

    sheet = "topbar"
    heights = (52, 48)
    gaps = (8, 8)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        dress(self, self.sheet)
        self._short: Sequence[IconButton] = ()

    def fill(self, *parts: Part, short: Sequence[IconButton] = ()) -> None:
        self.line = row(*parts, on=self)
        self._short = short
        padded(self, self.line)
        when_compact(self, self.line.setSpacing, self.gaps[1], self.gaps[0])
        when_compact(self, self.setFixedHeight, self.heights[1], self.heights[0])
        self.fit()

    def add_tool(self, button: IconButton) -> None:
        """Put a button before the last one; its label is hidden if there is no room for it."""
        self.line.insertWidget(self.line.count() - 1, button)
        self._short = (*self._short, button)
        self.fit()

    @property
    def compact(self) -> bool:
        return is_compact(self)

    def fit(self) -> None:
        for button in self._short:
            button.set_wordless(self.compact)
        margins = self.line.contentsMargins()
        items = (self.line.itemAt(i) for i in range(self.line.count()))
        parts = (item.widget() for item in items if item is not None)
        shown = [part for part in parts if part is not None and not part.isHidden()]
        used = sum(part.sizeHint().width() for part in shown) + self.line.spacing() * len(shown)
        if used + margins.left() + margins.right() > self.width():
            for button in self._short:
                button.set_wordless(True)


_HEADER, _WITH_CHOICES = 38, 50


class RoomStrip(QWidget):
    """A strip with a view's title and source."""

    def __init__(
        self, title: str, parent: QWidget, back: str = "", choices: Sequence[QWidget] = ()
    ) -> None:
        super().__init__(parent)
        dress(self, "strip")
        self.setFixedHeight(_WITH_CHOICES if choices else _HEADER)
        head = label(title, self, BODY, 600)
        self._source = label("", self, tone="second", shrinks=True)
        back = back or tr("Back to the grid")
        self.back = QPushButton(back, self)
        set_tip(self.back, tr("{words} (Escape)").format(words=back))
        self._row = row(head, (self._source, 1), *choices, self.back, on=self, gap=12)

    def set_source(self, words: str) -> None:
        if words != self._source.text():
            self._source.setText(words)
            set_tip(self._source, words)

    def set_padding(self, pad: int) -> None:
        self._row.setContentsMargins(pad, 0, pad, 0)


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


_ONE_ROW = 5
"""Most engines whose choices are on one row; more have two, with the button at the end."""
_ROW, _GAP, _PAD = 36, 6, 14


class SeatsStrip(QWidget):
    """Choices for the seats, equally wide; the last button draws random engines.

    Signals:
        chosen: number of a seat from 0, and key of the engine that the user picked for it.
    """

    chosen = Signal(int, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        dress(self, "topbar")
        self.boxes = [CaptionCombo("", self, brief=True) for _ in range(MOST_SEATS - 1)]
        for number, box in enumerate(self.boxes):
            box.chosen.connect(partial(self.chosen.emit, number))
            box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.random = IconButton("", tr("Random engines"), "N", self)
        self._grid = QGridLayout(self)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(_GAP)
        padded(self, self._grid)

    def set_scene(self, seats: tuple[ChoiceList, ...]) -> None:
        count = len(seats)
        for number, box in enumerate(self.boxes):
            box.setVisible(number < count)
            if number < count:
                box.set_scene(seats[number])
        many = count > _ONE_ROW
        columns = (count + 2) // 2 if many else max(1, count)
        in_columns(self._grid, self.boxes[:count], columns)
        self._grid.addWidget(self.random, int(many), count - columns if many else count)
        self.setFixedHeight(_PAD + _ROW + (_ROW + _GAP) * many)
