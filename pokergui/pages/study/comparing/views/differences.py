"""The list of the largest deviations between two strategies, the most costly first."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_study as tr
from pokergui.pages.study.comparing.viewmodel.versus import DifferenceList, DifferenceRow
from pokergui.theme import look
from pokergui.theme.actions import action_colour
from pokergui.theme.fonts import BODY, CAPTION, SMALL, font
from pokergui.viewmodel.grid import GridAction
from pokergui.widgets.buttons import QuietButton
from pokergui.widgets.guard import Painted, guarded
from pokergui.widgets.laying import column, label, row
from pokergui.widgets.painting import LEFT, RIGHT, text
from pokergui.widgets.spoken import set_name
from pokergui.widgets.tables.columns import Column
from pokergui.widgets.tables.table import RowTable

ROW = 46
_HEAD = 22
_PAD = 16.0
_COST, _REACH = 58.0, 50.0
_DRAWN, _MOST_DRAWN = 640, 30
"""Width of a picture of the list, and the maximum number of rows in it."""


def _columns(width: float) -> tuple[QRectF, QRectF, QRectF, QRectF]:
    """Return the rectangles of hand, strategies, reach and cost in a row."""
    left, right = _PAD, width - _PAD
    cost = QRectF(right - _COST, 0, _COST, ROW)
    reach = QRectF(cost.x() - _REACH - 4, 0, _REACH, ROW)
    free = reach.x() - left
    hand = QRectF(left, 0, round(free * 0.56), ROW)
    bars = QRectF(hand.right() + 8, 0, reach.x() - 4 - hand.right() - 8, ROW)
    return hand, bars, reach, cost


def _paint_strategy(
    painter: QPainter, box: QRectF, actions: tuple[GridAction, ...], shares: tuple[float, ...]
) -> None:
    """Paint one strategy as a bar of its actions' colours."""
    t = look.tokens()
    painter.fillRect(box, QColor(t.bg4))
    x = box.x()
    for action, share in zip(actions, shares, strict=True):
        part = QRectF(x, box.y(), box.width() * share, box.height())
        if part.width() >= 0.25:
            painter.fillRect(part, QColor(action_colour(action.tone, action.rank)))
        x = part.right()


def paint_heads(painter: QPainter, area: QRectF, unit: str) -> None:
    """Paint the names of the columns; ``unit`` is that of costs, empty if there are none."""
    t = look.tokens()
    boxes = _columns(area.width())
    words = (tr("Hand"), tr("Both"), tr("Reach, diff"), unit)
    for box, told, align in zip(boxes, words, (LEFT, LEFT, RIGHT, RIGHT), strict=True):
        wider = 20 if align == RIGHT else 0
        head = QRectF(area.x() + box.x() - wider, area.y(), box.width() + wider, _HEAD)
        text(painter, head, told, font(CAPTION), t.t3, align)


def paint_row(painter: QPainter, box: QRectF, row: DifferenceRow) -> None:
    """Paint hand and place, both strategies, stacked, reach and distance, and cost."""
    t = look.tokens()
    hand, bars, reach, cost = (part.translated(box.topLeft()) for part in _columns(box.width()))
    upper, lower, line = 5, 24, 17
    y = upper if row.note else (ROW - line) / 2
    title = QRectF(hand.x(), hand.y() + y, hand.width(), line)
    used = text(painter, title, row.title, font(SMALL, 600), t.t1) + 8
    text(painter, title.adjusted(used, 0, 0, 0), row.player, font(SMALL), t.t2)
    note = QRectF(hand.x(), hand.y() + lower, bars.right() - hand.x(), line)
    text(painter, note, row.note, font(CAPTION), t.t2)
    high = 7 if row.note else 11
    top = QRectF(bars.x(), bars.y() + (6 if row.note else 10), bars.width(), high)
    _paint_strategy(painter, top, row.actions, row.first)
    _paint_strategy(painter, top.translated(0, high + 2), row.actions, row.second)
    for words, at, colour in ((row.reach, upper, t.t1), (row.change, lower, t.t2)):
        place = QRectF(reach.x(), reach.y() + at, reach.width(), line)
        text(painter, place, words, font(SMALL), colour, RIGHT)
    place = QRectF(cost.x(), cost.y() + upper, cost.width(), line)
    text(painter, place, row.cost, font(SMALL, 600), t.t1, RIGHT)
    well = QRectF(cost.x() + 8, cost.y() + lower + 6, cost.width() - 8, 5)
    painter.fillRect(well, QColor(t.bg4))
    filled = max(1.0, well.width() * abs(row.part))
    colour = t.acc if row.part >= 0 else t.pos
    painter.fillRect(QRectF(well.right() - filled, well.y(), filled, 5), QColor(colour))


