"""Rows under headings as Qt's model: what all tables of the program have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from pokergui.widgets.guard import guarded_or
from pokergui.widgets.painting import RIGHT, plain_tip
from pokergui.widgets.quiettable import NOTHING

Index = QModelIndex | QPersistentModelIndex


class HeadedModel(QAbstractTableModel):
    """Gives a delegate the row itself, and screen readers and tooltips its words.

    Attributes:
        rows: what is shown, a view model each.
        headings: of all columns.
        figures: columns whose headings stand at the right, over figures.
    """

    rows: Sequence[Any]
    headings: tuple[str, ...]
    figures: tuple[int, ...] = ()

    @guarded_or(0)
    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's own default
        """One for each view model."""
        return 0 if parent.isValid() else len(self.rows)

    @guarded_or(0)
    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's own default
        """One for each heading."""
        return 0 if parent.isValid() else len(self.headings)

    @guarded_or(NOTHING)
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The row for the painter; words for tooltips and screen readers."""
        row = self.rows[index.row()]
        if role == Qt.ItemDataRole.UserRole:
            return row
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(self.tip(row, index.column()))
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.said(row, index.column())
        return None

    def said(self, row: Any, column: int) -> str:
        """What stands in a cell, in words."""
        raise NotImplementedError

    def tip(self, row: Any, column: int) -> str:
        """Words of a cell's tooltip: those of its whole row."""
        del column
        return str(row.spoken)

    @guarded_or(NOTHING)
    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Headings; those over figures stand at the right."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.headings[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = RIGHT if section in self.figures else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None
