"""The spots of a series that is over."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from pokergui.language import tr_play as tr
from pokergui.pages.play.drill.viewmodel.drill import SpotRow
from pokergui.widgets.painting import RIGHT
from pokergui.widgets.spoken import set_name
from pokergui.widgets.tables.cardcolumn import card_column
from pokergui.widgets.tables.columns import Column, Face
from pokergui.widgets.tables.qualitycolumn import quality_column
from pokergui.widgets.tables.table import RowTable

_PLAIN, _BOLD, _SECOND = Face(), Face(weight=600), Face(ink="t2")


class SpotTable(RowTable[SpotRow]):
    """Rows of the spots, in the order in which they were asked."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        set_name(self, tr("Spots of the series"))
        self.set_row_height(34)
        self.set_columns(
            [
                Column(tr("Spot"), lambda row: row.number, _BOLD, RIGHT),
                card_column(tr("Cards"), lambda row: row.cards),
                card_column(tr("Board"), lambda row: row.board, spare=2),
                Column(tr("You"), lambda row: row.did, _PLAIN, least=84, stretch=1),
                Column(tr("Best"), lambda row: row.best, _SECOND, least=70, stretch=1),
                Column(tr("Lost"), lambda row: row.lost, _BOLD, RIGHT),
                quality_column(tr("Class")),
                Column(tr("From"), lambda row: row.source, _SECOND, spare=1),
            ]
        )

    def key_of(self, row: SpotRow) -> str:
        """Return the place of a row."""
        return row.key

    def tip_of(self, row: SpotRow, column: int) -> str:
        """Describe a spot in a sentence."""
        del column
        return row.tip
