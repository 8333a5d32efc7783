"""The list of tournaments, and the order of the engines of one."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_watch as tr
from pokergui.language.joins import phrases
from pokergui.pages.watch.tournament.viewmodel.tournament import PlaceRow, TournamentRow
from pokergui.theme import look
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font
from pokergui.widgets.painting import LEFT, RIGHT, stroke, text, well
from pokergui.widgets.spoken import set_name
from pokergui.widgets.tables.columns import Column
from pokergui.widgets.tables.table import RowTable

_INKS = {"running": "acc", "paused": "unc", "finished": "t2"}


class TournamentList(RowTable[TournamentRow]):
    """All tournaments, newest first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, headed=False, opens_by_click=True)
        set_name(self, tr("Tournaments"))
        self._current = 0
        self.set_columns([Column("", _words, paint=_paint_row, stretch=1)])
        self.set_row_height(66)

    def set_scene(self, rows: tuple[TournamentRow, ...], current: int) -> None:
        """Show the list, and mark the one shown beside it."""
        self._current = current
        self.set_rows(rows)
        self.viewport().update()

    def in_front(self, row: TournamentRow) -> bool:
        """Return whether a row is shown beside the list."""
        return row.key == self._current

    def tip_of(self, row: TournamentRow, column: int) -> str:
        """Describe a row."""
        del column
        return _words(row)


def _words(row: TournamentRow) -> str:
    states = {"running": tr("running"), "paused": tr("paused"), "finished": tr("finished")}
    return phrases((row.title, row.detail, states[row.state], row.note))


def _paint_row(painter: QPainter, box: QRectF, row: TournamentRow) -> None:
    t = look.tokens()
    room = box.adjusted(16, 8, -14, -8)
    ink = getattr(t, _INKS[row.state])
    note = QRectF(room.right() - 84, room.y(), 84, 18)
    used = text(painter, note, row.note, font(SMALL), ink, RIGHT)
    title = QRectF(room.x(), room.y(), room.width() - used - 8, 18)
    text(painter, title, row.title, font(BODY, 600), t.t1)
    place = QRectF(room.x(), room.y() + 19, room.width(), 16)
    text(painter, place, row.detail, font(CAPTION), t.t2)
    if row.state != "finished":
        bar = QRectF(room.x(), room.bottom() - 6, room.width(), 4)
        well(painter, bar, row.share, t.bg4, ink)


class OrderList(RowTable[PlaceRow]):
    """The engines of a tournament, best first, on one scale."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, headed=False)
        set_name(self, tr("Order of the engines, by their ratings"))
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.set_columns([Column("", _order_words, paint=_paint_place, stretch=1)])
        self.set_row_height(66)

    def tip_of(self, row: PlaceRow, column: int) -> str:
        """Describe a row."""
        del column
        return _order_words(row)


def _order_words(row: PlaceRow) -> str:
    return phrases((row.place, row.name, row.rating, row.interval, row.done))


def _paint_place(painter: QPainter, box: QRectF, row: PlaceRow) -> None:
    t = look.tokens()
    room = box.adjusted(14, 6, -14, -6)
    text(painter, QRectF(room.x(), room.y(), 34, 18), row.place, font(BODY), t.t2)
    figure = QRectF(room.right() - 84, room.y(), 84, 18)
    used = text(painter, figure, row.rating, font(BODY, 600), t.t1, RIGHT)
    name = QRectF(room.x() + 36, room.y(), room.width() - used - 44, 18)
    text(painter, name, row.name, font(BODY, 600), t.t1)
    words = QRectF(room.x() + 36, room.y() + 19, 110, 16)
    text(painter, words, row.interval, font(CAPTION), t.t2, LEFT)
    ink = t.neg if row.failed else t.t3
    done = QRectF(room.x() + 36, room.y() + 36, room.width() - 36, 16)
    text(painter, done, row.done, font(CAPTION), ink)
    if row.low is None or row.middle is None or row.high is None:
        return
    mark = QRectF(words.right() + 6, room.y() + 19, room.right() - words.right() - 8, 16)
    centre, half, y = mark.center().x(), mark.width() / 2 - 3, mark.center().y()
    zero = round(centre) + 0.5
    stroke(painter, QPointF(zero, mark.y()), QPointF(zero, mark.bottom()), t.line2)
    low, high = centre + half * row.low, centre + half * row.high
    stroke(painter, QPointF(low, y), QPointF(high, y), t.ser_a, 1.6)
    for x in (low, high):
        painter.drawLine(QPointF(x, y - 3), QPointF(x, y + 3))
    middle = centre + half * row.middle
    painter.fillRect(QRectF(middle - 2.5, y - 2.5, 5, 5), painter.pen().color())
