"""The table of an aggregate report: cards, bars of actions, figures; sorted by its headers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QAbstractItemView, QWidget

from pokergui.language import tr_study as tr
from pokergui.pages.study.reports.viewmodel import (
    AggregateColumn,
    AggregateRow,
    AggregateTable,
)
from pokergui.theme.colours import action_colour, paint_swatch
from pokergui.theme.fonts import BODY
from pokergui.viewmodel.grid import GridAction
from pokergui.widgets.felt.pieces import MINI, mini_card_pixmap, mini_card_width
from pokergui.widgets.painting import RIGHT
from pokergui.widgets.spoken import set_name
from pokergui.widgets.tables.columns import EDGE, INNER, Column, Face
from pokergui.widgets.tables.table import RowTable

_BAR_HEIGHT, _LEAST_BAR = 14, 110
_TEXTURE = 120
"""Least width at which the texture is worth showing."""
_FIGURE, _FAINT, _TITLE, _NOTE = Face(BODY), Face(BODY, ink="t3"), Face(BODY, 600), Face(ink="t2")
_SAMPLES = {"weight": "0.0000%", "ev": "-00.00"}
"""The widest figures of columns; all others are shares."""


def _figure_face(row: AggregateRow) -> Face:
    return _FAINT if row.faint else _FIGURE


def _percent(at: int, row: AggregateRow) -> str:
    return row.percents[at] if at < len(row.percents) else ""


def _figure(key: str, row: AggregateRow) -> str:
    return str(getattr(row, key))


class AggregateView(RowTable[AggregateRow]):
    """Rows of a report; the means of all of them are in a table below.

    Args:
        total: the table of means, whose columns are as wide as these.
        ground: colour token of the background of rows.
    """

    def __init__(
        self,
        name: str,
        parent: QWidget | None = None,
        total: SumRow | None = None,
        ground: str = "bg1",
    ) -> None:
        super().__init__(parent, ground=ground)
        set_name(self, name)
        self._shown: tuple[AggregateColumn, ...] = ()
        self._total = total
        self.set_compact(False)

    def set_compact(self, compact: bool) -> None:
        self.set_row_height(28 if compact else 32)

    def set_table(self, scene: AggregateTable) -> None:
        """Show a report; the current row stays current."""
        if scene.columns != self._shown:
            self._shown = scene.columns
            self.set_columns(self._columns(scene.columns))
        self.set_rows(scene.rows)

    def tip_of(self, row: AggregateRow, column: int) -> str:
        del column
        return row.spoken

    def fit(self) -> None:
        super().fit()
        if self._total is not None:
            self._total.take_widths(self)

    def _columns(self, shown: tuple[AggregateColumn, ...]) -> list[Column[AggregateRow]]:
        """Return the columns; the bar of all actions is between weight and frequencies."""
        actions = tuple(column.action for column in shown if column.action is not None)
        columns = [
            self._column(column, sum(each.action is not None for each in shown[:at]))
            for at, column in enumerate(shown)
        ]
        if actions:
            bar = Column[AggregateRow](
                tr("Actions"),
                lambda row: "",
                paint=partial(_paint_bar, actions),
                need=lambda row: 0.0,
                least=_LEAST_BAR,
                stretch=1,
                tip=tr("How often each action follows, as one bar"),
            )
            columns.insert(2, bar)
        return columns

    def _column(self, shown: AggregateColumn, number: int) -> Column[AggregateRow]:
        """Return one column; ``number`` is its action's among all actions."""
        name = shown.action.title if shown.action else shown.title
        sort = tr("{name}: click to sort").format(name=name)
        tip = f"{shown.tip}\n{sort}" if shown.tip else sort
        head = partial(
            Column[AggregateRow], shown.title, key=shown.key, order=shown.sorted, tip=tip
        )
        if shown is self._shown[0]:
            bar = any(column.action for column in self._shown)
            return head(
                lambda row: row.spoken,
                paint=_paint_first,
                need=_first_width,
                stretch=0.0 if bar else 1.0,
            )
        if shown.key == "texture":
            longest = _NOTE.advance(tr("two-tone, paired, straight possible"))
            return head(
                lambda row: row.note, _NOTE, need=lambda row: longest, least=_TEXTURE, spare=1
            )
        text: Callable[[AggregateRow], str] = partial(_figure, shown.key)
        mark: Callable[[QPainter, QRectF], None] | None = None
        if shown.action is not None:
            text, mark = partial(_percent, number), partial(_paint_mark, shown.action)
        sample = _FIGURE.advance(_SAMPLES.get(shown.key, "100.0%")) + EDGE + INNER
        column = head(text, _figure_face, RIGHT, mark=mark, spare=2 if shown.key == "other" else 0)
        return replace(column, width=round(column.wanted(sample)))


class SumRow(AggregateView):
    """The means of all rows, below them, in the same columns."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent, ground="bg2")
        self.horizontalHeader().setVisible(False)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)

    def set_compact(self, compact: bool) -> None:
        super().set_compact(compact)
        self.setFixedHeight(self.verticalHeader().defaultSectionSize())

    def fit(self) -> None:
        """Do nothing: the widths are those of the table above."""

    def take_widths(self, other: AggregateView) -> None:
        if len(other.columns) == len(self.columns):
            for at in range(len(self.columns)):
                self.setColumnHidden(at, other.isColumnHidden(at))
                self.setColumnWidth(at, other.columnWidth(at))


def _paint_mark(action: GridAction, painter: QPainter, box: QRectF) -> None:
    paint_swatch(painter, box, action.tone, action.rank)


def _first_width(row: AggregateRow) -> float:
    """Return the width of any board's cards, two tens among them, or of a name."""
    if row.cards:
        return 19 * len(row.cards) + 12 + (4 if len(row.cards) > 3 else 0)
    return _TITLE.advance(row.title)


def _paint_first(painter: QPainter, room: QRectF, row: AggregateRow) -> None:
    """Paint a board's cards, with gaps before turn and river, or the name of a kind."""
    if not row.cards:
        _TITLE.write(painter, room, row.title)
    ratio = painter.device().devicePixelRatio()
    x, y = round(room.x()), round(room.center().y() - MINI / 2)
    painter.setOpacity(0.5 if row.faint else 1.0)
    for at, card in enumerate(row.cards):
        x += 4 if at >= 3 else 0
        painter.drawPixmap(x, y, mini_card_pixmap(card, ratio))
        x += round(mini_card_width(card)) + 1


def _paint_bar(
    actions: tuple[GridAction, ...], painter: QPainter, room: QRectF, row: AggregateRow
) -> None:
    """Paint all actions side by side, with widths in proportion to their frequencies."""
    x, top, width = room.x(), room.center().y() - _BAR_HEIGHT / 2, room.width() - EDGE + INNER
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    painter.setOpacity(0.45 if row.faint else 1.0)
    for action, share in zip(actions, row.shares, strict=False):
        end = x + share * width
        part = QRectF(round(x), top, max(0, round(end) - round(x)), _BAR_HEIGHT)
        painter.fillRect(part, QColor(action_colour(action.tone, action.rank)))
        x = end
