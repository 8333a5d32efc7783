"""The list of hands: a model that grows at its foot, and rows with mini cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, dataclass

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPointF,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from pokergui.pages.history.viewmodel.history import HandRow, RowsChange
from pokergui.theme import look
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font, metrics
from pokergui.theme.icons import paint_icon
from pokergui.viewmodel import CardView
from pokergui.widgets.felt.pieces import MINI, mini_card_pixmap, mini_card_width
from pokergui.widgets.guard import guarded
from pokergui.widgets.headed import HeadedModel, Index
from pokergui.widgets.painting import CENTRE, RIGHT, text
from pokergui.widgets.quiettable import QuietRows, QuietTable

NUMBER, OPPONENT, CARDS, BOARD, RESULT, GAME = range(6)
_PAD = 12.0
_READABLE, _ICON_CHIP = 76, 20.0
"""Pixels of a name below which its mark becomes an icon, and the width of that."""
_NAME, _GAME = 96, 112
"""Pixels in which most names and games can be told apart."""
_NAMES = 0.45
"""Part of the room for names and games that long names may take."""
_AHEAD_PX = 1200
"""Older hands are asked for when so little of the list is left below."""


class HandModel(HeadedModel):
    """Rows as view models; the row's ``HandRow`` is its user data."""

    rows: list[HandRow]
    figures = (RESULT,)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.headings = (
            self.tr("Hand"),
            self.tr("Opponent"),
            self.tr("Cards"),
            self.tr("Board"),
            self.tr("Result"),
            self.tr("Game"),
        )
        self.more = False
        self.rows = []

    def change(self, change: RowsChange) -> None:
        """Take over what happened to the list."""
        if change.kind == "all":
            self.beginResetModel()
            self.rows = list(change.rows)
            self.endResetModel()
        elif change.rows:
            first = 0 if change.kind == "newer" else len(self.rows)
            self.beginInsertRows(QModelIndex(), first, first + len(change.rows) - 1)
            self.rows[first:first] = change.rows
            self.endInsertRows()
        self.more = change.more

    def row_of(self, number: int) -> int:
        """Row of a hand, -1 if it is not in the list (yet)."""
        return next((i for i, row in enumerate(self.rows) if row.number == number), -1)

    def tip(self, row: HandRow, column: int) -> str:
        """What there is to say of a hand."""
        del column
        return row.tip

    def said(self, row: HandRow, column: int) -> str:
        """What stands in a cell, cards by their names."""
        if row.damaged:
            return {NUMBER: row.title, OPPONENT: row.damaged}.get(column, "")
        cards = row.board if column == BOARD else row.cards
        names = " ".join(card.name for card in cards)
        words = {
            NUMBER: f"{row.title} {row.time}",
            OPPONENT: row.opponent,
            RESULT: f"{row.result} {row.unit}".strip(),
            GAME: row.game,
        }
        return words.get(column, names)


