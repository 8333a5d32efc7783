"""The situations in which an opponent was observed: its observed and expected play."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_play as tr
from pokergui.pages.play.viewmodel.mind import LearnedRate, LearnedRow
from pokergui.theme import look
from pokergui.theme.actions import action_colour
from pokergui.theme.fonts import BODY, CAPTION
from pokergui.viewmodel import Tone
from pokergui.widgets.painting import RIGHT, well
from pokergui.widgets.spoken import set_name
from pokergui.widgets.tables.columns import Column, Face
from pokergui.widgets.tables.table import RowTable

_ROW, _LOW_ROW = 40, 36
_PLAIN, _BOLD, _SECOND = Face(BODY), Face(BODY, 600), Face(BODY, ink="t2")
_PRIOR, _UNKNOWN = Face(CAPTION, ink="t3"), Face(ink="t3")


class LearnedTable(RowTable[LearnedRow]):
    """A table that shows ``LearnedRow``s."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        set_name(self, tr("Situations, what differs most first"))
        self.set_compact(False)

    def set_compact(self, compact: bool) -> None:
        """Use lower rows and narrower columns."""
        self.set_row_height(_LOW_ROW if compact else _ROW)
        each = 122 if compact else 168
        self.set_columns(
            [
                Column(tr("Situation"), lambda row: row.title, _PLAIN, least=1, stretch=1),
                Column(tr("Seen"), lambda row: row.seen, _SECOND, RIGHT),
                self._rate(tr("Fold"), lambda row: row.fold, "fold", each),
                self._rate(tr("Check or call"), lambda row: row.call, "call", each),
                self._rate(tr("Bet or raise"), lambda row: row.raise_, "middle", each),
                Column(tr("Differs"), lambda row: row.differs, _BOLD, RIGHT),
            ]
        )

    def _rate(
        self, title: str, rate: Callable[[LearnedRow], LearnedRate], tone: Tone, width: int
    ) -> Column[LearnedRow]:
        """Build a column of an action's frequency, as seen and as expected."""

        def said(row: LearnedRow) -> str:
            if not rate(row).text:
                return tr("neither observed nor expected")
            words = tr("{seen}, expected {prior}")
            return words.format(seen=rate(row).text, prior=rate(row).prior)

        return Column(
            title,
            said,
            paint=lambda p, room, row: _paint_rate(p, room, rate(row), tone),
            width=width,
        )

    def key_of(self, row: LearnedRow) -> str:
        """Return the situation of a row."""
        return row.title

    def tip_of(self, row: LearnedRow, column: int) -> str:
        """Describe the whole row."""
        del column
        return row.spoken

    def set_rows(self, rows: Sequence[LearnedRow]) -> None:
        """Show other situations; the keyboard begins at the first."""
        super().set_rows(rows)
        if rows and not self.selectionModel().hasSelection():
            self.select(rows[0].title)


def _paint_rate(painter: QPainter, cell: QRectF, rate: LearnedRate, tone: Tone) -> None:
    """Paint a bar of the frequency seen, with a tick at the expected one."""
    room = cell.adjusted(0, 0, -8, 0)
    if not rate.text:
        _UNKNOWN.write(painter, room, "–")
        return
    t, middle = look.tokens(), room.center().y()
    line = QRectF(room.x(), middle - 16, room.width(), 20)
    used = _BOLD.write(painter, line, rate.text)
    _PRIOR.write(painter, line.adjusted(used + 6, 1, 0, 1), rate.prior)
    bar = QRectF(room.x(), middle + 7, room.width(), 5)
    well(painter, bar, rate.share, t.bg4, action_colour(tone))
    tick = round(bar.x() + (bar.width() - 2) * rate.prior_share)
    painter.fillRect(QRectF(tick - 1, bar.y() - 3, 4, 11), QColor(t.bg1))
    painter.fillRect(QRectF(tick, bar.y() - 3, 2, 11), QColor(t.t1))
