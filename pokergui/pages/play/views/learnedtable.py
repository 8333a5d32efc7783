"""The situations in which an opponent was seen: what it does there, and what was expected."""

from __future__ import annotations

from PySide6.QtCore import (
    QObject,
    QRectF,
    Qt,
)
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QAbstractItemView, QWidget

from pokergui.pages.play.viewmodel.mind import LearnedRate, LearnedRow
from pokergui.theme import look
from pokergui.theme.actions import action_colour
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font
from pokergui.viewmodel import Tone
from pokergui.widgets.headed import HeadedModel, Index
from pokergui.widgets.painting import RIGHT, text
from pokergui.widgets.quiettable import QuietRows, QuietTable

SITUATION, SEEN, FOLD, CALL, RAISE, DIFFERS = range(6)
_TONES: dict[int, Tone] = {FOLD: "fold", CALL: "call", RAISE: "middle"}
_PAD = 12.0
_ROW, _LOW_ROW = 40, 36


class LearnedModel(HeadedModel):
    """Rows as view models."""

    rows: tuple[LearnedRow, ...]
    figures = (SEEN, DIFFERS)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows = ()
        self.headings = (
            self.tr("Situation"),
            self.tr("Seen"),
            self.tr("Fold"),
            self.tr("Check or call"),
            self.tr("Bet or raise"),
            self.tr("Differs"),
        )

    def set_rows(self, rows: tuple[LearnedRow, ...]) -> None:
        """Show other situations."""
        if rows != self.rows:
            self.beginResetModel()
            self.rows = rows
            self.endResetModel()

    def said(self, row: LearnedRow, column: int) -> str:
        """What stands in a cell; of what is done, what was expected too."""
        rates = [self._rate(rate) for rate in (row.fold, row.call, row.raise_)]
        return (row.title, row.seen, *rates, row.differs)[column]

    def _rate(self, rate: LearnedRate) -> str:
        if not rate.text:
            return self.tr("neither seen nor expected")
        return self.tr("{seen}, expected {prior}").format(seen=rate.text, prior=rate.prior)


class _LearnedRows(QuietRows):
    """Paints a situation."""

    def cell(self, painter: QPainter, box: QRectF, index: Index) -> None:
        """One cell; what is done has a bar, with a tick where it was expected to end."""
        t = look.tokens()
        row: LearnedRow = index.data(Qt.ItemDataRole.UserRole)
        room, column = box.adjusted(_PAD, 0, -_PAD, -1), index.column()
        if column == SITUATION:
            text(painter, room, row.title, font(BODY), t.t1)
        elif column == SEEN:
            text(painter, room, row.seen, font(BODY), t.t2, RIGHT)
        elif column == DIFFERS:
            text(painter, room, row.differs, font(BODY, 600), t.t1, RIGHT)
        else:
            rate = (row.fold, row.call, row.raise_)[column - FOLD]
            self._rate(painter, room, rate, _TONES[column])

    def _rate(self, painter: QPainter, room: QRectF, rate: LearnedRate, tone: Tone) -> None:
        t = look.tokens()
        middle = room.center().y()
        line = QRectF(room.x(), middle - 16, room.width(), 20)
        if not rate.text:
            text(painter, room, "–", font(SMALL), t.t3)
            return
        used = text(painter, line, rate.text, font(BODY, 600), t.t1)
        text(painter, line.adjusted(used + 6, 1, 0, 1), rate.prior, font(CAPTION), t.t3)
        well = QRectF(room.x(), middle + 7, room.width(), 5)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(t.bg4))
        painter.drawRoundedRect(well, 2, 2)
        if rate.share > 0:
            painter.setBrush(QColor(action_colour(tone)))
            filled = QRectF(well.x(), well.y(), max(2.0, well.width() * rate.share), 5)
            painter.drawRoundedRect(filled, 2, 2)
        tick = round(well.x() + (well.width() - 2) * rate.prior_share)
        painter.setBrush(QColor(t.bg1))
        painter.drawRect(QRectF(tick - 1, well.y() - 3, 4, 11))
        painter.setBrush(QColor(t.t1))
        painter.drawRect(QRectF(tick, well.y() - 3, 2, 11))


class LearnedTable(QuietTable):
    """Shows ``LearnedRow``s."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.situations = LearnedModel(self)
        self.setModel(self.situations)
        self.setItemDelegate(_LearnedRows(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setAccessibleName(self.tr("Situations, what differs most first"))
        self.set_compact(False)

    def set_compact(self, compact: bool) -> None:
        """Lower rows and narrower columns."""
        self.set_row_height(_LOW_ROW if compact else _ROW)
        each = 122 if compact else 168
        self.set_widths([1, 70, each, each, each, 76], SITUATION)

    def set_rows(self, rows: tuple[LearnedRow, ...]) -> None:
        """Show other situations; the keyboard stands at the first."""
        at = max(0, self.currentIndex().row())
        self.situations.set_rows(rows)
        if rows:
            self.setCurrentIndex(self.situations.index(min(at, len(rows) - 1), 0))
