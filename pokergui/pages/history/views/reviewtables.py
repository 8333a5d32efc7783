"""The lists of a review: kinds of decisions with their losses, and the costliest decisions."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_history as tr
from pokergui.language.joins import phrases
from pokergui.pages.history.viewmodel.review import LeakRow, MistakeRow
from pokergui.theme import look
from pokergui.theme.fonts import BODY, CAPTION
from pokergui.widgets.painting import RIGHT, stroke
from pokergui.widgets.spoken import set_name
from pokergui.widgets.tables.cardcolumn import card_column
from pokergui.widgets.tables.columns import EDGE, Column, Face
from pokergui.widgets.tables.qualitycolumn import quality_column
from pokergui.widgets.tables.table import RowTable

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
        """Show kinds, and mark the chosen one."""
        self.leak = leak
        self.set_rows(rows)
        self.viewport().update()

    def key_of(self, row: LeakRow) -> str:
        """Return the key of a kind, or the title of a heading."""
        return row.key or row.title

    def tip_of(self, row: LeakRow, column: int) -> str:
        """Describe a kind."""
        del column
        return row.tip or row.title

    def height_of(self, row: LeakRow) -> int:
        """Return the height of a row; headings are lower."""
        return _LEAK if row.key else _GROUP

    def in_front(self, row: LeakRow) -> bool:
        """Return whether the decisions of a kind are listed."""
        return bool(row.key) and row.key == self.leak


def _leak_words(row: LeakRow) -> str:
    return phrases((row.title, row.lost, row.parts)) if row.key else row.title


def _paint_leak(painter: QPainter, box: QRectF, row: LeakRow) -> None:
    """Paint the name and the loss over a bar and its parts."""
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
        """Use lower rows."""
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

    def tip_of(self, row: MistakeRow, column: int) -> str:
        """Describe a decision."""
        del column
        return row.tip


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
