"""The calculation of numbers in words and figures: a panel with one paragraph for each."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language.joins import clauses, labelled
from pokergui.theme import look
from pokergui.theme.fonts import BODY, SMALL, font
from pokergui.widgets.guard import Painted, Sized
from pokergui.widgets.painting import paragraph, rounded, text
from pokergui.widgets.spoken import set_description, set_name

_LABEL = 104.0
_PAD = 16.0
_LINE = 20.0


class Arithmetic(Painted, Sized, QWidget):
    """The calculation of the numbers of one information set."""

    wanted = QSize(520, 40 + 5 * 32)  # heading and two lines for each step
    least = QSize(320, 196)  # the smallest readable size

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
            set_description(self, clauses(labelled(which, how) for which, how in lines))
            self.update()

    def paint(self, painter: QPainter) -> None:
        """Paint the panel, the heading and one paragraph for each step."""
        t, box = look.tokens(), QRectF(self.rect())
        rounded(painter, box, t.bg2, t.line)
        head = QRectF(_PAD, 4, box.width() - 2 * _PAD, 32)
        text(painter, head, self._heading, font(BODY, 600), t.t1)
        y = 40.0
        for which, how in self._lines:
            text(painter, QRectF(_PAD, y, _LABEL, 16), which, font(SMALL), t.t2)
            place = QRectF(_PAD + _LABEL, y, box.width() - 2 * _PAD - _LABEL, box.bottom() - y)
            paragraph(painter, place, how, font(SMALL), t.t1)
            high = painter.boundingRect(place, Qt.TextFlag.TextWordWrap, how).height()
            y += max(_LINE, high + 5)