class _HandRows(QuietRows):
    """Paints a hand; cards come from pixmaps, as there are a hundred on a screen."""

    def cell(self, painter: QPainter, box: QRectF, index: Index) -> None:
        """One cell of a hand."""
        t = look.tokens()
        row: HandRow = index.data(Qt.ItemDataRole.UserRole)
        column = index.column()
        room = box.adjusted(_PAD, 0, -4, -1)
        if row.damaged:
            self._damaged(painter, room, row, column)
        elif column == NUMBER:
            used = text(painter, room, row.title, font(BODY, 600), t.t1)
            rest = room.adjusted(used + 6, 0, 0, 0)
            if metrics(BODY).horizontalAdvance(row.time) <= rest.width() + 1:
                text(painter, rest, row.time, font(BODY), t.t3)
        elif column == OPPONENT:
            self._opponent(painter, room, row)
        elif column in (CARDS, BOARD):
            self._cards(painter, room, row.cards if column == CARDS else row.board)
        elif column == RESULT:
            right = box.adjusted(0, 0, -_PAD, -1)
            used = text(painter, right, row.unit, font(CAPTION), t.t3, RIGHT)
            figure = right.adjusted(0, 0, -used - 3, 0)
            text(painter, figure, row.result, font(BODY, 600), t.t1, RIGHT)
        else:
            text(painter, room, row.game, font(SMALL), t.t2)

    def _opponent(self, painter: QPainter, room: QRectF, row: HandRow) -> None:
        """The name and, in a frame, how the hand came about where it was not played here."""
        if not row.mark:
            text(painter, room, row.opponent, font(BODY), look.tokens().t1)
            return
        chip, face = _chip_width(row.mark), metrics(BODY)
        whole = face.horizontalAdvance(row.opponent) + chip + 6
        small = bool(row.icon) and whole > room.width() and room.width() - chip < _READABLE
        if small:
            chip = _ICON_CHIP
        name = room.adjusted(0, 0, -chip - 6, 0)
        used = text(painter, name, row.opponent, font(BODY), look.tokens().t1)
        at = QPointF(room.x() + used + 6, room.center().y())
        box = self._chip(painter, at, "" if small else row.mark, chip)
        if small:
            paint_icon(painter, row.icon, box.adjusted(4, 2, -4, -2), look.tokens().t2)

    def _damaged(self, painter: QPainter, room: QRectF, row: HandRow, column: int) -> None:
        """The number and what is wrong, over all further columns, which stay empty."""
        t = look.tokens()
        if column == NUMBER:
            text(painter, room, row.title, font(BODY, 600), t.neg)
        elif column == OPPONENT:
            painter.setClipping(False)
            text(painter, room.adjusted(0, 0, 400, 0), row.damaged, font(SMALL), t.neg)

    def _chip(self, painter: QPainter, at: QPointF, words: str, width: float) -> QRectF:
        """A frame with words in it; where it is."""
        t = look.tokens()
        box = QRectF(round(at.x()) + 0.5, round(at.y()) - 8.5, round(width), 16)
        painter.setPen(QPen(QColor(t.line2), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(box, 3, 3)
        text(painter, box, words, font(CAPTION, 500), t.t2, CENTRE)
        return box

    def _cards(self, painter: QPainter, room: QRectF, cards: tuple[CardView, ...]) -> None:
        x, y = round(room.x()), round(room.center().y() - MINI / 2)
        ratio = painter.device().devicePixelRatio()
        for card in cards:
            painter.drawPixmap(QPointF(x, y), mini_card_pixmap(card, ratio))
            x += round(mini_card_width(card)) + 1


def _chip_width(mark: str) -> float:
    """Width of a mark with its frame."""
    return metrics(CAPTION, 500).horizontalAdvance(mark) + 10


def _opponent_width(row: HandRow) -> int:
    """What a name and the whole mark need."""
    mark = _chip_width(row.mark) + 6 if row.mark else 0.0
    return round(metrics(BODY).horizontalAdvance(row.opponent) + mark + _PAD + 6)


def _cards_width(cards: tuple[CardView, ...]) -> int:
    return round(sum(mini_card_width(card) + 1 for card in cards))


def _result_width(row: HandRow) -> int:
    figure, unit = metrics(BODY, 600), metrics(CAPTION)
    return round(figure.horizontalAdvance(row.result) + unit.horizontalAdvance(row.unit) + 28)


@dataclass
class _Widths:
    """The widest content among all rows in the list, in pixels."""

    title: int = 0
    time: int = 0
    cards: int = 0
    board: int = 0
    result: int = 0
    opponent: int = 0
    mark: int = 0
    game: int = 0

    def grow(self, rows: Iterable[HandRow]) -> bool:
        """Take rows into account; whether anything became wider."""
        before = astuple(self)
        title, time = metrics(BODY, 600), metrics(BODY)
        for row in rows:
            self.title = max(self.title, round(title.horizontalAdvance(row.title)))
            self.time = max(self.time, round(time.horizontalAdvance(row.time)))
            self.cards = max(self.cards, _cards_width(row.cards))
            self.board = max(self.board, _cards_width(row.board))
            self.result = max(self.result, _result_width(row))
            self.opponent = max(self.opponent, _opponent_width(row))
            self.mark = max(self.mark, round(_chip_width(row.mark)) if row.mark else 0)
            self.game = max(self.game, round(metrics(SMALL).horizontalAdvance(row.game)) + 20)
        return astuple(self) != before


class HandList(QuietTable):
    """All hands that match, newest first.

    Signals:
        hand_chosen: number of the hand that a person moved to.
        more_wanted: the end of what was read comes into view.
    """

    hand_chosen = Signal(int)
    more_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hands = HandModel(self)
        self.setModel(self.hands)
        self.setItemDelegate(_HandRows(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setAccessibleName(self.tr("Hands"))
        self._compact = False
        self._quiet = False
        self._widest = _Widths()
        self.selectionModel().currentRowChanged.connect(self._moved)
        self.selectionModel().selectionChanged.connect(self._keep_current_selected)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.set_compact(False)

    def set_compact(self, compact: bool) -> None:
        """Lower rows."""
        self._compact = compact
        self.set_row_height(30 if compact else 36)
        self._set_widths()

    def _set_widths(self) -> None:
        """Names give way before marks, and the game's column closes in a small window alone."""
        widest = self._widest
        title = widest.title + 24
        first = title if self._compact else title + widest.time + 4
        fixed = [
            max(first, 56),
            0,
            max(58, widest.cards + 20),
            max(64, widest.board + 20),
            max(84 if self._compact else 96, widest.result),
        ]
        room = self.viewport().width() - sum(fixed)
        name = min(widest.opponent, max(_NAME, widest.mark + round(_PAD) + 46))
        game = 0
        if not self._compact and room >= name + _GAME:
            names = max(name, min(widest.opponent, round(_NAMES * room)))
            game = max(_GAME, min(widest.game, room - names))
        self.set_widths([fixed[0], 1, *fixed[2:], game], OPPONENT)

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Open or close columns for the new width."""
        super().resizeEvent(event)
        self._set_widths()
        self._scrolled()

    def change(self, change: RowsChange) -> None:
        """Take over rows; what is selected and what is seen stays where it is."""
        bar = self.verticalScrollBar()
        before = bar.value()
        self._quiet = True
        self.hands.change(change)
        self._quiet = False
        self.executeDelayedItemsLayout()  # so that the scroll bar knows the new length
        if change.kind == "newer" and before > 0:
            bar.setValue(before + len(change.rows) * self.verticalHeader().defaultSectionSize())
        if change.kind == "all":
            self._widest = _Widths()
        if self._widest.grow(change.rows) or change.kind == "all":
            self._set_widths()
        self._scrolled()

    def select(self, number: int) -> None:
        """Mark a hand; emits nothing."""
        row = self.hands.row_of(number) if number else -1
        if row >= 0 and row != self.currentIndex().row():
            self._quiet = True
            self.selectRow(row)
            self._quiet = False

    def selected_numbers(self) -> list[int]:
        """All hands that are marked, as the list has them."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [self.hands.rows[row].number for row in rows]

    def _moved(self, current: QModelIndex) -> None:
        if current.isValid() and not self._quiet:
            self.hand_chosen.emit(self.hands.rows[current.row()].number)

    def _keep_current_selected(self) -> None:
        """The replayer shows the current row, so that is one of those that are marked."""
        model, current = self.selectionModel(), self.currentIndex()
        if self._quiet or not current.isValid() or model.isRowSelected(current.row()):
            return
        marked = model.selectedRows()
        flag = QItemSelectionModel.SelectionFlag
        if marked:
            model.setCurrentIndex(marked[-1], flag.NoUpdate)
        else:
            model.select(current, flag.Select | flag.Rows)

    def _scrolled(self) -> None:
        bar = self.verticalScrollBar()
        if self.hands.more and bar.maximum() - bar.value() < _AHEAD_PX:
            self.more_wanted.emit()
