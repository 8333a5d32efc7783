"""The strip of key figures of the selected run."""

from __future__ import annotations

from itertools import accumulate, pairwise

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from pokergui.language import tr_train as tr
from pokergui.language.joins import clauses, labelled, phrases
from pokergui.pages.train.viewmodel.train import FigureCell, FigureLine
from pokergui.pages.train.views.controls import paint_share
from pokergui.pages.train.views.series import series_colour
from pokergui.theme import look
from pokergui.theme.fonts import ACTION, BODY, CAPTION, FIGURE, SMALL, font, metrics
from pokergui.widgets.guard import Painted, Sized, Tipped
from pokergui.widgets.painting import RIGHT, fitting, rounded, stroke, swatch, text
from pokergui.widgets.spoken import set_description, set_name

_TALL, _LOW = 70, 62
_FIRST = 1.45
"""Relative width of the first cell, which holds names."""
_LINED = 1.15
"""Relative width of a cell with lines."""


_BAR = 3.0


class FigureStrip(Painted, Sized, Tipped, QWidget):
    """A strip that shows ``FigureCell``s side by side in one panel."""

    wanted = QSize(480, _TALL)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cells: tuple[FigureCell, ...] = ()
        self._pad = 16.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        set_name(self, tr("The selected run"))
        self.set_compact(False)

    def set_compact(self, compact: bool) -> None:
        """Use a lower strip with smaller padding."""
        self._pad = 10.0 if compact else 16.0
        self.setFixedHeight(_LOW if compact else _TALL)

    def set_cells(self, cells: tuple[FigureCell, ...]) -> None:
        """Show figures."""
        if cells == self._cells:
            return
        self._cells = cells
        set_description(self, clauses(_said(cell) for cell in cells))
        self.update()

    def _places(self) -> list[QRectF]:
        """Return the boxes of the cells."""
        shares = [_LINED if cell.lines else 1.0 for cell in self._cells]
        shares[:1] = [_FIRST]
        edges = list(accumulate(shares, initial=0.0))
        edges = [self.width() * edge / edges[-1] for edge in edges]
        return [QRectF(a, 0, b - a, self.height()) for a, b in pairwise(edges)]

    def tip_at(self, spot: QPointF) -> str:
        """Return a cell in full, as it may be cut short."""
        cells = zip(self._cells, self._places(), strict=True)
        return next((_said(cell) for cell, box in cells if box.contains(spot)), "")

    def paint(self, painter: QPainter) -> None:
        """Paint each cell: caption, value with what follows it, and a note."""
        t, box = look.tokens(), QRectF(self.rect())
        rounded(painter, box, t.bg2, t.line)
        for i, (cell, place) in enumerate(zip(self._cells, self._places(), strict=True)):
            if i:
                x = round(place.x()) + 0.5
                stroke(painter, QPointF(x, 1), QPointF(x, box.bottom() - 1), t.line)
            self._cell(painter, cell, place.adjusted(self._pad, 0, -6, 0))

    def _cell(self, painter: QPainter, cell: FigureCell, box: QRectF) -> None:
        t, middle = look.tokens(), box.center().y()
        head = QRectF(box.x(), middle - 29, box.width(), 16)
        caption = text(painter, head, cell.caption, font(CAPTION), t.t2)
        for i, line in enumerate(cell.lines):
            place = QRectF(box.x(), middle - 11 + 20 * i, box.width() - 4, 16)
            _line(painter, place, line)
        if cell.lines:
            head.setWidth(box.width() - 4)
            if caption + 4 + metrics(CAPTION).horizontalAdvance(cell.rest) <= head.width():
                text(painter, head, cell.rest, font(CAPTION), t.t2, RIGHT)
            return
        row = QRectF(box.x(), middle - 12, box.width(), 24)
        if cell.series >= 0:
            swatch(painter, QPointF(row.x(), middle), series_colour(cell.series))
            row.setLeft(row.x() + 18)
        face = fitting(cell.value, row.width(), (FIGURE, ACTION, BODY), 600)
        used = text(painter, row, cell.value, face, t.t1)
        rest = row.adjusted(used + 7, 1, 0, 1)
        if rest.width() >= 16:
            text(painter, rest, cell.rest, font(SMALL), t.t2)
        note = QRectF(box.x(), middle + 13, box.width(), 16)
        text(painter, note, cell.note, font(CAPTION), t.t2)


def _line(painter: QPainter, box: QRectF, line: FigureLine) -> None:
    """Paint a name, its figure at the right, and under both a thin bar if the figure is a share."""
    t = look.tokens()
    used = text(painter, box, line.value, font(SMALL, 600), t.t1, RIGHT)
    text(painter, box.adjusted(0, 0, -used - 4, 0), line.name, font(CAPTION), t.t2)
    if line.share is not None:
        groove = QRectF(box.x(), box.bottom() + 0.5, box.width(), _BAR)
        paint_share(painter, groove, line.share, t.acc)


def _said(cell: FigureCell) -> str:
    """Describe a cell."""
    lines = phrases(f"{line.name} {line.value}" for line in cell.lines)
    value = " ".join(filter(None, (cell.value, cell.rest, lines)))
    return phrases((labelled(cell.caption, value), cell.note))
