"""Labelled figures in rows."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language.joins import labelled, phrases
from pokergui.theme import look
from pokergui.theme.fonts import CAPTION, SMALL, font, metrics
from pokergui.viewmodel.strips import Figure
from pokergui.widgets.guard import Painted
from pokergui.widgets.painting import RIGHT, rounded, text
from pokergui.widgets.spoken import set_name

_ROW, _HEAD = 19, 16


class FigureRows(Painted, QWidget):
    """Labels at the left, figures at the right.

    Args:
        name: their name for screen readers.
        parent: the parent widget.
        rows: number of rows kept even while they are unknown, so that nothing jumps.
        heads: headings of the two columns, if each row is a player with its colour of the charts.
    """

    def __init__(
        self, name: str, parent: QWidget, rows: int, heads: tuple[str, str] | None = None
    ) -> None:
        super().__init__(parent)
        self._figures: tuple[Figure, ...] = ()
        self._name = name
        self._heads = heads
        self._top = _HEAD if heads is not None else 0
        self._least = rows
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._fit()

    def _fit(self) -> None:
        self.setFixedHeight(self._top + _ROW * max(self._least, len(self._figures)))

    def set_figures(self, figures: tuple[Figure, ...]) -> None:
        """Show figures."""
        if figures == self._figures:
            return
        self._figures = figures
        words = phrases(each.spoken for each in figures)
        set_name(self, labelled(self._name, words))
        self._fit()
        self.update()

    def paint(self, painter: QPainter) -> None:
        """Paint row under row."""
        t, width = look.tokens(), self.width()
        second = 0.0
        if self._heads is not None and self._figures:
            rests = [metrics(SMALL, 500).horizontalAdvance(f.rest) for f in self._figures]
            second = max([metrics(CAPTION).horizontalAdvance(self._heads[1]), *rests]) + 14
            head = QRectF(0, 0, width, self._top)
            text(painter, head, self._heads[1], font(CAPTION), t.t3, RIGHT)
            head.adjust(0, 0, -second, 0)
            text(painter, head, self._heads[0], font(CAPTION), t.t3, RIGHT)
        for i, figure in enumerate(self._figures):
            row = QRectF(0, self._top + i * _ROW, width, _ROW)
            value = figure.value
            if self._heads is None:
                value = f"{value} {figure.rest}".strip()
            else:
                text(painter, row, figure.rest, font(SMALL, 500), t.t1, RIGHT)
                row.adjust(0, 0, -second, 0)
            used = text(painter, row, value, font(SMALL, 500), t.t1, RIGHT) + 8
            if self._heads is not None:
                colour = t.ser_b if i else t.ser_a
                rounded(painter, QRectF(0, row.center().y() - 4.5, 9, 9), colour, radius=2)
                row.adjust(15, 0, 0, 0)
            text(painter, row.adjusted(0, 0, -used, 0), figure.label, font(SMALL), t.t2)
