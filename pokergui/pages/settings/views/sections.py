"""The list of sections at the left of the page."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from pokergui.language import tr_settings as tr
from pokergui.theme import look
from pokergui.theme.fonts import BODY
from pokergui.widgets.painting import rounded
from pokergui.widgets.spoken import set_name
from pokergui.widgets.tables.columns import Column, Face
from pokergui.widgets.tables.table import RowTable

_ROW = 32


class SectionRow(NamedTuple):
    """One section: its key, its title, and ``front`` if it is selected."""

    key: str
    title: str
    front: bool


class SectionList(RowTable[SectionRow]):
    """All sections; the selected one is filled. ``moved`` carries the one that the user chose."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, headed=False)
        set_name(self, tr("Sections"))
        self.set_row_height(_ROW)
        self.set_columns([Column("", lambda row: row.title, paint=self._paint, width=1, stretch=1)])

    def show_sections(self, titles: dict[str, str], front: str) -> None:
        """Show sections by their keys. Emits nothing."""
        self.set_rows([SectionRow(key, title, key == front) for key, title in titles.items()])
        self.select(front)

    def ground(
        self, painter: QPainter, box: QRectF, row: SectionRow, selected: bool, hovered: bool
    ) -> None:
        """Paint a filled box as in the rail."""
        t = look.tokens()
        if row.front or hovered:
            rounded(painter, box.adjusted(0, 0, 0, -2), t.rail_selected if row.front else t.bg3)

    def _paint(self, painter: QPainter, box: QRectF, row: SectionRow) -> None:
        face = Face(BODY, 500, "t1" if row.front else "t2")
        face.write(painter, box.adjusted(10, 0, -8, -2), row.title)
