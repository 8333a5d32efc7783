"""The lists of a review: kinds of decisions with their losses, and the costliest decisions."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Signal
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_history as tr
from pokergui.language.joins import clauses, phrases
from pokergui.pages.history.viewmodel import (
    DecisionRow,
    LeakRow,
    MistakeRow,
    ReviewFigure,
)
from pokergui.theme import look
from pokergui.theme.colours import paint_swatch
from pokergui.theme.fonts import BODY, CAPTION, FIGURE, SMALL, font, metrics
from pokergui.widgets.guard import Painted, Tipped
from pokergui.widgets.laying import dress
from pokergui.widgets.painting import CENTRE, RIGHT, rounded, stroke, text
from pokergui.widgets.spoken import set_name
from pokergui.widgets.tables.cardcolumn import card_column
from pokergui.widgets.tables.columns import EDGE, Column, Face
from pokergui.widgets.tables.qualitycolumn import quality_column
from pokergui.widgets.tables.table import Index, RowTable

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
        self._pad = 12 if compact else 16
        self.setFixedHeight(_COMPACT if compact else _HEIGHT)
        self.update()

    def set_figures(self, figures: tuple[ReviewFigure, ...]) -> None:
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


_PLAIN, _BOLD, _SECOND = Face(), Face(weight=600), Face(ink="t2")
_NAME, _CAPTION, _HEAD = Face(BODY), Face(CAPTION, ink="t3"), Face(CAPTION, 600, "t2")
_LEAK, _GROUP, _BAR = 46, 28, 5


class LeakTable(RowTable[LeakRow]):
    """Kinds of decisions under the heading of their group, the largest losses first."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, headed=False)
        set_name(self, tr("Leaks: big blinds lost by kind of decision"))
        self.set_row_height(_GROUP)
        self.leak = ""
        self.set_columns([Column("", _leak_words, paint=_paint_leak)])

    def set_leaks(self, rows: tuple[LeakRow, ...], leak: str) -> None:
        self.leak = leak
        self.set_rows(rows)
        self.viewport().update()

    def key_of(self, row: LeakRow) -> str:
        return row.key or row.title

    def height_of(self, row: LeakRow) -> int:
        return _LEAK if row.key else _GROUP

    def in_front(self, row: LeakRow) -> bool:
        return bool(row.key) and row.key == self.leak


def _leak_words(row: LeakRow) -> str:
    return phrases((row.title, row.lost, row.parts)) if row.key else row.title


def _paint_leak(painter: QPainter, box: QRectF, row: LeakRow) -> None:
    t, room = look.tokens(), box.adjusted(EDGE, 0, -EDGE, 0)
    if not row.key:
        _HEAD.write(painter, room.adjusted(0, 4, 0, 0), row.title)
        return
    line = QRectF(room.x(), room.y() + 5, room.width(), 18)
    used = _BOLD.write(painter, line, row.lost, RIGHT)
    _NAME.write(painter, line.adjusted(0, 0, -used - 8, 0), row.title)
    foot = line.translated(0, 18)
    used = _CAPTION.write(painter, foot, row.parts, RIGHT)
    width = room.width() - max(used, 72.0) - 10
    bar = QRectF(room.x(), foot.center().y() - _BAR / 2, width, _BAR)
    painter.fillRect(bar, QColor(t.bg3))
    painter.fillRect(QRectF(bar.x(), bar.y(), bar.width() * row.share, _BAR), QColor(t.t3))


