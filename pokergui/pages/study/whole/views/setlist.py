"""All information sets of a small game as a sortable list."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QRectF, Signal
from PySide6.QtGui import QFocusEvent, QPainter
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_study as tr
from pokergui.pages.study.whole.viewmodel.sheet import SetRow
from pokergui.pages.study.whole.views.bars import paint_bar
from pokergui.theme.fonts import BODY, CAPTION
from pokergui.widgets.guard import guarded
from pokergui.widgets.painting import RIGHT
from pokergui.widgets.spoken import set_description, set_name
from pokergui.widgets.tables.columns import Column, Face
from pokergui.widgets.tables.model import Index
from pokergui.widgets.tables.table import RowTable

_CARDS = 62
_TITLE, _LINE = Face(BODY, 600), Face(CAPTION, ink="t2")


def _figures() -> tuple[tuple[str, str, int], ...]:
    """Return the key, title and width of each column of figures."""
    return (
        ("difference", tr("Diff %"), 56),
        ("values", tr("Value"), 58),
        ("regrets", tr("Regret"), 60),
        ("cost", tr("Cost"), 64),
    )


class SetsTable(RowTable[SetRow]):
    """Shows ``SetRow``s.

    Signals:
        pointed: key of the current information set, empty for none.
        chosen: key of the decision to go to.
    """

    pointed = Signal(str)
    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._order = ""
        set_name(self, tr("Information sets"))
        self.setMouseTracking(True)
        self.set_row_height(40)
        self.moved.connect(self._at_hand)
        self.entered.connect(self._point)

    def _columns(self) -> list[Column[SetRow]]:
        """Return the columns; an arrow marks the one sorted by."""
        units = tr("Value, regret and cost in thousandths of an ante (or big blind) a hand.")
        keys = tr("Click to sort; in the list: arrows left and right")
        sets = Column[SetRow](
            tr("Set"),
            lambda row: row.spoken,
            paint=_paint_set,
            need=lambda row: 0.0,
            stretch=1,
            key="line",
            order=-1 if self._order == "line" else 0,
            tip=f"{units}\n{keys}",
        )
        return [
            sets,
            *(
                Column[SetRow](
                    title,
                    lambda row, at=at: row.figures[at],  # type: ignore[misc]  # bound for each
                    Face(weight=600 if key == "cost" else 400),
                    RIGHT,
                    width=width,
                    key=key,
                    order=-1 if self._order == key else 0,
                    tip=sets.tip,
                )
                for at, (key, title, width) in enumerate(_figures())
            ),
        ]

    def tip_of(self, row: SetRow, column: int) -> str:
        """Return the whole row as text."""
        del column
        return row.spoken

    def set_sets(self, rows: tuple[SetRow, ...], order: str) -> None:
        """Show information sets; another order or number of them starts at the first."""
        anew = order != self._order or len(rows) != len(self.rows)
        if order != self._order:
            self._order = order
            self.set_columns(self._columns())
            titles = {key: title for key, title, _ in _figures()}
            title = titles.get(order, tr("Set"))
            set_description(self, tr("Sorted by {order}").format(order=title))
        self.set_rows(rows)
        if rows and (anew or self.at_hand is None):
            self.select(rows[0].key)
            self.scrollToTop()

    @property
    def key(self) -> str:
        """The information set of the keyboard's row; empty for none."""
        return self.at_hand.key if self.at_hand is not None else ""

    def _at_hand(self) -> None:
        if self.hasFocus():
            self.pointed.emit(self.key)

    def _point(self, index: QModelIndex) -> None:
        self.pointed.emit(self.rows[index.row()].key)

    @guarded
    def focusInEvent(self, event: QFocusEvent) -> None:
        """Make the keyboard's row the current one."""
        super().focusInEvent(event)
        self.pointed.emit(self.key)

    def open(self, index: Index) -> None:
        """Go to the decision."""
        if index.isValid():
            self.chosen.emit(self.rows[index.row()].part)


def _paint_set(painter: QPainter, room: QRectF, row: SetRow) -> None:
    """Paint cards and the bar above the line."""
    upper = QRectF(room.x(), room.y() + 3, room.width(), 18)
    _TITLE.write(painter, upper, row.cards)
    bar = upper.adjusted(_CARDS, 4, 0, -3)
    paint_bar(painter, bar, row.actions, row.shares, row.ticks, faded=row.faded)
    _LINE.write(painter, upper.translated(0, 17), row.line)
