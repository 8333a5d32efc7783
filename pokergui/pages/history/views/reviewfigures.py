"""The figures above a review: large numbers in boxes, and the course of the error rate."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_history as tr
from pokergui.language.joins import clauses, phrases
from pokergui.pages.history.viewmodel.review import ReviewFigure
from pokergui.theme import look
from pokergui.theme.fonts import CAPTION, FIGURE, SMALL, font, metrics
from pokergui.widgets.guard import Painted, Tipped
from pokergui.widgets.laying import dress
from pokergui.widgets.painting import stroke, text
from pokergui.widgets.spoken import set_name

_HEIGHT, _COMPACT = 72, 62
_SPARK = 84.0


class ReviewFigures(Tipped, Painted, QWidget):
    """Figures side by side; those without room are left out from the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        dress(self, "strip")
        self._figures: tuple[ReviewFigure, ...] = ()
        self._pad = 16
        self.set_compact(False)

    def set_compact(self, compact: bool) -> None:
        """Use a lower strip with smaller padding."""
        self._pad = 12 if compact else 16
        self.setFixedHeight(_COMPACT if compact else _HEIGHT)
        self.update()

    def set_figures(self, figures: tuple[ReviewFigure, ...]) -> None:
        """Show figures."""
        self._figures = figures
        words = clauses(phrases((f"{f.label} {f.value} {f.unit}", f.note)) for f in figures)
        set_name(self, words or tr("Figures of the review"))
        self.update()

    def _boxes(self) -> list[tuple[QRectF, ReviewFigure]]:
        """Return the place of each figure that has room; wider ones get more of it."""
        needs = [self._need(figure) for figure in self._figures]
        while needs and sum(needs) > self.width() + 0.5:
            needs.pop()
        spare = (self.width() - sum(needs)) / max(1, len(needs))
        boxes, left = [], 0.0
        for need, figure in zip(needs, self._figures, strict=False):
            boxes.append((QRectF(left, 0, need + spare, self.height() - 1), figure))
            left += need + spare
        return boxes

    def _need(self, figure: ReviewFigure) -> float:
        value = metrics(FIGURE, 600).horizontalAdvance(figure.value)
        unit = metrics(SMALL).horizontalAdvance(figure.unit)
        note = metrics(CAPTION).horizontalAdvance(figure.note)
        spark = _SPARK + 16 if figure.series else 0.0
        return max(value + unit + 8, note) + spark + 2 * self._pad

    def paint(self, painter: QPainter) -> None:
        """Paint label, figure with its unit, and note; hairlines between the boxes."""
        t = look.tokens()
        top = (self.height() - 60) / 2
        for place, (box, figure) in enumerate(self._boxes()):
            if place:
                x = round(box.left()) + 0.5
                stroke(painter, QPointF(x, 0), QPointF(x, self.height()), t.line)
            left, room = box.left() + self._pad, box.width() - 2 * self._pad
            if figure.series:
                room -= _SPARK + 16
                spark = QRectF(left + room + 16, box.top() + 14, _SPARK, box.height() - 28)
                _paint_spark(painter, spark, figure.series)
            text(painter, QRectF(left, top, room, 16), figure.label, font(CAPTION), t.t2)
            line = QRectF(left, top + 17, room, 25)
            used = text(painter, line, figure.value, font(FIGURE, 600), t.t1)
            unit = line.adjusted(used + 6, 2, 0, 0)
            text(painter, unit, figure.unit, font(SMALL), t.t2)
            text(painter, QRectF(left, top + 43, room, 16), figure.note, font(CAPTION), t.t3)

    def tip_at(self, spot: QPointF) -> str:
        """Return the tooltip of the figure at a place."""
        return next((f.tip for box, f in self._boxes() if box.contains(spot)), "")


def _paint_spark(painter: QPainter, box: QRectF, series: tuple[float, ...]) -> None:
    """Paint a curve from the oldest part to the newest, with 0 at the bottom."""
    t = look.tokens()
    most = max(*series, 1e-9)
    stroke(painter, box.bottomLeft(), box.bottomRight(), t.line2)
    points = QPolygonF(
        [
            QPointF(
                box.left() + box.width() * place / (len(series) - 1),
                box.bottom() - box.height() * value / most,
            )
            for place, value in enumerate(series)
        ]
    )
    painter.setPen(QPen(QColor(t.acc), 1.6))
    painter.drawPolyline(points)
    painter.setBrush(QColor(t.acc))
    painter.drawEllipse(points.last(), 2.5, 2.5)
