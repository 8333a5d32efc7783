"""The decisions of one hand: player, action and price; a click goes there."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_history as tr
from pokergui.pages.history.viewmodel.history import DecisionRow, DecisionsScene
from pokergui.theme import look
from pokergui.theme.actions import paint_swatch
from pokergui.widgets.painting import CENTRE, RIGHT, rounded
from pokergui.widgets.spoken import set_name
from pokergui.widgets.tables.columns import Column, Face
from pokergui.widgets.tables.model import Index
from pokergui.widgets.tables.table import RowTable

_SQUARE = 14
_BOLD, _SECOND, _BUTTON = Face(weight=600), Face(ink="t2"), Face(weight=500)


class DecisionList(RowTable[DecisionRow]):
    """A list that shows a ``DecisionsScene``; the selected row is the one that the replayer shows.

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
        """Use lower rows."""
        self.set_row_height(26 if compact else 30)

    def key_of(self, row: DecisionRow) -> None:
        """Return no key: decisions are identified by their places alone."""

    def tip_of(self, row: DecisionRow, column: int) -> str:
        """Describe what a click does."""
        if column == len(self.columns) - 1:
            return tr("Open this decision in Study")
        words = tr("Go to this decision: {who}, {action}")
        return words.format(who=row.who, action=row.action)

    def set_scene(self, scene: DecisionsScene) -> None:
        """Show decisions and mark the one that the replayer shows."""
        self.set_rows(scene.rows)
        here = next((i for i, row in enumerate(scene.rows) if row.current), -1)
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
    """Paint a square in the action's colour, then its text."""
    square = QRectF(room.x(), room.center().y() - _SQUARE / 2, _SQUARE, _SQUARE)
    paint_swatch(painter, square, row.tone)
    _BOLD.write(painter, room.adjusted(_SQUARE + 7, 0, 0, 0), row.action)
