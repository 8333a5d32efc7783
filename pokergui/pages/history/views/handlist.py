"""The list of hands: it grows at its bottom, and its rows show mini cards."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QItemSelectionModel, QRectF, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from pokergui.language import tr_history as tr
from pokergui.pages.history.viewmodel.history import HandRow, RowsChange
from pokergui.theme import look
from pokergui.theme.fonts import BODY, CAPTION
from pokergui.theme.icons import paint_icon
from pokergui.widgets.guard import guarded
from pokergui.widgets.painting import CENTRE, RIGHT, rounded
from pokergui.widgets.spoken import set_name
from pokergui.widgets.tables.cardcolumn import card_column
from pokergui.widgets.tables.columns import Column, Face
from pokergui.widgets.tables.table import RowTable

_READABLE, _ICON_CHIP = 76, 20.0
"""Width of a name below which its mark becomes an icon, and the width of that."""
_AHEAD_PX = 1200
"""Height of the rest of the list at which older hands are requested."""
_PLAIN, _BOLD, _FAINT = Face(BODY), Face(BODY, 600), Face(BODY, ink="t3")
_UNIT, _MARK = Face(CAPTION, ink="t3"), Face(CAPTION, 500, "t2")
_WRONG = Face(ink="neg")


def _words(key: str) -> Callable[[HandRow], str]:
    """Return a function that returns a row's text for a key."""
    return lambda row: dict(row.words).get(key, "")


class HandList(RowTable[HandRow]):
    """All hands that match, newest first.

    Signals:
        more_wanted: the end of what was read comes into view.
    """

    more_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_name(self, tr("Hands"))
        self._more = False
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.selectionModel().selectionChanged.connect(self._keep_current_selected)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        self.set_compact(False)

    def set_compact(self, compact: bool) -> None:
        """Use lower rows without times."""
        self.set_row_height(30 if compact else 36)
        columns = [
            Column[HandRow](
                tr("Hand"),
                lambda row: f"{row.title} {row.time}".strip(),
                paint=_paint_number,
                need=lambda row: (
                    _BOLD.advance(row.title) + (8 if compact else 12 + _PLAIN.advance(row.time))
                ),
            ),
            Column(
                tr("Opponent"),
                lambda row: row.damaged or row.opponent,
                paint=_paint_opponent,
                need=lambda row: _PLAIN.advance(row.opponent) + _chip_width(row.mark) + 8,
                least=96,
                stretch=1,
            ),
            card_column(tr("Cards"), lambda row: row.cards),
            card_column(tr("Board"), lambda row: row.board),
            Column(
                tr("Result"),
                lambda row: f"{row.result} {row.unit}".strip(),
                align=RIGHT,
                paint=_paint_result,
                need=lambda row: _BOLD.advance(row.result) + _UNIT.advance(row.unit) + 12,
                least=0 if compact else 96,
            ),
            Column(tr("Game"), _words("game"), Face(ink="t2"), least=112, spare=1),
        ]
        self.set_columns(columns)

    def key_of(self, row: HandRow) -> int:
        """Return the number of a row's hand."""
        return row.number

    def tip_of(self, row: HandRow, column: int) -> str:
        """Describe a hand."""
        del column
        return row.tip

    @guarded
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Check whether older hands come into view."""
        super().resizeEvent(event)
        self._scrolled()

    def change(self, change: RowsChange) -> None:
        """Take over rows; the selection and the visible part stay."""
        bar = self.verticalScrollBar()
        before = bar.value()
        self._more = change.more
        if change.kind == "all":
            self.set_rows(())  # no hand of the list before stays current
            self.set_rows(change.rows)
        else:
            self.insert(0 if change.kind == "newer" else len(self.rows), change.rows)
        self.executeDelayedItemsLayout()  # so that the scroll bar knows the new length
        if change.kind == "newer" and before > 0:
            bar.setValue(before + len(change.rows) * self.verticalHeader().defaultSectionSize())
        self._scrolled()

    def selected_numbers(self) -> list[int]:
        """Return all marked hands in the order of the list."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        return [self.rows[row].number for row in rows]

    def _keep_current_selected(self) -> None:
        """Keep the current row, which the replayer shows, among the marked ones."""
        model, current = self.selectionModel(), self.currentIndex()
        if self.quiet or not current.isValid() or model.isRowSelected(current.row()):
            return
        marked = model.selectedRows()
        flag = QItemSelectionModel.SelectionFlag
        if marked:
            model.setCurrentIndex(marked[-1], flag.NoUpdate)
        else:
            model.select(current, flag.Select | flag.Rows)

    def _scrolled(self) -> None:
        bar = self.verticalScrollBar()
        if self._more and bar.maximum() - bar.value() < _AHEAD_PX:
            self.more_wanted.emit()


def _paint_number(painter: QPainter, room: QRectF, row: HandRow) -> None:
    """Paint the number and, if there is room, the time."""
    bold = _BOLD._replace(ink="neg") if row.damaged else _BOLD
    rest = room.adjusted(bold.write(painter, room, row.title) + 6, 0, 0, 0)
    if _FAINT.advance(row.time) <= rest.width() + 1:
        _FAINT.write(painter, rest, row.time)


def _paint_opponent(painter: QPainter, room: QRectF, row: HandRow) -> None:
    """Paint the name and, in a frame, the mode of a hand that does not count."""
    if row.damaged:  # over all further columns, which stay empty
        painter.setClipping(False)
        _WRONG.write(painter, room.adjusted(0, 0, 400, 0), row.damaged)
        return
    if not row.mark:
        _PLAIN.write(painter, room, row.opponent)
        return
    t, chip = look.tokens(), _chip_width(row.mark)
    whole = _PLAIN.advance(row.opponent) + chip + 6
    small = bool(row.icon) and whole > room.width() and room.width() - chip < _READABLE
    if small:
        chip = _ICON_CHIP
    used = _PLAIN.write(painter, room.adjusted(0, 0, -chip - 6, 0), row.opponent)
    left, middle = round(room.x() + used + 6), round(room.center().y())
    box = QRectF(left + 0.5, middle - 8.5, round(chip), 16)
    rounded(painter, box.adjusted(-0.5, -0.5, 0.5, 0.5), "", t.line2, 3)
    if small:
        paint_icon(painter, row.icon, box.adjusted(4, 2, -4, -2), t.t2)
    else:
        _MARK.write(painter, box, row.mark, CENTRE)


def _chip_width(mark: str) -> float:
    """Return the width of a mark with its frame; 0 without one."""
    return _MARK.advance(mark) + 10 if mark else 0.0


def _paint_result(painter: QPainter, room: QRectF, row: HandRow) -> None:
    """Paint the figure and its unit."""
    used = _UNIT.write(painter, room, row.unit, RIGHT)
    _BOLD.write(painter, room.adjusted(0, 0, -used - 3, 0), row.result, RIGHT)