class DifferencesDrawing:
    """The list as a picture; of a long one only the first, most important rows."""

    def __init__(self, differences: DifferenceList) -> None:
        self._rows, self._unit = differences.rows[:_MOST_DRAWN], differences.unit

    def size(self) -> QSize:
        """Return the size of heads and rows."""
        return QSize(_DRAWN, _HEAD + ROW * len(self._rows))

    def paint_to(self, painter: QPainter, area: QRectF) -> None:
        """Paint the rows."""
        paint_heads(painter, area, self._unit)
        for place, difference in enumerate(self._rows):
            top = area.y() + _HEAD + ROW * place
            paint_row(painter, QRectF(area.x(), top, _DRAWN, ROW), difference)


class _Heads(Painted, QWidget):
    """Names of the columns."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._unit = ""
        self.setFixedHeight(_HEAD)

    def set_unit(self, unit: str) -> None:
        """Set the unit of costs; empty if there are none."""
        self._unit = unit
        self.update()

    def paint(self, painter: QPainter) -> None:
        """Paint the names above the columns of the rows."""
        paint_heads(painter, QRectF(self.rect()), self._unit)


class DifferencesView(RowTable[DifferenceRow]):
    """The rows of the list."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, headed=False, opens_by_click=True, ground="bg2")
        set_name(self, tr("Largest deviations"))
        self.set_row_height(ROW)
        self.set_columns([Column("", lambda row: row.spoken, paint=paint_row)])

    def ground(
        self, painter: QPainter, box: QRectF, row: DifferenceRow, selected: bool, hovered: bool
    ) -> None:
        """Paint a wash under the current row and under the pointer, and a short hairline."""
        t = look.tokens()
        if selected or hovered:
            painter.fillRect(box, QColor(t.accbg if selected else t.bg3))
        line = QRectF(box.x() + _PAD, box.bottom() - 1, box.width() - 2 * _PAD, 1)
        painter.fillRect(line, QColor(t.line))

    @guarded
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to a row with Space, too."""
        if event.key() == Qt.Key.Key_Space:
            self.open(self.currentIndex())
        else:
            super().keyPressEvent(event)


class DifferencesPanel(QWidget):
    """Shows a ``DifferenceList``.

    Signals:
        chosen: key of a row.
        closed: the list is no longer wanted.
    """

    chosen = Signal(str)
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._title = label("", self, BODY, 600)
        self._note = label("", self, tone="second", wraps=True)
        self.close_button = QuietButton("close", tr("Close the list"), "I", self, 28)
        self.close_button.clicked.connect(self.closed)
        self._heads = _Heads(self)
        self.view = DifferencesView(self)
        self.view.opened.connect(self.chosen.emit)
        head = row((self._title, 1), self.close_button, margins=(16, 6, 10, 0))
        notes = row(self._note, margins=(16, 0, 16, 4))
        column(head, notes, self._heads, (self.view, 1), on=self, gap=2)

    def set_list(self, differences: DifferenceList) -> None:
        """Show a list; the last one stays while it is computed."""
        whole = tr("Largest deviations, whole game")
        self._title.setText(whole if differences.whole else tr("Largest deviations, here"))
        words = tr("Comparing…") if differences.waiting else differences.note
        self._note.setText(words)
        self._note.setVisible(bool(words))
        self._heads.set_unit(differences.unit)
        self._heads.setVisible(bool(differences.rows))
        if not differences.waiting:
            self.view.set_rows(differences.rows)

    def focus(self) -> None:
        """Move the focus to the rows."""
        self.view.setFocus(Qt.FocusReason.ShortcutFocusReason)
