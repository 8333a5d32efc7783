"""The calculation of numbers in words and figures: a panel with one paragraph for each."""

from __future__ import annotations

import math

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language.joins import clauses, labelled
from pokergui.theme import look
from pokergui.theme.fonts import BODY, SMALL, font, metrics
from pokergui.widgets.guard import Painted, Sized, guarded, guarded_or
from pokergui.widgets.painting import paragraph, rounded, text
from pokergui.widgets.spoken import set_description, set_name

_LABEL = 104.0
_PAD = 16.0
_TOP = 40.0
_LINE = 20.0


class Arithmetic(Painted, Sized, QWidget):
    """The calculation of the numbers of one information set; as high as its paragraphs."""

    wanted = QSize(520, 40 + 5 * 32)  # heading and two lines for each step

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._heading = ""
        self._lines: tuple[tuple[str, str], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_lines(self, heading: str, lines: tuple[tuple[str, str], ...]) -> None:
        """Show a calculation."""
        if (heading, lines) != (self._heading, self._lines):
            self._heading, self._lines = heading, lines
            set_name(self, heading)
            told = (labelled(which, how) if which else how for which, how in lines)
            set_description(self, clauses(told))
            self.updateGeometry()
            self.update()

    def _heights(self) -> list[float]:
        """Return the height of each paragraph, with the gap below it."""
        room = QRectF(0, 0, max(1.0, self.width() - 2 * _PAD - _LABEL), 1000)
        wrap, measure = Qt.TextFlag.TextWordWrap, metrics(SMALL)
        return [
            max(_LINE, measure.boundingRect(room, wrap, how).height() + 5) for _, how in self._lines
        ]

    @guarded_or(QSize())
    def minimumSizeHint(self) -> QSize:
        """Return the size at which no paragraph is cut off."""
        return QSize(320, max(196, math.ceil(_TOP + sum(self._heights()) + 4)))

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Update the height, as paragraphs wrap differently."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.updateGeometry()

    def paint(self, painter: QPainter) -> None:
        """Paint the panel, the heading and one paragraph for each step."""
        t, box = look.tokens(), QRectF(self.rect())
        rounded(painter, box, t.bg2, t.line)
        head = QRectF(_PAD, 4, box.width() - 2 * _PAD, 32)
        text(painter, head, self._heading, font(BODY, 600), t.t1)
        y = _TOP
        for (which, how), high in zip(self._lines, self._heights(), strict=True):
            text(painter, QRectF(_PAD, y, _LABEL, 16), which, font(SMALL), t.t2)
            place = QRectF(_PAD + _LABEL, y, box.width() - 2 * _PAD - _LABEL, high)
            paragraph(painter, place, how, font(SMALL), t.t1)
            y += high