class MistakeTable(RowTable[MistakeRow]):
    """The costliest decisions, the worst first."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        set_name(self, tr("Worst decisions"))
        self.set_compact(False)

    def set_compact(self, compact: bool) -> None:
        self.set_row_height(34 if compact else 38)
        self.set_columns(
            [
                Column(tr("Hand"), lambda row: row.hand, _BOLD),
                card_column(tr("Cards"), lambda row: row.cards),
                card_column(tr("Board"), lambda row: row.board, spare=2),
                Column(
                    tr("You"),
                    lambda row: phrases((row.did, row.street)),
                    paint=_paint_did,
                    need=lambda row: max(_PLAIN.advance(row.did), _CAPTION.advance(row.street)) + 4,
                    least=84,
                    stretch=1,
                ),
                Column(tr("Best"), lambda row: row.best, _SECOND, least=70, stretch=1),
                Column(tr("Lost"), lambda row: row.lost, _BOLD, RIGHT),
                Column(tr("% pot"), lambda row: row.percent, _SECOND, RIGHT, spare=1),
                quality_column(tr("Class")),
            ]
        )


def _paint_did(painter: QPainter, room: QRectF, row: MistakeRow) -> None:
    upper = QRectF(room.x(), room.center().y() - 16, room.width(), 17)
    _PLAIN.write(painter, upper, row.did)
    _CAPTION.write(painter, upper.translated(0, 15), row.street)


def paint_foot(painter: QPainter, box: QRectF, words: tuple[str, str]) -> None:
    """Paint two phrases under a list (the first if both fit), and over them a hairline."""
    t = look.tokens()
    stroke(painter, box.topLeft(), box.topRight(), t.line)
    room = box.adjusted(EDGE, 0, -EDGE, 0)
    used = _SECOND.write(painter, room, words[1], RIGHT)
    left = room.adjusted(0, 0, -used - 12, 0)
    if _SECOND.advance(words[0]) <= left.width():
        _SECOND.write(painter, left, words[0])


_SQUARE = 14
_BUTTON = Face(weight=500)


class DecisionList(RowTable[DecisionRow]):
    """All decisions of a hand, in order; each has a button that opens it in Study.

    Signals:
        chosen: index of the decision to go to.
        study_pressed: index of the decision to open in Study.
    """

    chosen = Signal(int)
    study_pressed = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, opens_by_click=True)
        set_name(self, tr("Decisions of the hand"))
        self.set_columns(
            [
                Column(tr("Street"), lambda row: row.street, _SECOND),
                Column(
                    tr("Player"),
                    lambda row: row.who,
                    lambda row: _BOLD if row.person else _SECOND,
                    least=92,
                    stretch=1,
                ),
                Column(
                    tr("Action"),
                    lambda row: row.action,
                    paint=_paint_action,
                    need=lambda row: _SQUARE + 7 + _BOLD.advance(row.action),
                ),
                Column(tr("Pot"), lambda row: row.pot, _SECOND, RIGHT),
                Column(tr("To call, odds"), lambda row: row.price, align=RIGHT, least=112),
                Column("", lambda row: tr("Study"), paint=self._paint_button, width=68),
            ]
        )
        self.set_compact(False)

    def set_compact(self, compact: bool) -> None:
        self.set_row_height(26 if compact else 30)

    def key_of(self, row: DecisionRow) -> None:
        """Return no key: decisions are identified by their places alone."""

    def tip_of(self, row: DecisionRow, column: int) -> str:
        if column == len(self.columns) - 1:
            return tr("Open this decision in Study")
        words = tr("Go to this decision: {who}, {action}")
        return words.format(who=row.who, action=row.action)

    def set_decisions(self, rows: tuple[DecisionRow, ...]) -> None:
        """Show decisions; the one that the replayer shows is selected."""
        self.set_rows(rows)
        here = next((i for i, row in enumerate(rows) if row.current), -1)
        if here >= 0:
            self.selectRow(here)
            self.scrollTo(self.model().index(here, 0))
        else:
            self.clearSelection()

    def open(self, index: Index) -> None:
        """Go to a decision, or to Study by the button in its row."""
        if index.column() == len(self.columns) - 1:
            self.study_pressed.emit(index.row())
        elif index.isValid():
            self.chosen.emit(index.row())

    def _paint_button(self, painter: QPainter, room: QRectF, row: DecisionRow) -> None:
        t = look.tokens()
        shape = QRectF(room.right() - 58.5, round(room.center().y() + 0.5) - 10.5, 54, 20)
        rounded(painter, shape.adjusted(-0.5, -0.5, 0.5, 0.5), t.button, t.line2, 4)
        _BUTTON.write(painter, shape.translated(0, -0.5), tr("Study"), CENTRE)


def _paint_action(painter: QPainter, room: QRectF, row: DecisionRow) -> None:
    square = QRectF(room.x(), room.center().y() - _SQUARE / 2, _SQUARE, _SQUARE)
    paint_swatch(painter, square, row.tone)
    _BOLD.write(painter, room.adjusted(_SQUARE + 7, 0, 0, 0), row.action)
